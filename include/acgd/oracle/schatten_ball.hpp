#pragma once

#include "acgd/oracle/lp_ball.hpp"

namespace acgd {

/// Matrices whose singular values have an lp norm of at most `radius`, as stacked columns,
/// 1 < p < inf.
///
/// lmo(G) = U diag(w) V' for the singular value decomposition G = U S V', where w is the answer of
/// the lp ball to the singular values; a dense atom, and 0 for G = 0.
class SchattenBall final : public NormBall {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "schatten";
    static constexpr std::string_view syntax = "schatten:P:R[:MxN]";
    static constexpr std::string_view sentence =
        "matrices whose singular values have an lp norm of at most R, 1 < P < infinity";
    static constexpr std::string_view formula =
        "{ X : s_1^P + s_2^P + ... <= R^P }, s_i the singular values of X";
    static constexpr std::string_view cost = "a singular value decomposition";
    static constexpr std::string_view example =
        "--objective rosenbrock --dim 6 --set schatten:1.5:2:2x3";
    static constexpr std::string_view values = "schatten:1.5:1 schatten:3:1";

    double p = 2;
    double radius = 1;
    std::optional<Index> rows = {};
    std::optional<Index> cols = {};

    Description describe() {
      return {exponent_parameter(p), radius_parameter(radius), rows_parameter(rows),
              cols_parameter(cols)};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const {
      return std::make_unique<SchattenBall>(rows.value_or(context.variable.rows),
                                            cols.value_or(context.variable.cols), p, radius);
    }
  };

  SchattenBall(Index rows, Index cols, double p, double radius = 1);

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  double p() const { return of_values_.p(); }

  std::string name() const override;
  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  Atom start() const override;
  /// Nothing: the norm of a matrix costs more than the iterations that rounding needs to matter.
  bool recenter(VectorRef) const override { return false; }

 private:
  Index rows_;
  Index cols_;
  LpBall of_values_;
};

}  // namespace acgd
