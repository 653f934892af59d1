#include "acgd/oracle/matroids.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <random>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/entries.hpp"
#include "oracle/matroids.hpp"

namespace acgd {

// Algorithms of this file:
// - MaxFlow: Dinic (1970). Repeat: 1. label nodes by breadth-first distance from the source in the
//   residual network; 2. saturate shortest paths by depth-first search with current arcs (block()).
//   Stop when the sink is unreachable; the labelled nodes are then a minimum cut.
// - RatioCut: Dinkelbach (1967). 1. r = ratio of the current set; 2. maximise gain(S) - r cut(S) by
//   a minimum cut; 3. keep the best connected part on either side; repeat while the ratio
//   increases.
// - MatroidBases: greedy by ascending cost, Edmonds (1971), "Matroids and the greedy algorithm".
// - SpanningTrees: Kruskal (1956), with union-find and path halving. Membership: one minimum cut
//   per node, Padberg and Wolsey (1983), "Trees and cuts".
// - SubmodularBase: Edmonds (1970), "Submodular functions, matroids, and certain polyhedra". 1.
//   Sort elements by ascending gradient; 2. x_i = F(elements up to i) - F(elements before i).

Index MaxFlow::add_arc(Index from, Index to, double capacity) {
  const Index forward = static_cast<Index>(halves_.size());
  halves_.push_back({to, first_[from], capacity});
  first_[from] = forward;
  halves_.push_back({from, first_[to], 0.0});
  first_[to] = forward + 1;
  largest_capacity_ = std::max(largest_capacity_, capacity);
  return forward / 2;
}

void MaxFlow::set_capacity(Index arc, double capacity) {
  halves_[2 * arc].residual = capacity;
  halves_[2 * arc + 1].residual = 0;
  largest_capacity_ = std::max(largest_capacity_, capacity);
}

double MaxFlow::solve(Index source, Index sink) {
  zero_ = 1e-15 * largest_capacity_;
  // Maximum sizes, so that later calls do not allocate.
  queue_.reserve(first_.size());
  path_.reserve(first_.size());
  current_.reserve(first_.size());
  double total = 0;
  while (label_levels(source, sink)) total += block(source, sink);
  return total;
}

/// Labels nodes with their distance from the source over residual arcs; false if the sink is
/// unreachable.
bool MaxFlow::label_levels(Index source, Index sink) {
  level_.assign(first_.size(), -1);
  level_[source] = 0;
  queue_.assign(1, source);
  for (std::size_t i = 0; i < queue_.size(); ++i)
    for (Index h = first_[queue_[i]]; h != no_arc; h = halves_[h].next) {
      const Half& half = halves_[h];
      if (half.residual <= zero_ || level_[half.to] >= 0) continue;
      level_[half.to] = level_[queue_[i]] + 1;
      queue_.push_back(half.to);
    }
  return level_[sink] >= 0;
}

/// Saturates shortest paths until none is left. Iterative, since paths may be long.
double MaxFlow::block(Index source, Index sink) {
  double total = 0;
  current_ = first_;
  path_.clear();
  Index node = source;
  while (true) {
    if (node == sink) {
      total += augment();
      // Continue from the tail of the first saturated arc.
      const auto full = std::find_if(path_.begin(), path_.end(),
                                     [&](Index h) { return halves_[h].residual <= zero_; });
      node = halves_[*full ^ 1].to;
      path_.erase(full, path_.end());
    }
    Index& h = current_[node];
    while (h != no_arc &&
           (halves_[h].residual <= zero_ || level_[halves_[h].to] != level_[node] + 1))
      h = halves_[h].next;
    if (h != no_arc) {
      path_.push_back(h);
      node = halves_[h].to;
    } else if (node == source) {
      return total;
    } else {
      level_[node] = -1;
      node = halves_[path_.back() ^ 1].to;
      path_.pop_back();
    }
  }
}

double MaxFlow::augment() {
  double amount = std::numeric_limits<double>::infinity();
  for (const Index h : path_) amount = std::min(amount, halves_[h].residual);
  for (const Index h : path_) {
    halves_[h].residual -= amount;
    halves_[h ^ 1].residual += amount;
  }
  return amount;
}

RatioCut::RatioCut(Index nodes, const std::vector<Edge>& edges)
    : nodes_(nodes), edges_(edges), starts_(nodes + 1, 0), flow_(nodes + 2) {
  for (const auto& [from, to] : edges) {
    ++starts_[from + 1];
    ++starts_[to + 1];
  }
  for (Index v = 0; v < nodes; ++v) starts_[v + 1] += starts_[v];
  neighbors_.resize(2 * edges.size());
  std::vector<Index> next(starts_.begin(), starts_.end() - 1);
  for (const auto& [from, to] : edges) {
    neighbors_[next[from]++] = to;
    neighbors_[next[to]++] = from;
  }
  queue_.reserve(static_cast<std::size_t>(nodes));
  sides_.reserve(static_cast<std::size_t>(nodes));
  part_.reserve(static_cast<std::size_t>(nodes));
  // Arcs 2 v and 2 v + 1 join node v to the source and to the sink; those of edges follow.
  for (Index v = 0; v < nodes; ++v) {
    flow_.add_arc(nodes, v, 0);
    flow_.add_arc(v, nodes + 1, 0);
  }
  for (const auto& [from, to] : edges) {
    flow_.add_arc(from, to, 0);
    flow_.add_arc(to, from, 0);
  }
}

RatioCut::Found RatioCut::improve(const Vector& gains, std::vector<char>& inside) {
  // The ratio increases in each round; a few rounds are usual.
  constexpr int most_rounds = 1000;
  Side best = measure(gains, inside);
  Found found;
  for (int round = 0; round < most_rounds && best.gain > 0; ++round) {
    found.excess = std::max(0.0, cut_smallest(gains, best.ratio()));
    const auto count = std::count(trial_.begin(), trial_.end(), 1);
    if (count == 0 || count == nodes_) break;
    keep_best_part(gains, 1);
    keep_best_part(gains, 0);
    const Side trial = measure(gains, trial_);
    if (!(trial.ratio() > best.ratio())) break;
    best = trial;
    inside = trial_;
  }
  found.ratio = best.ratio();
  found.cut = best.cut;
  return found;
}

RatioCut::Side RatioCut::measure(const Vector& gains, const std::vector<char>& inside) const {
  Side side;
  for (Index v = 0; v < nodes_; ++v) {
    if (inside[v]) side.gain += gains[v];
  }
  for (const auto& [from, to] : edges_) side.cut += inside[from] != inside[to];
  return side;
}

/// Sets `trial_` to the set that maximises gain - ratio * cut and returns that maximum.
double RatioCut::cut_smallest(const Vector& gains, double ratio) {
  flow_.forget_capacities();
  double positive = 0;
  for (Index v = 0; v < nodes_; ++v) {
    flow_.set_capacity(2 * v, std::max(gains[v], 0.0));
    flow_.set_capacity(2 * v + 1, std::max(-gains[v], 0.0));
    positive += std::max(gains[v], 0.0);
  }
  const auto edges = static_cast<Index>(edges_.size());
  for (Index arc = 2 * nodes_; arc < 2 * (nodes_ + edges); ++arc) flow_.set_capacity(arc, ratio);
  const double smallest = flow_.solve(nodes_, nodes_ + 1);
  trial_.resize(static_cast<std::size_t>(nodes_));
  for (Index v = 0; v < nodes_; ++v) trial_[v] = flow_.is_reached(v) ? 1 : 0;
  return positive - smallest;
}

/// Keeps only the best connected part of one side of `trial_`. Its ratio is not smaller: the ratio
/// of the side lies between those of its parts.
void RatioCut::keep_best_part(const Vector& gains, char side) {
  part_.assign(static_cast<std::size_t>(nodes_), -1);
  sides_.clear();
  for (Index root = 0; root < nodes_; ++root) {
    if (trial_[root] != side || part_[root] >= 0) continue;
    const auto number = static_cast<Index>(sides_.size());
    Side& here = sides_.emplace_back();
    queue_.assign(1, root);
    part_[root] = number;
    while (!queue_.empty()) {
      const Index v = queue_.back();
      queue_.pop_back();
      here.gain += side ? gains[v] : -gains[v];
      for (Index k = starts_[v]; k < starts_[v + 1]; ++k) {
        const Index w = neighbors_[k];
        if (trial_[w] != side) {
          ++here.cut;
        } else if (part_[w] < 0) {
          part_[w] = number;
          queue_.push_back(w);
        }
      }
    }
  }
  if (sides_.size() <= 1) return;
  const auto best =
      std::max_element(sides_.begin(), sides_.end(),
                       [](const Side& a, const Side& b) { return a.ratio() < b.ratio(); }) -
      sides_.begin();
  for (Index v = 0; v < nodes_; ++v) {
    if (trial_[v] == side && part_[v] != best) trial_[v] = side ? 0 : 1;
  }
}

namespace {

/// Rounding error of differences of values of this magnitude.
double rounding_of_values(double largest) { return 1e-10 * largest; }

Violation of_sum(double sum, double bound, const std::vector<Index>& set) {
  return {sum - bound,
          compose("the entries of {} sum to {}, more than {}", as_set(set), sum, bound)};
}

Violation of_total(double sum, double total) {
  if (sum == total) return {};
  return {std::abs(sum - total), compose("the sum is {}, not {}", sum, total)};
}

}  // namespace

std::vector<Index> elements_of(Bits bits) {
  std::vector<Index> elements;
  for (Index i = 0; bits >> i != 0; ++i) {
    if (bits >> i & 1) elements.push_back(i);
  }
  return elements;
}

std::string as_set(std::vector<Index> elements) {
  constexpr std::size_t kMost = 12;
  std::sort(elements.begin(), elements.end());
  std::string text = "{";
  for (std::size_t k = 0; k < elements.size() && k < kMost; ++k) {
    if (k > 0) text += ", ";
    text += std::to_string(elements[k]);
  }
  return text + (elements.size() > kMost ? ", ...}" : "}");
}

std::vector<double> table_of(Index n, const std::function<double(const std::vector<Index>&)>& f) {
  std::vector<double> table(std::size_t{1} << n);
  for (std::size_t bits = 0; bits < table.size(); ++bits) {
    table[bits] = f(elements_of(static_cast<Bits>(bits)));
  }
  return table;
}

std::string NotSubmodular::told() const {
  std::vector<Index> larger = set;
  larger.push_back(a);
  return compose("element {} adds {} to {}, but {} to {}", b, later_gain, as_set(larger), gain,
                 as_set(set));
}

std::optional<NotSubmodular> find_not_submodular(Index n, const std::vector<double>& table) {
  double largest = 0;
  for (const double value : table) largest = std::max(largest, std::abs(value));
  for (std::size_t bits = 0; bits < table.size(); ++bits) {
    for (Index a = 0; a < n; ++a) {
      for (Index b = 0; b < n; ++b) {
        const std::size_t with_a = bits | std::size_t{1} << a, with_b = bits | std::size_t{1} << b;
        if (a == b || with_a == bits || with_b == bits) continue;
        const double gain = table[with_b] - table[bits];
        const double later = table[with_a | with_b] - table[with_a];
        if (later <= gain + rounding_of_values(largest)) continue;
        return NotSubmodular{elements_of(static_cast<Bits>(bits)), a, b, gain, later};
      }
    }
  }
  return std::nullopt;
}

std::optional<NotSubmodular> sample_not_submodular(
    Index n, const std::function<double(const std::vector<Index>&)>& f) {
  constexpr int kSamples = 300;
  std::mt19937_64 random(1);
  std::vector<Index> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), Index{0});
  for (int sample = 0; sample < kSamples; ++sample) {
    for (std::size_t k = order.size() - 1; k > 0; --k) {
      std::swap(order[k], order[random() % (k + 1)]);
    }
    // Every second sample is a small set.
    const std::size_t most = std::max<std::size_t>(
        1, sample % 2 == 0 ? order.size() - 1 : std::min<std::size_t>(order.size() - 1, 5));
    const auto size = static_cast<std::ptrdiff_t>(random() % most);
    std::vector<Index> set(order.begin(), order.begin() + size);
    const Index a = order[size];
    const Index b = order[static_cast<std::size_t>(size) + 1];
    const double plain = f(set);
    set.push_back(b);
    const double with_b = f(set);
    set.back() = a;
    const double with_a = f(set);
    set.push_back(b);
    const double with_both = f(set);
    const double largest =
        std::max({std::abs(plain), std::abs(with_a), std::abs(with_b), std::abs(with_both)});
    if (with_both - with_a <= with_b - plain + rounding_of_values(largest)) continue;
    set.resize(static_cast<std::size_t>(size));
    return NotSubmodular{set, a, b, with_b - plain, with_both - with_a};
  }
  return std::nullopt;
}

