#pragma once

#include <deque>

#include "acgd/objective/design.hpp"
#include "objective/map_images.hpp"

namespace acgd {

/// Images A * atom of the atoms of one run for a partitioned A: each block has its own images and
/// its own method of computing them. A map that is not partitioned is one block.
class BlockImages {
 public:
  struct Block {
    MapImages images;
    Index first;  ///< position of its samples in an image
    Index size;
  };

  /// Keeps a reference to the matrix.
  explicit BlockImages(const Design& a);

  const LinearMap& map() const { return a_.map(); }
  const Reduction& reduction() const { return a_.reduction(); }
  bool is_partitioned() const { return a_.blocks() != nullptr; }
  /// The non-empty blocks of this rank.
  std::deque<Block>& here() { return here_; }
  /// The images of a map that is not partitioned.
  MapImages& whole() { return here_.front().images; }

  /// z += weight * A atom; the weight of the term is ignored
  void add(const Term& term, double weight, VectorRef z);
  /// z += sum of weight_i A atom_i
  void add_all(std::span<const Term> terms, VectorRef z);
  /// sum of (A atom)_i d_i y_i over the samples of all ranks
  double weighted_dot(const Term& term, ConstVectorRef d, ConstVectorRef y);
  /// sum of |(A atom)_i r_i|
  double absolute_dot(const Term& term, const Vector& r);

  void release(AtomId id);

  /// The sum of value(block) over the blocks of all ranks.
  template <class Value>
  double sum(const Value& value) {
    if (!is_partitioned()) return value(here_.front());
    return reduction().sum([&](Reduction::Range range) {
      auto block = here_.begin();
      while (block->first != range.first) ++block;
      return value(*block);
    });
  }

 private:
  const Design& a_;
  std::deque<Block> here_;
};

}  // namespace acgd
