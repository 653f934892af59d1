#include "traffic/path_rule.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/objective.hpp"
#include "objective/rounding.hpp"

namespace acgd {

// Coordinate descent over path shares (the gradient projection of Jayakrishnan et al. 1994; its
// active set as in the disaggregate simplicial decomposition of Larsson and Patriksson 1992):
//
// 1. List the paths of each pair with at least two paths, without their common links.
// 2. While x0 has a weight: first move all of it to the cheapest paths, then sweep; keep the
//    result if the model decreases. Otherwise start again with the weight of x0 as a variable.
// 3. Sweep over the pairs. For each,
//    a. compute the cost of every path, the sum of c_j = g_j + h_j d_j over its links;
//    b. for each path that costs more than the cheapest, shift share to the cheapest: cost
//       difference / sum of h_j over the links in which they differ, at most its share;
//    c. update d and c.
// 4. If x0 has a weight, move it likewise toward the cheapest paths of all pairs together.
// 5. Repeat from 3 until the sum of the gaps is at most the tolerance, or for `most` sweeps.

namespace {

// Steps without a share before a path is dropped: it often regains its share soon.
constexpr Index kMostIdleSteps = 3;
// Relative difference of equal costs that are summed in another order.
constexpr double kSameCost = 1e-13;
// Relative tolerance of numbers read from text with 10 digits.
constexpr double kReadAmount = 1e-9;

// A smaller weight of x0 is below the rounding error of x.
constexpr double kLeastRest = 16 * std::numeric_limits<double>::epsilon();

}  // namespace

void ActivePaths::Lists::clear() {
  firsts.assign(1, 0);
  starts.assign(1, 0);
  links.clear();
  shares.clear();
  idle.clear();
}

/// Ends the path whose links were appended.
void ActivePaths::Lists::close_path(double share, Index idle_steps) {
  starts.push_back(links.size());
  shares.push_back(share);
  idle.push_back(idle_steps);
}

ActivePaths::ActivePaths(const TrafficFlows& flows, const DirectionContext& context)
    : flows_(flows), x0_(context.x0.to_dense()), cheapest_(flows.demands().size()) {
  now_.clear();
  if (start_from(context.atoms)) {
    rest_ = 0;
    return;
  }
  start_from_beginning();
}

/// TrafficFlows::start() has one path per pair; any other x0 has no known decomposition.
void ActivePaths::start_from_beginning() {
  now_.clear();
  LmoResult lmo;
  flows_.start(lmo);
  const bool is_start = lmo.atom.to_dense() == x0_;
  for (Index pair = 0; pair < pair_count(); ++pair) {
    if (is_start) {
      flows_.append_path(lmo, pair, now_.links);
      std::sort(now_.links.begin() + static_cast<std::ptrdiff_t>(now_.starts.back()),
                now_.links.end());
      now_.close_path(amount(pair), 0);
    }
    now_.firsts.push_back(size());
  }
  rest_ = is_start ? 0 : 1;
}

/// Returns false if the atoms are not in the format of store().
bool ActivePaths::start_from(const WeightedAtoms& atoms) {
  std::vector<const WeightedAtom*> sorted;
  for (const WeightedAtom& one : atoms) sorted.push_back(&one);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto* a, const auto* b) { return a->block < b->block; });
  auto next = sorted.begin();
  for (Index pair = 0; pair < pair_count(); ++pair) {
    double sum = 0;
    for (; next != sorted.end() && (*next)->block == pair; ++next) {
      const auto* sparse = (*next)->atom.as<Atom::Sparse>();
      if (sparse == nullptr || (*next)->atom.size() != x0_.size()) return false;
      for (std::size_t e = 0; e < sparse->indices.size(); ++e) {
        const bool is_amount =
            std::abs(sparse->values[e] - amount(pair)) <= kReadAmount * amount(pair);
        if (!is_amount) return false;
        now_.links.push_back(static_cast<Link>(sparse->indices[e]));
      }
      now_.close_path((*next)->weight * amount(pair), 0);
      if (!flows_.is_path(pair, links(size() - 1))) return false;
      sum += (*next)->weight;
    }
    now_.firsts.push_back(size());
    if (!(std::abs(sum - 1) <= kReadAmount)) return false;
    sum_to_amount(pair);
  }
  return next == sorted.end();
}