Violation violation_by_table(const std::vector<double>& table, ConstVectorRef x) {
  Violation worst = of_total(x.sum(), table.back());
  std::vector<double> sums(table.size());
  for (std::size_t bits = 1; bits + 1 < table.size(); ++bits) {
    sums[bits] = sums[bits & (bits - 1)] + x[std::countr_zero(bits)];
    if (sums[bits] - table[bits] <= worst.distance) continue;
    worst = of_sum(sums[bits], table[bits], elements_of(static_cast<Bits>(bits)));
  }
  return worst;
}

Violation violation_by_largest(ConstVectorRef x,
                               const std::function<double(const std::vector<Index>&)>& f) {
  std::vector<Index> order, set;
  sort_ascending(-x, order);
  Violation worst;
  double sum = 0, bound = 0;
  for (const Index i : order) {
    set.push_back(i);
    sum += x[i];
    bound = f(set);
    if (sum - bound > worst.distance) worst = of_sum(sum, bound, set);
  }
  const Violation total = of_total(sum, bound);
  if (total.distance > worst.distance) worst = total;
  // Smaller violations may be rounding errors.
  if (worst.distance > 1e-9 * (1 + std::abs(bound))) return worst;
  return {std::numeric_limits<double>::quiet_NaN(), ""};
}

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

