#pragma once

#include "acgd/oracle/oracle.hpp"
#include "acgd/oracle/set_choice.hpp"

namespace acgd {

/// Symmetric matrices with eigenvalues in [0, 1] that sum to `count`, as stacked columns: the hull
/// of the projections onto the subspaces of that dimension.
///
/// lmo(G) = v_1 v_1' + ... + v_K v_K' for orthonormal eigenvectors of the K = count smallest
/// eigenvalues of (G + G') / 2, an atom of low rank. G may be dense or sparse on a pattern: it is
/// only multiplied by, unless it has at most 16 K rows. The search stops once <G, atom> is within
/// answer.accuracy of the minimum. A zero G gives e_1 e_1' + ... + e_K e_K'.
class Fantope final : public Oracle {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "fantope";
    static constexpr std::string_view syntax = "fantope:K[:NxN]";
    static constexpr std::string_view sentence =
        "symmetric matrices with eigenvalues in [0, 1] that sum to K; steps of rank K";
    static constexpr std::string_view formula = "{ X = X' : 0 <= X <= I, tr X = K }";
    static constexpr std::string_view cost =
        "the K smallest eigenpairs, as accurate as the gap needs them";
    static constexpr std::string_view example =
        "--objective sum-of-squares --dim 16 --set fantope:2:4x4";
    static constexpr std::string_view values = "fantope:1 fantope:2";

    Index count = 1;
    std::optional<Index> side = {};

    Description describe() {
      return {{"count", count, range::from_1, "what the eigenvalues sum to"}, side_parameter(side)};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const {
      return std::make_unique<Fantope>(square_side(side, context.variable), count);
    }
  };

  /// Throws InvalidInput unless 1 <= count <= side.
  Fantope(Index side, Index count);

  Index side() const { return side_; }
  Index count() const { return count_; }

  std::string name() const override;
  Index dimension() const override { return dimension_; }
  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  /// The largest of: the distance to the symmetric matrices, what eigenvalues are outside of [0, 1],
  /// and what the trace is off.
  Violation violation(ConstVectorRef x) const override;
  /// Of atoms of low rank without forming their matrices.
  Violation violation_of(const Atom& x) const override;
  Atom start() const override;
  bool accepts_sparse_gradients() const override { return true; }

 private:
  Index side_;
  Index dimension_;
  Index count_;
};

}  // namespace acgd
