#pragma once

#include <concepts>
#include <memory>
#include <vector>

#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// C_1 + C_2 + ... = { x_1 + x_2 + ... : x_i in C_i }, all in the same space. It cannot tell who
/// belongs to it, except for points that are not finite.
///
///     MinkowskiSum rounded(LinfBall(3), L2Ball(3, 0.1));
class MinkowskiSum final : public Oracle {
 public:
  /// Throws InvalidInput unless there are parts, all of one dimension.
  explicit MinkowskiSum(std::vector<std::shared_ptr<const Oracle>> parts);

  /// Two sets or more, by value.
  template <std::derived_from<Oracle> First, std::derived_from<Oracle>... Others>
  requires(sizeof...(Others) > 0) explicit MinkowskiSum(First first, Others... others)
      : MinkowskiSum(std::vector<std::shared_ptr<const Oracle>>{
            std::make_shared<const First>(std::move(first)),
            std::make_shared<const Others>(std::move(others))...}) {}

  std::size_t count() const { return parts_.size(); }
  const Oracle& part(std::size_t i) const { return *parts_.at(i); }

  std::string name() const override;
  Index dimension() const override { return parts_.front()->dimension(); }
  /// The sum of the parts' minimisers. Each part gets an equal share of answer.accuracy;
  /// answer.error is the sum of theirs.
  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  Violation violation(ConstVectorRef x) const override;
  Atom start() const override;
  /// If every part is one.
  bool is_polytope() const override;
  bool rewards_memory() const override;
  bool is_norm_ball() const override;
  /// Knows of 0 alone: where it is in every part, and inside of one.
  bool is_interior(ConstVectorRef x) const override;

 private:
  struct Memory;

  std::vector<std::shared_ptr<const Oracle>> parts_;
};

}  // namespace acgd
