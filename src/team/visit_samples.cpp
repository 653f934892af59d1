#include "team/visit_samples.hpp"

#include "team/pieces.hpp"

namespace acgd {

void visit_samples(Archive& archive, const Shards* shards, Vector& samples) {
  if (shards == nullptr || shards->team().size() == 1) return archive.visit(samples);
  Vector whole(shards->samples());
  if (!archive.is_loading()) {
    std::vector<Index> counts;
    for (int rank = 0; rank < shards->team().size(); ++rank) {
      counts.push_back(shards->samples_of(rank).size());
    }
    gather_pieces(shards->team(), samples.data(), counts, whole.data());
  }
  archive.visit(whole);
  const Shards::Range own = shards->samples_of(shards->team().rank());
  if (archive.is_loading()) samples = whole.segment(own.first, own.size());
}

}  // namespace acgd