/// Throws InvalidInput unless each element adds 0 or 1 to the rank.
void require_steps_of_a_rank(const std::vector<Index>& order, const MatroidBases::Rank& rank) {
  std::vector<Index> set;
  Index last = rank(set);
  if (last != 0) throw InvalidInput({"rank", "({})"}, last, "must be 0");
  for (const Index i : order) {
    const std::string before = as_set(set);
    set.push_back(i);
    const Index value = rank(set);
    if (value < last || value > last + 1) {
      throw InvalidInput("rank", compose("is {} of {} and {} of {}; an element must add 0 or 1",
                                         last, before, value, as_set(set)));
    }
    last = value;
  }
}

}  // namespace

MatroidBases::MatroidBases(Index dimension, IsIndependent is_independent)
    : dimension_(dimension), is_independent_(std::move(is_independent)) {
  require_at_least("dimension", dimension_, 1);
  if (!is_independent_) throw InvalidInput("is_independent", "none, must judge a set");
  if (!is_independent_({})) {
    throw InvalidInput("is_independent", "is false for {}, the empty set must be independent");
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
  if (!rank) throw InvalidInput("rank", "none, must give that of a set");
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
    throw InvalidInput(
        "rank",
        compose("is not that of a matroid, for {}; must add no more to a larger set", bad->told()));
  }
  return MatroidBases(dimension, [rank](const std::vector<Index>& set) {
    return rank(set) == static_cast<Index>(set.size());
  });
}

