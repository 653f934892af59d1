#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "acgd/atom/atom.hpp"
#include "acgd/atom/direction.hpp"
#include "acgd/core/archive.hpp"
#include "acgd/direction/direction_rule.hpp"
#include "acgd/objective/cursor.hpp"
#include "active_set/block_coordinate_descent.hpp"

namespace acgd {

struct Part {
  const Atom* atom;
  double weight;
};

/// Whether the mean of two atoms takes no more memory than both of them, or than `bytes`.
bool can_mix(const Atom& a, const Atom& b, Index bytes);

/// The weighted mean of two atoms: sparse if both are and the result is, else dense.
void mix(const Part& a, const Part& b, Atom& mean);

/// Whether two atoms are the same point, bit by bit, in whatever shape. Matrices of rank one are
/// compared by their factors.
bool same_point(const Atom& a, const Atom& b);

/// Hash for lookup by same_point().
std::uint64_t fingerprint(const Atom& atom);

/// Memory of its entries, in bytes.
Index byte_count(const Atom& atom);

/// Atoms by id, with lookup by value. The id and memory of a dropped atom are reused only after
/// release() has informed the cursor.
class AtomStorage {
 public:
  const Atom& operator[](AtomId id) const { return atoms_[id]; }
  /// Number of ids ever assigned.
  std::size_t size() const { return atoms_.size(); }
  /// Whether the id belongs to an atom that was not dropped.
  bool contains(AtomId id) const {
    return static_cast<std::size_t>(id) < is_used_.size() && is_used_[id];
  }

  /// Id of the atom that is the same point, or kNoAtom.
  AtomId find(const Atom& atom) const;
  /// Stores a copy of an atom.
  AtomId add(const Atom& atom);
  /// Removes it from the lookup; the atom itself stays unchanged until release().
  void drop(AtomId id);
  /// Calls at.release() for the dropped ids.
  void release(Cursor& at);

  void visit(Archive& archive);

 private:
  AtomId unused(const Atom& like);
  std::size_t home(AtomId id) const;
  void place(AtomId id);
  void insert(AtomId id);
  void widen();
  void mark_free(const std::vector<Index>& ids);

  std::deque<Atom> atoms_;                   ///< by id; a deque keeps their addresses
  std::vector<std::uint64_t> fingerprints_;  ///< by id
  std::vector<char> is_used_;                ///< by id
  std::vector<Index> free_;                  ///< ids available for new atoms
  std::vector<Index> dropped_;               ///< ids not yet released by the cursor
  std::size_t count_ = 0;                    ///< atoms in the table
  std::vector<AtomId> table_;                ///< open addressing, a power of two, at most half full
};

/// The active set: x = sum of w_i a_i, with w >= 0 and the weights of each block summing to 1. An
/// atom has a position, 0 .. size() - 1, until the next arrive() or settle(), and an id until it is
/// dropped.
///
/// In blocks of corners (Faces::Kind::corners) x is authoritative: arrive() reads the weights from
/// it. In the other blocks ("lists") the weights are, and recenter() computes x from them.
class ActiveSet {
 public:
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  ActiveSet(const DirectionContext& context, const MemoryLimits& memory);

  // Positions.
  std::size_t size() const { return terms_.size(); }
  /// Atoms, ids and weights w_i, by position.
  std::span<const Term> terms() const { return terms_; }
  double weight(std::size_t i) const { return terms_[i].weight; }
  Index block(std::size_t i) const { return blocks_[i]; }
  Index block_count() const { return static_cast<Index>(faces_.blocks.size()); }
  const Faces& faces() const { return faces_; }

  /// Call first at every point: releases dropped atoms and reads the weights of corners from x.
  void arrive(Cursor& at);

  /// Finds each block's part of v, or adds it with weight 0: one position per block. settle() drops
  /// added atoms whose weight is still 0.
  void take(const Atom& v, std::vector<std::size_t>& positions);
  /// The same for an atom of one block (LmoResult::others). Returns kNowhere, and adds nothing, if
  /// v is 0 in an unknown block.
  std::size_t take_other(const Atom& v);
  /// Maximum number of atoms that take_other() may add at this point within the memory limits. The
  /// parts of the LMO's vertex are not counted.
  Index room() const;

  /// Call for each changed weight, then settle().
  void set_weight(std::size_t i, double weight) { terms_[i].weight = weight; }
  /// Drops atoms of weight 0, normalises the weights of each block to sum to 1 as exactly as
  /// rounding allows, and merges the atoms of smallest weight beyond the memory limits. Positions
  /// change. Returns whether an atom that had weight before was dropped.
  bool settle();

  /// Removes rounding errors from x = sum of w_i a_i: sets entries of dropped corners to 0 and
  /// recomputes x in the other blocks. Returns whether x changed. Does not allocate.
  bool recenter(VectorRef x);

  /// Writes the active set into a result. Reads the weights of corners from x unless x is empty.
  void store(const Vector& x, WeightedAtoms& atoms) const;

  void visit(Archive& archive);

 private:
  /// A missing weight 1 - sum up to this is rounding error; above it is the weight of the origin.
  static constexpr double kOnTheFace = 16 * std::numeric_limits<double>::epsilon();

  const Faces::Block& face(Index block) const { return faces_.blocks[block]; }
  bool is_corner(Index block) const { return face(block).kind == Faces::Kind::corners; }
  bool is_one_list() const { return block_count() == 1 && !is_corner(0); }

  // Start.
  void start_corners(const Atom& x0);
  void start_lists(const Atom& x0);
  bool start_from(const DirectionContext& context);
  bool are_inside(const DirectionContext& context, bool are_whole) const;
  void add_weight(const Atom& atom, Index block, double weight);

  // Atoms and positions.
  std::size_t find(const Atom& atom) const;
  std::size_t position(const Atom& atom, Index block);
  double corner(Index block, Index variable, double sign) const;
  std::size_t position_of_corner(Index block, Index variable, double sign);
  std::size_t position_of_part(Index block);
  std::size_t add(const Atom& atom, Index block);

  // Weights.
  void read_corners(const Vector& x);
  void net_signs();
  void complete_corners();
  void sum_to_one();
  bool drop_zeros();
  void keep_within_bounds();
  Index fullest_list();
  std::optional<Index> merge_two_lightest(Index block);
  Index list_size() const;
  Index list_limit() const;

  void store_corners(const Vector& x, WeightedAtoms& atoms) const;

  Faces faces_;
  MemoryLimits memory_;
  Index dimension_;
  Index list_blocks_ = 0;  ///< number of blocks that are not corners

  AtomStorage storage_;
  std::vector<Term> terms_;
  std::vector<Index> blocks_;          ///< of each position
  std::vector<char> had_weight_;       ///< by position: whether the weight was positive on arrival
  std::vector<std::size_t> position_;  ///< by id
  std::vector<Index> left_;            ///< variables of the corners dropped since recenter()

  // Scratch.
  struct Total {
    double sum = 0;
    double lost = 0;  ///< rounding error of the sum
    bool to_scale = false;
    std::size_t largest = kNowhere;
  };
  BlockParts parts_;
  Atom corner_;
  Atom mixture_;
  std::vector<Total> totals_;  ///< by block
  std::vector<Index> counts_;  ///< number of atoms, by block
  Vector sum_;                 ///< sum of w_i a_i
};

}  // namespace acgd
