#include "acgd/oracle/balls.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "linalg/kernels.hpp"
#include "norm/vector_norms.hpp"
#include "oracle/entries.hpp"

namespace acgd {

NormBall::NormBall(std::shared_ptr<const Norm> norm, Index dimension, double radius)
    : norm_(std::move(norm)), dimension_(dimension), radius_(radius) {
  require_at_least("dimension", dimension, 1);
  validate(Description{radius_parameter(radius_)});
}

std::string NormBall::name() const {
  return compose("{} ball of radius {} in R^{}", norm_->name(), radius_, dimension_);
}

Violation NormBall::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  return violation_of_size(norm_->of(x));
}

Violation NormBall::violation_of_size(double size) const {
  if (size <= radius_) return {};
  if (std::isnan(size)) return {size, compose("nobody can tell the {} norm", norm_->name())};
  return {size - radius_,
          compose("the {} norm is {}, above the radius {}", norm_->name(), size, radius_),
          2 * radius_};
}

std::optional<double> NormBall::gauge(ConstVectorRef x) const {
  const double size = has_cheap_violation() ? norm_->of(x) : std::nan("");
  return std::isnan(size) ? std::nullopt : std::optional(size / radius_);
}

bool NormBall::recenter(VectorRef x) const {
  assert(x.size() == dimension_);
  const double size = norm_->of(x);
  const double excess = size - radius_;
  if (!(excess > kRecenterFrom * radius_ && excess <= kRecenterUpTo * radius_)) return false;
  x *= radius_ / size;
  return true;
}

L1Ball::L1Ball(Index dimension, double radius) : NormBall(l1_norm(), dimension, radius) {}

void L1Ball::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  const Index i = first_largest_size(g);
  lmo.atom.become_coordinate(dimension(), i, g[i] > 0 ? -radius() : radius());
}

void L1Ball::minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const {
  minimize(gradient, lmo);
  lmo.other_count = 0;
  if (most <= 0) return;
  const Vector& g = gradient.dense();
  const Index best = lmo.atom.as<Atom::Coordinate>()->index;
  Promising& promising = lmo.memory<Promising>();
  promising.scores.resize(dimension());
  promising.scores = -g.cwiseAbs();
  promising.choose(promising.scores, promising.scores[best] / 2, best, most);
  for (const Index i : promising.indices) {
    lmo.add_other().become_coordinate(dimension(), i, g[i] > 0 ? -radius() : radius());
  }
}

Faces L1Ball::faces() const {
  return {.blocks = {{.kind = Faces::Kind::corners,
                      .scale = radius(),
                      .both_signs = true,
                      .has_origin = true}}};
}

L2Ball::L2Ball(Index dimension, double radius) : NormBall(l2_norm(), dimension, radius) {}

void L2Ball::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  Vector& v = lmo.atom.become_dense(dimension());
  const double length = norm().of(g);
  const double scale = -radius() / length;
  if (length == 0) {
    v.setZero();
  } else if (length > 1e-290 && length < 1e290 && -scale > 1e-290 && -scale < 1e290) {
    v = scale * g;
  } else {
    // The norm or the scale overflows or loses digits: rescale first.
    v = g / g.cwiseAbs().maxCoeff();
    v *= -radius() / v.norm();
  }
}

LinfBall::LinfBall(Index dimension, double radius) : NormBall(linf_norm(), dimension, radius) {}

void LinfBall::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  Atom::Signs& v = lmo.atom.become_signs(dimension());
  v.scale = radius();
  for (Index i = 0; i < g.size(); ++i) {
    v.signs[i] = static_cast<std::int8_t>((g[i] < 0) - (g[i] > 0));
  }
}

Faces LinfBall::faces() const {
  return {.blocks = {{.kind = Faces::Kind::box}},
          .lower = Vector::Constant(dimension(), -radius()),
          .upper = Vector::Constant(dimension(), radius())};
}

LpBall::LpBall(Index dimension, double p, double radius)
    : NormBall(lp_norm(p), dimension, radius), p_(p) {}

