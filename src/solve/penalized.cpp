// Penalties as sets. F(x) = f(x) + lambda gauge_C(x) is f(x) + lambda s over the epigraph
// { (x, s) : gauge_C(x) <= s }, cut off at a bound s <= M of the gauge of the minimisers
// (Harchaoui, Juditsky and Nemirovski 2015). Its vertices are 0 and M (v, 1), v a vertex of C:
// every direction and step rule applies, and s is the sum of M times the weights of the active
// atoms other than 0.
//
// 1. PenalizedSet: the set M C. Its LMO compares the vertex M v of <g, .> with 0, at a cost of
//    lambda M.
// 2. PenalizedCursor: adds lambda s to the values, and its change along d to lines and slopes. s is
//    never stored as a variable; where vertices are read off x, it is the gauge of x.
// 3. The Frank-Wolfe gap of the cut-off epigraph is
//      a + M max(0, gamma - lambda),  a = <g, x> + lambda s,  gamma = -min { <g, v> : v in C }.
//    It bounds F(x) - F* if f >= l, with M = (F(x0) - l) / lambda. A better bound is
//      a + (1 - c) (f(x) - <g, x> - l),  c = min(1, lambda / gamma),
//    since f(y) >= c (f(x) + <g, y - x>) + (1 - c) l and c <g, y> >= -lambda gauge(y). For a loss of
//    a linear map it is the gap of the dual point scaled by c.
// 4. Where no bound l is known, or a variable has neither bounds nor a penalty, M is a guess. It
//    grows until x stays well inside, and no gap is reported.
#include "solve/penalized.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "acgd/core/error.hpp"
#include "acgd/oracle/composed_sets.hpp"
#include "acgd/solve/penalty.hpp"
#include "core/compose.hpp"
#include "linalg/kernels.hpp"
#include "objective/atom_entries.hpp"
#include "objective/rounding.hpp"
#include "oracle/entries.hpp"

namespace acgd {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Penalty::Part separable(Vector weights, Vector lower, Vector upper) {
  return {.weights = std::move(weights), .lower = std::move(lower), .upper = std::move(upper)};
}

}  // namespace

Penalty::Penalty(std::shared_ptr<const Oracle> set, double lambda) {
  if (!set) throw InvalidInput("set", "null", "must be a set");
  validate(Description{{"lambda", lambda, range::non_negative, "the weight of the penalty"}});
  const Violation violation = set->violation(Vector::Zero(set->dimension()));
  if (violation.distance > 0) {
    throw InvalidInput("set", set->name(), "must contain 0: only then it has a gauge",
                       "for vectors >= 0 the unit simplex, whose sum is at most 1");
  }
  parts_.push_back({.set = std::move(set), .lambda = lambda});
}

Penalty::Penalty(const std::vector<Penalty>& parts) {
  for (const Penalty& one : parts) {
    parts_.insert(parts_.end(), one.parts_.begin(), one.parts_.end());
  }
  if (parts_.empty()) throw InvalidInput("parts", "there are none, must be at least one");
}

Penalty Penalty::bounds(Vector lower, Vector upper) {
  if (lower.size() != upper.size()) {
    throw InvalidInput(
        "upper", compose("has {} entries, must have {} like lower", upper.size(), lower.size()));
  }
  require_at_least("dimension", lower.size(), 1);
  for (Index i = 0; i < lower.size(); ++i) {
    if (!(lower[i] <= 0)) throw InvalidInput({"lower", i}, lower[i], "must be <= 0");
    if (!(upper[i] >= 0)) throw InvalidInput({"upper", i}, upper[i], "must be >= 0");
  }
  Vector weights = Vector::Zero(lower.size());
  Penalty penalty;
  penalty.parts_.push_back(separable(std::move(weights), std::move(lower), std::move(upper)));
  return penalty;
}

Penalty Penalty::nonnegative(Index dimension) {
  return bounds(Vector::Zero(dimension), Vector::Constant(dimension, kInfinity));
}

Penalty Penalty::free(Index dimension) {
  return bounds(Vector::Constant(dimension, -kInfinity), Vector::Constant(dimension, kInfinity));
}

Penalty Penalty::weighted_l1(Vector weights, bool positive) {
  require_at_least("dimension", weights.size(), 1);
  for (Index i = 0; i < weights.size(); ++i) {
    if (!(weights[i] >= 0) || !std::isfinite(weights[i])) {
      throw InvalidInput({"weights", i}, weights[i], "must be >= 0 and finite");
    }
  }
  const Index n = weights.size();
  Penalty penalty;
  penalty.parts_.push_back(separable(std::move(weights),
                                     Vector::Constant(n, positive ? 0 : -kInfinity),
                                     Vector::Constant(n, kInfinity)));
  return penalty;
}

