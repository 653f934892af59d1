#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "direction/kept_parts.hpp"

namespace acgd {

/// Minimises the second-order model <g, d> + d'Hd / 2 with a diagonal H over the shares of kept
/// points, part by part: in each of them what dear points have goes to the cheapest one, as far as
/// the model falls, at costs c = g + H d that know at once of what was moved before. Next to a joint
/// factor of all points, of which there are many times more than variables, that costs nothing.
class PartSweeps {
 public:
  /// At most so many sweeps, until the gap of the model, over the points that are kept, is at most
  /// `tolerance`.
  void minimize(const KeptParts& kept, const Vector& g, const Vector& h, double tolerance,
                int most);

  /// The new share of each point.
  const std::vector<double>& targets() const { return targets_; }
  /// The new weight of x0.
  double rest() const { return rest_; }
  const Vector& d() const { return d_; }
  /// d'Hd
  double curvature() const { return curvature_; }
  /// By how much the model falls.
  double fall() const { return fall_; }

 private:
  using Entry = KeptParts::Entry;

  void start(const KeptParts& kept, const Vector& g);
  double move_rest(const KeptParts& kept, const Vector& h);
  void leave_rest(const KeptParts& kept, const Vector& h);
  void run(const KeptParts& kept, const Vector& g, const Vector& h, double tolerance, int most);
  void list_differences(const KeptParts& kept, Index dimension);
  /// A part that has several points.
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
  std::vector<Entry> ones_;          ///< without those that all points of the part have
  std::vector<std::uint32_t> seen_;  ///< of each variable, while a part is listed

  std::vector<double> targets_;
  double rest_ = 0;
  Vector u_;                           ///< from x0 to the cheapest points
  std::vector<std::size_t> cheapest_;  ///< of each part
  std::vector<double> costs_;          ///< of the points of a part
  std::vector<Entry> left_;            ///< by what is moved,
  std::vector<Entry> taken_;           ///< and taken
  Vector d_;
  Vector c_;
  double curvature_ = 0;
  double fall_ = 0;
};

}  // namespace acgd
