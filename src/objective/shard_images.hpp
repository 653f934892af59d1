#pragma once

#include <deque>

#include "acgd/parallel/shards.hpp"
#include "objective/map_images.hpp"

namespace acgd {

/// Images A * atom of the atoms of one run for a partitioned A: each shard has its own images and
/// its own method of computing them. A map that is not partitioned is one shard.
class ShardImages {
 public:
  struct Shard {
    MapImages images;
    Index first;  ///< position of its samples in an image
    Index size;
  };

  /// Keeps a reference to `map`.
  explicit ShardImages(const LinearMap& map);

  const LinearMap& map() const { return map_; }
  /// The non-empty shards of this rank.
  std::deque<Shard>& here() { return here_; }
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

  /// The sum of value(shard) over the shards of all ranks.
  template <class Value>
  double sum(const Value& value) {
    const Shards* shards = map_.shards();
    if (shards == nullptr) return value(here_.front());
    return shards->sum([&](Shards::Range range) {
      auto shard = here_.begin();
      while (shard->first != range.first) ++shard;
      return value(*shard);
    });
  }

 private:
  const LinearMap& map_;
  std::deque<Shard> here_;
};

}  // namespace acgd
