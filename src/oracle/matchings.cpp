#include "acgd/oracle/matchings.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <limits>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "linalg/clones.hpp"
#include "oracle/entries.hpp"
#include "oracle/matchings.hpp"

namespace acgd {

namespace {

constexpr double kFarAway = std::numeric_limits<double>::infinity();
constexpr Index kLanes = 8;

/// least[j] = min(least[j], costs[j]); whose[j] is the row that attains it.
ACGD_CLONES void lower_to(const double* costs, Index count, Index row, double* least,
                          Index* whose) {
  for (Index j = 0; j < count; ++j) {
    const bool less = costs[j] < least[j];
    least[j] = less ? costs[j] : least[j];
    whose[j] = less ? row : whose[j];
  }
}

/// Relaxes the paths through a row: distance[j] = min(distance[j], costs[j] - prices[j] - offset).
/// Returns the smallest distance.
ACGD_CLONES double pass_through(const double* costs, const double* prices, double offset,
                                Index count, Index row, double* distance, Index* from) {
  double smallest[kLanes];
  for (double& lane : smallest) lane = kFarAway;
  Index j = 0;
  for (; j + kLanes <= count; j += kLanes) {
    for (Index k = 0; k < kLanes; ++k) {
      const double way = costs[j + k] - prices[j + k] - offset;
      const bool less = way < distance[j + k];
      distance[j + k] = less ? way : distance[j + k];
      from[j + k] = less ? row : from[j + k];
      smallest[k] = distance[j + k] < smallest[k] ? distance[j + k] : smallest[k];
    }
  }
  for (; j < count; ++j) {
    const double way = costs[j] - prices[j] - offset;
    if (way < distance[j]) {
      distance[j] = way;
      from[j] = row;
    }
    if (distance[j] < smallest[0]) smallest[0] = distance[j];
  }
  return *std::min_element(smallest, smallest + kLanes);
}

/// The smallest and second smallest of costs - prices; equal if the smallest occurs twice.
struct Smallest {
  double first = kFarAway;
  double second = kFarAway;
};

ACGD_CLONES void find_smallest(const double* costs, const double* prices, Index count,
                               Smallest& found) {
  double first[kLanes], second[kLanes];
  for (Index k = 0; k < kLanes; ++k) first[k] = second[k] = kFarAway;
  Index j = 0;
  for (; j + kLanes <= count; j += kLanes) {
    for (Index k = 0; k < kLanes; ++k) {
      const double cost = costs[j + k] - prices[j + k];
      const double larger = cost < first[k] ? first[k] : cost;
      first[k] = cost < first[k] ? cost : first[k];
      second[k] = larger < second[k] ? larger : second[k];
    }
  }
  for (; j < count; ++j) {
    const double cost = costs[j] - prices[j];
    const double larger = cost < first[0] ? first[0] : cost;
    first[0] = cost < first[0] ? cost : first[0];
    second[0] = larger < second[0] ? larger : second[0];
  }
  for (Index k = 0; k < kLanes; ++k) {
    found.second = std::min({found.second, second[k], std::max(found.first, first[k])});
    found.first = std::min(found.first, first[k]);
  }
}

}  // namespace

// Linear assignment: Jonker and Volgenant (1987), "A shortest augmenting path algorithm for dense
// and sparse linear assignment problems".
// 1. Square costs only: column reduction. Each price becomes the column's minimum cost, and rows
//    take the first column whose minimum is theirs (take_cheapest_rows()).
// 2. Augmenting row reduction: free rows take their cheapest column and lower its price by the
//    difference to the second cheapest; displaced rows continue (bid()).
// 3. For each row still free: Dijkstra's algorithm on cost - price to the nearest free column, then
//    update the prices of closed columns and shift the assignment along the path (augment()).

void Assignment::solve(const double* costs, Index rows, Index cols) {
  costs_ = costs;
  rows_ = rows;
  cols_ = cols;
  column_of_.assign(rows, kNone);
  row_of_.assign(cols, kNone);
  price_.assign(cols, 0.0);
  open_price_.resize(cols);
  distance_.resize(cols);
  from_row_.resize(cols);
  is_closed_.resize(cols);
  closed_.reserve(cols);
  closed_at_.reserve(cols);
  free_rows_.reserve(rows);

  // Only columns with a row may have a price other than 0. In the square case all get one.
  if (rows == cols) take_cheapest_rows();
  bid();
  for (const Index row : free_rows_) augment(row);
}

/// Column reduction: each price is the column's minimum cost; each row takes the first column whose
/// minimum it attains.
void Assignment::take_cheapest_rows() {
  std::fill(price_.begin(), price_.end(), kFarAway);
  std::fill(from_row_.begin(), from_row_.end(), Index{0});
  for (Index i = 0; i < rows_; ++i) {
    lower_to(costs_of(i), cols_, i, price_.data(), from_row_.data());
  }
  for (Index j = 0; j < cols_; ++j) {
    if (column_of_[from_row_[j]] != kNone) continue;
    column_of_[from_row_[j]] = j;
    row_of_[j] = from_row_[j];
  }
}

/// Augmenting row reduction: a free row takes its cheapest column and lowers the price by the
/// difference to the second cheapest; a displaced row continues. Rows with a tie between taken
/// columns, or left after 2 * rows displacements, go to free_rows_.
void Assignment::bid() {
  Index bids = 2 * rows_;
  for (Index first = 0; first < rows_; ++first) {
    Index row = column_of_[first] == kNone ? first : kNone;
    while (row != kNone) {
      Smallest cost;
      find_smallest(costs_of(row), price_.data(), cols_, cost);
      const double* costs = costs_of(row);
      Index column = kNone;
      for (Index j = 0; j < cols_; ++j) {
        if (costs[j] - price_[j] != cost.first) continue;
        if (column == kNone) column = j;
        if (row_of_[j] != kNone) continue;
        column = j;
        break;
      }
      const bool is_tied = !(cost.first < cost.second);
      if (column == kNone || (row_of_[column] != kNone && (is_tied || --bids < 0))) {
        break;
      }
      const Index last = row_of_[column];
      if (last != kNone) price_[column] -= cost.second - cost.first;
      row_of_[column] = row;
      column_of_[row] = column;
      if (last != kNone) column_of_[last] = kNone;
      row = last;
    }
  }
  free_rows_.clear();
  for (Index i = 0; i < rows_; ++i) {
    if (column_of_[i] == kNone) free_rows_.push_back(i);
  }
}

/// Dijkstra's algorithm on cost - price from a row to the nearest free column. Each row on the path
/// then moves to its next column.
void Assignment::augment(Index row) {
  std::copy(price_.begin(), price_.end(), open_price_.begin());
  std::fill(distance_.begin(), distance_.end(), kFarAway);
  std::fill(from_row_.begin(), from_row_.end(), row);
  std::fill(is_closed_.begin(), is_closed_.end(), char{0});
  closed_.clear();
  closed_at_.clear();

  Index column = kNone;
  double reached = 0;
  double offset = 0;
  for (Index from = row; from != kNone; from = row_of_[column]) {
    if (column != kNone) offset = costs_of(from)[column] - price_[column] - reached;
    const double smallest = pass_through(costs_of(from), open_price_.data(), offset, cols_, from,
                                         distance_.data(), from_row_.data());
    column = nearest_open_column(smallest);
    // With NaN or infinite costs no column is reached: the search continues with any open column.
    if (smallest < kFarAway) reached = smallest;
    closed_.push_back(column);
    closed_at_.push_back(reached);
    is_closed_[column] = 1;
    open_price_[column] = -kFarAway;
    distance_[column] = kFarAway;
  }

  for (std::size_t k = 0; k < closed_.size(); ++k) price_[closed_[k]] += closed_at_[k] - reached;
  while (true) {
    const Index from = from_row_[column];
    row_of_[column] = from;
    std::swap(column, column_of_[from]);
    if (from == row) break;
  }
}

/// The first free open column at this distance, else the first open one at it, else any open
/// column.
Index Assignment::nearest_open_column(double distance) const {
  Index found = kNone;
  for (Index j = 0; j < cols_; ++j) {
    if (distance_[j] != distance || is_closed_[j]) continue;
    if (row_of_[j] == kNone) return j;
    if (found == kNone) found = j;
  }
  if (found != kNone) return found;
  return std::find(is_closed_.begin(), is_closed_.end(), char{0}) - is_closed_.begin();
}

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
  if (graph.edges.empty()) throw InvalidInput("edges", "none, but each of them is a variable");
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const auto [from, to] = graph.edges[e];
    if (from < 0 || from >= graph.left) {
      throw InvalidInput({"edges", compose("[{}].from", e)},
                         compose("{} is not a left node, must be 0 .. {}", from, graph.left - 1));
    }
    if (to < 0 || to >= graph.right) {
      throw InvalidInput({"edges", compose("[{}].to", e)},
                         compose("{} is not a right node, must be 0 .. {}", to, graph.right - 1));
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

Violation matching_violation(const BipartiteGraph& graph, Relation relation, ConstVectorRef x) {
  if (auto bad = violation_if_not_finite(x)) return *bad;
  Violation worst;
  Index e = 0;
  const double least = x.minCoeff(&e);
  if (least < 0) worst = {-least, compose("x[{}] = {} is negative", e, least)};
  const bool exactly = relation == Relation::equal;
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

// Minimum-cost bipartite matching by successive shortest paths, the sparse version of the above.
// Reference: Ahuja, Magnanti and Orlin (1993), "Network Flows", chapter 12.
// 1. For each left node: Dijkstra's algorithm with a binary heap on cost - price, until the nearest
//    end: a free right node or, if allowed, a left node that becomes unmatched (search(),
//    look_from()).
// 2. No end: the closed right nodes and their partners violate Hall's condition; stop.
// 3. Update the prices of closed right nodes and shift partners along the path (augment()).

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
  // Scaled so that sums of large costs stay finite.
  costs_ = costs * (costs.cwiseAbs().maxCoeff() > 1e200 ? 1e-200 : 1.0);
}

bool CheapestMatching::solve(const BipartiteGraph& graph, const std::vector<Index>& starts,
                             const std::vector<Index>& by_left, const Vector& costs,
                             Relation relation) {
  graph_ = &graph;
  starts_ = &starts;
  by_left_ = &by_left;
  may_be_alone_ = relation == Relation::at_most;
  prepare(graph, costs);
  for (Index left = 0; left < graph.left; ++left) {
    if (!search(left)) return false;
    augment(left);
    forget();
  }
  return true;
}

/// Finds the nearest end of a path: a free right node, or a left node that becomes unmatched.
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

/// Updates prices; each left node on the path moves to its next partner.
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

namespace {

/// Records the sum farthest from 1 if it exceeds the current violation.
void note_sums(const Vector& sums, const char* what, Violation& worst) {
  Index k = 0;
  const double off = (sums.array() - 1).abs().maxCoeff(&k);
  if (off > worst.distance) worst = {off, compose("{} {} sums to {}, not 1", what, k, sums[k])};
}

}  // namespace

Birkhoff::Birkhoff(Index side) : side_(side) {
  require_at_least("side", side, 1);
  constexpr Index kMost = Index{1} << 31;
  if (side > kMost) {
    throw InvalidInput("side", side,
                       compose("must be at most {}, or entries cannot be counted", kMost));
  }
}

std::string Birkhoff::name() const {
  return compose("Birkhoff polytope of {} x {} matrices", side_, side_);
}

void Birkhoff::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  // Columns of X are contiguous, so each is a row of the assignment problem.
  Assignment& assignment = lmo.memory<Assignment>();
  assignment.solve(g.data(), side_, side_);
  Atom::Sparse& ones = lmo.atom.become_sparse(dimension());
  ones.indices.reserve(static_cast<std::size_t>(side_));
  for (Index j = 0; j < side_; ++j) ones.indices.push_back(j * side_ + assignment.column_of(j));
  ones.values.assign(static_cast<std::size_t>(side_), 1.0);
  lmo.error = 0;
}

Violation Birkhoff::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  const Eigen::Map<const Matrix> entries(x.data(), side_, side_);
  Violation worst;
  Index i = 0, j = 0;
  const double least = entries.minCoeff(&i, &j);
  if (least < 0) worst = {-least, compose("X({}, {}) = {} is negative", i, j, least)};
  note_sums(entries.rowwise().sum(), "row", worst);
  note_sums(entries.colwise().sum(), "column", worst);
  return worst;
}

