#include "active_set/summand_coordinate_descent.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace acgd {

// Coordinate descent over path shares (the gradient projection of Jayakrishnan et al. 1994; its
// active set as in the disaggregate simplicial decomposition of Larsson and Patriksson 1992):
//
// 1. List the points of each part with at least two points, without their common variables.
// 2. While x0 has a weight: first move all of it to the cheapest points, then sweep; keep the
//    result if the model decreases. Otherwise start again with the weight of x0 as a variable.
// 3. Sweep over the parts. In each,
//    a. compute the cost of every point, the sum of c_j = g_j + h_j d_j over its variables;
//    b. for each point that costs more than the cheapest, shift share to the cheapest: cost
//       difference / sum of h_j over the variables in which they differ, at most its share;
//    c. update d and c.
// 4. If x0 has a weight, move it likewise toward the cheapest points of all parts together.
// 5. Repeat from 3 until the sum of the gaps is at most the tolerance, or for `most` sweeps.

namespace {

// Steps without a share before a point is dropped: a path often regains its share soon.
constexpr Index kMostIdleSteps = 3;
// Relative difference of equal costs that are summed in another order.
constexpr double kSameCost = 1e-13;
// Relative tolerance of numbers read from text with 10 digits.
constexpr double kReadAmount = 1e-9;

// A smaller weight of x0 is below the rounding error of x.
constexpr double kLeastRest = 16 * std::numeric_limits<double>::epsilon();

}  // namespace

void ActiveParts::Lists::clear() {
  firsts.assign(1, 0);
  starts.assign(1, 0);
  ones.clear();
  shares.clear();
  idle.clear();
}

/// Ends the point whose variables were appended to ones.
void ActiveParts::Lists::close_point(double share, Index idle_steps) {
  starts.push_back(ones.size());
  shares.push_back(share);
  idle.push_back(idle_steps);
}

ActiveParts::ActiveParts(const DirectionContext& context)
    : parts_(*context.set.summands()),
      x0_(context.x0.to_dense()),
      cheapest_(static_cast<std::size_t>(parts_.count())) {
  now_.clear();
  if (start_from(context.atoms)) {
    rest_ = 0;
    return;
  }
  start_from_beginning();
}

/// Oracle::start() has one point per part; any other x0 has no known decomposition.
void ActiveParts::start_from_beginning() {
  now_.clear();
  LmoResult lmo;
  parts_.begin(lmo);
  const bool is_start = lmo.atom.to_dense() == x0_;
  for (Index part = 0; part < part_count(); ++part) {
    if (is_start) {
      parts_.append(lmo, part, now_.ones);
      std::sort(now_.ones.begin() + static_cast<std::ptrdiff_t>(now_.starts.back()),
                now_.ones.end());
      now_.close_point(amount(part), 0);
    }
    now_.firsts.push_back(size());
  }
  rest_ = is_start ? 0 : 1;
}

/// Returns false if the atoms are not in the format of store().
bool ActiveParts::start_from(const WeightedAtoms& atoms) {
  std::vector<const WeightedAtom*> sorted;
  for (const WeightedAtom& one : atoms) sorted.push_back(&one);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto* a, const auto* b) { return a->block < b->block; });
  auto next = sorted.begin();
  for (Index part = 0; part < part_count(); ++part) {
    double sum = 0;
    for (; next != sorted.end() && (*next)->block == part; ++next) {
      const auto* sparse = (*next)->atom.as<Atom::Sparse>();
      if (sparse == nullptr || (*next)->atom.size() != x0_.size()) return false;
      for (std::size_t e = 0; e < sparse->indices.size(); ++e) {
        const bool is_amount =
            std::abs(sparse->values[e] - amount(part)) <= kReadAmount * amount(part);
        if (!is_amount) return false;
        now_.ones.push_back(static_cast<Entry>(sparse->indices[e]));
      }
      now_.close_point((*next)->weight * amount(part), 0);
      if (!parts_.has_point(part, ones(size() - 1))) return false;
      sum += (*next)->weight;
    }
    now_.firsts.push_back(size());
    if (!(std::abs(sum - 1) <= kReadAmount)) return false;
    sum_to_amount(part);
  }
  return next == sorted.end();
}

