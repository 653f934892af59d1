#pragma once

#include <vector>

#include "acgd/atom/atom.hpp"
#include "acgd/oracle/faces.hpp"

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

}  // namespace acgd