/// Size of the independent set that greedily taking elements in this order gives.
Index MatroidBases::greedy_size(const std::vector<Index>& order) const {
  std::vector<Index> taken;
  for (const Index i : order) {
    taken.push_back(i);
    if (!is_independent_(taken)) taken.pop_back();
  }
  return static_cast<Index>(taken.size());
}

/// Tabulates rank(S), the size of the largest independent subset of S. The independent sets form a
/// matroid if it is submodular.
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
      throw InvalidInput(
          "is_independent",
          compose("says yes of {} and no of {}; subsets of independent sets must be independent",
                  as_set(elements_of(static_cast<Bits>(bits))),
                  as_set(elements_of(static_cast<Bits>(smaller)))));
    }
  }
  if (const auto bad = find_not_submodular(dimension_, ranks_)) {
    std::vector<Index> both = bad->set;
    both.insert(both.end(), {bad->a, bad->b});
    throw InvalidInput(
        "is_independent",
        compose("is no matroid, for {} has maximal independent subsets of different sizes",
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
    throw InvalidInput(
        "is_independent",
        compose("is no matroid, for {} has maximal independent subsets of {} and of {} elements",
                as_set(some), first, second));
  }
}

std::string MatroidBases::name() const {
  return compose("bases of a matroid of rank {} in R^{}", rank_, dimension_);
}

void MatroidBases::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension_);
  GrowingBasis& memory = lmo.memory<GrowingBasis>();
  sort_ascending(g, memory.order);
  memory.basis.clear();
  memory.basis.reserve(memory.order.size());
  for (const Index i : memory.order) {
    if (static_cast<Index>(memory.basis.size()) == rank_) break;
    memory.basis.push_back(i);
    if (!is_independent_(memory.basis)) memory.basis.pop_back();
  }
  Atom::Sparse& ones = lmo.atom.become_sparse(dimension_);
  ones.indices.assign(memory.basis.begin(), memory.basis.end());
  std::sort(ones.indices.begin(), ones.indices.end());
  ones.values.assign(ones.indices.size(), 1.0);
  lmo.error = 0;
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

