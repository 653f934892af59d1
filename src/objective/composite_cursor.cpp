#include "objective/composite_cursor.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/kernels.hpp"
#include "objective/rounding.hpp"

namespace acgd {
namespace {

constexpr double kNoTrial = std::numeric_limits<double>::quiet_NaN();

// A fresh A x costs about as much as a gradient: one in a hundred iterations is one percent.
constexpr int kStepsBetweenRefreshes = 100;
// The carried A x has errors in proportion to the largest x it has seen. Where x has become a
// thousandth of that, so many digits are gone.
constexpr double kShrinkage = 1e-3;
// A carried value has the rounding errors of the value it started from: it may not become much
// smaller than that one.
constexpr double kLeastValueCarried = 0.5;

}  // namespace

CompositeCursor::CompositeCursor(const Composite& objective, const Atom& x0,
                                 std::shared_ptr<const Norm> norm)
    : objective_(objective),
      norm_(std::move(norm)),
      point_(x0),
      trial_step_(kNoTrial),
      previous_(objective.dimension()),
      image_of_d_(objective.map().rows()),
      difference_(objective.dimension()),
      line_(*this) {
  objective.map().image(x0, here_.image);
  here_.derivative.resize(here_.image.size());
  here_.gradient = Gradient(objective.dimension());
  forget(here_);
  carried_nothing();
}

void CompositeCursor::forget(Place& place) const {
  if (objective_.offset().size() != 0) place.with_offset = place.image + objective_.offset();
  place.has_value = place.has_derivative = place.has_gradient = false;
}

const Vector& CompositeCursor::prediction(const Place& place) const {
  return objective_.offset().size() != 0 ? place.with_offset : place.image;
}

const Vector& CompositeCursor::derivative_at(Place& place) {
  if (!place.has_derivative) {
    loss().derivative(prediction(place), place.derivative);
    place.has_derivative = true;
  }
  return place.derivative;
}

const Vector& CompositeCursor::gradient_at(Place& place) {
  if (!place.has_gradient) {
    objective_.map().multiply_adjoint(derivative_at(place), place.gradient.entries());
    place.has_gradient = true;
    ++gradient_count_;
  }
  return place.gradient.entries();
}

double CompositeCursor::value() {
  if (!here_.has_value) {
    here_.value = loss().value(prediction(here_));
    computed_value_ = std::abs(here_.value);
    here_.has_value = true;
  }
  return here_.value;
}

const Gradient& CompositeCursor::gradient() {
  gradient_at(here_);
  return here_.gradient;
}

Line& CompositeCursor::look(const Direction& direction) {
  direction_ = direction;
  objective_.map().image(*direction.atom, image_of_d_);
  if (direction.point_weight != 0) {
    kernels::axpy(direction.point_weight, here_.image.data(), image_of_d_.data(),
                  image_of_d_.size());
  }
  trial_step_ = kNoTrial;
  line_.point_along(direction);
  return line_;
}

bool CompositeCursor::advance(double t) {
  if (!point_.advance(direction_, t)) return false;
  largest_squared_ = std::max(largest_squared_, point_.squared_norm());
  ++steps_carried_;
  std::swap(previous_, here_.gradient.entries());
  has_previous_ = here_.has_gradient;
  const std::optional<double> value = carried_value(t);
  if (t == trial_step_) {
    std::swap(here_, trial_);
  } else {
    step_image(t);
    forget(here_);
  }
  trial_step_ = kNoTrial;
  here_.has_value = value.has_value() && steps_carried_ > 0;
  if (here_.has_value) here_.value = *value;
  return true;
}

std::optional<double> CompositeCursor::carried_value(double t) const {
  if (!here_.has_value || t != line_.changed_step()) return std::nullopt;
  const double value = here_.value + line_.last_change();
  if (!(std::abs(value) > kLeastValueCarried * computed_value_)) return std::nullopt;
  return value;
}

void CompositeCursor::step_image(double t) {
  const LinearMap& map = objective_.map();
  if (t == 1 && direction_.point_weight == -1) {
    map.image(*direction_.atom, here_.image);
    carried_nothing();
  } else if (refresh_is_due()) {
    map.multiply(point_.x(), here_.image);
    carried_nothing();
  } else {
    kernels::axpy(t, image_of_d_.data(), here_.image.data(), here_.image.size());
  }
}

bool CompositeCursor::refresh_is_due() const {
  return steps_carried_ >= kStepsBetweenRefreshes ||
         point_.squared_norm() < kShrinkage * kShrinkage * largest_squared_;
}

void CompositeCursor::carried_nothing() {
  steps_carried_ = 0;
  largest_squared_ = point_.squared_norm();
}

double CompositeCursor::dual_distance(const Vector& g, const Vector& other) {
  difference_ = g - other;
  return norm_->dual(difference_);
}

void CompositeCursor::CompositeLine::point_along(const Direction& direction) {
  const Vector& r = cursor_.derivative_at(cursor_.here_);
  gap_ = -kernels::dot(r.data(), cursor_.image_of_d_.data(), r.size());
  max_step_ = direction.max_step;
  norm_.reset();
  has_curvature_ = false;
  changed_step_ = kNoTrial;
}

double CompositeCursor::CompositeLine::norm() {
  if (!norm_) norm_ = cursor_.point_.norm(cursor_.direction_, *cursor_.norm_);
  return *norm_;
}

double CompositeCursor::CompositeLine::compute_change(double t) {
  changed_step_ = t;
  last_change_ = cursor_.loss().change(cursor_.prediction(cursor_.here_), cursor_.here_.derivative,
                                       cursor_.image_of_d_, t);
  return last_change_;
}

double CompositeCursor::CompositeLine::slope(double t) {
  return cursor_.loss().slope(cursor_.prediction(cursor_.here_), cursor_.image_of_d_, t);
}

std::optional<double> CompositeCursor::CompositeLine::curvature() {
  if (!has_curvature_) curvature_ = cursor_.loss().curvature(cursor_.image_of_d_);
  has_curvature_ = true;
  return curvature_;
}

std::optional<Bend> CompositeCursor::CompositeLine::bend(double t) {
  return cursor_.loss().bend(cursor_.prediction(cursor_.here_), cursor_.image_of_d_, t);
}

std::optional<double> CompositeCursor::CompositeLine::gradient_change() {
  if (!cursor_.has_previous_) return std::nullopt;
  return cursor_.dual_distance(cursor_.gradient_at(cursor_.here_), cursor_.previous_);
}

// Along d the gradient A' phi' is off by what rounding adds to <phi', A d>. Next to that A x, which
// is carried, is off as if x were.
double CompositeCursor::CompositeLine::gradient_change_noise(double lipschitz) {
  const double own = 2 * dot_noise(cursor_.derivative_at(cursor_.here_), cursor_.image_of_d_);
  return own / norm() + lipschitz * kPositionNoise * std::sqrt(cursor_.largest_squared_);
}

double CompositeCursor::CompositeLine::probe(double t) {
  Place& trial = cursor_.trial_;
  if (t != cursor_.trial_step_) {
    // Most runs probe once, or never: there is no storage for it before.
    if (trial.gradient.size() == 0) {
      trial.derivative.resize(cursor_.image_of_d_.size());
      trial.gradient = Gradient(cursor_.previous_.size());
    }
    trial.image = cursor_.here_.image + t * cursor_.image_of_d_;
    cursor_.forget(trial);
    cursor_.trial_step_ = t;
  }
  return cursor_.dual_distance(cursor_.gradient_at(trial), cursor_.gradient_at(cursor_.here_));
}

double CompositeCursor::CompositeLine::change_noise_rate() const {
  return dot_noise(cursor_.here_.derivative, cursor_.image_of_d_);
}

double CompositeCursor::CompositeLine::slope_noise() const {
  return dot_noise(cursor_.here_.derivative, cursor_.image_of_d_, cursor_.here_.image,
                   cursor_.direction_.point_weight);
}

void CompositeCursor::visit(State& state) {
  // What was tried before this line is of no use any more.
  state(point_, here_.image, here_.derivative, here_.gradient.entries(), here_.value);
  state(here_.has_value, here_.has_derivative, here_.has_gradient);
  if (objective_.offset().size() != 0) state(here_.with_offset);
  state(has_previous_, computed_value_, steps_carried_, largest_squared_, gradient_count_, line_);
  if (has_previous_) state(previous_);
}

}  // namespace acgd
