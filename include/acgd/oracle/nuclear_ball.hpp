#pragma once

#include <span>

#include "acgd/linalg/singular_pair.hpp"
#include "acgd/oracle/norm_ball.hpp"

namespace acgd {

/// Matrices whose singular values sum to at most `radius`, as stacked columns.
///
/// lmo(G) = -radius u v' for a top singular pair of G, a rank-one atom. G may be dense, sparse on a
/// pattern, or an operator: it is only multiplied by. The search stops once <G, atom> is within
/// answer.accuracy of the minimum. A zero G gives -radius e_1 e_1'.
class NuclearBall : public NormBall {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "nuclear";
    static constexpr std::string_view syntax = "nuclear:R[:MxN]";
    static constexpr std::string_view sentence =
        "matrices whose singular values sum to at most R; steps of rank one";
    static constexpr std::string_view formula =
        "{ X : s_1 + s_2 + ... <= R }, s_i the singular values of X";
    static constexpr std::string_view cost = "a top singular pair, as accurate as the gap needs it";
    static constexpr std::string_view example =
        "--objective completion --data ratings.csv --set nuclear:20";
    static constexpr std::string_view values = "nuclear:10 nuclear:100 nuclear:1000";

    double radius = 1;
    std::optional<Index> rows = {};
    std::optional<Index> cols = {};

    Description describe() {
      return {radius_parameter(radius), rows_parameter(rows), cols_parameter(cols)};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const {
      return std::make_unique<NuclearBall>(rows.value_or(context.variable.rows),
                                           cols.value_or(context.variable.cols), radius);
    }
  };

  NuclearBall(Index rows, Index cols, double radius);

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }

  std::string name() const override;
  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  void minimize(const MatrixOperator& gradient, OracleCall& answer) const;
  /// Of an atom of rank one or of low rank without forming its matrix.
  Violation violation_of(const Atom& x) const override;
  Atom start() const override;
  /// Nothing: the norm of a matrix costs more than the iterations that rounding needs to matter.
  bool recenter(VectorRef) const override { return false; }
  bool accepts_sparse_gradients() const override { return true; }

 private:
  Violation violation_of_terms(std::span<const Atom::RankOne> terms) const;

  Index rows_;
  Index cols_;
};

}  // namespace acgd
