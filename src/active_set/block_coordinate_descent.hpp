#pragma once

#include <span>
#include <vector>

#include "acgd/atom/atom.hpp"
#include "acgd/objective/curvature.hpp"
#include "acgd/oracle/oracle.hpp"
#include "active_set/active_set_qp.hpp"

namespace acgd {

/// Splits an atom into blocks: for each an atom of the same size that is 0 outside of the block, an
/// Atom::Coordinate if it has at most one entry, else sparse. The zero of a block has value 0 at
/// the block's first variable.
class BlockParts {
 public:
  BlockParts(const Faces& faces, Index size);

  void split(const Atom& atom);
  /// Part of the atom last split; valid until the next call.
  const Atom& part(Index block);
  /// Number of nonzero entries of a part.
  std::size_t entry_count(Index block) const;
  const Atom& zero(Index block);

 private:
  Index size_;
  std::vector<Index> block_of_;
  std::vector<Index> first_;            ///< variable of each block
  std::vector<Atom> parts_;             ///< sparse
  std::vector<Atom::Sparse*> entries_;  ///< of the parts
  Atom coordinate_;
};

/// Minimises the model of ActiveSetQp by block coordinate descent: for many blocks, or for more
/// variables than H can be formed for. Needs the image of p, and H only within each block. A
/// coordinate without a block is a block of its own.
class BlockCoordinateDescent {
 public:
  /// Changes variables.value. Stops when the sum over blocks of their gaps, each taken before the
  /// block's update, is at most `tolerance`, or after `most` sweeps. terms[i] is the atom of
  /// variable i.
  void minimize(Curvature& curvature, std::span<const Term> terms, QpVariables& variables,
                double tolerance, int most);

  /// p'Hp of the last minimize(), and the decrease of the model.
  double curvature() const { return curvature_; }
  double decrease() const { return decrease_; }

 private:
  void find_blocks(const QpVariables& variables);
  double sweep_block(Curvature& curvature, std::span<const Term> terms, QpVariables& variables,
                     std::span<const Index> members);
  double sweep_coordinate(Curvature& curvature, const Term& term, QpVariables& variables, Index i);
  double curvature_along(Curvature& curvature, const Term& term, Index i);

  std::vector<Index> members_;  ///< sorted by block
  std::vector<Index> starts_;   ///< of each block in members_, and the end
  std::vector<double> start_;
  std::vector<double> second_derivatives_;  ///< H_ii of each coordinate, or kUnknown
  Vector image_;                            ///< of p
  std::vector<Term> terms_;
  QpVariables part_;
  ActiveSetQp model_;
  Matrix one_{1, 1};
  double curvature_ = 0;
  double decrease_ = 0;
};

}  // namespace acgd
