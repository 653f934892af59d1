#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "acgd/direction/direction_rule.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// The active set where the set is a sum (Summands): x = rest * x0 + sum over parts and their
/// points of share * point. The shares of a part are >= 0 and sum to (1 - rest) times its amount.
/// x0 has a weight of its own because its decomposition into points is unknown.
///
/// The points of a part have consecutive positions until the next take().
class ActiveParts {
 public:
  using Entry = Summands::Entry;

  explicit ActiveParts(const DirectionContext& context);

  Index part_count() const { return parts_.count(); }
  std::size_t size() const { return now_.shares.size(); }
  std::size_t first(Index part) const { return now_.firsts[part]; }
  std::size_t last(Index part) const { return now_.firsts[static_cast<std::size_t>(part) + 1]; }
  /// The variables that are 1 in a point, in ascending order.
  std::span<const Entry> ones(std::size_t i) const {
    return {now_.ones.data() + now_.starts[i], now_.ones.data() + now_.starts[i + 1]};
  }
  double amount(Index part) const { return parts_.amount(part); }
  double rest() const { return rest_; }
  const Vector& x0() const { return x0_; }
  double share(std::size_t i) const { return now_.shares[i]; }
  /// The point of a part with the smallest cost <g, point>, as of the last take().
  std::size_t cheapest(Index part) const { return cheapest_[part]; }

  /// Adds the points of the LMO's vertex that cost less than the active ones, with a share of 0,
  /// and drops points that have had no share for kMostIdleSteps steps. g is the gradient given to
  /// the LMO.
  void take(const Vector& g, LmoResult& lmo);
  /// share += t (target - share), and the same for the rest.
  void move(double t, const std::vector<double>& targets, double rest);

  /// d = sum of (target - share) point - rest * x0
  void add_up_changes(const std::vector<double>& targets, Vector& d) const;
  /// Recomputes x; returns whether that changed it.
  bool recenter(VectorRef x);
  /// Writes the active set, with the part as the block of an atom. Writes none while rest > 0.
  void store(WeightedAtoms& atoms) const;

  void visit(Archive& archive);

 private:
  struct Lists {
    std::vector<std::size_t> firsts;  ///< position of each part's first point, and the end
    std::vector<std::size_t> starts;  ///< of each point in ones, and the end
    std::vector<Entry> ones;
    std::vector<double> shares;
    std::vector<Index> idle;  ///< number of steps for which a point has had no share

    void clear();
    void close_point(double share, Index idle_steps);
    void visit(Archive& archive);
  };

  bool start_from(const WeightedAtoms& atoms);
  void start_from_beginning();
  double cost(const Vector& g, std::size_t i) const;
  void sum_to_amount(Index part);

  const Summands& parts_;
  Vector x0_;
  double rest_ = 1;
  Lists now_;
  Lists next_;
  std::vector<std::size_t> cheapest_;
  Vector sum_;
};

/// Minimises the second-order model <g, d> + d'Hd / 2 with a diagonal H over the shares of the
/// active points by coordinate descent. In each part it moves share from expensive points to the
/// cheapest one by exact line search, and updates the costs c = g + H d at once. This is much
/// cheaper than a factor of H over all points, which outnumber the variables many times.
class SummandCoordinateDescent {
 public:
  /// Runs until the gap of the model over the active points is at most `tolerance`, or for `most`
  /// sweeps.
  void minimize(const ActiveParts& active, const Vector& g, const Vector& h, double tolerance,
                int most);

  /// The new share of each point.
  const std::vector<double>& targets() const { return targets_; }
  /// The new weight of x0.
  double rest() const { return rest_; }
  const Vector& d() const { return d_; }
  /// d'Hd
  double curvature() const { return curvature_; }
  /// Decrease of the model.
  double decrease() const { return decrease_; }

 private:
  using Entry = ActiveParts::Entry;

  void start(const ActiveParts& active, const Vector& g);
  double move_rest(const ActiveParts& active, const Vector& h);
  void leave_rest(const ActiveParts& active, const Vector& h);
  void run(const ActiveParts& active, const Vector& g, const Vector& h, double tolerance, int most);
  void list_differences(const ActiveParts& active, Index dimension);
  /// A part with at least two points.
  struct Group {
    std::size_t first = 0;  ///< position
    std::size_t last = 0;
    std::size_t start = 0;  ///< of its first point in starts_
  };
  double sweep(const Group& group, const Vector& h);
  void shift(const Group& group, std::size_t from, std::size_t to, const Vector& h);
  std::span<const Entry> list(const Group& group, std::size_t i) const {
    const std::size_t* const start = starts_.data() + group.start + i;
    return {ones_.data() + start[0], ones_.data() + start[1]};
  }

  std::vector<Group> groups_;
  std::vector<std::size_t> starts_;  ///< of each point of each group in ones_, and the end
  std::vector<Entry> ones_;          ///< without the variables that are 1 in all points of the part
  std::vector<std::uint32_t> seen_;  ///< points with each variable, while a part is listed

  std::vector<double> targets_;
  double rest_ = 0;
  Vector u_;                           ///< from x0 to the cheapest points
  std::vector<std::size_t> cheapest_;  ///< of each part
  std::vector<double> costs_;          ///< of the points of a part
  std::vector<Entry> left_;            ///< variables that are 1 in the source only
  std::vector<Entry> taken_;           ///< variables that are 1 in the destination only
  Vector d_;
  Vector c_;
  double curvature_ = 0;
  double decrease_ = 0;
};

}  // namespace acgd