void LpBall::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  Vector& v = lmo.atom.become_dense(dimension());
  const double largest = g.cwiseAbs().maxCoeff();
  if (!(largest > 0)) {
    v.setZero();
    return;
  }
  // With u = |g| / largest in [0, 1] and w = u^(q-1), where q - 1 = 1 / (p - 1), the minimiser is
  // -radius sign(g) w / ||w||_p; nothing overflows. Since w^p = w u, the sum below is ||w||_p^p for
  // the computed w, so v has norm `radius` even where w is inexact (p near 1 magnifies the rounding
  // of u).
  const double exponent = 1 / (p_ - 1);
  double sum = 0;
  for (Index i = 0; i < g.size(); ++i) {
    const double u = std::abs(g[i]) / largest;
    v[i] = std::pow(u, exponent);
    sum += v[i] * u;
  }
  const double length = std::pow(sum, 1 / p_);
  for (Index i = 0; i < g.size(); ++i) {
    v[i] = std::copysign(radius() * (v[i] / length), -g[i]);
  }
}

/// Keeps the memory of the atom type that is not in use.
struct KNormBall::Memory {
  Atom other_shape;
  Promising promising;
};

KNormBall::KNormBall(Index dimension, Index k, double radius)
    : NormBall(top_norm(k), dimension, radius), k_(k) {}

void KNormBall::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  const Index i = first_largest_size(g);
  const auto k = static_cast<double>(k_);
  // For k >= n the cube is inside the l1 ball; the comparison could fail by rounding.
  const bool is_signs = k_ < dimension() && g.lpNorm<1>() / k > std::abs(g[i]);
  Memory& memory = lmo.memory<Memory>();
  if (is_signs != (lmo.atom.as<Atom::Signs>() != nullptr)) {
    std::swap(lmo.atom, memory.other_shape);
  }
  if (!is_signs) {
    lmo.atom.become_coordinate(dimension(), i, g[i] > 0 ? -radius() : radius());
    return;
  }
  Atom::Signs& v = lmo.atom.become_signs(dimension());
  v.scale = radius() / k;
  for (Index j = 0; j < g.size(); ++j) {
    v.signs[j] = static_cast<std::int8_t>((g[j] < 0) - (g[j] > 0));
  }
}

void KNormBall::minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const {
  minimize(gradient, lmo);
  lmo.other_count = 0;
  if (most <= 0) return;
  const Vector& g = gradient.dense();
  const auto* best = lmo.atom.as<Atom::Coordinate>();
  Promising& promising = lmo.memory<Memory>().promising;
  promising.scores.resize(dimension());
  promising.scores = -g.cwiseAbs();
  const double value =
      std::min(promising.scores.minCoeff(), promising.scores.sum() / static_cast<double>(k_));
  promising.choose(promising.scores, value / 2, best != nullptr ? best->index : -1, most);
  for (const Index i : promising.indices) {
    // With k = 1 these are not vertices: they are inside the cube.
    if (k_ == 1) break;
    lmo.add_other().become_coordinate(dimension(), i, g[i] > 0 ? -radius() : radius());
  }
}

Faces KNormBall::faces() const {
  if (k_ >= dimension()) {
    return {.blocks = {{.kind = Faces::Kind::corners,
                        .scale = radius(),
                        .both_signs = true,
                        .has_origin = true}}};
  }
  if (k_ > 1) return {};
  return {.blocks = {{.kind = Faces::Kind::box}},
          .lower = Vector::Constant(dimension(), -radius()),
          .upper = Vector::Constant(dimension(), radius())};
}

OwlBall::OwlBall(Vector weights, double radius)
    : NormBall(owl_norm(weights), weights.size(), radius), weights_(std::move(weights)) {}

std::unique_ptr<Oracle> OwlBall::Parameters::begin(const SetContext& context) const {
  return std::make_unique<OwlBall>(read_list(context, file), radius);
}