Atom Birkhoff::start() const {
  Atom atom;
  Atom::Sparse& ones = atom.become_sparse(dimension());
  for (Index j = 0; j < side_; ++j) ones.indices.push_back(j * side_ + j);
  ones.values.assign(static_cast<std::size_t>(side_), 1.0);
  return atom;
}

namespace {

/// "nodes 1, 2, 3", truncated if there are many.
std::string list_of_nodes(const std::vector<Index>& nodes) {
  constexpr std::size_t kMost = 10;
  std::string text = nodes.size() == 1 ? "node " : "nodes ";
  for (std::size_t k = 0; k < nodes.size() && k < kMost; ++k) {
    text += compose("{}{}", k == 0 ? "" : ", ", nodes[k]);
  }
  if (nodes.size() > kMost) text += compose(" and {} more", nodes.size() - kMost);
  return text;
}

}  // namespace

std::unique_ptr<Oracle> Matching::Parameters::begin(const SetContext& context) const {
  return std::make_unique<Matching>(BipartiteGraph::of(context.reader().edges(file)));
}

std::unique_ptr<Oracle> Matching::Perfect::begin(const SetContext& context) const {
  return std::make_unique<Matching>(BipartiteGraph::of(context.reader().edges(file)),
                                    Relation::equal);
}

