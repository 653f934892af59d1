#include "objective/block_images.hpp"

namespace acgd {
namespace {

// Maximum size of the cached images, the same as for the columns of a quadratic.
constexpr std::size_t kImageBytes = std::size_t{256} << 20;

}  // namespace

BlockImages::BlockImages(const Design& a) : a_(a) {
  if (!is_partitioned()) {
    here_.push_back({MapImages(map(), kImageBytes), 0, map().rows()});
    return;
  }
  const Reduction::Range own = reduction().own_blocks();
  for (Index s = 0; s < own.size(); ++s) {
    const LinearMap* part = a.blocks()->parts()[s].get();
    if (part == nullptr) continue;
    const Reduction::Range range = reduction().here(own.first + s);
    const double share =
        static_cast<double>(range.size()) / static_cast<double>(reduction().samples());
    here_.push_back({MapImages(*part, static_cast<std::size_t>(share * kImageBytes)), range.first,
                     range.size()});
  }
}

void BlockImages::add(const Term& term, double weight, VectorRef z) {
  for (Block& block : here_) block.images.add(term, weight, z.segment(block.first, block.size));
}

void BlockImages::add_all(std::span<const Term> terms, VectorRef z) {
  for (Block& block : here_) block.images.add_all(terms, z.segment(block.first, block.size));
}

double BlockImages::weighted_dot(const Term& term, ConstVectorRef d, ConstVectorRef y) {
  return sum([&](Block& block) {
    return block.images.weighted_dot(term, d.segment(block.first, block.size),
                                     y.segment(block.first, block.size));
  });
}

double BlockImages::absolute_dot(const Term& term, const Vector& r) {
  return sum([&](Block& block) {
    return block.images.absolute_dot(term, r.segment(block.first, block.size));
  });
}

void BlockImages::release(AtomId id) {
  for (Block& block : here_) block.images.release(id);
}

}  // namespace acgd
