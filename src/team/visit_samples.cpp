#include "acgd/team/visit_samples.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>

#include "core/compose.hpp"

namespace acgd {
namespace {

constexpr Index kEntry = sizeof(double);

/// The entries of all ranks, on rank 0; elsewhere nothing.
Vector gathered(const Shards& shards, const Vector& values) {
  const Team& team = shards.team();
  const bool is_first = team.rank() == 0;
  Vector all(is_first ? shards.samples() : 0);
  std::vector<Index> out(static_cast<std::size_t>(team.size()), 0), in = out;
  out[0] = kEntry * values.size();
  if (is_first) {
    for (int rank = 0; rank < team.size(); ++rank) {
      in[static_cast<std::size_t>(rank)] = kEntry * shards.samples_of(rank).size();
    }
  }
  const auto entries = [](auto& v) {
    return std::span(v.data(), static_cast<std::size_t>(v.size()));
  };
  team.exchange(std::as_bytes(entries(values)), out, std::as_writable_bytes(entries(all)), in);
  return all;
}

/// Past the entries of other ranks.
void skip(Archive& archive, Index entries) {
  double unwanted[512];
  for (Index left = entries; left > 0; left -= std::size(unwanted)) {
    archive.bytes(unwanted, std::min(sizeof unwanted, static_cast<std::size_t>(kEntry * left)));
  }
}

}  // namespace

void visit_samples(Archive& archive, const Shards* cut, Vector& values) {
  if (cut == nullptr || cut->team().size() == 1) return archive(values);
  const Shards& shards = *cut;
  const Team& team = shards.team();
  assert(values.size() == shards.size());
  if (!archive.is_loading()) {
    Vector all = gathered(shards, values);
    return archive(all);
  }
  const Index samples = archive.visit_size(shards.samples(), kEntry);
  Archive::require(samples == shards.samples(),
                   compose("a vector has {} entries, must have {}", samples, shards.samples()));
  const Shards::Range own = shards.samples_of(team.rank());
  skip(archive, own.first);
  archive.bytes(values.data(), static_cast<std::size_t>(kEntry * own.size()));
  skip(archive, samples - own.last);
}

}  // namespace acgd