void OwlBall::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  Ranking& ranking = lmo.memory<Ranking>();
  ranking.keys = g.cwiseAbs();
  ranking.sort();
  double best = 0, best_weight = weights_[0], sum = 0, weight = 0;
  std::size_t count = 0;
  for (std::size_t k = 0; k < ranking.order.size(); ++k) {
    sum += ranking.keys[ranking.order[k]];
    weight += weights_[static_cast<Index>(k)];
    if (!(sum / weight > best)) continue;
    best = sum / weight;
    best_weight = weight;
    count = k + 1;
  }
  const auto begin = ranking.order.begin();
  std::sort(begin, begin + static_cast<Index>(count));
  Atom::Sparse& v = lmo.atom.become_sparse(dimension());
  v.indices.reserve(ranking.order.size());
  v.values.reserve(ranking.order.size());
  const double size = radius() / best_weight;
  for (std::size_t k = 0; k < count; ++k) {
    const Index i = ranking.order[k];
    v.indices.push_back(i);
    v.values.push_back(g[i] > 0 ? -size : size);
  }
}

bool OwlBall::recenter(VectorRef x) const {
  static_cast<void>(x);
  return false;
}

namespace {

Index dimension_of(const std::shared_ptr<const Groups>& groups) {
  return groups ? groups->dimension() : 1;  // group_norm() rejects null
}

bool is_same_entries(const Atom& a, const Atom& b) {
  const auto &one = *a.as<Atom::Sparse>(), &other = *b.as<Atom::Sparse>();
  return one.indices == other.indices && one.values == other.values;
}

/// Whether the last of the others is a duplicate: overlapping groups may agree in the variables
/// with a nonzero gradient.
bool is_there_already(const LmoResult& lmo) {
  const Atom& last = lmo.others[lmo.other_count - 1];
  for (std::size_t k = 0; k + 1 < lmo.other_count; ++k) {
    if (is_same_entries(lmo.others[k], last)) return true;
  }
  return is_same_entries(lmo.atom, last);
}

}  // namespace

struct GroupBall::Memory {
  Promising promising;  ///< scores are -||g_G||_* / scale for each group
  double scale = 0;
  Index best = -1;
};

GroupBall::GroupBall(Groups groups, WithinGroup within, double radius)
    : GroupBall(std::make_shared<const Groups>(std::move(groups)), within, radius) {}

GroupBall::GroupBall(std::shared_ptr<const Groups> groups, WithinGroup within, double radius)
    : NormBall(group_norm(groups, within), dimension_of(groups), radius),
      groups_(std::move(groups)),
      within_(within) {}

std::unique_ptr<Oracle> GroupBall::Parameters::begin(const SetContext& context) const {
  const Matrix table = context.reader().matrix(file);
  Groups groups = table.cols() == 1 ? Groups::of_variables(table.col(0)) : Groups::of_pairs(table);
  return std::make_unique<GroupBall>(std::move(groups), norm, radius);
}

std::string GroupBall::name() const {
  return compose("{} ball of radius {} of {} groups{} in R^{}", norm().name(), radius(),
                 groups_->count(), groups_->overlap() ? ", which overlap," : "", dimension());
}

void GroupBall::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  Memory& memory = lmo.memory<Memory>();
  memory.scale = scale_of_groups(g);
  memory.best = -1;
  Vector& scores = memory.promising.scores;
  scores.setZero(groups_->count());
  double least = 0;
  for (Index group = 0; memory.scale > 0 && group < groups_->count(); ++group) {
    scores[group] = -dual_size(*groups_, within_, group, g, memory.scale);
    if (!(scores[group] < least)) continue;
    least = scores[group];
    memory.best = group;
  }
  if (memory.best >= 0) {
    fill(memory.best, g, memory, lmo.atom);
  } else {
    lmo.atom.become_sparse(dimension());
  }
}

