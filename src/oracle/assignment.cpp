#include "oracle/assignment.hpp"

#include <algorithm>
#include <limits>

#include "linalg/clones.hpp"

namespace acgd {
namespace {

constexpr double kFarAway = std::numeric_limits<double>::infinity();
constexpr Index kLanes = 8;

/// least[j] = min(least[j], costs[j]), and whose it is.
ACGD_CLONES void lower_to(const double* costs, Index count, Index row, double* least,
                          Index* whose) {
  for (Index j = 0; j < count; ++j) {
    const bool less = costs[j] < least[j];
    least[j] = less ? costs[j] : least[j];
    whose[j] = less ? row : whose[j];
  }
}

/// Ways through a row: distance[j] = min(distance[j], costs[j] - prices[j] - offset). Returns the
/// smallest distance.
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

/// The smallest and the second smallest of costs - prices, equal if there are two of them.
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

  // Prices that are not 0 are for columns that get a row: if all do, they may be anything.
  if (rows == cols) take_cheapest_rows();
  bid();
  for (const Index row : free_rows_) augment(row);
}

/// Every column's price is its smallest cost; a row takes the first of the columns that want it.
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

/// A row without a column takes the one that is cheapest for it and lowers its price until the
/// second cheapest would do as well; whoever had it bids next. Rows that would gain nothing by it,
/// or have not been served after some rounds, are left in free_rows_.
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

/// Dijkstra's algorithm on the costs less prices, from a row to the nearest column without a row;
/// every row on the way moves on to its next column.
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
    // Costs that are no numbers lead nowhere: then any column is as near as the last one.
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

/// The first column without a row at this distance, or else the first with one.
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

}  // namespace acgd