Index Penalty::dimension() const {
  Index sum = 0;
  for (const Part& part : parts_) sum += part.dimension();
  return sum;
}

std::string Penalty::name() const {
  std::string names;
  for (const Part& part : parts_) {
    if (!names.empty()) names += " and ";
    if (part.set) {
      names += compose("{} times the gauge of the {}", part.lambda, part.set->name());
    } else if (part.weights.isZero(0)) {
      names += compose("bounds on {} variables", part.dimension());
    } else {
      names += compose("weighted l1 norm of {} variables", part.dimension());
    }
  }
  return names;
}

std::optional<double> Penalty::value(ConstVectorRef x) const {
  double sum = 0;
  Index first = 0;
  for (const Part& part : parts_) {
    const auto own = x.segment(first, part.dimension());
    first += part.dimension();
    if (part.set) {
      const std::optional<double> gauge = part.set->gauge(own);
      if (!gauge) return std::nullopt;
      if (part.lambda > 0)
        sum += part.lambda * *gauge;
      else if (std::isinf(*gauge))
        sum = kInfinity;
    } else {
      if ((own.array() < part.lower.array()).any() || (own.array() > part.upper.array()).any()) {
        return kInfinity;
      }
      sum += part.weights.dot(own.cwiseAbs());
    }
  }
  return sum;
}

namespace {

/// Sets an atom to 0. A matrix of rank one keeps its shape, which objectives in factors require.
void set_zero(Atom& atom) {
  if (const auto* pair = atom.as<Atom::RankOne>()) {
    Atom::RankOne& zero = atom.become_rank_one(pair->left.size(), pair->right.size());
    zero.scale = 0;
    zero.left.setZero();
    zero.right.setZero();
    return;
  }
  atom.become_coordinate(atom.size(), 0, 0);
}

bool is_zero(const Atom& atom) {
  if (const auto* pair = atom.as<Atom::RankOne>()) return pair->scale == 0;
  bool zero = true;
  for_each_entry(atom, 0, [&zero](Index, double value) { zero = zero && value == 0; });
  return zero;
}

/// M C, whose points other than 0 cost lambda M.
class GaugeSet final : public Oracle {
 public:
  GaugeSet(const Penalty::Part& part, double bound)
      : ball_(part.set, bound), cost_(part.lambda * bound) {}

  std::string name() const override { return compose("{} at a cost of {}", ball_.name(), cost_); }
  Index dimension() const override { return ball_.dimension(); }

  void minimize(const Gradient& gradient, LmoResult& lmo) const override {
    ball_.minimize(gradient, lmo);
    if (lmo.atom.dot(gradient) + cost_ >= 0) set_zero(lmo.atom);
  }
  void minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const override {
    ball_.minimize_several(gradient, most, lmo);
    std::size_t good = 0;
    for (std::size_t i = 0; i < lmo.other_count; ++i) {
      if (lmo.others[i].dot(gradient) + cost_ >= 0) continue;
      if (i != good) std::swap(lmo.others[good], lmo.others[i]);
      ++good;
    }
    lmo.other_count = good;
    if (lmo.atom.dot(gradient) + cost_ >= 0) set_zero(lmo.atom);
  }

  Violation violation(ConstVectorRef x) const override { return ball_.violation(x); }
  Violation violation_of(const Atom& x) const override { return ball_.violation_of(x); }
  bool has_cheap_violation() const override { return ball_.has_cheap_violation(); }
  Atom start() const override {
    Atom zero = ball_.start();
    set_zero(zero);
    return zero;
  }
  bool is_polytope() const override { return ball_.is_polytope(); }
  bool rewards_memory() const override { return ball_.rewards_memory(); }
  /// Only corners keep their structure: the gauge is not separable over the blocks of C.
  Faces faces() const override {
    Faces faces = ball_.faces();
    if (faces.blocks.size() > 1 || faces.blocks[0].kind != Faces::Kind::corners) return {};
    faces.blocks[0].has_origin = true;
    return faces;
  }
  bool accepts_sparse_gradients() const override { return ball_.accepts_sparse_gradients(); }

