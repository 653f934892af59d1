#pragma once

#include "acgd/oracle/oracle.hpp"
#include "acgd/oracle/set_choice.hpp"

namespace acgd {

/// Symmetric positive semidefinite matrices of trace at most `trace`, as stacked columns.
///
/// lmo(G) = trace v v' for a unit eigenvector v of the smallest eigenvalue of (G + G') / 2 if that
/// is negative, else 0; an atom of rank one either way. G may be dense or sparse on a pattern: it is
/// only multiplied by, unless it has at most 16 rows. The search stops once <G, atom> is within
/// answer.accuracy of the minimum.
class Spectrahedron final : public Oracle {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "spectrahedron";
    static constexpr std::string_view syntax = "spectrahedron[:T[:NxN]]";
    static constexpr std::string_view sentence =
        "symmetric positive semidefinite matrices of trace at most T; steps of rank one";
    static constexpr std::string_view formula = "{ X = X' : X psd, tr X <= T }";
    static constexpr std::string_view cost =
        "a smallest eigenpair, as accurate as the gap needs it";
    static constexpr std::string_view example =
        "--objective rosenbrock --dim 16 --set spectrahedron:2:4x4";
    static constexpr std::string_view values = "spectrahedron:1 spectrahedron:10";

    double trace = 1;
    std::optional<Index> side = {};

    Description describe() {
      return {{"trace", trace, range::positive, "the largest trace"}, side_parameter(side)};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const {
      return std::make_unique<Spectrahedron>(square_side(side, context.variable), trace);
    }
  };

  explicit Spectrahedron(Index side, double trace = 1);

  Index side() const { return side_; }
  double trace() const { return trace_; }

  std::string name() const override;
  Index dimension() const override { return dimension_; }
  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  /// The largest of: the distance to the symmetric matrices, what the smallest eigenvalue is below
  /// 0, and what the trace is above its limit.
  Violation violation(ConstVectorRef x) const override;
  /// Of atoms of low rank without forming their matrices.
  Violation violation_of(const Atom& x) const override;
  Atom start() const override;
  /// Scales x down to the trace; eigenvalues are not looked at.
  bool recenter(VectorRef x) const override;
  bool accepts_sparse_gradients() const override { return true; }

 private:
  Index side_;
  Index dimension_;
  double trace_;
};

}  // namespace acgd
