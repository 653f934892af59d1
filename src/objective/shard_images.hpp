#pragma once

#include <deque>

#include "acgd/parallel/shards.hpp"
#include "objective/map_images.hpp"

namespace acgd {

/// A times the atoms of one run, where A is cut into shards: the images of each shard are its own,
/// and so is the way by which they are found. A map that is not cut is one shard.
class ShardImages {
 public:
  struct Shard {
    MapImages images;
    Index first;  ///< where its samples begin in an image
    Index size;
  };

  /// `map` must stay.
  explicit ShardImages(const LinearMap& map);

  const LinearMap& map() const { return map_; }
  /// Of this rank, those without samples left out.
  std::deque<Shard>& here() { return here_; }
  /// Of a map that is not cut.
  MapImages& whole() { return here_.front().images; }

  /// z += weight * A atom, whatever the weight of the term is
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
