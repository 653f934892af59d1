#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "acgd/core/gradient.hpp"
#include "acgd/core/vector.hpp"

namespace acgd {

class Archive;

/// A point in a structured representation: a vertex returned by an LMO, or the start of a run.
///
/// The become_*() functions set the shape and return its storage to fill. An atom that keeps its
/// shape keeps its memory, so refilling it in a loop allocates nothing.
class Atom {
 public:
  /// value at one coordinate, 0 elsewhere
  struct Coordinate {
    Index index = 0;
    double value = 0;
  };
  /// values at some coordinates (ascending, each once), 0 elsewhere
  struct Sparse {
    std::vector<Index> indices;
    std::vector<double> values;
  };
  /// scale * (-1, 0 or +1 at each coordinate)
  struct Signs {
    double scale = 0;
    Eigen::Array<std::int8_t, Eigen::Dynamic, 1> signs;
  };
  struct Dense {
    Vector values;
  };
  /// the matrix scale * left right', columns stacked
  struct RankOne {
    double scale = 0;
    Vector left;
    Vector right;
  };
  /// one atom per block of variables, in order
  struct Blocks {
    std::vector<Atom> parts;
  };
  /// a sum of rank-one matrices
  struct LowRank {
    std::vector<RankOne> terms;
  };
  // Checkpoints store the index in this list: append new shapes at its end.
  using Shape = std::variant<Dense, Coordinate, Sparse, Signs, RankOne, Blocks, LowRank>;

  Atom();
  explicit Atom(Vector values);
  // Not inline, to save compile time.
  Atom(const Atom& other);
  Atom(Atom&& other) noexcept;
  Atom& operator=(const Atom& other);
  Atom& operator=(Atom&& other) noexcept;
  ~Atom();

  Index size() const { return size_; }
  const Shape& shape() const { return shape_; }
  template <class S>
  const S* as() const {
    return std::get_if<S>(&shape_);
  }

  void become_coordinate(Index size, Index index, double value);
  Sparse& become_sparse(Index size);  ///< empty; push entries in ascending order
  Signs& become_signs(Index size);
  Vector& become_dense(Index size);
  RankOne& become_rank_one(Index rows, Index cols);
  LowRank& become_low_rank(Index rows, Index cols, std::size_t count);
  Blocks& become_blocks(Index size, std::size_t count);

  double dot(ConstVectorRef g) const;
  double dot(const Gradient& g) const;

  /// The largest |entry| (for Signs the scale, for LowRank an upper bound); not finite if an entry
  /// is not.
  double largest_entry() const;

  /// x += scale * atom
  void add_to(VectorRef x, double scale = 1) const;
  /// x = atom
  void assign_to(VectorRef x) const;
  Vector to_dense() const;

  /// Loading checks that indices are in range and sizes agree.
  void visit(Archive& archive);

 private:
  template <class S>
  S& become(Index size);
  void visit(Archive& archive, int depth);

  Index size_ = 0;
  Shape shape_;
};

/// A point of a set and its weight in x. The weights of a block are >= 0 and sum to 1; x is the sum
/// of weight * atom over all atoms of all blocks.
struct WeightedAtom {
  Atom atom;  ///< of the dimension of x; 0 outside of its block
  double weight = 1;
  Index block = 0;  ///< of a product, or component of a graph
};

/// x as a convex combination of atoms in each block: the active set.
using WeightedAtoms = std::vector<WeightedAtom>;

}  // namespace acgd