 private:
  Scaled ball_;
  double cost_;
};

/// sum of weights_j |x_j| <= cost, with bounds on variables of weight 0: the axes of the variables with
/// a weight are one block of corners, each other variable is a block of its own.
class SeparableSet final : public Oracle {
 public:
  /// Infinite bounds become `bound`.
  SeparableSet(const Penalty::Part& part, double cost, double bound)
      : weights_(part.weights), lower_(part.lower), upper_(part.upper), cost_(cost) {
    for (Index j = 0; j < dimension(); ++j) {
      const double most = weights_[j] > 0 ? cost / weights_[j] : bound;
      lower_[j] = std::max(lower_[j], -most);
      upper_[j] = std::min(upper_[j], most);
      if (weights_[j] == 0) free_.push_back(j);
    }
  }

  std::string name() const override {
    return compose("{} of weighted l1 norm up to {}", dimension(), cost_);
  }
  Index dimension() const override { return weights_.size(); }

  void minimize(const Gradient& gradient, LmoResult& lmo) const override {
    minimize_several(gradient, 0, lmo);
  }

  /// The others: vertices on the axes whose descent per cost is above half of the largest one.
  void minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const override {
    const Vector& g = gradient.dense();
    lmo.other_count = 0;
    Promising& promising = lmo.memory<Promising>();
    promising.scores.resize(dimension());
    for (Index j = 0; j < dimension(); ++j) {
      promising.scores[j] = weights_[j] > 0 ? g[j] * vertex(j, g[j]) : 0;
    }
    const Index best = first_smallest(promising.scores);
    const double least = promising.scores[best];
    write(g, least + cost_ < 0 ? best : -1, lmo.atom);
    if (most <= 0 || !(least + cost_ < 0)) return;
    promising.choose(promising.scores, std::min(least / 2, -cost_), best, most);
    for (const Index j : promising.indices) {
      lmo.add_other().become_coordinate(dimension(), j, vertex(j, g[j]));
    }
  }

  Violation violation(ConstVectorRef x) const override {
    if (auto bad = violation_if_not_finite(x)) return *bad;
    const double excess = weights_.dot(x.cwiseAbs()) - cost_;
    const double outside = std::max({0.0, (x - upper_).maxCoeff(), (lower_ - x).maxCoeff()});
    if (outside > 0) return {outside, "a bound"};
    if (excess > 1e-9 * cost_) return {excess, "the weighted l1 norm"};
    return {};
  }
  Atom start() const override {
    Atom zero;
    zero.become_coordinate(dimension(), 0, 0);
    return zero;
  }
  bool is_polytope() const override { return true; }
  Faces faces() const override {
    if (free_.size() == static_cast<std::size_t>(dimension())) {
      return {.blocks = {{.kind = Faces::Kind::box}}, .lower = lower_, .upper = upper_};
    }
    const bool both = lower_.minCoeff() < 0;
    Faces faces{.blocks = {{.kind = Faces::Kind::corners,
                            .both_signs = both,
                            .has_origin = true,
                            .has_own_scales = true}},
                .lower = lower_,
                .upper = upper_};
    faces.block_of.assign(static_cast<std::size_t>(dimension()), 0);
    for (const Index j : free_) {
      faces.block_of[j] = static_cast<Index>(faces.blocks.size());
      faces.blocks.push_back(faces.blocks[0]);
    }
    return faces;
  }
  bool recenter(VectorRef x) const override {
    bool changed = false;
    for (Index j = 0; j < dimension(); ++j) {
      const double inside = std::clamp(x[j], lower_[j], upper_[j]);
      changed = changed || inside != x[j];
      x[j] = inside;
    }
    return changed;
  }

 private:
  /// The vertex on the axis of j that decreases <g, x>.
  double vertex(Index j, double g) const { return g > 0 ? lower_[j] : upper_[j]; }

  void write(const Vector& g, Index best, Atom& atom) const {
    if (free_.empty()) {
      atom.become_coordinate(dimension(), std::max<Index>(best, 0),
                             best < 0 ? 0 : vertex(best, g[best]));
      return;
    }
    Atom::Sparse& entries = atom.become_sparse(dimension());
    const auto put = [&](Index j) {
      const double value = g[j] == 0 ? 0 : vertex(j, g[j]);
      if (value == 0) return;
      entries.indices.push_back(j);
      entries.values.push_back(value);
    };
    for (const Index j : free_) {
      if (best >= 0 && best < j) put(std::exchange(best, -1));
      put(j);
    }
    if (best >= 0) put(best);
  }

