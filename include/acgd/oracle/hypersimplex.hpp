#pragma once

#include "acgd/norm/norm.hpp"
#include "acgd/oracle/oracle.hpp"
#include "acgd/oracle/set_choice.hpp"

namespace acgd {

/// { x : 0 <= x_i <= top, sum x_i = k top }: the hull of the vectors with k entries `top`, else 0.
/// The minimiser has them where the k smallest g_i are.
class Hypersimplex final : public Oracle {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "hypersimplex";
    static constexpr std::string_view syntax = "hypersimplex:K[:T]";
    static constexpr std::string_view sentence = "entries in [0, T] that sum to K T";
    static constexpr std::string_view formula =
        "{ x : 0 <= x_i <= T for every i, x_1 + ... + x_n = K T }";
    static constexpr std::string_view cost = "O(n)";
    static constexpr std::string_view example =
        "--objective least-squares --data table.csv --set hypersimplex:2";
    static constexpr std::string_view values = "hypersimplex:2 hypersimplex:10:0.1";

    Index k = 1;
    double top = 1;

    Description describe() {
      return {count_parameter(k, "how many entries of a vertex are not 0, at most n"),
              {"top", top, range::positive, "the largest entry"}};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const {
      return std::make_unique<Hypersimplex>(context.variable.dimension, k, top);
    }
  };

  Hypersimplex(Index dimension, Index k, double top = 1);

  Index k() const { return k_; }
  double top() const { return top_; }

  std::string name() const override;
  Index dimension() const override { return dimension_; }
  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  Violation violation(ConstVectorRef x) const override;
  /// To the nearest bounds, then the first entries between them to the sum.
  bool recenter(VectorRef x) const override;
  bool is_polytope() const override { return true; }
  /// Corners if k = 1.
  Faces faces() const override;

 private:
  Index dimension_;
  Index k_;
  double top_;
};

}  // namespace acgd
