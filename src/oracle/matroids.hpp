#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/oracle/known_sets.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// The largest flow between two nodes of a network with real capacities (Dinic's algorithm).
///
/// Capacities are doubles, so what is left of an arc after rounding must not count as room:
/// residuals up to 1e-15 of the largest capacity are taken for zero.
class MaxFlow {
 public:
  explicit MaxFlow(Index nodes) : first_(nodes, no_arc) {}

  /// Returns the arc's number. Capacities are finite and not negative.
  Index add_arc(Index from, Index to, double capacity);

  /// The value of a largest flow. Called once, or again after every arc has a new capacity.
  double solve(Index source, Index sink);

  /// The first of the new capacities must be preceded by this.
  void forget_capacities() { largest_capacity_ = 0; }
  void set_capacity(Index arc, double capacity);

  /// Whether a node is on the side of the source of the smallest cut, once the flow is there.
  bool is_reached(Index node) const { return level_[node] >= 0; }

  double flow(Index arc) const { return halves_[2 * arc + 1].residual; }
  /// capacity - flow
  double room(Index arc) const { return halves_[2 * arc].residual; }

 private:
  static constexpr Index no_arc = -1;

  /// Arc a is the halves 2a, forward, and 2a + 1, backward.
  struct Half {
    Index to;
    Index next;  ///< of the halves that leave the same node
    double residual;
  };

  bool label_levels(Index source, Index sink);
  double block(Index source, Index sink);
  double augment();

  std::vector<Half> halves_;
  std::vector<Index> first_;  ///< half of each node
  double largest_capacity_ = 0;
  double zero_ = 0;

  std::vector<Index> level_;
  std::vector<Index> current_;
  std::vector<Index> path_;
  std::vector<Index> queue_;
};

/// The set of nodes of a connected graph with the largest sum of gains over the number of edges
/// that leave it, by Dinkelbach's method (Management Science 13, 1967): whether a ratio is too
/// small is found out by a cut of smallest capacity, whose set has a larger one.
class RatioCut {
 public:
  RatioCut(Index nodes, const std::vector<Edge>& edges);

  struct Found {
    double ratio = 0;
    Index cut = 0;      ///< so many edges leave the set
    double excess = 0;  ///< no set has a ratio above ratio + excess
  };
  /// Makes `inside`, whose ratio is not negative, the best set; it and the rest are connected. Gains
  /// are finite and add up to 0 but for rounding.
  Found improve(const Vector& gains, std::vector<char>& inside);

 private:
  struct Side {
    double gain = 0;
    Index cut = 0;
    double ratio() const { return gain / static_cast<double>(cut); }
  };

  Side measure(const Vector& gains, const std::vector<char>& inside) const;
  double cut_smallest(const Vector& gains, double ratio);
  void keep_best_part(const Vector& gains, char side);

  Index nodes_;
  std::vector<Edge> edges_;
  std::vector<Index> starts_;
  std::vector<Index> neighbors_;
  MaxFlow flow_;
  std::vector<char> trial_;
  std::vector<Index> part_;
  std::vector<Index> queue_;
  std::vector<Side> sides_;
};

/// Subsets of a few elements, as bits.
using Bits = unsigned;

std::vector<Index> elements_of(Bits bits);
/// "{0, 2, 5}", of many only the first ones.
std::string as_set(std::vector<Index> elements);

/// The values of F on all subsets of n elements, by their bits.
std::vector<double> table_of(Index n, const std::function<double(const std::vector<Index>&)>& f);

/// Where F(S + a) + F(S + b) < F(S + a + b) + F(S), beyond rounding.
struct NotSubmodular {
  std::vector<Index> set;
  Index a = 0, b = 0;
  double gain = 0;        ///< F(S + b) - F(S)
  double later_gain = 0;  ///< F(S + a + b) - F(S + a)

  /// "element 2 adds 3 to {0, 1}, but 1 to {0}"
  std::string told() const;
};
std::optional<NotSubmodular> find_not_submodular(Index n, const std::vector<double>& table);
/// The same on random sets: F is asked.
std::optional<NotSubmodular> sample_not_submodular(
    Index n, const std::function<double(const std::vector<Index>&)>& f);

/// How far x(S) <= F(S) is violated, and x(all) = F(all): by all subsets, in the table.
Violation violation_by_table(const std::vector<double>& table, ConstVectorRef x);
/// The same, of the sets of the largest entries. NaN if those are within their bounds.
Violation violation_by_largest(ConstVectorRef x,
                               const std::function<double(const std::vector<Index>&)>& f);

}  // namespace acgd