  Vector weights_;
  Vector lower_;
  Vector upper_;
  double cost_;
  std::vector<Index> free_;  ///< variables of weight 0
};

/// The penalty of the atoms of a run, as points of the epigraph.
class AtomCosts {
 public:
  /// Adds a part whose points other than 0 cost `cost`, or with weights of its variables.
  void add(Index dimension, double cost, const Vector& weights) {
    parts_.push_back({size_, cost, weights.size() > 0});
    size_ += dimension;
    most_ += cost;
    weights_.conservativeResize(size_);
    weights_.tail(dimension) = weights.size() > 0 ? weights : Vector::Zero(dimension);
  }

  /// Of a point with the maximum cost in each part.
  double most() const { return most_; }

  double of(const Atom& atom) const {
    if (parts_.size() == 1 && !parts_[0].has_weights) return is_zero(atom) ? 0 : parts_[0].cost;
    double sum = 0;
    Index last = -1;  // entries are visited in ascending order
    for_each_entry(atom, 0, [&](Index j, double value) {
      const Index p = part_of(j);
      if (parts_[p].has_weights) {
        sum += weights_[j] * std::abs(value);
      } else if (p != last) {
        sum += parts_[p].cost;
        last = p;
      }
    });
    return sum;
  }

  /// The largest ratio of descent to cost over the parts of the LMO's vertex v: gamma / lambda, or
  /// 0 where the vertex is 0.
  double dual_ratio(const Gradient& gradient, const Atom& v) const {
    if (parts_.size() == 1 && !parts_[0].has_weights) {
      return is_zero(v) ? 0 : -v.dot(gradient) / parts_[0].cost;
    }
    const Vector& g = gradient.dense();
    ratios_.setZero(static_cast<Index>(parts_.size()));
    for_each_entry(v, 0, [&](Index j, double value) {
      const Index p = part_of(j);
      if (parts_[p].has_weights && weights_[j] == 0) return;
      ratios_[p] -= g[j] * value / parts_[p].cost;
    });
    return ratios_.maxCoeff();
  }

 private:
  struct Part {
    Index first = 0;
    double cost = 0;  ///< of a vertex
    bool has_weights = false;
  };

  Index part_of(Index variable) const {
    Index p = static_cast<Index>(parts_.size()) - 1;
    while (parts_[p].first > variable) --p;
    return p;
  }

  std::vector<Part> parts_;
  Vector weights_;
  Index size_ = 0;
  double most_ = 0;
  mutable Vector ratios_;
};

/// The line of f plus a linear function.
class PenalizedLine final : public Line {
 public:
  void point_along(Line& line, double rate) {
    line_ = &line;
    rate_ = rate;
    derivative_ = line.directional_derivative() + rate;
    max_step_ = line.max_step();
    set_model_curvature(std::nullopt);
  }
  /// Change of the penalty per unit of t.
  double rate() const { return rate_; }

  double norm() override { return line_->norm(); }
  double change(double t) override { return line_->change(t) + t * rate_; }
  double slope(double t) override { return line_->slope(t) + rate_; }
  std::optional<double> curvature() override { return line_->curvature(); }
  std::optional<Derivatives> derivatives(double t) override {
    std::optional<Derivatives> both = line_->derivatives(t);
    if (both) both->slope += rate_;
    return both;
  }
  std::optional<double> gradient_change() override { return line_->gradient_change(); }
  double gradient_change_noise(double lipschitz) override {
    return line_->gradient_change_noise(lipschitz);
  }
  std::optional<double> distance() override { return line_->distance(); }
  double probe(double t) override { return line_->probe(t); }
  double change_noise() const override { return line_->change_noise(); }
  double change_noise_rate() const override {
    return line_->change_noise_rate() + kDotNoise * std::abs(rate_);
  }
  double largest_value() const override { return line_->largest_value(); }
  double slope_noise() const override { return line_->slope_noise() + kDotNoise * std::abs(rate_); }
  double derivative_noise() const override {
    return line_->derivative_noise() + kDotNoise * std::abs(rate_);
  }
  bool is_single_precision() const override { return line_->is_single_precision(); }

 private:
  Line* line_ = nullptr;
  double rate_ = 0;
};

/// How the penalty of x is obtained.
struct PenaltyRules {
  AtomCosts costs;
  std::shared_ptr<const Penalty> penalty;
  bool reads_corners = false;         ///< the weights of the active set are read off x
  std::optional<double> lower_bound;  ///< of f, if it bounds the gauges of all variables
};

class PenalizedCursor final : public Cursor {
 public:
  PenalizedCursor(std::unique_ptr<Cursor> f, const PenaltyRules& rules, double value)
      : f_(std::move(f)), rules_(rules), penalty_(value) {
    read_gauge();
  }