void GroupBall::minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const {
  minimize(gradient, lmo);
  lmo.other_count = 0;
  Memory& memory = lmo.memory<Memory>();
  if (most <= 0 || memory.best < 0) return;
  Promising& promising = memory.promising;
  promising.choose(promising.scores, promising.scores[memory.best] / 2, memory.best, most);
  for (const Index group : promising.indices) {
    Atom& other = lmo.add_other();
    fill(group, gradient.dense(), memory, other);
    if (groups_->overlap() && is_there_already(lmo)) --lmo.other_count;
  }
}

/// The atom of a group whose score is not 0.
void GroupBall::fill(Index group, const Vector& g, const Memory& memory, Atom& atom) const {
  Atom::Sparse& v = atom.become_sparse(dimension());
  v.indices.reserve(static_cast<std::size_t>(groups_->largest()));
  v.values.reserve(static_cast<std::size_t>(groups_->largest()));
  const double length = -memory.promising.scores[group];
  for (const Index i : groups_->members(group)) {
    if (g[i] == 0) continue;
    v.indices.push_back(i);
    v.values.push_back(within_ == WithinGroup::l2 ? -radius() * (g[i] / memory.scale / length)
                       : g[i] > 0                 ? -radius()
                                                  : radius());
  }
}

Ellipsoid::Ellipsoid(Vector center, Vector radii)
    : center_(std::move(center)), radii_(std::move(radii)) {
  require_at_least("size of center", center_.size(), 1);
  if (radii_.size() != center_.size()) {
    throw InvalidInput("radii", compose("has {} entries, must have as many as center, {}",
                                        radii_.size(), center_.size()));
  }
  require_finite_entries("center", center_);
  for (Index i = 0; i < radii_.size(); ++i) {
    require_positive({"radii", i}, radii_[i]);
  }
  is_norm_ball_ = center_.isZero(0);
}

std::unique_ptr<Oracle> Ellipsoid::Parameters::begin(const SetContext& context) const {
  const Matrix axes = read_two_columns(context, file, "centre and radius");
  return std::make_unique<Ellipsoid>(axes.col(0), axes.col(1));
}

std::string Ellipsoid::name() const {
  return compose("ellipsoid of radii from {} to {} in R^{}", radii_.minCoeff(), radii_.maxCoeff(),
                 dimension());
}

void Ellipsoid::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  Vector& v = lmo.atom.become_dense(dimension());
  const double largest = g.cwiseAbs().maxCoeff();
  if (!(largest > 0)) {
    v = center_;
    return;
  }
  // Scaled so that squares neither overflow nor underflow.
  v = radii_.cwiseProduct(g / largest);
  const double widest = v.cwiseAbs().maxCoeff();
  if (!(widest > 0)) {
    v = center_;
    return;
  }
  const double length = (v / widest).norm();
  v = center_ - radii_.cwiseProduct(v / widest / length);
}

std::optional<double> Ellipsoid::gauge(ConstVectorRef x) const {
  return is_norm_ball_ ? std::optional(distance(x)) : std::nullopt;
}

double Ellipsoid::distance(ConstVectorRef x) const {
  const auto scaled = (x - center_).cwiseQuotient(radii_);
  const double squared = scaled.squaredNorm();
  if (is_ordinary_square(squared)) return std::sqrt(squared);
  const double largest = scaled.cwiseAbs().maxCoeff();
  if (!(largest > 0) || std::isinf(largest)) return largest;
  return largest * (scaled / largest).norm();
}

Violation Ellipsoid::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  const double size = distance(x);
  if (size <= 1) return {};
  return {(1 - 1 / size) * (x - center_).stableNorm(),
          compose("the sum of ((x_i - c_i) / r_i)^2 is {}, above 1", size * size)};
}

bool Ellipsoid::recenter(VectorRef x) const {
  assert(x.size() == dimension());
  const double excess = distance(x) - 1;
  if (!(excess > kRecenterFrom && excess <= kRecenterUpTo)) return false;
  x = center_ + (x - center_) / (1 + excess);
  return true;
}