/// Union-find with path halving.
struct SpanningTrees::Forest {
  std::vector<Index> parent;
  std::vector<Index> order;  ///< edges by ascending cost

  void plant(Index nodes) {
    parent.resize(static_cast<std::size_t>(nodes));
    std::iota(parent.begin(), parent.end(), Index{0});
  }
  Index root(Index node) {
    while (parent[node] != node) {
      parent[node] = parent[parent[node]];
      node = parent[node];
    }
    return node;
  }
  /// Merges two trees; false if the edge closes a cycle. The smaller node becomes the root.
  bool join(const Edge& edge) {
    const Index a = root(edge.from), b = root(edge.to);
    parent[std::max(a, b)] = std::min(a, b);
    return a != b;
  }
};

std::unique_ptr<Oracle> SpanningTrees::Parameters::begin(const SetContext& context) const {
  std::vector<Edge> edges = context.reader().edges(file);
  Index nodes = 0;
  for (const Edge& edge : edges) nodes = std::max({nodes, edge.from + 1, edge.to + 1});
  return std::make_unique<SpanningTrees>(nodes, std::move(edges));
}

SpanningTrees::SpanningTrees(Index nodes, std::vector<Edge> edges)
    : nodes_(nodes), edges_(std::move(edges)) {
  require_at_least("nodes", nodes_, 2);
  Forest forest;
  forest.plant(nodes_);
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    const Edge& edge = edges_[e];
    for (const Index node : {edge.from, edge.to}) {
      if (node >= 0 && node < nodes_) continue;
      throw InvalidInput({"edges", e},
                         compose("{} is not a node, must be 0 .. {}", node, nodes_ - 1));
    }
    if (edge.from == edge.to) {
      throw InvalidInput({"edges", e}, std::nullopt,
                         compose("joins node {} to itself, which no tree does", edge.from),
                         "leave it out");
    }
    forest.join(edge);
  }
  for (Index node = 1; node < nodes_; ++node) {
    if (forest.root(node) == 0) continue;
    throw InvalidInput(
        "edges",
        compose("no way leads from node 0 to node {}; a graph in pieces has no spanning tree",
                node));
  }
}

