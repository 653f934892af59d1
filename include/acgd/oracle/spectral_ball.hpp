#pragma once

#include "acgd/oracle/norm_ball.hpp"

namespace acgd {

/// Matrices whose largest singular value is at most `radius`, as stacked columns.
///
/// lmo(G) = -radius U V' for the singular value decomposition G = U S V', a dense atom. Directions
/// whose singular value is zero up to rounding (below eps max(rows, cols) times the largest) get 0,
/// so G may have any rank; a zero G gives the zero matrix.
class SpectralBall : public NormBall {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "spectral";
    static constexpr std::string_view syntax = "spectral:R[:MxN]";
    static constexpr std::string_view sentence = "matrices whose singular values are at most R";
    static constexpr std::string_view formula =
        "{ X : s_1 <= R }, s_1 the largest singular value of X";
    static constexpr std::string_view cost = "a singular value decomposition";
    static constexpr std::string_view example =
        "--objective rosenbrock --dim 6 --set spectral:2:2x3";
    static constexpr std::string_view values = "spectral:1 spectral:10";

    double radius = 1;
    std::optional<Index> rows = {};
    std::optional<Index> cols = {};

    Description describe() {
      return {radius_parameter(radius), rows_parameter(rows), cols_parameter(cols)};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const {
      return std::make_unique<SpectralBall>(rows.value_or(context.variable.rows),
                                            cols.value_or(context.variable.cols), radius);
    }
  };

  SpectralBall(Index rows, Index cols, double radius);

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }

  std::string name() const override;
  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  Atom start() const override;
  /// Nothing: the norm of a matrix costs more than the iterations that rounding needs to matter.
  bool recenter(VectorRef) const override { return false; }

 private:
  Index rows_;
  Index cols_;
};

}  // namespace acgd
