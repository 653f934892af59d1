// How a quantity becomes passive: into the factor, or, where the model does not bend, along a line.
#include <algorithm>
#include <cmath>

#include "direction/weight_model.hpp"

namespace acgd {
namespace {

// The model bends downwards along v where v'Hv is below minus this share of what adds up to it.
constexpr double kDownwardBend = 1e-9;

}  // namespace

bool WeightModel::append(Index j) {
  const PassiveSet::Appended appended = passive_.append(j);
  if (appended == PassiveSet::Appended::yes) return true;
  // The first of its block has nothing to exchange weight with: only a downward bend keeps it out.
  if (!has_company(j)) convex_ = false;
  if (appended == PassiveSet::Appended::bends_downwards && bends_downwards(j)) convex_ = false;
  return false;
}

/// Whether another quantity of its block is passive, or it has no block.
bool WeightModel::has_company(Index j) const {
  const std::vector<Index>& rows = passive_.rows();
  return block(j) == kNoBlock ||
         std::any_of(rows.begin(), rows.end(), [&](Index i) { return block(i) == block(j); });
}

/// A pivot of a factor that is nearly singular is rounding, however negative. v'Hv is not: along
/// v = e_j - (what the passive quantities make of it) there is nothing lower.
bool WeightModel::bends_downwards(Index j) {
  const std::vector<Index>& rows = passive_.rows();
  const Index k = passive_.size();
  auto v = step_.head(k);
  passive_.dependence(j, v);
  double sizes = std::abs(h_(j, j));
  for (Index r = 0; r < k; ++r) {
    const Index i = rows[static_cast<std::size_t>(r)];
    sizes += v[r] * v[r] * std::abs(h_(i, i));
  }
  return !(bend_along(j) >= -kDownwardBend * sizes);
}

/// v'Hv for e_j and the step of the passive quantities together, with Hv in along_.
double WeightModel::bend_along(Index j) {
  along_.head(rows_) = h_.col(j).head(rows_);
  add_passive_step();
  double bend = along_[j];
  for (Index r = 0; r < passive_.size(); ++r) {
    bend += step_[r] * along_[passive_.rows()[static_cast<std::size_t>(r)]];
  }
  return bend;
}

void WeightModel::admit(Index j) {
  while (convex_ && changes_left_ > 0) {
    if (append(j) || !convex_ || slide(j)) return;
  }
}

/// The model does not bend along v = e_j - (what the passive quantities make of it). True when j is
/// done with: it has come to a bound, or to where the model stops falling after all.
bool WeightModel::slide(Index j) {
  const std::vector<Index>& rows = passive_.rows();
  const Index k = passive_.size();
  auto v = step_.head(k);
  passive_.dependence(j, v);
  double slope = gradient(j);
  for (Index r = 0; r < k; ++r) slope += gradient(rows[static_cast<std::size_t>(r)]) * v[r];
  double sign = slope > 0 ? -1 : 1;
  if (!is_inside(j)) sign = variables_->value[j] > variables_->lower[j] ? -1 : 1;
  const double bend = bend_along(j);
  v *= sign;
  double t = longest(j, sign);
  for (Index r = 0; r < k; ++r) {
    t = std::min(t, longest(rows[static_cast<std::size_t>(r)], v[r]));
  }
  --changes_left_;
  const bool stops = bend > 0 && -sign * slope < t * bend;
  if (stops) t = std::max(0.0, -sign * slope / bend);
  // Others that have just left their bounds may stand in the way: j has to wait until they have
  // moved.
  if (!(t > 0) || !std::isfinite(t) || !(sign * slope < 0)) return true;
  hp_.head(rows_) += t * sign * along_.head(rows_);
  move(j, t, sign);
  move_passive(t);
  drop_stopped();
  return stops || !is_inside(j);
}

}  // namespace acgd
