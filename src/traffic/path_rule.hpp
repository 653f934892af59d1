#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "acgd/direction/direction_rule.hpp"
#include "acgd/traffic/traffic.hpp"

namespace acgd {

/// The active set of traffic flows: x = rest * x0 + sum over pairs of nodes and their paths of
/// share * path, where the path is 1 on its links. The shares of a pair are >= 0 and sum to
/// (1 - rest) times its demand. x0 has a weight of its own because its decomposition into paths is
/// unknown.
///
/// The paths of a pair have consecutive positions until the next take().
class ActivePaths {
 public:
  using Link = TrafficFlows::Link;

  ActivePaths(const TrafficFlows& flows, const DirectionContext& context);

  Index pair_count() const { return static_cast<Index>(flows_.demands().size()); }
  std::size_t size() const { return now_.shares.size(); }
  std::size_t first(Index pair) const { return now_.firsts[pair]; }
  std::size_t last(Index pair) const { return now_.firsts[static_cast<std::size_t>(pair) + 1]; }
  /// The links of a path, in ascending order.
  std::span<const Link> links(std::size_t i) const {
    return {now_.links.data() + now_.starts[i], now_.links.data() + now_.starts[i + 1]};
  }
  double amount(Index pair) const { return flows_.demands()[pair].amount; }
  double rest() const { return rest_; }
  const Vector& x0() const { return x0_; }
  double share(std::size_t i) const { return now_.shares[i]; }
  /// The path of a pair with the smallest cost <g, path>, as of the last take().
  std::size_t cheapest(Index pair) const { return cheapest_[pair]; }

  /// Adds the paths of the LMO's vertex that cost less than the active ones, with a share of 0,
  /// and drops paths that have had no share for kMostIdleSteps steps. g is the gradient given to
  /// the LMO.
  void take(const Vector& g, LmoResult& lmo);
  /// share += t (target - share), and the same for the rest.
  void move(double t, const std::vector<double>& targets, double rest);

  /// d = sum of (target - share) path - rest * x0
  void add_up_changes(const std::vector<double>& targets, Vector& d) const;
  /// Recomputes x; returns whether that changed it.
  bool recenter(VectorRef x);
  /// Writes the active set, with the pair as the block of an atom. Writes none while rest > 0.
  void store(WeightedAtoms& atoms) const;

  void visit(Archive& archive);

 private:
  struct Lists {
    std::vector<std::size_t> firsts;  ///< position of each pair's first path, and the end
    std::vector<std::size_t> starts;  ///< of each path in links, and the end
    std::vector<Link> links;
    std::vector<double> shares;
    std::vector<Index> idle;  ///< number of steps for which a path has had no share

    void clear();
    void close_path(double share, Index idle_steps);
    void visit(Archive& archive);
  };

  bool start_from(const WeightedAtoms& atoms);
  void start_from_beginning();
  double cost(const Vector& g, std::size_t i) const;
  void sum_to_amount(Index pair);

  const TrafficFlows& flows_;
  Vector x0_;
  double rest_ = 1;
  Lists now_;
  Lists next_;
  std::vector<std::size_t> cheapest_;
  Vector sum_;
};

/// Minimises the second-order model <g, d> + d'Hd / 2 with a diagonal H over the shares of the
/// active paths by coordinate descent. For each pair it moves share from expensive paths to the
/// cheapest one by exact line search, and updates the costs c = g + H d at once. This is much
/// cheaper than a factor of H over all paths, which outnumber the links many times.
class PathCoordinateDescent {
 public:
  /// Runs until the gap of the model over the active paths is at most `tolerance`, or for `most`
  /// sweeps.
  void minimize(const ActivePaths& active, const Vector& g, const Vector& h, double tolerance,
                int most);

  /// The new share of each path.
  const std::vector<double>& targets() const { return targets_; }
  /// The new weight of x0.
  double rest() const { return rest_; }
  const Vector& d() const { return d_; }
  /// d'Hd
  double curvature() const { return curvature_; }
  /// Decrease of the model.
  double decrease() const { return decrease_; }

 private:
  using Link = ActivePaths::Link;

  void start(const ActivePaths& active, const Vector& g);
  double move_rest(const ActivePaths& active, const Vector& h);
  void leave_rest(const ActivePaths& active, const Vector& h);
  void run(const ActivePaths& active, const Vector& g, const Vector& h, double tolerance, int most);
  void list_differences(const ActivePaths& active, Index dimension);
  /// A pair with at least two paths.
  struct Group {
    std::size_t first = 0;  ///< position
    std::size_t last = 0;
    std::size_t start = 0;  ///< of its first path in starts_
  };
  double sweep(const Group& group, const Vector& h);
  void shift(const Group& group, std::size_t from, std::size_t to, const Vector& h);
  std::span<const Link> list(const Group& group, std::size_t i) const {
    const std::size_t* const start = starts_.data() + group.start + i;
    return {links_.data() + start[0], links_.data() + start[1]};
  }

  std::vector<Group> groups_;
  std::vector<std::size_t> starts_;  ///< of each path of each group in links_, and the end
  std::vector<Link> links_;          ///< without the links on all paths of the pair
  std::vector<std::uint32_t> seen_;  ///< paths with each link, while a pair is listed

  std::vector<double> targets_;
  double rest_ = 0;
  Vector u_;                           ///< from x0 to the cheapest paths
  std::vector<std::size_t> cheapest_;  ///< of each pair
  std::vector<double> costs_;          ///< of the paths of a pair
  std::vector<Link> left_;             ///< links of the source only
  std::vector<Link> taken_;            ///< links of the destination only
  Vector d_;
  Vector c_;
  double curvature_ = 0;
  double decrease_ = 0;
};

/// Corrective steps over the shares of the paths; null if f is not a sum over the links.
std::unique_ptr<DirectionRule> begin_path_rule(const TrafficFlows& flows,
                                               const DirectionContext& context);

}  // namespace acgd
