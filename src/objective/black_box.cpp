#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "acgd/core/error.hpp"
#include "acgd/objective/black_box_cursor.hpp"
#include "acgd/objective/function.hpp"
#include "core/compose.hpp"
#include "linalg/kernels.hpp"
#include "objective/quasi_newton.hpp"
#include "objective/rounding.hpp"

namespace acgd {

namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kNoTrial = std::numeric_limits<double>::quiet_NaN();

}  // namespace

BlackBoxCursor::BlackBoxCursor(const Objective& objective, const Atom& x0,
                               std::shared_ptr<const Norm> norm)
    : objective_(objective),
      norm_(std::move(norm)),
      trial_step_(kNoTrial),
      previous_(objective.dimension()),
      line_(*this) {
  const Index n = objective.dimension();
  here_.x = x0.to_dense();
  trial_.x.resize(n);
  here_.gradient = Gradient(n);
  trial_.gradient = Gradient(n);
  previous_x_.resize(n);
  own_d_.resize(n);
}

BlackBoxCursor::~BlackBoxCursor() = default;

double BlackBoxCursor::value_at(Place& place) {
  if (!place.has_value) {
    place.value = objective_.value(place.x);
    note_precision(Eigen::Map<const Vector>(&place.value, 1));
    if (std::isfinite(place.value)) {
      largest_value_ = std::max(largest_value_, std::abs(place.value));
    }
    place.has_value = true;
  }
  return place.value;
}

const Vector& BlackBoxCursor::gradient_at(Place& place) {
  if (!place.has_gradient) {
    objective_.gradient(place.x, place.gradient.entries());
    place.has_gradient = true;
    note_precision(place.gradient.entries());
    ++gradient_count_;
  }
  return place.gradient.entries();
}

// The first number that is not of single precision ends the test.
void BlackBoxCursor::note_precision(ConstVectorRef numbers) {
  for (Index i = 0; all_single_ && i < numbers.size(); ++i) {
    const double number = numbers[i];
    all_single_ = static_cast<double>(static_cast<float>(number)) == number;
    int exponent = 0;
    const double mantissa = std::ldexp(std::frexp(number, &exponent), 12);
    needs_digits_ = needs_digits_ || mantissa != std::floor(mantissa);
  }
}

double BlackBoxCursor::rounding_scale() const { return all_single_ && needs_digits_ ? 0x1p29 : 1; }

double BlackBoxCursor::value() { return value_at(here_); }

const Gradient& BlackBoxCursor::gradient() {
  gradient_at(here_);
  return here_.gradient;
}

Line& BlackBoxCursor::look(const Direction& direction) {
  direction_ = direction;
  const Atom* single = direction.single();
  const auto* dense = single != nullptr ? single->as<Atom::Dense>() : nullptr;
  if (dense != nullptr && direction.point_weight == 0) {
    d_ = &dense->values;
  } else {
    direction.assign_terms_to(own_d_);
    if (direction.point_weight != 0) {
      kernels::axpy(direction.point_weight, here_.x.data(), own_d_.data(), own_d_.size());
    }
    d_ = &own_d_;
  }
  trial_step_ = kNoTrial;
  trials_before_ = trial_count_;
  line_.point_along(direction);
  return line_;
}

double BlackBoxCursor::along_d(const Vector& g) const {
  return kernels::dot(g.data(), d_->data(), g.size());
}

void BlackBoxCursor::try_step(double t) {
  if (t == trial_step_) return;
  if (direction_.lands(t)) {
    direction_.assign_terms_to(trial_.x);
  } else {
    kernels::add_scaled(here_.x.data(), t, d_->data(), trial_.x.data(), trial_.x.size());
  }
  trial_.has_value = false;
  trial_.has_gradient = false;
  trial_step_ = t;
}

bool BlackBoxCursor::advance(double t) {
  try_step(t);
  accepted_first_ = trial_count_ <= trials_before_ + 1;
  std::swap(here_, trial_);
  trial_step_ = kNoTrial;
  // The previous x and gradient are kept for the next estimate of the Lipschitz constant.
  std::swap(previous_x_, trial_.x);
  previous_.take(trial_.gradient.entries(), trial_.has_gradient);
  is_learnt_ = false;
  return here_.x != previous_x_;
}

Curvature* BlackBoxCursor::curvature() {
  begin_curvature();
  if (hessian_ != nullptr) return hessian_.get();
  if (!is_learnt_ && previous_.is_known()) {
    const Vector& g = gradient_at(here_);
    change_ = here_.x - previous_x_;
    gradient_change_ = g - previous_.entries();
    estimate_->add(change_, gradient_change_, rounding_scale() * kGradientNoise * g.norm(),
                   accepted_first_);
  }
  is_learnt_ = true;
  return estimate_->is_ready() ? estimate_.get() : nullptr;
}

