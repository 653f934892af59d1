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

/// Whether the mean of two atoms takes no more bytes than they do, or than `bytes`.
bool can_mix(const Atom& a, const Atom& b, Index bytes);

/// The mean of two atoms with these weights: sparse if both are and it is, else dense.
void mix(const Part& a, const Part& b, Atom& mean);

/// Whether two atoms are the same point to the last bit, whatever shapes they have. Matrices of
/// rank one are compared by their factors.
bool same_point(const Atom& a, const Atom& b);

/// A number that the same points have in common, and others hardly ever.
std::uint64_t fingerprint(const Atom& atom);

/// The memory that its entries take.
Index byte_count(const Atom& atom);

/// Atoms under ids, to be found again by what they are. An id that was dropped is another atom's
/// only when the cursor has been told, and the memory of atoms is used again.
class AtomStorage {
 public:
  const Atom& operator[](AtomId id) const { return atoms_[id]; }
  /// How many ids there are or have been.
  std::size_t size() const { return atoms_.size(); }
  /// Whether the id is that of an atom that can be found.
  bool contains(AtomId id) const {
    return static_cast<std::size_t>(id) < is_used_.size() && is_used_[id];
  }

  /// The atom that is the same point, or kNoAtom.
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
  void mark_free(const std::vector<Index>& ids);

  std::deque<Atom> atoms_;                   ///< by id, in a deque so that they stay where they are
  std::vector<std::uint64_t> fingerprints_;  ///< by id
  std::vector<char> is_used_;                ///< by id
  std::vector<Index> free_;                  ///< ids that may be given to atoms
  std::vector<Index> dropped_;               ///< ids that the cursor has not heard of yet
  std::size_t count_ = 0;                    ///< atoms that can be found
  std::vector<AtomId> table_;                ///< open addressing, a power of two, at most half full
};

/// The atoms that x is made of, x = sum of w_i a_i, with w >= 0 and the weights of each block
/// summing to 1. Each has a position, 0 .. size() - 1, until the next arrive() or settle(), and an
/// id for as long as it is kept.
///
/// In blocks whose vertices are read off x (Faces::Kind::corners) x is what counts: arrive() reads
/// the weights from it. In the others the weights are, and recenter() computes x from them.
class ActiveSet {
 public:
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  ActiveSet(const DirectionContext& context, const MemoryLimits& memory);

  // Positions.
  std::size_t size() const { return terms_.size(); }
  /// Their atoms, ids, and weights w_i.
  std::span<const Term> terms() const { return terms_; }
  double weight(std::size_t i) const { return terms_[i].weight; }
  Index block(std::size_t i) const { return blocks_[i]; }
  Index block_count() const { return static_cast<Index>(faces_.blocks.size()); }
  const Faces& faces() const { return faces_; }

  /// To be called first at every point: releases what was dropped, reads weights off x.
  void arrive(Cursor& at);

  /// The part of an atom in each block, kept already or added with weight 0: a position a block.
  /// What is added and still weighs 0 at the next settle() is dropped there.
  void take(const Atom& v, std::vector<std::size_t>& positions);
  /// The same for an atom of one block (LmoResult::others); a position. Not taken, and kNowhere, if
  /// it does not tell its block.
  std::size_t take_other(const Atom& v);
  /// How many others may be taken at a point within the bounds of the memory, the parts of the
  /// oracle's answer apart.
  Index room() const;

  /// New weights, one at a time, then settle().
  void set_weight(std::size_t i, double weight) { terms_[i].weight = weight; }
  /// Drops atoms of weight 0, makes the weights of each block sum to 1 to the last bit that can be,
  /// and merges the lightest if there are too many. Positions change. Returns whether an atom that
  /// had weight before was dropped.
  bool settle();

  /// x = sum of w_i a_i up to the little that rounding has added: entries of dropped corners become
  /// 0, x of other blocks is summed up afresh. Says whether that changed x. Does not allocate.
  bool recenter(VectorRef x);

  /// For a result, at x; where x is no vector, as the weights are.
  void store(const Vector& x, WeightedAtoms& atoms) const;

  void visit(Archive& archive);

 private:
  /// What is missing from 1 is the weight of the origin, unless rounding may have lost so much.
  static constexpr double kOnTheFace = 16 * std::numeric_limits<double>::epsilon();

  const Faces::Block& face(Index block) const { return faces_.blocks[block]; }
  bool is_corner(Index block) const { return face(block).kind == Faces::Kind::corners; }
  bool is_one_list() const { return block_count() == 1 && !is_corner(0); }

  // How it begins.
  void start_corners(const Atom& x0);
  void start_lists(const Atom& x0);
  bool start_from(const DirectionContext& context);
  bool are_inside(const DirectionContext& context, bool are_whole) const;
  void add_weight(const Atom& atom, Index block, double weight);

  // Atoms and positions.
  std::size_t find(const Atom& atom) const;
  std::size_t position(const Atom& atom, Index block);
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
  Index list_blocks_ = 0;  ///< how many of the blocks are no corners

  AtomStorage storage_;
  std::vector<Term> terms_;
  std::vector<Index> blocks_;          ///< of each position
  std::vector<char> had_weight_;       ///< whether a position had some on arrival
  std::vector<std::size_t> position_;  ///< of each id
  std::vector<Index> left_;            ///< variables of corners that were dropped since recenter()

  // Scratch.
  struct Total {
    double sum = 0;
    double lost = 0;  ///< of the sum, by rounding
    bool to_scale = false;
    std::size_t largest = kNowhere;
  };
  BlockParts parts_;
  Atom corner_;
  Atom mixture_;
  std::vector<Total> totals_;  ///< of each block
  std::vector<Index> counts_;  ///< of atoms in each block
  Vector sum_;                 ///< of the atoms
};

}  // namespace acgd
