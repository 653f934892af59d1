#include "acgd/fit/folds.hpp"

#include <algorithm>
#include <numeric>
#include <random>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"

namespace acgd {
namespace {

/// A number from 0 to count - 1, the same on every machine, all of them as likely.
std::uint64_t draw_below(std::uint64_t count, std::mt19937_64& engine) {
  const std::uint64_t unused = -count % count;  // 2^64 modulo count
  std::uint64_t number = engine();
  while (number < unused) number = engine();
  return number % count;
}

/// Fisher and Yates; std::shuffle differs from library to library.
std::vector<Index> shuffled(Index count, std::uint64_t seed) {
  std::vector<Index> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), Index{0});
  std::mt19937_64 engine(seed);
  for (std::size_t left = order.size(); left > 1; --left) {
    std::swap(order[left - 1], order[static_cast<std::size_t>(draw_below(left, engine))]);
  }
  return order;
}

}  // namespace

std::vector<Fold> make_folds(Index samples, Index folds, std::uint64_t seed,
                             const Vector* classes) {
  if (folds < 2 || folds > samples) {
    throw InvalidInput(
        compose("folds = {}: must be from 2 to the number of samples, {}", folds, samples));
  }
  std::vector<Index> order = shuffled(samples, seed);
  // Class by class, dealt out one after the other: folds differ by one of a class at most.
  if (classes != nullptr) {
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) { return (*classes)[a] < (*classes)[b]; });
  }
  std::vector<Index> fold_of(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    fold_of[static_cast<std::size_t>(order[k])] = static_cast<Index>(k) % folds;
  }
  std::vector<Fold> all(static_cast<std::size_t>(folds));
  for (Index i = 0; i < samples; ++i) {
    for (Index fold = 0; fold < folds; ++fold) {
      Fold& each = all[static_cast<std::size_t>(fold)];
      const bool is_held_out = fold_of[static_cast<std::size_t>(i)] == fold;
      (is_held_out ? each.held_out : each.seen).push_back(i);
    }
  }
  return all;
}

}  // namespace acgd