Matching::Matching(BipartiteGraph graph, Relation relation)
    : graph_(std::move(graph)), relation_(relation) {
  require_edges_between_sides(graph_);
  if (relation_ == Relation::equal && graph_.left != graph_.right) {
    throw InvalidInput(
        "edges", std::nullopt,
        compose("{} left and {} right nodes: must be as many, if each has one partner", graph_.left,
                graph_.right),
        "matching lets nodes be alone");
  }
  sort_by_left(graph_, starts_, by_left_);
  if (relation_ == Relation::at_most) return;
  CheapestMatching search;
  if (search.solve(graph_, starts_, by_left_, Vector::Zero(dimension()), relation_)) return;
  const std::vector<Index> neighbours = search.stuck_right();
  const std::string left = list_of_nodes(search.stuck_left());
  if (neighbours.empty()) {
    throw InvalidInput("edges", compose("there is no perfect matching: left {} has no edge", left));
  }
  throw InvalidInput(
      "edges", compose("there is no perfect matching: left {} have no neighbours but right {}",
                       left, list_of_nodes(neighbours)));
}

std::string Matching::name() const {
  return compose("{}matchings of a bipartite graph with {}",
                 relation_ == Relation::equal ? "perfect " : "", size_of(graph_));
}

void Matching::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  CheapestMatching& search = lmo.memory<CheapestMatching>();
  search.solve(graph_, starts_, by_left_, g, relation_);
  search.write(dimension(), lmo.atom);
  lmo.error = 0;
}

Violation Matching::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  return matching_violation(graph_, relation_, x);
}

Description Birkhoff::Parameters::describe() { return {side_parameter(side)}; }

std::unique_ptr<Oracle> Birkhoff::Parameters::begin(const SetContext& context) const {
  return std::make_unique<Birkhoff>(square_side(side, context.variable));
}

Description Matching::Parameters::describe() {
  return {{"file", file, range::any,
           "a line from,to for each edge, which is a variable; the nodes of the left side, in "
           "the first column, and of the right side are numbered on their own, from 0"}};
}

}  // namespace acgd