  double value() override { return f_->value() + penalty_; }
  const Gradient& gradient() override { return f_->gradient(); }

  Line& look(const Direction& direction) override {
    rate_ = sum_of(direction) + direction.point_weight * penalty_;
    lands_on_ = direction.point_weight == -1 ? rate_ + penalty_ : -1;
    line_.point_along(f_->look(direction), rate_);
    return line_;
  }
  bool advance(double t) override {
    if (!f_->advance(t)) return false;
    penalty_ = t == 1 && lands_on_ >= 0 ? lands_on_ : std::max(penalty_ + t * rate_, 0.0);
    read_gauge();
    return true;
  }
  void recenter(const Recentering& recentering) override {
    f_->recenter(recentering);
    read_gauge();
  }

  const Vector* x() const override { return f_->x(); }
  void store(Point& point) const override { f_->store(point); }
  /// Called by rules with an active set, whose weights then determine the penalty.
  void slopes(std::span<const Term> terms, VectorRef out) override {
    has_weights_ = true;
    f_->slopes(terms, out);
    for (std::size_t i = 0; i < terms.size(); ++i) {
      out[static_cast<Index>(i)] += rules_.costs.of(*terms[i].atom);
    }
  }
  void release(AtomId id) override { f_->release(id); }
  Curvature* curvature() override { return f_->curvature(); }
  /// Terms of F: gradient() lacks the penalty.
  std::vector<BlackBox> black_boxes() const override {
    std::vector<BlackBox> all = f_->black_boxes();
    for (BlackBox& one : all) one.is_term = true;
    return all;
  }
  std::int64_t gradient_count() const override { return f_->gradient_count(); }
  std::int64_t trial_count() const override { return f_->trial_count(); }

  /// The better bound of step 3 above, (1 - c) (f(x) - <g, x> - l) in place of M (gamma - lambda).
  GapBound bound_gap(const GapBound& frank_wolfe, const Atom& v) override {
    if (!rules_.lower_bound || f_->x() == nullptr) return frank_wolfe;
    const Gradient& g = f_->gradient();
    const double product = kernels::dot(f_->x()->data(), g.dense().data(), g.size());
    const double at_x = product + penalty_;  // a
    const double ratio = std::max(rules_.costs.dual_ratio(g, v), 1.0);
    const double room = f_->value() - product - *rules_.lower_bound;
    // Of M in the Frank-Wolfe gap.
    const double share = room / (rules_.costs.most() * ratio);
    if (!(share < 1)) return frank_wolfe;
    return {std::max(at_x, 0.0) + (1 - 1 / ratio) * room,
            share * frank_wolfe.noise + kDotNoise * (std::abs(product) + penalty_)};
  }

  void visit(Archive& archive) override { archive(*f_, penalty_, has_weights_); }

 private:
  double sum_of(const Direction& direction) const {
    double sum = 0;
    for (const Term& term : direction.terms) sum += term.weight * rules_.costs.of(*term.atom);
    return sum;
  }

  /// s = gauge(x), unless it is the sum of weights of a list of atoms.
  void read_gauge() {
    if (f_->x() == nullptr || (has_weights_ && !rules_.reads_corners)) return;
    if (const auto value = rules_.penalty->value(*f_->x())) {
      if (std::isfinite(*value)) penalty_ = *value;
    }
  }

  std::unique_ptr<Cursor> f_;
  const PenaltyRules& rules_;
  PenalizedLine line_;
  double penalty_;
  double rate_ = 0;
  double lands_on_ = -1;  ///< penalty after a full step that leaves x; negative for other moves
  bool has_weights_ = false;
};

/// f plus a penalty, as an objective of a run over the set of the penalty.
class Penalized final : public Objective {
 public:
  Penalized(std::shared_ptr<const Objective> f, PenaltyRules rules, double at_start)
      : f_(std::move(f)), rules_(std::move(rules)), at_start_(at_start) {}