std::string SpanningTrees::name() const {
  return compose("spanning trees of a graph with {} nodes and {} edges", nodes_, edges_.size());
}

void SpanningTrees::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  Forest& forest = lmo.memory<Forest>();
  forest.plant(nodes_);
  sort_ascending(g, forest.order);
  Atom::Sparse& tree = lmo.atom.become_sparse(dimension());
  const auto size = static_cast<std::size_t>(nodes_ - 1);
  tree.indices.reserve(size);
  for (const Index e : forest.order) {
    if (tree.indices.size() == size) break;
    if (forest.join(edges_[e])) tree.indices.push_back(e);
  }
  std::sort(tree.indices.begin(), tree.indices.end());
  tree.values.assign(size, 1.0);
  lmo.error = 0;
}

Violation SpanningTrees::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  Violation worst;
  Index e = 0;
  const double least = x.minCoeff(&e);
  if (least < 0) worst = {-least, compose("x[{}] = {} is negative", e, least)};
  const double most = x.maxCoeff(&e);
  if (most - 1 > worst.distance) {
    worst = {most - 1, compose("x[{}] = {} is more than 1", e, most)};
  }
  const double off = std::abs(x.sum() - static_cast<double>(nodes_ - 1));
  if (off > worst.distance) {
    worst = {off, compose("the sum is {}, not {}, one less than the nodes", x.sum(), nodes_ - 1)};
  }
  if (static_cast<double>(nodes_) * static_cast<double>(edges_.size()) > kMostForCuts) {
    if (worst.distance > 1e-9) return worst;
    return {std::numeric_limits<double>::quiet_NaN(), ""};
  }
  const Violation cut = dense_part(x);
  return cut.distance > worst.distance ? cut : worst;
}

/// Maximum of x(edges within S) - |S| + 1 over sets S that contain a given node, by a minimum cut:
/// choosing an edge gains x_e and requires both ends, each of which costs 1 except the given node.
/// The cut is the gains that are missed plus the costs.
Violation SpanningTrees::dense_part(ConstVectorRef x) const {
  Violation worst;
  const double total = x.cwiseMax(0).sum();
  const auto count = static_cast<Index>(edges_.size());
  for (Index given = 0; given < nodes_; ++given) {
    const Index source = nodes_ + count, sink = source + 1;
    MaxFlow network(sink + 1);
    for (Index v = 0; v < nodes_; ++v) network.add_arc(v, sink, v == given ? 0 : 1);
    for (Index e = 0; e < count; ++e) {
      const Edge& edge = edges_[e];
      network.add_arc(source, nodes_ + e, std::max(0.0, x[e]));
      network.add_arc(nodes_ + e, edge.from, total + 1);
      network.add_arc(nodes_ + e, edge.to, total + 1);
    }
    const double excess = total - network.solve(source, sink);
    // Rounding error of the sum.
    if (excess <= worst.distance || excess <= 1e-14 * static_cast<double>(count) * total) continue;
    worst = {excess, compose("some nodes, {} among them, have {} more between them than a tree",
                             given, excess)};
  }
  return worst;
}

namespace {

struct GrowingSet {
  std::vector<Index> order;
  std::vector<Index> set;
};

}  // namespace