double ActiveParts::cost(const Vector& g, std::size_t i) const {
  double sum = 0;
  for (const Entry j : ones(i)) sum += g[j];
  return sum;
}

void ActiveParts::take(const Vector& g, LmoResult& lmo) {
  next_.clear();
  for (Index part = 0; part < part_count(); ++part) {
    const std::size_t begin = next_.shares.size();
    std::size_t& cheapest = cheapest_[part];
    double least = std::numeric_limits<double>::infinity();
    cheapest = begin;
    for (std::size_t i = first(part); i < last(part); ++i) {
      if (now_.idle[i] >= kMostIdleSteps) continue;
      const double here = cost(g, i);
      if (here < least) least = here, cheapest = next_.shares.size();
      const auto point = ones(i);
      next_.ones.insert(next_.ones.end(), point.begin(), point.end());
      next_.close_point(share(i), now_.idle[i]);
    }
    const bool has_points = next_.shares.size() > begin;
    if (!has_points || parts_.cost(lmo, part) < least - kSameCost * std::abs(least)) {
      parts_.append(lmo, part, next_.ones);
      std::sort(next_.ones.begin() + static_cast<std::ptrdiff_t>(next_.starts.back()),
                next_.ones.end());
      next_.close_point(0, 0);
      cheapest = next_.shares.size() - 1;
    }
    next_.firsts.push_back(next_.shares.size());
  }
  std::swap(now_, next_);
}

void ActiveParts::move(double t, const std::vector<double>& targets, double rest) {
  for (std::size_t i = 0; i < size(); ++i) {
    double& share = now_.shares[i];
    share = t == 1 ? targets[i] : std::max(0.0, share + t * (targets[i] - share));
    now_.idle[i] = share > 0 ? 0 : now_.idle[i] + 1;
  }
  rest_ = t == 1 ? rest : rest_ + t * (rest - rest_);
  if (rest_ > kLeastRest) return;
  rest_ = 0;
  for (Index part = 0; part < part_count(); ++part) sum_to_amount(part);
}

/// The largest share absorbs the rounding error of the sum.
void ActiveParts::sum_to_amount(Index part) {
  double others = 0;
  std::size_t largest = first(part);
  for (std::size_t i = first(part) + 1; i < last(part); ++i) {
    const bool is_larger = share(i) > share(largest);
    others += is_larger ? share(largest) : share(i);
    if (is_larger) largest = i;
  }
  now_.shares[largest] = amount(part) - others;
}

void ActiveParts::add_up_changes(const std::vector<double>& targets, Vector& d) const {
  d = -rest_ * x0_;
  for (std::size_t i = 0; i < size(); ++i) {
    const double change = targets[i] - share(i);
    if (change == 0) continue;
    for (const Entry j : ones(i)) d[j] += change;
  }
}

bool ActiveParts::recenter(VectorRef x) {
  sum_ = rest_ * x0_;
  for (std::size_t i = 0; i < size(); ++i) {
    if (share(i) == 0) continue;
    for (const Entry j : ones(i)) sum_[j] += share(i);
  }
  if (x == sum_) return false;
  x = sum_;
  return true;
}

void ActiveParts::store(WeightedAtoms& atoms) const {
  atoms.clear();
  if (rest_ > 0) return;
  for (Index part = 0; part < part_count(); ++part) {
    for (std::size_t i = first(part); i < last(part); ++i) {
      if (!(share(i) > 0)) continue;
      atoms.push_back({Atom(), share(i) / amount(part), part});
      Atom::Sparse& sparse = atoms.back().atom.become_sparse(x0_.size());
      sparse.indices.assign(ones(i).begin(), ones(i).end());
      sparse.values.assign(ones(i).size(), amount(part));
    }
  }
}

