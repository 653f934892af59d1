#include "objective/shard_images.hpp"

#include "acgd/objective/linear_maps.hpp"

namespace acgd {
namespace {

// Maximum size of the cached images, the same as for the columns of a quadratic.
constexpr std::size_t kImageBytes = std::size_t{256} << 20;

}  // namespace

ShardImages::ShardImages(const LinearMap& map) : map_(map) {
  const auto* stacked = dynamic_cast<const StackedMap*>(&map);
  if (stacked == nullptr) {
    here_.push_back({MapImages(map, kImageBytes), 0, map.rows()});
    return;
  }
  const Shards& shards = *stacked->shards();
  const Shards::Range own = shards.own_shards();
  for (Index s = 0; s < own.size(); ++s) {
    const LinearMap* part = stacked->parts()[s].get();
    if (part == nullptr) continue;
    const Shards::Range range = shards.here(own.first + s);
    const double share = static_cast<double>(range.size()) / static_cast<double>(shards.samples());
    here_.push_back({MapImages(*part, static_cast<std::size_t>(share * kImageBytes)), range.first,
                     range.size()});
  }
}

void ShardImages::add(const Term& term, double weight, VectorRef z) {
  for (Shard& shard : here_) shard.images.add(term, weight, z.segment(shard.first, shard.size));
}

void ShardImages::add_all(std::span<const Term> terms, VectorRef z) {
  for (Shard& shard : here_) shard.images.add_all(terms, z.segment(shard.first, shard.size));
}

double ShardImages::weighted_dot(const Term& term, ConstVectorRef d, ConstVectorRef y) {
  return sum([&](Shard& shard) {
    return shard.images.weighted_dot(term, d.segment(shard.first, shard.size),
                                     y.segment(shard.first, shard.size));
  });
}

double ShardImages::absolute_dot(const Term& term, const Vector& r) {
  return sum([&](Shard& shard) {
    return shard.images.absolute_dot(term, r.segment(shard.first, shard.size));
  });
}

void ShardImages::release(AtomId id) {
  for (Shard& shard : here_) shard.images.release(id);
}

}  // namespace acgd