double ActivePaths::cost(const Vector& g, std::size_t i) const {
  double sum = 0;
  for (const Link j : links(i)) sum += g[j];
  return sum;
}

void ActivePaths::take(const Vector& g, LmoResult& lmo) {
  next_.clear();
  for (Index pair = 0; pair < pair_count(); ++pair) {
    const std::size_t begin = next_.shares.size();
    std::size_t& cheapest = cheapest_[pair];
    double least = std::numeric_limits<double>::infinity();
    cheapest = begin;
    for (std::size_t i = first(pair); i < last(pair); ++i) {
      if (now_.idle[i] >= kMostIdleSteps) continue;
      const double here = cost(g, i);
      if (here < least) least = here, cheapest = next_.shares.size();
      const auto path = links(i);
      next_.links.insert(next_.links.end(), path.begin(), path.end());
      next_.close_path(share(i), now_.idle[i]);
    }
    const bool has_paths = next_.shares.size() > begin;
    if (!has_paths || flows_.path_cost(lmo, pair) < least - kSameCost * std::abs(least)) {
      flows_.append_path(lmo, pair, next_.links);
      std::sort(next_.links.begin() + static_cast<std::ptrdiff_t>(next_.starts.back()),
                next_.links.end());
      next_.close_path(0, 0);
      cheapest = next_.shares.size() - 1;
    }
    next_.firsts.push_back(next_.shares.size());
  }
  std::swap(now_, next_);
}

void ActivePaths::move(double t, const std::vector<double>& targets, double rest) {
  for (std::size_t i = 0; i < size(); ++i) {
    double& share = now_.shares[i];
    share = t == 1 ? targets[i] : std::max(0.0, share + t * (targets[i] - share));
    now_.idle[i] = share > 0 ? 0 : now_.idle[i] + 1;
  }
  rest_ = t == 1 ? rest : rest_ + t * (rest - rest_);
  if (rest_ > kLeastRest) return;
  rest_ = 0;
  for (Index pair = 0; pair < pair_count(); ++pair) sum_to_amount(pair);
}

/// The largest share absorbs the rounding error of the sum.
void ActivePaths::sum_to_amount(Index pair) {
  double others = 0;
  std::size_t largest = first(pair);
  for (std::size_t i = first(pair) + 1; i < last(pair); ++i) {
    const bool is_larger = share(i) > share(largest);
    others += is_larger ? share(largest) : share(i);
    if (is_larger) largest = i;
  }
  now_.shares[largest] = amount(pair) - others;
}

void ActivePaths::add_up_changes(const std::vector<double>& targets, Vector& d) const {
  d = -rest_ * x0_;
  for (std::size_t i = 0; i < size(); ++i) {
    const double change = targets[i] - share(i);
    if (change == 0) continue;
    for (const Link j : links(i)) d[j] += change;
  }
}

bool ActivePaths::recenter(VectorRef x) {
  sum_ = rest_ * x0_;
  for (std::size_t i = 0; i < size(); ++i) {
    if (share(i) == 0) continue;
    for (const Link j : links(i)) sum_[j] += share(i);
  }
  if (x == sum_) return false;
  x = sum_;
  return true;
}

void ActivePaths::store(WeightedAtoms& atoms) const {
  atoms.clear();
  if (rest_ > 0) return;
  for (Index pair = 0; pair < pair_count(); ++pair) {
    for (std::size_t i = first(pair); i < last(pair); ++i) {
      if (!(share(i) > 0)) continue;
      atoms.push_back({Atom(), share(i) / amount(pair), pair});
      Atom::Sparse& sparse = atoms.back().atom.become_sparse(x0_.size());
      sparse.indices.assign(links(i).begin(), links(i).end());
      sparse.values.assign(links(i).size(), amount(pair));
    }
  }
}

