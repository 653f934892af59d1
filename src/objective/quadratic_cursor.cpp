#include "objective/quadratic_cursor.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/kernels.hpp"
#include "objective/rounding.hpp"

namespace acgd {
namespace {

// Readings and writings of a vector in an iteration: 4 to look, 6 to advance, the oracle's own.
constexpr double kVectorsPerIteration = 11;

// A scheduled recomputation costs at most 1/64 of what was spent since the last one, and at most
// one in so many steps where steps are as costly as it is.
constexpr double kSpentPerRecomputation = 64;
constexpr std::int64_t kFewestStepsCarried = 100;

// A value that has shrunk to this fraction carries rounding errors of its larger days.
constexpr double kShrunk = 1e-4;
// So many recomputations on that ground are free; more have to wait for their turn in the schedule.
constexpr int kFreeRecomputations = 16;

// Where the square of a norm is a number to work with.
bool is_ordinary(double square) { return square > 1e-280 && square < 1e280; }

}  // namespace

QuadraticCursor::QuadraticCursor(QuadraticForm form, const Atom& x0,
                                 std::shared_ptr<const Norm> norm, Cursor* known)
    : form_(std::move(form)),
      norm_(std::move(norm)),
      point_(x0),
      images_(*form_.hessian, form_.cache_bytes),
      gradient_(x0.size()),
      d_(x0.size()),
      line_(*this),
      free_recomputations_(kFreeRecomputations) {
  change_.hd.resize(x0.size());
  previous_.hd.resize(x0.size());
  if (known == nullptr) {
    recompute();
    return;
  }
  value_ = known->value();
  gradient_.entries() = known->gradient().dense();
  carried_nothing();
}

void QuadraticCursor::recompute() {
  value_ = form_.recompute(point_.x(), gradient_.entries());
  carried_nothing();
}

void QuadraticCursor::carried_nothing() {
  steps_carried_ = 0;
  spent_from_ = images_.bytes_read();
  largest_value_ = std::abs(value_);
  terms_ = norm_->dual(gradient_.entries()) + norm_->dual(*form_.linear);
}

bool QuadraticCursor::recomputation_is_due() {
  const double vectors = kVectorsPerIteration * 8.0 * static_cast<double>(gradient_.size());
  const double spent =
      vectors * static_cast<double>(steps_carried_) + (images_.bytes_read() - spent_from_);
  if (steps_carried_ >= kFewestStepsCarried &&
      spent >= kSpentPerRecomputation * form_.recompute_bytes) {
    return true;
  }
  if (std::abs(value_) >= kShrunk * largest_value_ || free_recomputations_ == 0) return false;
  --free_recomputations_;
  return true;
}

passes::Standing QuadraticCursor::standing() const {
  return {point_.x().data(), gradient_.entries().data(), form_.linear->data(), gradient_.size()};
}

Line& QuadraticCursor::look(const Direction& direction) {
  direction_ = direction;
  const HessianImages::Image image = images_.of(*direction.atom);
  const double w = direction.point_weight;
  const bool coordinate = image.atom == nullptr;
  one_ = coordinate ? direction.atom->as<Atom::Coordinate>() : nullptr;
  change_.has_hd = !coordinate;
  change_.rate.reset();
  if (coordinate) {
    along_one_ = {image.coordinate, image.scale, w, image.image};
    line_.point_along(point_.has_support()
                          ? passes::along_coordinate(standing(), along_one_, point_.support())
                          : passes::along_coordinate(standing(), along_one_),
                      direction.max_step);
  } else {
    line_.point_along(
        passes::along_vector(standing(), image.atom, w, image.image, d_.data(), change_.hd.data()),
        direction.max_step);
  }
  return line_;
}

bool QuadraticCursor::advance(double t) {
  ++steps_;
  ++steps_carried_;
  advance_gradient(t);
  value_ += line_.parabola(t);
  largest_value_ = std::max(largest_value_, std::abs(value_));
  const bool moved = point_.advance(direction_, one_, t);

  // The line just left gives up its H d, which the next Lipschitz estimate asks for.
  std::swap(previous_, change_);
  previous_length_ = t;
  // H d is formed from H x = g - b, unless x has no part in d: then it has digits of its own.
  previous_noise_ = direction_.point_weight == 0 ? 0 : t * kGradientNoise * terms_;
  if (recomputation_is_due()) recompute();
  return moved;
}

void QuadraticCursor::advance_gradient(double t) {
  Vector& g = gradient_.entries();
  if (one_ == nullptr || !norm_->is_euclidean() || change_.has_hd) {
    kernels::axpy(t, formed_hd().data(), g.data(), g.size());
    return;
  }
  const double square =
      passes::advance_gradient(along_one_, t, form_.linear->data(), g.data(), g.size());
  change_.rate = std::sqrt(square);
  // From the new gradient the same formula gives (1 + t w) H d, whose size needs no squares.
  const double shrink = 1 + t * along_one_.w;
  if (!is_ordinary(square) && shrink != 0) change_.rate = norm_->dual(formed_hd()) / shrink;
}

const Vector& QuadraticCursor::formed_d() {
  if (one_ != nullptr) {
    d_ = direction_.point_weight * point_.x();
    direction_.atom->add_to(d_);
  }
  return d_;
}

const Vector& QuadraticCursor::formed_hd() {
  if (!change_.has_hd) {
    passes::form_hd(standing(), along_one_, change_.hd.data());
    change_.has_hd = true;
  }
  return change_.hd;
}

std::optional<double> QuadraticCursor::gradient_change() {
  if (steps_ == 0) return std::nullopt;
  if (!previous_.rate) previous_.rate = norm_->dual(previous_.hd);
  return previous_length_ * *previous_.rate;
}

void QuadraticCursor::QuadraticLine::point_along(const passes::Along& along, double max_step) {
  gap_ = -along.slope;
  curvature_ = along.curvature;
  squared_norm_ = along.squared_d;
  max_step_ = max_step;
  norm_.reset();
}

double QuadraticCursor::QuadraticLine::norm() {
  if (norm_) return *norm_;
  if (cursor_.norm_->is_euclidean() && is_ordinary(squared_norm_)) {
    norm_ = std::sqrt(squared_norm_);
  } else {
    norm_ = cursor_.norm_->of(cursor_.formed_d());
  }
  return *norm_;
}

// g = Hx + b has the rounding errors of both its terms.
double QuadraticCursor::QuadraticLine::slope_noise() const {
  const Vector& d = cursor_.formed_d();
  const double weight = cursor_.direction_.point_weight;
  return dot_noise(cursor_.gradient_.entries(), d, cursor_.point_.x(), weight) +
         dot_noise(*cursor_.form_.linear, d, cursor_.point_.x(), weight);
}

std::int64_t QuadraticCursor::mark_of_hessian() {
  if (!mark_) {
    const Index n = gradient_.size();
    Vector image(n);
    form_.hessian->multiply(Vector::LinSpaced(n, 1, 2), image);
    State state;
    state(image);
    mark_ = static_cast<std::int64_t>(checksum(std::move(state).take()) >> 1);
  }
  return *mark_;
}

void QuadraticCursor::visit(State& state) {
  state.expect("a Hessian with the checksum", mark_of_hessian());
  state(point_, images_, gradient_.entries(), value_);
  state(previous_.has_hd, previous_.rate, previous_length_, previous_noise_);
  if (previous_.has_hd) state(previous_.hd);
  state(steps_, free_recomputations_, steps_carried_, spent_from_, largest_value_, terms_, line_);
}

}  // namespace acgd
