#include "oracle/max_flow.hpp"

#include <algorithm>
#include <limits>

namespace acgd {

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
  // As much as there may ever be, so that a second flow does not allocate.
  queue_.reserve(first_.size());
  path_.reserve(first_.size());
  current_.reserve(first_.size());
  double total = 0;
  while (label_levels(source, sink)) total += block(source, sink);
  return total;
}

/// Distances from the source over arcs with room; false when the sink has none.
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

/// Fills shortest paths until none is left. The walk keeps its own stack: paths may be long.
double MaxFlow::block(Index source, Index sink) {
  double total = 0;
  current_ = first_;
  path_.clear();
  Index node = source;
  while (true) {
    if (node == sink) {
      total += augment();
      // Go on from where the path first got full.
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

}  // namespace acgd
