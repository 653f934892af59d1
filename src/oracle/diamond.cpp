#include "acgd/oracle/diamond.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/entries.hpp"
#include "oracle/file_columns.hpp"
#include "oracle/promising.hpp"

namespace acgd {
namespace {

/// How far x is from a diamond. x is in it if it has weights w_i >= 0 that sum to 1 with
/// w_i lower_i <= x_i <= w_i upper_i: each of them an interval, from its least to its most. What a
/// sum of leasts is above 1 must be given up, and x_i moves by the far end of axis i for a unit of
/// it; what a sum of mosts is below 1 must be won, by the near end for a unit. Both at the cheapest
/// axes, which gives the nearest point in the l1 norm.
class DiamondDistance {
 public:
  DiamondDistance(const Vector& lower, const Vector& upper, ConstVectorRef x) {
    for (Index i = 0; i < x.size(); ++i) add_axis(lower[i], upper[i], x[i]);
  }

  double moved_to_axes() const { return moved_; }
  double least() const { return least_; }
  double most() const { return most_; }

  double total() {
    if (least_ > 1) return moved_ + cost_of_giving_up();
    if (most_ < 1) return moved_ + (1 - most_) * cheapest_end_;
    return moved_;
  }

 private:
  struct Share {
    double end, weight;
  };

  void add_axis(double lower, double upper, double x) {
    const double near = lower > 0 ? lower : upper < 0 ? -upper : 0;
    const double far = x > 0 ? upper : x < 0 ? -lower : 0;
    cheapest_end_ = std::min(cheapest_end_, near);
    if (x != 0 && !(far > 0)) {  // on the side of 0 where the axis has no points
      moved_ += std::abs(x);
      x = 0;
    }
    if (x != 0) {
      const double weight = std::abs(x) / far;
      shares_.push_back({far, weight});
      least_ += weight;
    }
    most_ += near > 0 ? std::abs(x) / near : std::numeric_limits<double>::infinity();
  }

  /// Instead of what is given up, what stays: a weight of 1 at the dearest axes.
  double cost_of_giving_up() {
    std::sort(shares_.begin(), shares_.end(),
              [](const Share& a, const Share& b) { return a.end > b.end; });
    double left = 1;
    double cost = 0;
    for (const auto& [end, weight] : shares_) {
      const double kept = std::min(left, weight);
      left -= kept;
      cost += end * (weight - kept);
    }
    return cost;
  }

  std::vector<Share> shares_;
  double moved_ = 0;
  double least_ = 0;
  double most_ = 0;
  double cheapest_end_ = std::numeric_limits<double>::infinity();
};

}  // namespace

Diamond::Diamond(Vector lower, Vector upper) : lower_(std::move(lower)), upper_(std::move(upper)) {
  require_at_least("size of lower", lower_.size(), 1);
  if (upper_.size() != lower_.size()) {
    throw InvalidInput(compose("upper has {} entries: must have as many as lower, {}",
                               upper_.size(), lower_.size()));
  }
  require_finite_entries("lower", lower_);
  require_finite_entries("upper", upper_);
  for (Index i = 0; i < lower_.size(); ++i) {
    if (lower_[i] > upper_[i]) {
      throw InvalidInput(
          compose("lower[{}] = {}: must be at most upper[{}] = {}", i, lower_[i], i, upper_[i]));
    }
  }
  is_norm_ball_ = lower_ == -upper_ && upper_.minCoeff() > 0;
}

std::unique_ptr<Oracle> Diamond::Parameters::begin(const SetContext& context) const {
  const Matrix bounds = read_two_columns(context, file, "lower and upper");
  return std::make_unique<Diamond>(bounds.col(0), bounds.col(1));
}

std::string Diamond::name() const {
  return compose("diamond with points from {} to {} in R^{}", lower_.minCoeff(), upper_.maxCoeff(),
                 dimension());
}

void Diamond::score(const Vector& g, Vector& scores) const {
  assert(g.size() == dimension());
  scores.resize(g.size());
  for (Index i = 0; i < g.size(); ++i) scores[i] = g[i] * end(i, g[i]);
}

void Diamond::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  Vector& scores = answer.memory<Promising>().scores;
  score(g, scores);
  const Index i = first_smallest(scores);
  answer.atom.become_coordinate(dimension(), i, end(i, g[i]));
}

void Diamond::several(const Gradient& gradient, Index most, OracleCall& answer) const {
  minimize(gradient, answer);
  answer.other_count = 0;
  if (most <= 0) return;
  const Vector& g = gradient.dense();
  Promising& promising = answer.memory<Promising>();
  promising.choose(promising.scores, halfway_to_mean(promising.scores),
                   answer.atom.as<Atom::Coordinate>()->index, most);
  for (const Index i : promising.indices) {
    const double value = end(i, g[i]);
    // The origin would be the same point on every axis.
    if (value != 0) answer.add_other().become_coordinate(dimension(), i, value);
  }
}

Violation Diamond::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  DiamondDistance distance(lower_, upper_, x);
  const double total = distance.total();
  if (!(total > 0)) return {};
  if (distance.least() > 1) {
    return {total, compose("it is made of points with weights that sum to {}, above 1; the "
                           "nearest point is {} away in the l1 norm",
                           distance.least(), total)};
  }
  if (distance.most() < 1) {
    return {total, compose("it is made of points with weights that sum to {}, below 1; the "
                           "nearest point is {} away in the l1 norm",
                           distance.most(), total)};
  }
  return {total, compose("entries of a sign that no point has; the nearest point is {} away in the "
                         "l1 norm",
                         total)};
}

}  // namespace acgd
