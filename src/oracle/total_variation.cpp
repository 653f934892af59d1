#include "acgd/oracle/total_variation.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/entries.hpp"
#include "oracle/matroids.hpp"

namespace acgd {
namespace {

std::vector<Edge> path_edges(Index nodes) {
  require_at_least("dimension", nodes, 1);
  std::vector<Edge> edges;
  for (Index i = 0; i + 1 < nodes; ++i) edges.push_back({i, i + 1});
  return edges;
}

void require_nodes(const std::vector<Edge>& edges, Index nodes) {
  for (std::size_t i = 0; i < edges.size(); ++i) {
    for (const Index node : {edges[i].from, edges[i].to}) {
      if (node >= 0 && node < nodes) continue;
      throw InvalidInput({"edges", i}, compose("({}, {})", edges[i].from, edges[i].to),
                         compose("{} is not a node, must be from 0 to {}, a node for each variable",
                                 node, nodes - 1));
    }
  }
}

}  // namespace

// LMO of the total variation ball. On a graph it is a maximum-ratio cut by Dinkelbach's method:
// Dinkelbach (1967), "On nonlinear fractional programming". A vertex is radius / |cut(S)| (1_S -
// |S| / n) for a set S of nodes.
// 1. Once: build a depth-first spanning tree, its nodes in preorder, so that a branch (the subtree
//    behind an edge) is a contiguous range (prepare()).
// 2. Subtract the mean from g and sum it over each branch (add_up()).
// 3. Tree: every edge is a cut of size 1. The edge with the largest |branch sum| gives the vertex
//    (write_step()).
// 4. Other graphs: start from the best branch or its complement and maximise sum of -g over S /
//    |cut(S)| by minimum cuts (minimize_on_graph(), RatioCut).

struct TotalVariation::Memory {
  Vector centered;      ///< g minus its mean
  Vector sums;          ///< sum of g over each branch, by position
  Promising promising;  ///< scores of tree edges
  // Only for graphs that are not trees:
  std::optional<RatioCut> cuts;
  std::vector<char> inside;
};

TotalVariation::TotalVariation(Index dimension, double radius)
    : TotalVariation(dimension, radius, path_edges(dimension)) {}

TotalVariation::TotalVariation(Index dimension, double radius, std::vector<Edge> edges)
    : dimension_(dimension), radius_(radius), edges_(std::move(edges)) {
  require_at_least("dimension", dimension, 1);
  require_positive("radius", radius);
  require_nodes(edges_, dimension);
  std::erase_if(edges_, [](const Edge& edge) { return edge.from == edge.to; });
  prepare();
}

std::unique_ptr<Oracle> TotalVariation::Parameters::begin(const SetContext& context) const {
  const Index n = context.variable.dimension;
  if (file.empty()) return std::make_unique<TotalVariation>(n, radius);
  return std::make_unique<TotalVariation>(n, radius, context.reader().edges(file));
}

/// Builds a depth-first spanning tree from node 0.
void TotalVariation::prepare() {
  const auto n = static_cast<std::size_t>(dimension_);
  // For each node: (neighbour, edge) pairs.
  std::vector<std::vector<std::pair<Index, Index>>> at_node(n);
  for (std::size_t i = 0; i < edges_.size(); ++i) {
    at_node[edges_[i].from].emplace_back(edges_[i].to, static_cast<Index>(i));
    at_node[edges_[i].to].emplace_back(edges_[i].from, static_cast<Index>(i));
  }
  std::vector<std::size_t> next(n, 0);
  std::vector<char> seen(n, 0);
  branch_of_.assign(edges_.size(), -1);
  branches_.push_back({});
  seen[0] = 1;
  for (Index at = 0; at >= 0;) {  // a position; ends after the root
    Branch& branch = branches_[at];
    const auto& ends = at_node[branch.node];
    std::size_t& k = next[branch.node];
    while (k < ends.size() && seen[ends[k].first]) ++k;
    if (k == ends.size()) {
      branch.size = static_cast<Index>(branches_.size()) - at;
      at = at == 0 ? -1 : branch.parent;
      continue;
    }
    const auto [node, edge] = ends[k];
    seen[node] = 1;
    branch_of_[edge] = static_cast<Index>(branches_.size());
    branches_.push_back({.node = node, .parent = at});
    at = static_cast<Index>(branches_.size()) - 1;
  }
  if (branches_.size() < n) {
    const auto far = std::find(seen.begin(), seen.end(), 0) - seen.begin();
    throw InvalidInput(
        "edges",
        compose("the graph must be connected, but no edges lead from node 0 to node {}", far));
  }
  is_tree_ = edges_.size() + 1 == n;
}

std::string TotalVariation::name() const {
  return compose("vectors of total variation up to {} and mean 0 in R^{}, along {} edges", radius_,
                 dimension_, edges_.size());
}

/// Sums the centred gradient over each branch.
void TotalVariation::add_up(const Vector& g, Memory& memory) const {
  memory.centered.resize(dimension_);
  memory.centered = g.array() - g.mean();
  // A gradient that is not finite is treated as 0, so that the result is in the set.
  if (!memory.centered.allFinite()) memory.centered.setZero();
  Vector& sums = memory.sums;
  sums.resize(dimension_);
  for (Index at = 0; at < dimension_; ++at) sums[at] = memory.centered[branches_[at].node];
  for (Index at = dimension_ - 1; at > 0; --at) sums[branches_[at].parent] += sums[at];
  Vector& scores = memory.promising.scores;
  scores.resize(static_cast<Index>(edges_.size()));
  for (Index i = 0; i < scores.size(); ++i) {
    scores[i] = branch_of_[i] < 0 ? 0 : -std::abs(sums[branch_of_[i]]);
  }
}

/// Writes the vertex that jumps at a tree edge, with the lower value on a branch whose sum is
/// positive.
void TotalVariation::write_step(Index edge, double sum, Atom& atom) const {
  const Index at = branch_of_[edge];
  const double height = sum > 0 ? -radius_ : radius_;
  const double share = static_cast<double>(branches_[at].size) / static_cast<double>(dimension_);
  Vector& v = atom.become_dense(dimension_);
  v.setConstant(-height * share);
  for (Index k = at; k < at + branches_[at].size; ++k) {
    v[branches_[k].node] = height * (1 - share);
  }
}

void TotalVariation::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension_);
  Memory& memory = lmo.memory<Memory>();
  lmo.error = 0;
  if (edges_.empty()) {
    lmo.atom.become_dense(dimension_).setZero();
    return;
  }
  add_up(g, memory);
  if (!is_tree_) return minimize_on_graph(memory, lmo);
  const Index best = first_smallest(memory.promising.scores);
  write_step(best, memory.sums[branch_of_[best]], lmo.atom);
}

