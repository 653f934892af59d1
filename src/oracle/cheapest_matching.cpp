#include "oracle/cheapest_matching.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/entries.hpp"

namespace acgd {

BipartiteGraph BipartiteGraph::of(std::vector<Edge> edges) {
  BipartiteGraph graph{.edges = std::move(edges)};
  for (const Edge& edge : graph.edges) {
    graph.left = std::max(graph.left, edge.from + 1);
    graph.right = std::max(graph.right, edge.to + 1);
  }
  return graph;
}

void require_edges_between_sides(const BipartiteGraph& graph) {
  require_at_least("left (nodes)", graph.left, 1);
  require_at_least("right (nodes)", graph.right, 1);
  if (graph.edges.empty()) throw InvalidInput("edges: none, but each of them is a variable");
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const auto [from, to] = graph.edges[e];
    if (from < 0 || from >= graph.left) {
      throw InvalidInput(compose("edges[{}].from: {} is not a left node, must be 0 .. {}", e, from,
                                 graph.left - 1));
    }
    if (to < 0 || to >= graph.right) {
      throw InvalidInput(
          compose("edges[{}].to: {} is not a right node, must be 0 .. {}", e, to, graph.right - 1));
    }
  }
}

void sort_by_left(const BipartiteGraph& graph, std::vector<Index>& starts,
                  std::vector<Index>& by_left) {
  starts.assign(graph.left + 1, 0);
  for (const Edge& edge : graph.edges) ++starts[edge.from + 1];
  for (Index i = 0; i < graph.left; ++i) starts[i + 1] += starts[i];
  by_left.resize(graph.edges.size());
  std::vector<Index> next(starts.begin(), starts.end() - 1);
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    by_left[next[graph.edges[e].from]++] = static_cast<Index>(e);
  }
}

std::string size_of(const BipartiteGraph& graph) {
  return compose("{} + {} nodes and {} edges", graph.left, graph.right, graph.edges.size());
}

Violation matching_violation(const BipartiteGraph& graph, Partners partners, ConstVectorRef x) {
  if (auto bad = violation_if_not_finite(x)) return *bad;
  Violation worst;
  Index e = 0;
  const double least = x.minCoeff(&e);
  if (least < 0) worst = {-least, compose("x[{}] = {} is negative", e, least)};
  const bool exactly = partners == Partners::exactly_one;
  const auto note = [&](const Vector& sums, const char* side) {
    for (Index k = 0; k < sums.size(); ++k) {
      const double off = exactly ? std::abs(sums[k] - 1) : sums[k] - 1;
      if (!(off > worst.distance)) continue;
      worst = {off, compose("the edges at {} node {} sum to {}, {} 1", side, k, sums[k],
                            exactly ? "not" : "more than")};
    }
  };
  Vector left = Vector::Zero(graph.left), right = Vector::Zero(graph.right);
  for (std::size_t k = 0; k < graph.edges.size(); ++k) {
    left[graph.edges[k].from] += x[static_cast<Index>(k)];
    right[graph.edges[k].to] += x[static_cast<Index>(k)];
  }
  note(left, "left");
  note(right, "right");
  return worst;
}

void CheapestMatching::prepare(const BipartiteGraph& graph, const Vector& costs) {
  edge_of_left_.assign(graph.left, kNone);
  edge_of_right_.assign(graph.right, kNone);
  price_.assign(graph.right, 0.0);
  distance_.assign(graph.right, 0.0);
  arrival_.assign(graph.right, kNone);
  is_closed_.assign(graph.right, 0);
  touched_.reserve(graph.right);
  closed_.reserve(graph.right);
  heap_.reserve(graph.edges.size());
  costs_.resize(costs.size());
  if (!costs.allFinite()) {
    costs_.setZero();
    return;
  }
  // Sums of huge costs must be numbers, too.
  costs_ = costs * (costs.cwiseAbs().maxCoeff() > 1e200 ? 1e-200 : 1.0);
}