void BlackBoxCursor::begin_curvature() {
  if (hessian_ != nullptr || estimate_ != nullptr) return;
  if (objective_.has_hessian_products()) {
    hessian_ = std::make_unique<HessianProducts>(objective_, here_.x);
  } else {
    estimate_ = std::make_unique<QuasiNewton>(objective_.dimension());
    line_.set_estimated_model();
  }
}

void BlackBoxCursor::BlackBoxLine::point_along(const Direction& direction) {
  derivative_ = cursor_.along_d(cursor_.gradient_at(cursor_.here_));
  max_step_ = direction.max_step;
  norm_.reset();
}

double BlackBoxCursor::BlackBoxLine::norm() {
  if (!norm_) norm_ = cursor_.norm_->of(*cursor_.d_);
  return *norm_;
}

double BlackBoxCursor::BlackBoxLine::change(double t) {
  ++cursor_.trial_count_;
  cursor_.try_step(t);
  return cursor_.value_at(cursor_.trial_) - cursor_.value_at(cursor_.here_);
}

double BlackBoxCursor::BlackBoxLine::slope(double t) {
  cursor_.try_step(t);
  return cursor_.along_d(cursor_.gradient_at(cursor_.trial_));
}

std::optional<double> BlackBoxCursor::BlackBoxLine::gradient_change() {
  return cursor_.previous_.change(cursor_.gradient_at(cursor_.here_), *cursor_.norm_);
}

// Covers the rounding of the entries of both gradients; other errors of f are unknown.
double BlackBoxCursor::BlackBoxLine::gradient_change_noise(double) {
  return cursor_.rounding_scale() * kGradientNoise *
         cursor_.norm_->dual(cursor_.gradient_at(cursor_.here_));
}

std::optional<double> BlackBoxCursor::BlackBoxLine::distance() {
  if (!cursor_.previous_.is_known()) return std::nullopt;
  return cursor_.previous_.distance(cursor_.here_.x, cursor_.previous_x_, *cursor_.norm_);
}

double BlackBoxCursor::BlackBoxLine::probe(double t) {
  cursor_.try_step(t);
  PreviousGradient& previous = cursor_.previous_;
  const double distance = previous.distance(cursor_.trial_.x, cursor_.here_.x, *cursor_.norm_);
  const double change = previous.dual_distance(cursor_.gradient_at(cursor_.trial_),
                                               cursor_.gradient_at(cursor_.here_), *cursor_.norm_);
  // x + t d is rounded, which matters if x is large: scale by the distance that x actually moved.
  return distance > 0 ? change * (t * norm() / distance) : change;
}

// A few ulps of f: two rounded values whose other errors are unknown.
double BlackBoxCursor::BlackBoxLine::change_noise() const {
  return cursor_.rounding_scale() * 16 * kEpsilon * std::abs(cursor_.here_.value);
}

double BlackBoxCursor::BlackBoxLine::slope_noise() const {
  return cursor_.rounding_scale() * dot_noise(cursor_.here_.gradient.entries(), *cursor_.d_,
                                              cursor_.here_.x, cursor_.direction_);
}

void BlackBoxCursor::visit(Archive& archive) {
  // Trial points are not stored: there are none on this line yet.
  archive(here_.x, here_.gradient.entries(), here_.value, here_.has_value, here_.has_gradient);
  archive(gradient_count_, trial_count_, all_single_, needs_digits_, largest_value_, previous_);
  if (previous_.is_known()) archive(previous_x_);
  bool has_curvature = hessian_ != nullptr || estimate_ != nullptr;
  archive(has_curvature, is_learnt_);
  if (!has_curvature) return;
  begin_curvature();
  if (hessian_ != nullptr) archive(*hessian_);
  if (estimate_ != nullptr) archive(*estimate_);
}

Function::Function(Index dimension, Value value, GradientFilled gradient, FunctionOptions options)
    : dimension_(dimension),
      value_(std::move(value)),
      gradient_(std::move(gradient)),
      options_(std::move(options)) {
  require_at_least("dimension", dimension, 1);
}

Function::Function(Index dimension, Value value, GradientReturned gradient, FunctionOptions options)
    : Function(
          dimension, std::move(value),
          [returned = std::move(gradient)](const Vector& x, Vector& g) { g = returned(x); },
          std::move(options)) {}

void Function::gradient(const Vector& x, Vector& g) const {
  gradient_(x, g);
  if (g.size() != dimension_) {
    throw InvalidInput("gradient",
                       compose("has {} entries, must have {} like x", g.size(), dimension_));
  }
}

void Function::multiply_hessian(const Vector& x, const Vector& d, Vector& hd) const {
  options_.hessian_product(x, d, hd);
  if (hd.size() != dimension_) {
    throw InvalidInput("hessian_product",
                       compose("has {} entries, must have {} like x", hd.size(), dimension_));
  }
}

}  // namespace acgd