void ActivePaths::visit(Archive& archive) {
  archive.expect("pairs of nodes", pair_count());
  archive(rest_, now_);
  if (!archive.is_loading()) return;
  Archive::require(rest_ >= 0 && rest_ <= 1, "an invalid weight");
  const bool has_all =
      now_.firsts.size() == cheapest_.size() + 1 &&
      std::adjacent_find(now_.firsts.begin(), now_.firsts.end()) == now_.firsts.end();
  Archive::require(has_all, "pairs without a path");
  const auto is_link = [this](Link j) { return j >= 0 && j < x0_.size(); };
  Archive::require(std::all_of(now_.links.begin(), now_.links.end(), is_link),
                   "a link is out of range");
}

void ActivePaths::Lists::visit(Archive& archive) {
  const auto visit_list = [&](auto& list) {
    list.resize(static_cast<std::size_t>(
        archive.visit_size(static_cast<Index>(list.size()), sizeof list[0])));
    archive.bytes(list.data(), list.size() * sizeof list[0]);
  };
  visit_list(firsts);
  visit_list(starts);
  visit_list(links);
  archive(shares, idle);
  if (!archive.is_loading()) return;
  const auto leads = [](const std::vector<std::size_t>& list, std::size_t end) {
    return !list.empty() && list.front() == 0 && list.back() == end &&
           std::is_sorted(list.begin(), list.end());
  };
  const bool good = idle.size() == shares.size() && starts.size() == shares.size() + 1 &&
                    leads(firsts, shares.size()) && leads(starts, links.size()) &&
                    std::all_of(shares.begin(), shares.end(),
                                [](double share) { return share >= 0 && std::isfinite(share); });
  Archive::require(good, "its paths do not fit together");
}

