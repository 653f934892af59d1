#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/oracle/known_sets.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// Maximum flow between two nodes of a network with real capacities (Dinic's algorithm).
///
/// Residuals up to 1e-15 of the largest capacity are treated as 0, since capacities are doubles.
class MaxFlow {
 public:
  explicit MaxFlow(Index nodes) : first_(nodes, no_arc) {}

  /// Returns the arc's number. Capacities are finite and not negative.
  Index add_arc(Index from, Index to, double capacity);

  /// Value of a maximum flow. Call once, or again after all arcs have new capacities.
  double solve(Index source, Index sink);

  /// Call before setting new capacities.
  void forget_capacities() { largest_capacity_ = 0; }
  void set_capacity(Index arc, double capacity);

  /// After solve(): whether a node is on the source side of the minimum cut.
  bool is_reached(Index node) const { return level_[node] >= 0; }

  double flow(Index arc) const { return halves_[2 * arc + 1].residual; }
  /// capacity - flow
  double room(Index arc) const { return halves_[2 * arc].residual; }

 private:
  static constexpr Index no_arc = -1;

  /// Arc a consists of the halves 2a, forward, and 2a + 1, backward.
  struct Half {
    Index to;
    Index next;  ///< next half that leaves the same node
    double residual;
  };

  bool label_levels(Index source, Index sink);
  double block(Index source, Index sink);
  double augment();

  std::vector<Half> halves_;
  std::vector<Index> first_;  ///< first half of each node
  double largest_capacity_ = 0;
  double zero_ = 0;

  std::vector<Index> level_;
  std::vector<Index> current_;
  std::vector<Index> path_;
  std::vector<Index> queue_;
};

/// Set of nodes of a connected graph that maximises sum of gains / number of cut edges, by
/// Dinkelbach's method (1967): a minimum cut finds a set of larger ratio, or shows that there is
/// none.
class RatioCut {
 public:
  RatioCut(Index nodes, const std::vector<Edge>& edges);

  struct Found {
    double ratio = 0;
    Index cut = 0;      ///< number of edges that leave the set
    double excess = 0;  ///< no set has a ratio above ratio + excess
  };
  /// Replaces `inside`, whose ratio must be >= 0, by a set of maximum ratio that is connected, as
  /// is its complement. Gains are finite and sum to 0 up to rounding.
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

/// Subset of a few elements as a bit mask.
using Bits = unsigned;

std::vector<Index> elements_of(Bits bits);
/// "{0, 2, 5}", truncated if there are many.
std::string as_set(std::vector<Index> elements);

/// Values of F on all subsets of n elements, indexed by bit mask.
std::vector<double> table_of(Index n, const std::function<double(const std::vector<Index>&)>& f);

/// Counterexample to submodularity: F(S + a) + F(S + b) < F(S + a + b) + F(S), beyond rounding.
struct NotSubmodular {
  std::vector<Index> set;
  Index a = 0, b = 0;
  double gain = 0;        ///< F(S + b) - F(S)
  double later_gain = 0;  ///< F(S + a + b) - F(S + a)

  /// "element 2 adds 3 to {0, 1}, but 1 to {0}"
  std::string told() const;
};
std::optional<NotSubmodular> find_not_submodular(Index n, const std::vector<double>& table);
/// The same on random sets, by evaluating F.
std::optional<NotSubmodular> sample_not_submodular(
    Index n, const std::function<double(const std::vector<Index>&)>& f);

/// Largest violation of x(S) <= F(S) over all subsets, from the table, and of x(all) = F(all).
Violation violation_by_table(const std::vector<double>& table, ConstVectorRef x);
/// The same over the sets of largest entries only. NaN if none is violated.
Violation violation_by_largest(ConstVectorRef x,
                               const std::function<double(const std::vector<Index>&)>& f);

}  // namespace acgd
