#pragma once

#include "acgd/oracle/known_sets.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// Transport plans as stacked columns of X: entries >= 0, given row and column sums. The LMO is a
/// minimum-cost plan by the network simplex method, warm-started from the previous call.
class TransportPlans final : public Oracle {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "transport";
    static constexpr std::string_view sentence = "matrices with given sums of rows and columns";
    static constexpr std::string_view formula =
        "{ X : X_ij >= 0, row i sums to r_i, column j to c_j }.\n"
        "The variables are the columns of X, one after the other.";
    static constexpr std::string_view cost = "a cheapest plan, by the network simplex";

    std::string file = {};

    Description describe() {
      return {
          {"file", file, range::any,
           "two lines: the sums of the rows, and those of the columns; both have the same sum"}};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  /// Throws InvalidInput for margins that are negative or not finite, or whose sums differ.
  TransportPlans(Vector rows, Vector columns);

  const Vector& rows() const { return rows_; }
  const Vector& columns() const { return columns_; }

  std::string name() const override;
  Index dimension() const override { return rows_.size() * columns_.size(); }
  /// lmo.error bounds the suboptimality due to rounding the costs to integers.
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  Violation violation(ConstVectorRef x) const override;
  bool is_polytope() const override { return true; }

 private:
  Vector rows_;
  Vector columns_;
};

}  // namespace acgd
