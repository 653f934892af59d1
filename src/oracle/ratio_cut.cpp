#include "oracle/ratio_cut.hpp"

#include <algorithm>

namespace acgd {

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
  // Each round has a larger ratio; a handful is usual.
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

/// Makes `trial_` the set with the largest gain - ratio * cut, which it returns.
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

/// Of the connected parts of one side of `trial_`, only the best stays on it. Its ratio is not
/// smaller, for that of the whole side is between those of the parts.
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

}  // namespace acgd
