#pragma once

#include "acgd/oracle/oracle.hpp"
#include "acgd/oracle/set_choice.hpp"

namespace acgd {

/// The hull of all permutations of some values. The minimiser has the largest of them where g is
/// smallest, the next where g is next, and so on; where entries of g are the same, the larger value
/// has the smaller index.
class Permutahedron final : public Oracle {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "permutahedron";
    static constexpr std::string_view syntax = "permutahedron:FILE";
    static constexpr std::string_view sentence =
        "the hull of all permutations of the numbers in a file";
    static constexpr std::string_view formula =
        "{ x : x_1 + ... + x_n = v_1 + ... + v_n,\n"
        "      the k largest x_i sum to at most the k largest v_i, for every k }";
    static constexpr std::string_view cost = "O(n log n)";
    static constexpr std::string_view example =
        "--objective zakharov --dim 3 --set permutahedron:values.csv";
    static constexpr std::string_view values = "";

    std::string file = {};

    Description describe() {
      return {{"file", file, range::any,
               "a matrix file with one row or one column, the v_i in any order"}};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  explicit Permutahedron(Vector values);

  /// The largest first.
  const Vector& values() const { return values_; }

  std::string name() const override;
  Index dimension() const override { return values_.size(); }
  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  Violation violation(ConstVectorRef x) const override;
  bool is_polytope() const override { return true; }

 private:
  Vector values_;
};

}  // namespace acgd