/// Prefers a result without x0 if it decreases the model: then all of x is decomposed into paths.
void PathCoordinateDescent::minimize(const ActivePaths& active, const Vector& g, const Vector& h,
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

void PathCoordinateDescent::run(const ActivePaths& active, const Vector& g, const Vector& h,
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

void PathCoordinateDescent::start(const ActivePaths& active, const Vector& g) {
  targets_.resize(active.size());
  for (std::size_t i = 0; i < active.size(); ++i) targets_[i] = active.share(i);
  rest_ = active.rest();
  d_.setZero(g.size());
  c_ = g;
}

void PathCoordinateDescent::leave_rest(const ActivePaths& active, const Vector& h) {
  for (Index pair = 0; pair < active.pair_count(); ++pair) {
    targets_[active.cheapest(pair)] += rest_ * active.amount(pair);
  }
  rest_ = 0;
  active.add_up_changes(targets_, d_);
  c_ += h.cwiseProduct(d_);
}

/// Moves weight from x0 to the cheapest paths of all pairs by exact line search. Returns the gap
/// of x0's weight before the move.
double PathCoordinateDescent::move_rest(const ActivePaths& active, const Vector& h) {
  u_ = -active.x0();
  cheapest_.resize(static_cast<std::size_t>(active.pair_count()));
  for (Index pair = 0; pair < active.pair_count(); ++pair) {
    double least = std::numeric_limits<double>::infinity();
    std::size_t to = active.first(pair);
    for (std::size_t i = active.first(pair); i < active.last(pair); ++i) {
      double cost = 0;
      for (const Link j : active.links(i)) cost += c_[j];
      if (cost < least) least = cost, to = i;
    }
    for (const Link j : active.links(to)) u_[j] += active.amount(pair);
    cheapest_[pair] = to;
  }
  const double descent = -c_.dot(u_), curvature = u_.cwiseAbs2().dot(h), gap = rest_ * descent;
  if (!(descent > 0)) return 0;
  const double length = descent < curvature * rest_ ? descent / curvature : rest_;
  rest_ = length == rest_ ? 0 : rest_ - length;
  for (Index pair = 0; pair < active.pair_count(); ++pair) {
    targets_[cheapest_[pair]] += length * active.amount(pair);
  }
  d_ += length * u_;
  c_ += length * h.cwiseProduct(u_);
  return gap;
}

void PathCoordinateDescent::list_differences(const ActivePaths& active, Index dimension) {
  groups_.clear();
  starts_.clear();
  links_.clear();
  seen_.assign(static_cast<std::size_t>(dimension), 0);
  for (Index pair = 0; pair < active.pair_count(); ++pair) {
    const std::size_t first = active.first(pair), last = active.last(pair);
    if (last - first < 2) continue;
    groups_.push_back({first, last, starts_.size()});
    for (std::size_t i = first; i < last; ++i) {
      for (const Link j : active.links(i)) ++seen_[j];
    }
    for (std::size_t i = first; i < last; ++i) {
      starts_.push_back(links_.size());
      for (const Link j : active.links(i)) {
        if (seen_[j] < last - first) links_.push_back(j);
      }
    }
    for (std::size_t i = first; i < last; ++i) {
      for (const Link j : active.links(i)) seen_[j] = 0;
    }
  }
  starts_.push_back(links_.size());
}

/// Returns the gap of the pair before the sweep.
double PathCoordinateDescent::sweep(const Group& group, const Vector& h) {
  const std::size_t count = group.last - group.first;
  costs_.resize(std::max(costs_.size(), count));
  std::size_t to = 0;
  for (std::size_t i = 0; i < count; ++i) {
    double cost = 0;
    for (const Link j : list(group, i)) cost += c_[j];
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

void PathCoordinateDescent::shift(const Group& group, std::size_t from, std::size_t to,
                                  const Vector& h) {
  std::span<const Link> left = list(group, from), taken = list(group, to);
  if (group.last - group.first > 2) {
    left_.clear();
    taken_.clear();
    std::ranges::set_difference(left, taken, std::back_inserter(left_));
    std::ranges::set_difference(taken, left, std::back_inserter(taken_));
    left = left_;
    taken = taken_;
  }
  double slope = 0, curvature = 0;
  for (const Link j : left) slope += c_[j], curvature += h[j];
  for (const Link j : taken) slope -= c_[j], curvature += h[j];
  double& source = targets_[group.first + from];
  if (!(slope > 0)) return;
  const double most = source;
  const double length = slope < curvature * most ? slope / curvature : most;
  source = length == most ? 0 : source - length;
  targets_[group.first + to] += length;
  for (const Link j : left) d_[j] -= length, c_[j] -= length * h[j];
  for (const Link j : taken) d_[j] += length, c_[j] += length * h[j];
}

namespace {

// Tolerance of the model's gap relative to the duality gap, and maximum number of sweeps.
constexpr double kPathModelGap = 0.01;
constexpr int kMostPathSweeps = 100;
// Number of steps between recomputations of x from the shares.
constexpr Index kStepsBetweenSums = 10;

class PathRule final : public DirectionRule {
 public:
  PathRule(const TrafficFlows& flows, const DirectionContext& context)
      : active_(flows, context), difference_(flows.dimension()), h_(flows.dimension()) {
    move_.duality_gap = DualityGap{.lmo = &lmo_};
    move_.direction.terms.push_back({.atom = &d_});
    move_.direction.max_step = 1;
    d_.become_dense(flows.dimension()).setZero();
    ones_.become_dense(flows.dimension()).setOnes();
  }

  std::string_view name() const override { return Corrective::name; }

  void choose(Cursor& at, OracleCalls& oracle) override {
    lmo_.accuracy = oracle.accuracy();
    oracle.call(at.gradient(), lmo_);
    const Vector& g = at.gradient().dense();
    certify(*at.x(), g);
    active_.take(g, lmo_);
    find_diagonal(*at.curvature());
    descent_.minimize(active_, g, h_, kPathModelGap * *move_.duality_gap->gap, kMostPathSweeps);
    Vector& d = d_.become_dense(g.size());
    if (descent_.decrease() > 0) {
      move_.curvature = descent_.curvature();
      targets_ = descent_.targets();
      rest_ = descent_.rest();
      d = descent_.d();
    } else {
      go_to_cheapest(d);
    }
    set_kind();
  }

  bool moved(double t) override {
    active_.move(t, targets_, rest_);
    return ++steps_ % kStepsBetweenSums == 0;
  }

  bool recenter(const Oracle&, VectorRef x) override { return active_.recenter(x); }

  void store(const Vector&, WeightedAtoms& atoms) const override { active_.store(atoms); }

  void visit(Archive& archive) override {
    archive.expect("direction", Corrective::name);
    archive(lmo_.atom, lmo_.error, move_.duality_gap->gap, move_.duality_gap->noise);
    archive(active_, targets_, rest_, d_, move_.curvature, steps_);
    if (!archive.is_loading()) return;
    const Index n = difference_.size();
    const bool are_shares =
        std::all_of(targets_.begin(), targets_.end(), [](double target) { return target >= 0; });
    Archive::require(are_shares && rest_ >= 0 && rest_ <= 1 && targets_.size() == active_.size() &&
                         lmo_.atom.size() == n && d_.size() == n,
                     "its lists do not fit together");
    set_kind();
  }

 private:
  void certify(const Vector& x, const Vector& g) {
    lmo_.atom.assign_to(difference_);
    difference_ = x - difference_;
    move_.duality_gap->gap = g.dot(difference_);
    move_.duality_gap->noise = dot_noise(g, difference_) + dot_noise(g, x);
  }

  /// H is diagonal: its diagonal is H times the vector of ones.
  void find_diagonal(Curvature& curvature) {
    curvature.refresh();
    image_.setZero(curvature.image_size());
    curvature.add_image({.atom = &ones_}, 1, image_);
    for (Index j = 0; j < h_.size(); ++j) {
      unit_.become_coordinate(h_.size(), j, 1);
      h_[j] = std::max(curvature.product({.atom = &unit_}, image_), 0.0);
    }
  }

  /// Without a decrease of the model: a Frank-Wolfe step to the cheapest paths.
  void go_to_cheapest(Vector& d) {
    move_.curvature.reset();
    targets_.assign(active_.size(), 0);
    rest_ = 0;
    for (Index pair = 0; pair < active_.pair_count(); ++pair) {
      targets_[active_.cheapest(pair)] = active_.amount(pair);
    }
    active_.add_up_changes(targets_, d);
  }

  void set_kind() { move_.kind = move_.curvature ? MoveKind::corrective : MoveKind::frank_wolfe; }

  ActivePaths active_;
  PathCoordinateDescent descent_;
  LmoResult lmo_;
  Atom d_;
  std::vector<double> targets_;
  double rest_ = 0;    ///< target of the weight of x0
  Vector difference_;  ///< x - v
  Vector h_;           ///< diagonal of H
  Atom ones_;
  Atom unit_;
  Vector image_;  ///< of ones_
  Index steps_ = 0;
};

/// Whether each entry of the gradient depends on its own variable alone. The numbers of two
/// variables differ in some bit: for each bit, changes the variables that have it and compares the
/// gradient at the others.
bool is_separable(const Objective& f, const Vector& x) {
  const double change = 1 + x.lpNorm<Eigen::Infinity>();
  Vector before(x.size()), after(x.size());
  f.gradient(x, before);
  for (Index bit = 1; bit < x.size(); bit *= 2) {
    Vector changed = x;
    for (Index j = 0; j < x.size(); ++j) {
      if ((j & bit) != 0) changed[j] += change;
    }
    f.gradient(changed, after);
    for (Index j = 0; j < x.size(); ++j) {
      if ((j & bit) == 0 && !(after[j] == before[j])) return false;
    }
  }
  return true;
}

}  // namespace

std::unique_ptr<DirectionRule> begin_path_rule(const TrafficFlows& flows,
                                               const DirectionContext& context) {
  if (context.objective == nullptr || !is_separable(*context.objective, context.x0.to_dense())) {
    return nullptr;
  }
  return std::make_unique<PathRule>(flows, context);
}

}  // namespace acgd
