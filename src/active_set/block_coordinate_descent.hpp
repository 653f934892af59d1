#pragma once

#include <span>
#include <vector>

#include "acgd/atom/atom.hpp"
#include "acgd/objective/curvature.hpp"
#include "acgd/oracle/oracle.hpp"
#include "active_set/active_set_qp.hpp"

namespace acgd {

/// An atom taken apart into its blocks: for each an atom as long as before, 0 outside of the block,
/// of one coordinate if it can be and else sparse. The zero of a block has value 0 at its first
/// variable.
class BlockParts {
 public:
  BlockParts(const Faces& faces, Index size);

  void split(const Atom& atom);
  /// Of the atom last split; good until the next call.
  const Atom& part(Index block);
  /// How many entries of a part are not 0.
  std::size_t entry_count(Index block) const;
  /// The zero of a block.
  const Atom& zero(Index block);

 private:
  Index size_;
  std::vector<Index> block_of_;
  std::vector<Index> first_;            ///< variable of each block
  std::vector<Atom> parts_;             ///< sparse
  std::vector<Atom::Sparse*> entries_;  ///< of the parts
  Atom coordinate_;
};

/// Minimises the model of ActiveSetQp block by block, each while the others rest, in sweeps over all
/// of them: for many blocks, or for more quantities than H could be formed of. It needs the image of
/// p, and of H only what is within a block. A coordinate without a block is one by itself.
class BlockCoordinateDescent {
 public:
  /// Changes variables.value. Ends when the model's gap is at most `tolerance`, or after `most`
  /// sweeps. terms[i] is the atom of variable i.
  void minimize(Curvature& curvature, std::span<const Term> terms, QpVariables& variables,
                double tolerance, int most);

  /// p'Hp of the last minimize(), and how much the model fell.
  double curvature() const { return curvature_; }
  double decrease() const { return decrease_; }

 private:
  void find_blocks(const QpVariables& variables);
  double sweep_block(Curvature& curvature, std::span<const Term> terms, QpVariables& variables,
                     std::span<const Index> members);
  double sweep_coordinate(Curvature& curvature, const Term& term, QpVariables& variables, Index i);
  double curvature_along(Curvature& curvature, const Term& term, Index i);

  std::vector<Index> members_;  ///< block by block
  std::vector<Index> starts_;   ///< of each block in members_, and where the last one ends
  std::vector<double> start_;
  std::vector<double> second_derivatives_;  ///< of H along each coordinate, where it is known
  Vector image_;                            ///< of p
  std::vector<Term> terms_;
  QpVariables part_;
  ActiveSetQp model_;
  Matrix one_{1, 1};
  double curvature_ = 0;
  double decrease_ = 0;
};

}  // namespace acgd