void TotalVariation::minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const {
  minimize(gradient, lmo);
  lmo.other_count = 0;
  if (most <= 0 || !is_tree_ || edges_.empty()) return;
  auto& [centered, sums, promising, cuts, inside] = lmo.memory<Memory>();
  const Index best = first_smallest(promising.scores);
  promising.choose(promising.scores, promising.scores[best] / 2, best, most);
  for (const Index edge : promising.indices) {
    write_step(edge, sums[branch_of_[edge]], lmo.add_other());
  }
}

void TotalVariation::minimize_on_graph(Memory& memory, LmoResult& lmo) const {
  auto& [centered, sums, promising, cuts, inside] = memory;
  if (!cuts) cuts.emplace(dimension_, edges_);
  // Initial set: the best branch or its complement, whichever has the negative sum.
  Index edge = first_smallest(promising.scores);
  while (branch_of_[edge] < 0) ++edge;  // all scores are 0 and the first edge is not in the tree
  const Branch& branch = branches_[branch_of_[edge]];
  const bool is_rest = sums[branch_of_[edge]] > 0;
  inside.assign(static_cast<std::size_t>(dimension_), is_rest ? 1 : 0);
  for (Index k = branch_of_[edge]; k < branch_of_[edge] + branch.size; ++k) {
    inside[branches_[k].node] = is_rest ? 0 : 1;
  }
  centered = -centered;
  const RatioCut::Found found = cuts->improve(centered, inside);
  const double height = radius_ / static_cast<double>(found.cut);
  const auto count = static_cast<double>(std::count(inside.begin(), inside.end(), 1));
  const double share = count / static_cast<double>(dimension_);
  Vector& v = lmo.atom.become_dense(dimension_);
  for (Index i = 0; i < dimension_; ++i) v[i] = height * ((inside[i] ? 1 : 0) - share);
  lmo.error = radius_ * found.excess;
}

double TotalVariation::variation(ConstVectorRef x) const {
  double sum = 0;
  for (const auto& [from, to] : edges_) sum += std::abs(x[from] - x[to]);
  return sum;
}

Violation TotalVariation::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
  const double mean = std::abs(x.mean());
  const double size = variation(x);
  const double off = mean > rounding * x.lpNorm<Eigen::Infinity>() ? mean : 0;
  const double above = size > radius_ * (1 + rounding) ? size - radius_ : 0;
  if (off == 0 && above == 0) return {};
  if (off > above) return {off, compose("the mean is {}, must be 0", x.mean())};
  return {above, compose("the total variation {} is above {}", size, radius_)};
}

bool TotalVariation::recenter(VectorRef x) const {
  assert(x.size() == dimension_);
  bool changed = false;
  const double mean = x.mean();
  if (std::abs(mean) > kRecenterFrom * radius_ && std::abs(mean) <= kRecenterUpTo * radius_) {
    x.array() -= mean;
    changed = true;
  }
  const double size = variation(x);
  if (size > radius_ * (1 + kRecenterFrom) && size <= radius_ * (1 + kRecenterUpTo)) {
    x *= radius_ / size;
    changed = true;
  }
  return changed;
}

Description TotalVariation::Parameters::describe() {
  return {{"radius", radius, range::positive, "the radius"},
          {"file", file, range::any,
           "a line from,to for each edge of a connected graph; nodes are numbered from 0. "
           "Without it the graph is the path 0, 1, 2, ..."}};
}

}  // namespace acgd
