#include "oracle/transport_simplex.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "core/power_of_two.hpp"
#include "linalg/lanes.hpp"

namespace acgd {

// Network simplex method for the transportation problem, strongly feasible variant. References:
// Cunningham (1976), "A network simplex method"; Ahuja, Magnanti and Orlin (1993), "Network Flows",
// chapter 11.
// 1. Round margins and costs to integers (constructor, round()).
// 2. First call: build a feasible tree greedily (grow_first_tree()). Later calls keep the last
//    tree.
// 3. Compute prices from the root so that tree arcs have reduced cost 0 (set_prices()).
// 4. Pricing: search blocks of about sqrt(rows * columns) entries cyclically; the most negative
//    reduced cost of the first block that has one enters (find_entering()). None: optimal.
// 5. Ratio test: find the cycle of the entering arc, its flow and the leaving arc (cycle_of()).
// 6. Pivot: update flows, re-root the moved subtree, update its depths and prices (exchange()).
//    Continue with 4.
// 7. Write the flows of tree arcs as the plan (write_plan()).

void TransportTree::clear(Node rows, Node columns) {
  rows_ = rows;
  places_.assign(static_cast<std::size_t>(rows + columns), {});
  prices_.assign(places_.size(), 0);
}

void TransportTree::hang(Node child, Node parent, Units flow) {
  Place& place = at(child);
  Place& above = at(parent);
  place.parent = parent;
  place.flow = flow;
  place.previous = kNone;
  place.next = above.first_child;
  if (place.next != kNone) at(place.next).previous = child;
  above.first_child = child;
}

void TransportTree::unhang(Node child) {
  const Place& place = at(child);
  if (place.next != kNone) at(place.next).previous = place.previous;
  if (place.previous != kNone) {
    at(place.previous).next = place.next;
  } else {
    at(place.parent).first_child = place.next;
  }
}

void TransportTree::set_depths() {
  at(root_).depth = 0;
  for (Node node = after(root_, root_); node != kNone; node = after(node, root_)) {
    at(node).depth = at(parent(node)).depth + 1;
  }
}

/// The cycle is oriented from the top down to the row, along the arc to the column, and up again.
/// Flow decreases on arcs above rows on the row side and above columns on the column side. Of the
/// arcs with the smallest flow among these the last one in this orientation leaves, which keeps the
/// tree strongly feasible.
TransportTree::Cycle TransportTree::cycle_of(const Arc& arc) const {
  Node u = arc.row, v = arc.column, leaving_of_row = kNone, leaving_of_column = kNone;
  Units least_of_row = std::numeric_limits<Units>::max(), least_of_column = least_of_row;
  while (u != v) {
    if (at(u).depth >= at(v).depth) {
      if (is_row(u) && at(u).flow < least_of_row) {
        least_of_row = at(u).flow;
        leaving_of_row = u;
      }
      u = at(u).parent;
    } else {
      if (!is_row(v) && at(v).flow <= least_of_column) {
        least_of_column = at(v).flow;
        leaving_of_column = v;
      }
      v = at(v).parent;
    }
  }
  if (least_of_column <= least_of_row) return {u, leaving_of_column, false, least_of_column};
  return {u, leaving_of_row, true, least_of_row};
}

void TransportTree::exchange(const Arc& arc, const Cycle& cycle, double reduced_cost) {
  for (Node u = arc.row; u != cycle.top; u = at(u).parent) {
    at(u).flow += is_row(u) ? -cycle.amount : cycle.amount;
  }
  for (Node v = arc.column; v != cycle.top; v = at(v).parent) {
    at(v).flow += is_row(v) ? cycle.amount : -cycle.amount;
  }
  const Node moved = cycle.is_on_row_side ? arc.row : arc.column;
  Node above = cycle.is_on_row_side ? arc.column : arc.row;
  Units flow = cycle.amount;
  for (Node child = moved;;) {  // reverse the path up to the leaving arc
    const Place old = at(child);
    unhang(child);
    hang(child, above, flow);
    if (child == cycle.leaving) break;
    flow = old.flow;
    above = child;
    child = old.parent;
  }
  const double shift = cycle.is_on_row_side ? -reduced_cost : reduced_cost;
  for (Node node = moved; node != kNone; node = after(node, moved)) {
    at(node).depth = at(at(node).parent).depth + 1;
    prices_[node] += shift;
  }
}

namespace {

constexpr double kNothing = std::numeric_limits<double>::infinity();
constexpr Index kAtOnce = 8;

/// Minimum of costs + prices.
ACGD_CLONES double least_sum(const double* costs, const double* prices, Index count) {
  Four even = {kNothing, kNothing, kNothing, kNothing}, odd = even, x, y;
  Index i = 0;
  for (; i + kAtOnce <= count; i += kAtOnce) {
    load(costs + i, x);
    load(prices + i, y);
    x += y;
    even = x < even ? x : even;
    load(costs + i + 4, x);
    load(prices + i + 4, y);
    x += y;
    odd = x < odd ? x : odd;
  }
  even = odd < even ? odd : even;
  double least = even[0];
  for (int k = 1; k < 4; ++k) least = even[k] < least ? even[k] : least;
  for (; i < count; ++i) {
    const double sum = costs[i] + prices[i];
    least = sum < least ? sum : least;
  }
  return least;
}

}  // namespace

TransportSimplex::TransportSimplex(const Vector& rows, const Vector& columns)
    : all_rows_(rows.size()), total_(rows.sum()) {
  const double per_amount = power_of_two_below(52, total_);
  unit_ = 1 / per_amount;
  Units sum = 0;
  const auto take = [&](const Vector& margins, Units sign) {
    for (Index i = 0; i < margins.size(); ++i) {
      const auto units = static_cast<Units>(std::llround(margins[i] * per_amount));
      if (units == 0) continue;
      number_.push_back(i);
      margins_.push_back(units);
      sum += sign * units;
    }
    return static_cast<Node>(number_.size());
  };
  rows_ = take(rows, 1);
  columns_ = take(columns, -1) - rows_;
  if (rows_ == 0 || columns_ == 0) {
    rows_ = columns_ = 0;
    return;
  }
  sort_columns();
  // The largest margin absorbs the rounding error of the sums.
  const auto largest = std::max_element(margins_.begin(), margins_.end());
  *largest -= largest - margins_.begin() < rows_ ? sum : -sum;
}

/// Sorts columns by descending margin: serving large columns first gives a first tree that needs
/// fewer pivots.
void TransportSimplex::sort_columns() {
  std::vector<std::pair<Units, Index>> columns;
  for (std::size_t c = static_cast<std::size_t>(rows_); c < number_.size(); ++c) {
    columns.emplace_back(margins_[c], number_[c]);
  }
  std::stable_sort(columns.begin(), columns.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  for (std::size_t c = 0; c < columns.size(); ++c) {
    std::tie(margins_[static_cast<std::size_t>(rows_) + c],
             number_[static_cast<std::size_t>(rows_) + c]) = columns[c];
  }
}

double TransportSimplex::cost(Node a, Node b) const {
  const Node row = std::min(a, b), column = std::max(a, b) - rows_;
  return costs_[static_cast<std::size_t>(column) * static_cast<std::size_t>(rows_) +
                static_cast<std::size_t>(row)];
}

void TransportSimplex::solve(const Vector& costs) {
  plan_.clear();
  error_ = 0;
  if (rows_ == 0) return;
  round(costs);
  if (tree_.size() == 0) grow_first_tree();
  set_prices();
  TransportTree::Arc arc;
  for (; find_entering(arc); ++pivots_) {
    tree_.exchange(arc, tree_.cycle_of(arc), reduced_cost(arc));
  }
  write_plan();
}

/// A price is a sum of at most one cost per node along the tree. With this number of digits it is
/// exact in a double.
void TransportSimplex::round(const Vector& costs) {
  int digits = 0;
  std::frexp(static_cast<double>(rows_ + columns_) + 2, &digits);
  const bool usable = costs.allFinite();
  const double scale = usable ? power_of_two_below(53 - digits, costs.cwiseAbs().maxCoeff()) : 0;
  costs_.resize(static_cast<std::size_t>(rows_) * static_cast<std::size_t>(columns_));
  double off = 0;
  double* rounded = costs_.data();
  for (Node j = 0; j < columns_; ++j) {
    const double* column = costs.data() + number_[rows_ + j] * all_rows_;
    for (Node i = 0; i < rows_; ++i, ++rounded) {
      const double scaled = usable ? column[number_[i]] * scale : 0;
      *rounded = std::nearbyint(scaled);
      off = std::max(off, std::abs(scaled - *rounded));
    }
  }
  // The rounded cost of a plan differs by at most off / scale * total, for this plan and the
  // optimum.
  if (off > 0) error_ = 2 * off / scale * total_;
}

/// Serves columns in order from the rows that are cheapest for them. Exhausted nodes become leaves.
/// A row that is exhausted together with its column stays open with supply 0: it is later attached
/// below a column, so its zero-flow arc points towards the root.
void TransportSimplex::grow_first_tree() {
  const Node all = rows_ + columns_, last = all - 1;
  tree_.clear(rows_, columns_);
  plan_.reserve(static_cast<std::size_t>(all));
  std::vector<Node> open;
  for (Node i = 0; i < rows_; ++i) {  // costs relative to the minimum of each row
    double least = kNothing;
    for (Node j = rows_; j < all; ++j) least = std::min(least, cost(i, j));
    tree_.set_price(i, -least);
    open.push_back(i);
  }
  std::vector<Units> left = margins_;
  for (Node j = rows_; j < all; ++j) {
    Units& demand = left[j];
    while (!open.empty()) {
      const Node i = cheapest_of(open, j);
      Units& supply = left[i];
      if (supply >= demand && j != last) {
        tree_.hang(j, i, demand);
        supply -= demand;
        break;
      }
      tree_.hang(i, j, supply);
      demand -= supply;
      open.erase(std::find(open.begin(), open.end(), i));
    }
  }
  tree_.set_root(last);
  tree_.set_depths();
}

TransportSimplex::Node TransportSimplex::cheapest_of(const std::vector<Node>& rows,
                                                     Node column) const {
  Node best = rows.front();
  double least = kNothing;
  for (const Node i : rows) {
    const double sum = cost(i, column) + tree_.price(i);
    if (sum >= least) continue;
    least = sum;
    best = i;
  }
  return best;
}

void TransportSimplex::set_prices() {
  const Node root = tree_.root();
  tree_.set_price(root, 0);
  for (Node node = tree_.after(root, root); node != TransportTree::kNone;
       node = tree_.after(node, root)) {
    const Node parent = tree_.parent(node);
    const double along = cost(node, parent);
    tree_.set_price(node, tree_.price(parent) + (tree_.is_row(node) ? -along : along));
  }
}

/// Block pricing: searches entries cyclically and returns the most negative one of the first block
/// that has one. Columns of costs and prices of rows are contiguous.
bool TransportSimplex::find_entering(TransportTree::Arc& arc) {
  const Index all = static_cast<Index>(costs_.size());
  const Index block = std::max<Index>(kAtOnce, std::lround(std::sqrt(static_cast<double>(all))));
  double best = 0;
  Index begin = 0, count = 0;
  for (Index seen = 0, room = block; seen < all; seen += count) {
    const Index row = next_entry_ % rows_;
    const auto column = static_cast<Node>(rows_ + next_entry_ / rows_);
    count = std::min(rows_ - row, room);
    const double least =
        least_sum(costs_.data() + next_entry_, tree_.prices().data() + row, count) -
        tree_.price(column);
    if (least < best) {
      best = least;
      begin = next_entry_;
      arc.column = column;
    }
    next_entry_ += count;
    if (next_entry_ == all) next_entry_ = 0;
    room -= count;
    if (room > 0) continue;
    if (best < 0) break;
    room = block;
  }
  if (best == 0) return false;
  arc.row = static_cast<Node>(begin % rows_);
  while (reduced_cost(arc) != best) ++arc.row;
  return true;
}

void TransportSimplex::write_plan() {
  for (Node node = 0; node < rows_ + columns_; ++node) {
    if (node == tree_.root() || tree_.flow(node) == 0) continue;
    const Node row = std::min(node, tree_.parent(node));
    const Node column = std::max(node, tree_.parent(node));
    plan_.push_back({number_[column] * all_rows_ + number_[row],
                     static_cast<double>(tree_.flow(node)) * unit_});
  }
  std::sort(plan_.begin(), plan_.end(),
            [](const Shipment& a, const Shipment& b) { return a.entry < b.entry; });
}

}  // namespace acgd