  Index dimension() const override { return f_->dimension(); }
  double value(const Vector& x) const override {
    return f_->value(x) + rules_.penalty->value(x).value_or(0);
  }
  void gradient(const Vector& x, Vector& g) const override { f_->gradient(x, g); }
  std::optional<double> lipschitz() const override { return f_->lipschitz(); }
  bool has_proven_gradient() const override { return f_->has_proven_gradient(); }
  bool is_convex() const override { return f_->is_convex(); }
  std::optional<double> natural_scale() const override { return f_->natural_scale(); }
  bool has_curvature() const override { return f_->has_curvature(); }
  Vector intercept(const Vector& x) const override { return f_->intercept(x); }
  std::unique_ptr<FactoredObjective> factored(Index rows, Index cols) const override {
    return f_->factored(rows, cols);
  }
  std::unique_ptr<Cursor> start(const Atom& x0, std::shared_ptr<const Norm> norm) const override {
    return std::make_unique<PenalizedCursor>(f_->start(x0, std::move(norm)), rules_, at_start_);
  }

 private:
  std::shared_ptr<const Objective> f_;
  PenaltyRules rules_;
  double at_start_;
};

// A guess of M is this multiple of the first step, and grows by the same factor while x needs more
// than half of it, up to the limit.
constexpr double kRoom = 1e3;
constexpr double kUnbounded = 1e15;

/// Whether a part has variables with neither bounds nor a penalty.
bool is_open(const Penalty::Part& part) {
  if (part.set) return part.lambda == 0;
  return (part.weights.array() == 0 && (part.lower.array().isInf() || part.upper.array().isInf()))
      .any();
}

/// A problem with a penalty as a problem over a set.
class Lifted {
 public:
  Lifted(const Problem& problem, const Options& options) : problem_(problem), options_(options) {
    if (problem.f && problem.x0.atom().size() == 0) problem_.x0 = zero();
    check();
    const std::vector<Penalty::Part>& parts = penalty().parts();
    const std::optional<double> least = problem.f->lower_bound();
    if (!least || std::any_of(parts.begin(), parts.end(), is_open)) {
      guess_bounds();
    } else {
      lower_bound_ = least;
    }
    if (least) cost_ = value_at_zero() - *least;
    cost_ = std::max(cost_, value_of(problem_.x0.atom()));
    // Rounding must not cut off a minimiser.
    cost_ = cost_ > 0 ? cost_ * (1 + 1e-6) : 1;
    first_cost_ = cost_;
  }

  Result solve() {
    if (!lower_bound_ && (options_.resume || options_.checkpoint.save)) {
      throw InvalidInput("checkpoint", std::nullopt,
                         "needs a function with a lower bound, and a penalty or finite bounds for "
                         "every variable");
    }
    Counts before;
    while (true) {
      Result result = solve_within();
      if (lower_bound_) return result;
      result.gap = result.best_gap = result.lower_bound = std::nan("");
      const Index iterations = result.counts.iterations;
      const double seconds = result.seconds.total;
      before += result.counts;
      result.counts = before;
      if (!is_usable(result.status)) return result;
      if (largest_share(result) <= 0.5) {
        result.message += compose(
            "; no bound of f is known: this is the gap over penalties up to {:.3g} and variables "
            "up to {:.3g}",
            cost_, size_);
        return result;
      }
      if (cost_ > kUnbounded * first_cost_) {
        result.status = Status::unbounded;
        result.message = compose("f decreases without bound where the penalty is {:.6g}", cost_);
        return result;
      }
      // What is left of the limits.
      if (!is_converged(result.status)) return result;
      options_.max_iterations -= iterations;
      options_.time_limit -= seconds;
      cost_ *= kRoom;
      size_ *= kRoom;
      problem_.x0 = Start(result);
    }
  }

 private:
  const Penalty& penalty() const { return *problem_.penalty; }

  void check() const {
    if (!problem_.f) throw InvalidInput("f", "null", "must be an objective");
    if (problem_.set) throw InvalidInput("set", "must be absent where there is a penalty");
    if (problem_.mode != Mode::constrained) {
      throw InvalidInput("mode", to_string(problem_.mode), "must be constrained with a penalty");
    }
    if (penalty().dimension() != problem_.f->dimension()) {
      throw InvalidInput("penalty", compose("has {} variables, must have {} like the objective",
                                            penalty().dimension(), problem_.f->dimension()));
    }
    const Atom& x0 = problem_.x0.atom();
    if (x0.size() != problem_.f->dimension()) {
      throw InvalidInput("x0", compose("has {} entries, must have {} like the objective", x0.size(),
                                       problem_.f->dimension()));
    }
    if (!std::isfinite(x0.largest_entry())) throw InvalidInput("x0", "must be finite");
    if (is_zero(x0) || !problem_.x0.atoms().empty()) return;
    const std::optional<double> value = penalty().value(x0.to_dense());
    if (!value) {
      throw InvalidInput("x0",
                         "must be 0 or the result of a run: the gauge of the set has no "
                         "closed form");
    }
    if (std::isinf(*value)) {
      throw InvalidInput("x0", "must be a multiple of a point of the set, and between the bounds");
    }
  }