void ActiveParts::visit(Archive& archive) {
  archive.expect("parts of the set", part_count());
  archive(rest_, now_);
  if (!archive.is_loading()) return;
  Archive::require(rest_ >= 0 && rest_ <= 1, "an invalid weight");
  const bool has_all =
      now_.firsts.size() == cheapest_.size() + 1 &&
      std::adjacent_find(now_.firsts.begin(), now_.firsts.end()) == now_.firsts.end();
  Archive::require(has_all, "parts without a point");
  const auto is_variable = [this](Entry j) { return j >= 0 && j < x0_.size(); };
  Archive::require(std::all_of(now_.ones.begin(), now_.ones.end(), is_variable),
                   "a variable is out of range");
}

void ActiveParts::Lists::visit(Archive& archive) {
  const auto visit_list = [&](auto& list) {
    list.resize(static_cast<std::size_t>(
        archive.visit_size(static_cast<Index>(list.size()), sizeof list[0])));
    archive.bytes(list.data(), list.size() * sizeof list[0]);
  };
  visit_list(firsts);
  visit_list(starts);
  visit_list(ones);
  archive(shares, idle);
  if (!archive.is_loading()) return;
  const auto leads = [](const std::vector<std::size_t>& list, std::size_t end) {
    return !list.empty() && list.front() == 0 && list.back() == end &&
           std::is_sorted(list.begin(), list.end());
  };
  const bool good = idle.size() == shares.size() && starts.size() == shares.size() + 1 &&
                    leads(firsts, shares.size()) && leads(starts, ones.size()) &&
                    std::all_of(shares.begin(), shares.end(),
                                [](double share) { return share >= 0 && std::isfinite(share); });
  Archive::require(good, "the points of its parts do not fit together");
}

/// Prefers a result without x0 if it decreases the model: then all of x is decomposed into points.
void SummandCoordinateDescent::minimize(const ActiveParts& active, const Vector& g, const Vector& h,
                                        double tolerance, int most) {
  list_differences(active, g.size());
  start(active, g);
  if (active.rest() > 0) {
    leave_rest(active, h);
    run(active, g, h, tolerance, most);
    if (decrease_ > 0) return;
    start(active, g);
  }
  run(active, g, h, tolerance, most);
}

void SummandCoordinateDescent::run(const ActiveParts& active, const Vector& g, const Vector& h,
                                   double tolerance, int most) {
  for (int round = 0; round < most; ++round) {
    double gap = 0;
    for (const Group& group : groups_) gap += sweep(group, h);
    if (rest_ > 0) gap += move_rest(active, h);
    if (!(gap > tolerance)) break;
  }
  curvature_ = d_.cwiseAbs2().dot(h);
  decrease_ = -g.dot(d_) - 0.5 * curvature_;
}

void SummandCoordinateDescent::start(const ActiveParts& active, const Vector& g) {
  targets_.resize(active.size());
  for (std::size_t i = 0; i < active.size(); ++i) targets_[i] = active.share(i);
  rest_ = active.rest();
  d_.setZero(g.size());
  c_ = g;
}

void SummandCoordinateDescent::leave_rest(const ActiveParts& active, const Vector& h) {
  for (Index part = 0; part < active.part_count(); ++part) {
    targets_[active.cheapest(part)] += rest_ * active.amount(part);
  }
  rest_ = 0;
  active.add_up_changes(targets_, d_);
  c_ += h.cwiseProduct(d_);
}