namespace {

void require_finite(const char* argument, const Vector& bounds) {
  for (Index i = 0; i < bounds.size(); ++i) {
    if (!range::finite.contains(bounds[i])) {
      throw InvalidInput({argument, i}, bounds[i], std::string(range::finite.rule));
    }
  }
}

Vector constant(Index dimension, double value) {
  require_at_least("dimension", dimension, 1);
  return Vector::Constant(dimension, value);
}

}  // namespace

Box::Box(Vector lower, Vector upper) : lower_(std::move(lower)), upper_(std::move(upper)) {
  require_at_least("size of lower", lower_.size(), 1);
  if (upper_.size() != lower_.size()) {
    throw InvalidInput("upper", compose("has {} entries, must have as many as lower, {}",
                                        upper_.size(), lower_.size()));
  }
  require_finite("lower", lower_);
  require_finite("upper", upper_);
  for (Index i = 0; i < lower_.size(); ++i) {
    if (lower_[i] > upper_[i]) {
      throw InvalidInput({"lower", i}, lower_[i],
                         compose("must be at most upper[{}] = {}", i, upper_[i]));
    }
  }
  is_norm_ball_ = lower_ == -upper_ && upper_.minCoeff() > 0;
}

Box::Box(Index dimension, double lower, double upper)
    : Box(constant(dimension, lower), constant(dimension, upper)) {}

std::string Box::name() const {
  return compose("box with bounds from {} to {} in R^{}", lower_.minCoeff(), upper_.maxCoeff(),
                 dimension());
}

void Box::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  Vector& v = lmo.atom.become_dense(dimension());
  for (Index i = 0; i < g.size(); ++i) {
    v[i] = g[i] > 0 ? lower_[i] : g[i] < 0 ? upper_[i] : std::clamp(0.0, lower_[i], upper_[i]);
  }
}

Faces Box::faces() const {
  return {.blocks = {{.kind = Faces::Kind::box}}, .lower = lower_, .upper = upper_};
}

Violation Box::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  Index low = 0;
  Index high = 0;
  const double below = (lower_ - x).maxCoeff(&low);
  const double above = (x - upper_).maxCoeff(&high);
  if (below <= 0 && above <= 0) return {};
  if (below > above) {
    return {below, compose("x[{}] = {} is below {}", low, x[low], lower_[low])};
  }
  return {above, compose("x[{}] = {} is above {}", high, x[high], upper_[high])};
}

bool Box::recenter(VectorRef x) const {
  assert(x.size() == dimension());
  bool changed = false;
  for (Index i = 0; i < x.size(); ++i) {
    const double inside = std::clamp(x[i], lower_[i], upper_[i]);
    const double size = std::max(std::abs(lower_[i]), std::abs(upper_[i]));
    if (x[i] == inside || !(std::abs(x[i] - inside) <= kRecenterUpTo * size)) continue;
    x[i] = inside;
    changed = true;
  }
  return changed;
}