  /// 0 in the shape of the atoms of a single set.
  Atom zero() const {
    Atom atom;
    if (penalty().parts().size() == 1 && penalty().parts()[0].set) {
      atom = penalty().parts()[0].set->start();
    } else {
      atom.become_coordinate(problem_.f->dimension(), 0, 0);
    }
    set_zero(atom);
    return atom;
  }

  /// f(0)
  double value_at_zero() const {
    const std::optional<double> scale = problem_.f->natural_scale();
    if (scale && std::isfinite(*scale) && problem_.f->lower_bound() >= 0.0) return *scale;
    return problem_.f->value(Vector::Zero(problem_.f->dimension()));
  }

  /// The penalty of x0, also as the sum of weights of given atoms.
  double value_of(const Atom& x0) const {
    if (is_zero(x0)) return 0;
    if (const auto value = penalty().value(x0.to_dense())) return *value;
    double sum = 0;
    for (const WeightedAtom& one : problem_.x0.atoms()) {
      sum += one.weight * (penalty().parts().size() == 1 ? penalty().parts()[0].lambda : 0);
    }
    return sum;
  }

  /// From the first step of steepest descent: f decreases by about |g|^4 / 2 g'Hg, at a distance of
  /// |g|^3 / g'Hg.
  void guess_bounds() {
    const auto cursor = problem_.f->start(problem_.x0.atom(), options_.norm);
    if (!cursor->gradient().is_dense()) return;
    const Atom g(Vector(cursor->gradient().dense()));
    const Direction direction = along(g);
    Line& line = cursor->look(direction);
    const double slope = std::abs(line.directional_derivative());
    const double probe = 1e-6;
    const std::optional<double> exact = line.curvature();
    const double curvature =
        exact ? *exact : (line.slope(probe) - line.directional_derivative()) / probe;
    const double length = slope > 0 && curvature > 0 ? slope / curvature : 1;
    if (!std::isfinite(length)) return;
    const double size = problem_.x0.atom().largest_entry() + length * g.largest_entry();
    if (size > 0) size_ = kRoom * size;
    if (slope > 0) cost_ = kRoom * length * slope;
  }

  Result solve_within() {
    std::vector<std::shared_ptr<const Oracle>> sets;
    PenaltyRules rules{.costs = {},
                       .penalty = problem_.penalty,
                       .reads_corners = true,
                       .lower_bound = lower_bound_};
    scales_.clear();
    for (const Penalty::Part& part : penalty().parts()) {
      const double scale = scale_of(part);
      rules.costs.add(part.dimension(), part.set ? part.lambda * scale : cost_, part.weights);
      if (part.set) {
        sets.push_back(std::make_shared<GaugeSet>(part, scale));
      } else {
        sets.push_back(std::make_shared<SeparableSet>(part, cost_, size_));
      }
      for (const Faces::Block& block : sets.back()->faces().blocks) {
        scales_.push_back(scale);
        if (block.kind == Faces::Kind::list) rules.reads_corners = false;
      }
    }
    const std::shared_ptr<const Oracle> set =
        sets.size() == 1 ? sets[0] : std::make_shared<Product>(std::move(sets));
    reads_corners_ = rules.reads_corners;
    const bool has_atoms = !reads_corners_ && !is_zero(problem_.x0.atom());
    const double at_start = value_of(problem_.x0.atom());
    const auto f = std::make_shared<Penalized>(problem_.f, std::move(rules), at_start);
    Result result = acgd::solve({.f = f,
                                 .set = set,
                                 .x0 = has_atoms ? start_atoms() : Start(problem_.x0.atom()),
                                 .x_previous = problem_.x_previous},
                                options_);
    scale_to_units(result.atoms);
    set_penalty(result);
    return result;
  }