SubmodularBase::SubmodularBase(Index dimension, SetFunction function)
    : dimension_(dimension), function_(std::move(function)) {
  require_at_least("dimension", dimension_, 1);
  if (!function_) throw InvalidInput("function", "none, must give the value of a set");
  const auto checked = [this](const std::vector<Index>& set) {
    const double value = function_(set);
    if (std::isfinite(value)) return value;
    throw InvalidInput({"function", compose("({})", as_set(set))}, value, "must be finite");
  };
  const double of_nothing = checked({});
  if (of_nothing != 0) {
    throw InvalidInput({"function", "({})"}, of_nothing, "must be 0, or subtract it everywhere");
  }
  std::vector<Index> all(static_cast<std::size_t>(dimension_));
  std::iota(all.begin(), all.end(), Index{0});
  total_ = checked(all);
  if (dimension_ <= kMostForTable) values_ = table_of(dimension_, checked);
  const auto bad = dimension_ <= kMostForTable ? find_not_submodular(dimension_, values_)
                                               : sample_not_submodular(dimension_, checked);
  if (bad) {
    throw InvalidInput(
        "function",
        compose("is not submodular, for {}; must add no more to a larger set", bad->told()));
  }
}

std::string SubmodularBase::name() const {
  return compose("base polytope of a submodular function in R^{}", dimension_);
}

void SubmodularBase::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension_);
  GrowingSet& memory = lmo.memory<GrowingSet>();
  sort_ascending(g, memory.order);
  memory.set.clear();
  Vector& x = lmo.atom.become_dense(dimension_);
  double last = 0;
  for (const Index i : memory.order) {
    memory.set.push_back(i);
    const double value = function_(memory.set);
    x[i] = value - last;
    last = value;
  }
  lmo.error = 0;
}

Violation SubmodularBase::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  return values_.empty() ? violation_by_largest(x, function_) : violation_by_table(values_, x);
}

Permutahedron::Permutahedron(Vector values) : values_(std::move(values)) {
  require_at_least("size of values", values_.size(), 1);
  require_finite_entries("values", values_);
  std::sort(values_.begin(), values_.end(), std::greater<>());
}

std::unique_ptr<Oracle> Permutahedron::Parameters::begin(const SetContext& context) const {
  return std::make_unique<Permutahedron>(read_list(context, file));
}

std::string Permutahedron::name() const {
  return compose("permutahedron of values from {} to {} in R^{}", values_[dimension() - 1],
                 values_[0], dimension());
}

void Permutahedron::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  Ranking& ranking = lmo.memory<Ranking>();
  ranking.keys = -g;
  ranking.sort();
  Vector& v = lmo.atom.become_dense(dimension());
  Index rank = 0;
  for (const Index i : ranking.order) v[i] = values_[rank++];
}

Violation Permutahedron::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  Vector sorted = x;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  double worst = 0, sum = 0, allowed = 0, worst_sum = 0, worst_allowed = 0;
  Index worst_count = 0;
  for (Index k = 0; k < dimension(); ++k) {
    sum += sorted[k];
    allowed += values_[k];
    const bool is_last = k + 1 == dimension();
    const double excess = is_last ? std::abs(sum - allowed) : sum - allowed;
    if (!(excess > worst)) continue;
    worst = excess;
    worst_count = k + 1;
    worst_sum = sum;
    worst_allowed = allowed;
  }
  if (worst_count == 0) return {};
  if (worst_count == dimension()) {
    return {worst, compose("the sum is {}, not {}", worst_sum, worst_allowed)};
  }
  return {worst, compose("the {} largest entries sum to {}, above {}", worst_count, worst_sum,
                         worst_allowed)};
}

Description SpanningTrees::Parameters::describe() {
  return {{"file", file, range::any,
           "a line from,to for each edge, which is a variable; nodes are numbered from 0"}};
}

Description Permutahedron::Parameters::describe() {
  return {
      {"file", file, range::any, "a matrix file with one row or one column, the v_i in any order"}};
}

}  // namespace acgd
