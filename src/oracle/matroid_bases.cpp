#include "acgd/oracle/matroid_bases.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <numeric>
#include <random>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/ascending.hpp"
#include "oracle/entries.hpp"
#include "oracle/subsets.hpp"

namespace acgd {
namespace {

struct GrowingBasis {
  std::vector<Index> order;
  std::vector<Index> basis;
};

std::vector<Index> all_up_to(Index n) {
  std::vector<Index> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

/// What each element adds to a rank is 0 or 1.
void require_steps_of_a_rank(const std::vector<Index>& order, const MatroidBases::Rank& rank) {
  std::vector<Index> set;
  Index last = rank(set);
  if (last != 0) throw InvalidInput(compose("rank({}) = {}: must be 0", "{}", last));
  for (const Index i : order) {
    const std::string before = as_set(set);
    set.push_back(i);
    const Index value = rank(set);
    if (value < last || value > last + 1) {
      throw InvalidInput(compose("rank: is {} of {} and {} of {}; an element must add 0 or 1", last,
                                 before, value, as_set(set)));
    }
    last = value;
  }
}

}  // namespace

MatroidBases::MatroidBases(Index dimension, IsIndependent is_independent)
    : dimension_(dimension), is_independent_(std::move(is_independent)) {
  require_at_least("dimension", dimension_, 1);
  if (!is_independent_) throw InvalidInput("is_independent: none, must judge a set");
  if (!is_independent_({})) {
    throw InvalidInput("is_independent: says no of {}; the empty set must be independent");
  }
  if (dimension_ <= kMostForTable) {
    make_table();
  } else {
    examine_samples();
  }
  rank_ = greedy_size(all_up_to(dimension_));
}

MatroidBases MatroidBases::from_rank(Index dimension, const Rank& rank) {
  require_at_least("dimension", dimension, 1);
  if (!rank) throw InvalidInput("rank: none, must give that of a set");
  std::vector<Index> order = all_up_to(dimension);
  std::mt19937_64 random(2);
  for (int sample = 0; sample < 20; ++sample) {
    require_steps_of_a_rank(order, rank);
    for (std::size_t k = order.size() - 1; k > 0; --k) {
      std::swap(order[k], order[random() % (k + 1)]);
    }
  }
  const auto value = [&](const std::vector<Index>& set) { return static_cast<double>(rank(set)); };
  const auto bad = dimension <= kMostForTable
                       ? find_not_submodular(dimension, table_of(dimension, value))
                       : sample_not_submodular(dimension, value);
  if (bad) {
    throw InvalidInput(compose(
        "rank: is not that of a matroid, for {}; must add no more to a larger set", bad->told()));
  }
  return MatroidBases(dimension, [rank](const std::vector<Index>& set) {
    return rank(set) == static_cast<Index>(set.size());
  });
}

/// How many of these elements, in this order, can be taken.
Index MatroidBases::greedy_size(const std::vector<Index>& order) const {
  std::vector<Index> taken;
  for (const Index i : order) {
    taken.push_back(i);
    if (!is_independent_(taken)) taken.pop_back();
  }
  return static_cast<Index>(taken.size());
}

/// The rank of a set is the size of its largest independent subset, and it is a matroid if that
/// function is submodular.
void MatroidBases::make_table() {
  ranks_.assign(std::size_t{1} << dimension_, 0.0);
  std::vector<char> independent(ranks_.size());
  for (std::size_t bits = 0; bits < ranks_.size(); ++bits) {
    independent[bits] = is_independent_(elements_of(static_cast<Bits>(bits)));
    if (independent[bits]) ranks_[bits] = std::popcount(bits);
    for (const Index i : elements_of(static_cast<Bits>(bits))) {
      const std::size_t smaller = bits ^ std::size_t{1} << i;
      ranks_[bits] = std::max(ranks_[bits], ranks_[smaller]);
      if (!independent[bits] || independent[smaller]) continue;
      throw InvalidInput(compose(
          "is_independent: says yes of {} and no of {}; subsets of independent sets must be "
          "independent",
          as_set(elements_of(static_cast<Bits>(bits))),
          as_set(elements_of(static_cast<Bits>(smaller)))));
    }
  }
  if (const auto bad = find_not_submodular(dimension_, ranks_)) {
    std::vector<Index> both = bad->set;
    both.insert(both.end(), {bad->a, bad->b});
    throw InvalidInput(compose(
        "is_independent: is no matroid, for {} has maximal independent subsets of different "
        "sizes",
        as_set(both)));
  }
}

void MatroidBases::examine_samples() const {
  constexpr int kSamples = 50;
  std::mt19937_64 random(1);
  std::vector<Index> order = all_up_to(dimension_);
  const auto shuffle = [&](std::vector<Index>& list) {
    for (std::size_t k = list.size(); k > 1; --k) std::swap(list[k - 1], list[random() % k]);
  };
  for (int sample = 0; sample < kSamples; ++sample) {
    shuffle(order);
    std::vector<Index> some(
        order.begin(), order.begin() + 1 + static_cast<std::ptrdiff_t>(random() % order.size()));
    const Index first = greedy_size(some);
    shuffle(some);
    const Index second = greedy_size(some);
    if (first == second) continue;
    throw InvalidInput(compose(
        "is_independent: is no matroid, for {} has maximal independent subsets of {} and of "
        "{} elements",
        as_set(some), first, second));
  }
}

std::string MatroidBases::name() const {
  return compose("bases of a matroid of rank {} in R^{}", rank_, dimension_);
}

void MatroidBases::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension_);
  GrowingBasis& memory = answer.memory<GrowingBasis>();
  sort_ascending(g, memory.order);
  memory.basis.clear();
  memory.basis.reserve(memory.order.size());
  for (const Index i : memory.order) {
    if (static_cast<Index>(memory.basis.size()) == rank_) break;
    memory.basis.push_back(i);
    if (!is_independent_(memory.basis)) memory.basis.pop_back();
  }
  Atom::Sparse& ones = answer.atom.become_sparse(dimension_);
  ones.indices.assign(memory.basis.begin(), memory.basis.end());
  std::sort(ones.indices.begin(), ones.indices.end());
  ones.values.assign(ones.indices.size(), 1.0);
  answer.error = 0;
}

Violation MatroidBases::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  Index i = 0;
  const double least = x.minCoeff(&i);
  const Violation sums = ranks_.empty()
                             ? violation_by_largest(x,
                                                    [this](const std::vector<Index>& set) {
                                                      return static_cast<double>(greedy_size(set));
                                                    })
                             : violation_by_table(ranks_, x);
  if (least < 0 && !(sums.distance >= -least)) {
    return {-least, compose("x[{}] = {} is negative", i, least)};
  }
  return sums;
}

}  // namespace acgd