  /// The weights of a list of atoms may sum to more than the gauge of x: then F is smaller than its
  /// value in the epigraph, and so is the gap.
  void set_penalty(Result& result) const {
    double of_weights = std::nan("");
    if (!result.atoms.empty() && penalty().parts().size() == 1) {
      of_weights = 0;
      for (const WeightedAtom& one : result.atoms) of_weights += one.weight;
      of_weights *= penalty().parts()[0].set ? penalty().parts()[0].lambda : 1;
    }
    std::optional<double> of_x;
    if (result.x.size() > 0 && result.x.allFinite()) of_x = penalty().value(result.x);
    if (!of_x || !std::isfinite(*of_x)) {
      result.penalty = std::isnan(of_weights) && result.x.size() > 0
                           ? std::max(result.value - problem_.f->value(result.x), 0.0)
                           : of_weights;
      return;
    }
    result.penalty = *of_x;
    if (reads_corners_ || !(of_weights > *of_x)) return;
    result.value -= of_weights - *of_x;
    result.gap = std::max(result.gap - (of_weights - *of_x), 0.0);
  }

  /// M: the gauge at the maximum of the penalty.
  double scale_of(const Penalty::Part& part) const {
    if (!part.set) return cost_;
    return part.lambda > 0 ? cost_ / part.lambda : size_;
  }

  /// x = sum of w_i a_i with points a_i of C, as points M a_i of M C with weights w_i / M and the
  /// origin. Without atoms, the only one is x / gauge(x).
  Start start_atoms() const {
    WeightedAtoms atoms = problem_.x0.atoms();
    if (atoms.empty()) atoms = atom_of_each_part();
    std::vector<double> rest(scales_.size(), 1);
    for (WeightedAtom& one : atoms) {
      const double scale = scales_[one.block];
      scale_atom(one.atom, scale);
      one.weight /= scale;
      rest[one.block] -= one.weight;
    }
    Index first = 0, block = 0;
    for (const Penalty::Part& part : penalty().parts()) {
      WeightedAtom origin{Atom(), std::max(rest[block], 0.0), block};
      origin.atom.become_coordinate(problem_.f->dimension(), first, 0);
      first += part.dimension();
      if (part.set) atoms.push_back(std::move(origin));
      block += blocks_of(part);
    }
    return Start(std::move(atoms));
  }

  WeightedAtoms atom_of_each_part() const {
    const Vector x = problem_.x0.atom().to_dense();
    WeightedAtoms atoms;
    Index first = 0, block = 0;
    for (const Penalty::Part& part : penalty().parts()) {
      Vector own = Vector::Zero(x.size());
      own.segment(first, part.dimension()) = x.segment(first, part.dimension());
      const double gauge =
          part.set ? part.set->gauge(own.segment(first, part.dimension())).value() : 0;
      if (gauge > 0) atoms.push_back({Atom(Vector(own / gauge)), gauge, block});
      first += part.dimension();
      block += blocks_of(part);
    }
    return atoms;
  }

  /// Number of blocks of its set.
  Index blocks_of(const Penalty::Part& part) const {
    if (part.set) return 1;
    return static_cast<Index>(SeparableSet(part, cost_, size_).faces().blocks.size());
  }

  /// The inverse of start_atoms().
  void scale_to_units(WeightedAtoms& atoms) const {
    std::erase_if(atoms, [](const WeightedAtom& one) { return is_zero(one.atom); });
    for (WeightedAtom& one : atoms) {
      scale_atom(one.atom, 1 / scales_[one.block]);
      one.weight *= scales_[one.block];
    }
  }

  double largest_share(const Result& result) const {
    double share = 0;
    Index first = 0;
    for (const Penalty::Part& part : penalty().parts()) {
      const Vector own = result.x.segment(first, part.dimension());
      first += part.dimension();
      if (part.set) {
        share = std::max(share, part.set->gauge(own).value_or(0) / scale_of(part));
        continue;
      }
      share = std::max(share, part.weights.dot(own.cwiseAbs()) / cost_);
      for (Index j = 0; j < own.size(); ++j) {
        const double bound = own[j] > 0 ? part.upper[j] : part.lower[j];
        if (part.weights[j] == 0 && std::isinf(bound)) {
          share = std::max(share, std::abs(own[j]) / size_);
        }
      }
    }
    return share;
  }

  Problem problem_;
  Options options_;
  std::optional<double> lower_bound_;  ///< of f, if it bounds the gauges of all minimisers
  double cost_ = 1;                    ///< maximum of the penalty
  double first_cost_ = 1;
  double size_ = 1;             ///< maximum of gauges and variables without a penalty
  std::vector<double> scales_;  ///< M of each block of the set
  bool reads_corners_ = false;  ///< PenaltyRules::reads_corners
};

}  // namespace

Result solve_penalized(const Problem& problem, const Options& options) {
  return Lifted(problem, options).solve();
}

}  // namespace acgd
