#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "acgd/atom/direction.hpp"
#include "acgd/core/archive.hpp"
#include "acgd/objective/cursor.hpp"

namespace acgd {

/// Atoms under ids, to be found again by what they are. An id that was dropped is another atom's
/// only when the cursor has been told, and the memory of atoms is used again.
class AtomPool {
 public:
  const Atom& operator[](AtomId id) const { return atoms_[static_cast<std::size_t>(id)]; }
  /// How many ids there are or have been.
  std::size_t size() const { return atoms_.size(); }
  /// Whether the id is that of an atom that can be found.
  bool is_kept(AtomId id) const {
    return static_cast<std::size_t>(id) < is_kept_.size() && is_kept_[static_cast<std::size_t>(id)];
  }

  /// The atom that is the same point, or kNotKept.
  AtomId find(const Atom& atom) const;
  /// Keeps a copy of an atom.
  AtomId add(const Atom& atom);
  /// Nobody finds it any more; it stays as it is until release().
  void drop(AtomId id);
  /// Tells the cursor what was dropped.
  void release(Cursor& at);

  void visit(Archive& archive);

 private:
  AtomId unused(const Atom& like);
  std::size_t home(AtomId id) const;
  void place(AtomId id);
  void insert(AtomId id);
  void widen();
  void mark_unkept(const std::vector<Index>& ids);

  std::deque<Atom> atoms_;                   ///< by id, in a deque so that they stay where they are
  std::vector<std::uint64_t> fingerprints_;  ///< by id
  std::vector<char> is_kept_;                ///< by id
  std::vector<Index> free_;                  ///< ids that may be given to atoms
  std::vector<Index> dropped_;               ///< ids that the cursor has not heard of yet
  std::size_t count_ = 0;                    ///< atoms that can be found
  std::vector<AtomId> table_;                ///< open addressing, a power of two, at most half full
};

}  // namespace acgd
