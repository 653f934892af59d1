#pragma once

#include <concepts>
#include <memory>
#include <vector>

#include "acgd/oracle/oracle.hpp"
#include "acgd/oracle/set_choice.hpp"

namespace acgd {

/// C_1 x C_2 x ... : the variables come in consecutive blocks, each in a set of its own.
///
///     Product both(L1Ball(3, 2.0), Simplex(4));
///     Product many(std::move(vector_of_shared_or_unique_pointers));
class Product final : public Oracle {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "product";
    static constexpr std::string_view syntax = "product:N*SET,N*SET";
    static constexpr std::string_view sentence =
        "one set after the other, each for a block of N of the variables";
    static constexpr std::string_view formula =
        "{ (x_1, x_2, ...) : x_i in C_i }, x_i the next N variables.\n"
        "Of one part N may be left out: it gets what is left. So may N of a matrix of MxN.\n"
        "Behind the name of a file, a comma begins a part if N* or the name of a set follows.";
    static constexpr std::string_view cost = "those of the parts";
    static constexpr std::string_view example =
        "--objective zakharov --dim 8 --set product:3*simplex,5*l1:2";
    static constexpr std::string_view values = "";

    std::string parts = {};

    Description describe() {
      return {{"parts", parts, range::any,
               "sets with how many variables each has, as in 3*simplex,5*l1:2"}};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  explicit Product(std::vector<std::shared_ptr<const Oracle>> parts);
  explicit Product(std::vector<std::unique_ptr<Oracle>> parts);

  /// Two sets or more, by value.
  template <std::derived_from<Oracle> First, std::derived_from<Oracle>... Others>
  requires(sizeof...(Others) > 0) explicit Product(First first, Others... others)
      : Product(std::vector<std::shared_ptr<const Oracle>>{
            std::make_shared<const First>(std::move(first)),
            std::make_shared<const Others>(std::move(others))...}) {}

  std::size_t count() const { return parts_.size(); }
  const Oracle& part(std::size_t i) const { return *parts_.at(i); }

  std::string name() const override;
  Index dimension() const override { return dimension_; }
  /// Each part gets an equal share of answer.accuracy; answer.error is the sum of theirs.
  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  /// The others: those of the parts, each in its own block and 0 elsewhere. Each part may give its
  /// share of what is left of `most`.
  void several(const Gradient& gradient, Index most, OracleCall& answer) const override;
  /// That of the part violated most, relative to its size.
  Violation violation(ConstVectorRef x) const override;
  /// Part by part.
  bool recenter(VectorRef x) const override;
  Atom start() const override;
  bool is_norm_ball() const override;
  bool is_interior(ConstVectorRef x) const override;
  /// If every part is one.
  bool is_polytope() const override;
  bool rewards_memory() const override;
  /// The blocks of the parts, one after the other.
  Faces faces() const override;

 private:
  struct Memory;
  Memory& split(const Gradient& gradient, OracleCall& answer) const;
  void join(Memory& memory, OracleCall& answer) const;

  std::vector<std::shared_ptr<const Oracle>> parts_;
  Index dimension_ = 0;
};

}  // namespace acgd