/// Moves weight from x0 to the cheapest points of all parts by exact line search. Returns the gap
/// of x0's weight before the move.
double SummandCoordinateDescent::move_rest(const ActiveParts& active, const Vector& h) {
  u_ = -active.x0();
  cheapest_.resize(static_cast<std::size_t>(active.part_count()));
  for (Index part = 0; part < active.part_count(); ++part) {
    double least = std::numeric_limits<double>::infinity();
    std::size_t to = active.first(part);
    for (std::size_t i = active.first(part); i < active.last(part); ++i) {
      double cost = 0;
      for (const Entry j : active.ones(i)) cost += c_[j];
      if (cost < least) least = cost, to = i;
    }
    for (const Entry j : active.ones(to)) u_[j] += active.amount(part);
    cheapest_[part] = to;
  }
  const double descent = -c_.dot(u_), curvature = u_.cwiseAbs2().dot(h), gap = rest_ * descent;
  if (!(descent > 0)) return 0;
  const double length = descent < curvature * rest_ ? descent / curvature : rest_;
  rest_ = length == rest_ ? 0 : rest_ - length;
  for (Index part = 0; part < active.part_count(); ++part) {
    targets_[cheapest_[part]] += length * active.amount(part);
  }
  d_ += length * u_;
  c_ += length * h.cwiseProduct(u_);
  return gap;
}

void SummandCoordinateDescent::list_differences(const ActiveParts& active, Index dimension) {
  groups_.clear();
  starts_.clear();
  ones_.clear();
  seen_.assign(static_cast<std::size_t>(dimension), 0);
  for (Index part = 0; part < active.part_count(); ++part) {
    const std::size_t first = active.first(part), last = active.last(part);
    if (last - first < 2) continue;
    groups_.push_back({first, last, starts_.size()});
    for (std::size_t i = first; i < last; ++i) {
      for (const Entry j : active.ones(i)) ++seen_[j];
    }
    for (std::size_t i = first; i < last; ++i) {
      starts_.push_back(ones_.size());
      for (const Entry j : active.ones(i)) {
        if (seen_[j] < last - first) ones_.push_back(j);
      }
    }
    for (std::size_t i = first; i < last; ++i) {
      for (const Entry j : active.ones(i)) seen_[j] = 0;
    }
  }
  starts_.push_back(ones_.size());
}

/// Returns the gap of the part before the sweep.
double SummandCoordinateDescent::sweep(const Group& group, const Vector& h) {
  const std::size_t count = group.last - group.first;
  costs_.resize(std::max(costs_.size(), count));
  std::size_t to = 0;
  for (std::size_t i = 0; i < count; ++i) {
    double cost = 0;
    for (const Entry j : list(group, i)) cost += c_[j];
    costs_[i] = cost;
    if (cost < costs_[to]) to = i;
  }
  double gap = 0;
  for (std::size_t i = 0; i < count; ++i) {
    gap += targets_[group.first + i] * (costs_[i] - costs_[to]);
  }
  if (!(gap > 0)) return gap;
  for (std::size_t i = 0; i < count; ++i) {
    if (costs_[i] > costs_[to] && targets_[group.first + i] > 0) shift(group, i, to, h);
  }
  return gap;
}

void SummandCoordinateDescent::shift(const Group& group, std::size_t from, std::size_t to,
                                     const Vector& h) {
  std::span<const Entry> left = list(group, from), taken = list(group, to);
  if (group.last - group.first > 2) {
    left_.clear();
    taken_.clear();
    std::ranges::set_difference(left, taken, std::back_inserter(left_));
    std::ranges::set_difference(taken, left, std::back_inserter(taken_));
    left = left_;
    taken = taken_;
  }
  double slope = 0, curvature = 0;
  for (const Entry j : left) slope += c_[j], curvature += h[j];
  for (const Entry j : taken) slope -= c_[j], curvature += h[j];
  double& source = targets_[group.first + from];
  if (!(slope > 0)) return;
  const double most = source;
  const double length = slope < curvature * most ? slope / curvature : most;
  source = length == most ? 0 : source - length;
  targets_[group.first + to] += length;
  for (const Entry j : left) d_[j] -= length, c_[j] -= length * h[j];
  for (const Entry j : taken) d_[j] += length, c_[j] += length * h[j];
}

}  // namespace acgd