namespace {

/// l1 distance of x to a diamond. x is inside if there are weights w_i >= 0 that sum to 1 with w_i
/// lower_i <= x_i <= w_i upper_i, which bounds each w_i by an interval. If the lower bounds sum to
/// more than 1, entries must shrink: reducing w_i by a unit moves x_i by the far end of axis i. If
/// the upper bounds sum to less than 1, entries must grow, by the near end per unit of weight. Both
/// use the axes of least cost.
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
    if (x != 0 && !(far > 0)) {  // the axis has no points on this side of 0
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

  /// Keeps a total weight of 1 at the axes of largest cost and removes the rest.
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
    throw InvalidInput("upper", compose("has {} entries, must have as many as lower, {}",
                                        upper_.size(), lower_.size()));
  }
  require_finite_entries("lower", lower_);
  require_finite_entries("upper", upper_);
  for (Index i = 0; i < lower_.size(); ++i) {
    if (lower_[i] > upper_[i]) {
      throw InvalidInput({"lower", i}, lower_[i],
                         compose("must be at most upper[{}] = {}", i, upper_[i]));
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

void Diamond::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  Vector& scores = lmo.memory<Promising>().scores;
  score(g, scores);
  const Index i = first_smallest(scores);
  lmo.atom.become_coordinate(dimension(), i, end(i, g[i]));
}

void Diamond::minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const {
  minimize(gradient, lmo);
  lmo.other_count = 0;
  if (most <= 0) return;
  const Vector& g = gradient.dense();
  Promising& promising = lmo.memory<Promising>();
  promising.choose(promising.scores, halfway_to_mean(promising.scores),
                   lmo.atom.as<Atom::Coordinate>()->index, most);
  for (const Index i : promising.indices) {
    const double value = end(i, g[i]);
    // The origin is the same point on every axis.
    if (value != 0) lmo.add_other().become_coordinate(dimension(), i, value);
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

Description L1Ball::Parameters::describe() { return {radius_parameter(radius)}; }

std::unique_ptr<Oracle> L1Ball::Parameters::begin(const SetContext& context) const {
  return std::make_unique<L1Ball>(context.variable.dimension, radius);
}

Description L2Ball::Parameters::describe() { return {radius_parameter(radius)}; }

std::unique_ptr<Oracle> L2Ball::Parameters::begin(const SetContext& context) const {
  return std::make_unique<L2Ball>(context.variable.dimension, radius);
}

Description LinfBall::Parameters::describe() { return {radius_parameter(radius)}; }

std::unique_ptr<Oracle> LinfBall::Parameters::begin(const SetContext& context) const {
  return std::make_unique<LinfBall>(context.variable.dimension, radius);
}

Description LpBall::Parameters::describe() {
  return {exponent_parameter(p), radius_parameter(radius)};
}

std::unique_ptr<Oracle> LpBall::Parameters::begin(const SetContext& context) const {
  return std::make_unique<LpBall>(context.variable.dimension, p, radius);
}

Description KNormBall::Parameters::describe() {
  return {count_parameter(k, "number of entries summed"), radius_parameter(radius)};
}

std::unique_ptr<Oracle> KNormBall::Parameters::begin(const SetContext& context) const {
  return std::make_unique<KNormBall>(context.variable.dimension, k, radius);
}

Description OwlBall::Parameters::describe() {
  return {radius_parameter(radius),
          {"file", file, range::any,
           "a matrix file with one row or one column: w_1 >= w_2 >= ... >= 0, w_1 > 0"}};
}

Description GroupBall::Parameters::describe() {
  return {{"norm", Word(norm, {"l2", "linf"}), "the norm of a group"},
          radius_parameter(radius),
          {"file", file, range::any,
           "a column with the group of each variable, from 0 without gaps, or two columns, "
           "variable and group, with a row for each membership"}};
}

Description Ellipsoid::Parameters::describe() {
  return {{"file", file, range::any,
           "a matrix file with two columns, c_i and r_i, and a row for each variable"}};
}

Description Box::Parameters::describe() {
  return {{"lower", lower, range::finite, "the lower bound"},
          {"upper", upper, range::finite, "the upper bound, not below the lower one"}};
}

std::unique_ptr<Oracle> Box::Parameters::begin(const SetContext& context) const {
  return std::make_unique<Box>(context.variable.dimension, lower, upper);
}

Description Diamond::Parameters::describe() {
  return {{"file", file, range::any,
           "a matrix file with two columns, l_i and u_i, and a row for each variable"}};
}

bool NormBall::is_interior(ConstVectorRef x) const { return x.isZero(0) || norm_->of(x) < radius_; }

bool Ellipsoid::is_interior(ConstVectorRef x) const { return distance(x) < 1; }

bool Box::is_interior(ConstVectorRef x) const {
  return (x.array() > lower_.array()).all() && (x.array() < upper_.array()).all();
}

bool Diamond::is_interior(ConstVectorRef x) const {
  if (lower_.maxCoeff() >= 0 || upper_.minCoeff() <= 0) return false;
  return x.cwiseQuotient(lower_).cwiseMax(x.cwiseQuotient(upper_)).sum() < 1;
}

}  // namespace acgd