bool CheapestMatching::solve(const BipartiteGraph& graph, const std::vector<Index>& starts,
                             const std::vector<Index>& by_left, const Vector& costs,
                             Partners partners) {
  graph_ = &graph;
  starts_ = &starts;
  by_left_ = &by_left;
  may_be_alone_ = partners == Partners::at_most_one;
  prepare(graph, costs);
  for (Index left = 0; left < graph.left; ++left) {
    if (!search(left)) return false;
    augment(left);
    forget();
  }
  return true;
}

/// Finds the nearest end of a path: a right node without a partner, or a left one that stays alone.
bool CheapestMatching::search(Index first) {
  first_ = first;
  has_end_ = false;
  touched_.clear();
  closed_.clear();
  heap_.clear();
  look_from(first, 0);
  while (true) {
    while (!heap_.empty() && is_closed_[heap_.front().second]) {
      std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
      heap_.pop_back();
    }
    if (heap_.empty() || (has_end_ && !(heap_.front().first < end_at_))) return has_end_;
    const auto [reached, right] = heap_.front();
    is_closed_[right] = 1;
    closed_.push_back(right);
    const Index edge = edge_of_right_[right];
    look_from(graph_->edges[edge].from, costs_[edge] - price_[right] - reached);
  }
}

void CheapestMatching::look_from(Index left, double offset) {
  const auto note_end = [&](double distance, Index alone, Index right) {
    if (has_end_ && !(distance < end_at_)) return;
    has_end_ = true;
    end_at_ = distance;
    end_left_ = alone;
    end_right_ = right;
  };
  if (may_be_alone_) note_end(-offset, left, kNone);
  for (Index k = (*starts_)[left]; k < (*starts_)[left + 1]; ++k) {
    const Index edge = (*by_left_)[k];
    const Index right = graph_->edges[edge].to;
    if (is_closed_[right]) continue;
    const double distance = costs_[edge] - price_[right] - offset;
    if (arrival_[right] == kNone) {
      touched_.push_back(right);
    } else if (!(distance < distance_[right])) {
      continue;
    }
    distance_[right] = distance;
    arrival_[right] = edge;
    if (edge_of_right_[right] == kNone) {
      note_end(distance, kNone, right);
    } else {
      heap_.emplace_back(distance, right);
      std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
    }
  }
}

/// Along the path every left node moves on to its next partner.
void CheapestMatching::augment(Index first) {
  for (const Index right : closed_) price_[right] += distance_[right] - end_at_;
  Index right = end_right_;
  if (end_left_ != kNone) {
    const Index edge = edge_of_left_[end_left_];
    edge_of_left_[end_left_] = kNone;
    if (end_left_ == first) return;
    right = graph_->edges[edge].to;
  }
  while (true) {
    const Index edge = arrival_[right];
    const Index left = graph_->edges[edge].from;
    const Index last = edge_of_left_[left];
    edge_of_left_[left] = edge_of_right_[right] = edge;
    if (left == first) return;
    right = graph_->edges[last].to;
  }
}

void CheapestMatching::forget() {
  for (const Index right : touched_) {
    arrival_[right] = kNone;
    is_closed_[right] = 0;
  }
}

void CheapestMatching::write(Index edges, Atom& atom) const {
  Atom::Sparse& ones = atom.become_sparse(edges);
  ones.indices.reserve(edge_of_left_.size());
  ones.values.reserve(edge_of_left_.size());
  for (const Index edge : edge_of_left_) {
    if (edge != kNone) ones.indices.push_back(edge);
  }
  std::sort(ones.indices.begin(), ones.indices.end());
  ones.values.assign(ones.indices.size(), 1.0);
}

std::vector<Index> CheapestMatching::stuck_left() const {
  std::vector<Index> nodes = {first_};
  for (const Index right : closed_) nodes.push_back(graph_->edges[edge_of_right_[right]].from);
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

std::vector<Index> CheapestMatching::stuck_right() const {
  std::vector<Index> nodes = closed_;
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

}  // namespace acgd
