#include "acgd/objective/composite.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <utility>

#include "acgd/core/error.hpp"
#include "acgd/objective/block_loss.hpp"
#include "core/compose.hpp"
#include "linalg/kernels.hpp"
#include "objective/composite.hpp"
#include "objective/rounding.hpp"

namespace acgd {

namespace {

constexpr double kNoStep = std::numeric_limits<double>::quiet_NaN();

// Maximum number of updates of A x before it is recomputed. A product with A costs about as much as
// a gradient, so this adds one percent.
constexpr int kStepsBetweenProducts = 100;
// The rounding error of the updated A x is proportional to the largest ||x|| since it was computed.
// Below this fraction of that norm A x is recomputed.
constexpr double kShrinkage = 1e-3;
// Below this fraction of the last evaluated |f|, whose rounding error the updated value retains, f
// is evaluated anew.
constexpr double kLeastValueCarried = 0.5;

}  // namespace

// The composite cursor (f(x) = phi(A x + offset + b), b optional):
//  1. gradient(): g = A' phi'(A x + offset + b). Apart from 5, the only product with all of A.
//  2. look(d): A d from the images of the atoms of d; those of the active set are cached. With an
//     intercept, also db/dt at t = 0 (intercept.cpp).
//  3. change(t), slope(t), derivatives(t): one pass over the samples with A x and A d; change(t) is
//     computed without cancellation (Loss::change).
//  4. advance(t): A x += t A d, and f(x) += change(t) if t is the last step evaluated. If x + t d
//     is the sum of the terms of d (a vertex at t = 1), A x is assigned from their images.
//  5. A x is recomputed from x every kStepsBetweenProducts steps and after x has shrunk by
//     kShrinkage; f(x) is recomputed when |f| has halved.
// The gradients of the previous point and of a probed trial point are kept for the step rules.
CompositeCursor::CompositeCursor(const Composite& objective, const Atom& x0,
                                 std::shared_ptr<const Norm> norm)
    : objective_(objective),
      norm_(std::move(norm)),
      point_(x0),
      trial_step_(kNoStep),
      previous_(objective.dimension()),
      images_(objective.design()),
      image_of_d_(Vector::Zero(objective.map().rows())),
      line_(*this),
      curvature_(
          images_, loss().curvature(image_of_d_).has_value(),
          [this](Vector& d) { loss().second_derivative(prediction(here_), d); }, loss(),
          objective.has_intercept()) {
  if (objective.has_intercept()) {
    intercept_ = std::make_unique<InterceptLine>(loss(), reduction());
    here_.intercept = Vector::Zero(loss().outputs());
  }
  here_.image.resize(objective.map().rows());
  objective.map().image(x0, here_.image);
  here_.derivative.resize(here_.image.size());
  here_.gradient = Gradient(objective.dimension());
  forget(here_, true);
  reset_drift();
}

void CompositeCursor::forget(Place& place, bool afresh) {
  place.has_value = place.has_derivative = place.has_gradient = false;
  if (objective_.has_offset()) {
    place.moved = place.image + objective_.offset();
  } else if (intercept_) {
    place.moved = place.image;
  }
  if (!intercept_) return;
  InterceptSearch& search = intercept_->search();
  afresh || !loss().is_convex() ? search.solve_afresh(place.moved, place.intercept)
                                : search.solve(place.moved, place.intercept);
  add_intercept(place.intercept, place.moved);
}

const Vector& CompositeCursor::prediction(const Place& place) const {
  return intercept_ || objective_.has_offset() ? place.moved : place.image;
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
  image_of_terms(image_of_d_);
  if (direction.point_weight != 0) {
    kernels::axpy(direction.point_weight, here_.image.data(), image_of_d_.data(),
                  image_of_d_.size());
  }
  if (intercept_) intercept_->look(prediction(here_), image_of_d_);
  trial_step_ = kNoStep;
  line_.point_along(direction);
  return line_;
}

void CompositeCursor::image_of_terms(Vector& z) {
  if (direction_.single() != nullptr && !direction_.terms[0].is_active()) {
    objective_.map().image(*direction_.single(), z);
    return;
  }
  z.setZero();
  images_.add_all(direction_.terms, z);
}

bool CompositeCursor::advance(double t) {
  if (!point_.advance(direction_, t)) return false;
  largest_squared_ = std::max(largest_squared_, point_.squared_norm());
  ++steps_carried_;
  previous_.take(here_.gradient.entries(), here_.has_gradient);
  const std::optional<double> value = carried_value(t);
  if (t == trial_step_) {
    std::swap(here_, trial_);
  } else {
    step_image(t);
    if (intercept_) intercept_->step(t, here_.intercept);
    forget(here_);
  }
  trial_step_ = kNoStep;
  here_.has_value = value.has_value() && steps_carried_ > 0;
  if (here_.has_value) here_.value = *value;
  return true;
}

std::optional<double> CompositeCursor::carried_value(double t) const {
  if (!here_.has_value || t != line_.changed_step()) return std::nullopt;
  // The line follows one local minimum over b; another one may be lower at x + t d.
  if (intercept_ && !loss().is_convex()) return std::nullopt;
  const double value = here_.value + line_.last_change();
  if (!(std::abs(value) > kLeastValueCarried * computed_value_)) return std::nullopt;
  return value;
}

void CompositeCursor::step_image(double t) {
  if (direction_.lands(t)) {
    image_of_terms(here_.image);
    reset_drift();
  } else if (refresh_is_due()) {
    objective_.map().multiply(point_.x(), here_.image);
    reset_drift();
  } else {
    kernels::axpy(t, image_of_d_.data(), here_.image.data(), here_.image.size());
  }
}

bool CompositeCursor::refresh_is_due() const {
  return steps_carried_ >= kStepsBetweenProducts ||
         point_.squared_norm() < kShrinkage * kShrinkage * largest_squared_;
}

void CompositeCursor::reset_drift() {
  steps_carried_ = 0;
  largest_squared_ = point_.squared_norm();
}

void CompositeCursor::CompositeLine::point_along(const Direction& direction) {
  const Vector& r = cursor_.derivative_at(cursor_.here_);
  derivative_ = cursor_.reduction().dot(r, cursor_.motion());
  max_step_ = direction.max_step;
  norm_.reset();
  has_curvature_ = false;
  changed_step_ = kNoStep;
}

double CompositeCursor::CompositeLine::norm() {
  if (!norm_) norm_ = cursor_.point_.norm(cursor_.direction_, *cursor_.norm_);
  return *norm_;
}

double CompositeCursor::CompositeLine::change(double t) {
  ++cursor_.trial_count_;
  changed_step_ = t;
  const Vector& z = cursor_.prediction(cursor_.here_);
  const Vector& r = cursor_.here_.derivative;
  last_change_ = cursor_.intercept_ ? cursor_.intercept_->change(r, t)
                                    : cursor_.loss().change(z, r, cursor_.image_of_d_, t);
  return last_change_;
}

double CompositeCursor::CompositeLine::slope(double t) {
  if (cursor_.intercept_) return cursor_.intercept_->slope(t);
  return cursor_.loss().slope(cursor_.prediction(cursor_.here_), cursor_.image_of_d_, t);
}

std::optional<double> CompositeCursor::CompositeLine::curvature() {
  if (!has_curvature_) curvature_ = cursor_.loss().curvature(cursor_.motion());
  has_curvature_ = true;
  return curvature_;
}

std::optional<Derivatives> CompositeCursor::CompositeLine::derivatives(double t) {
  if (cursor_.intercept_) return cursor_.intercept_->derivatives(t);
  return cursor_.loss().derivatives(cursor_.prediction(cursor_.here_), cursor_.image_of_d_, t);
}

std::optional<double> CompositeCursor::CompositeLine::gradient_change() {
  if (!cursor_.previous_.is_known()) return std::nullopt;
  return cursor_.previous_.change(cursor_.gradient_at(cursor_.here_), *cursor_.norm_);
}

// Two terms: the rounding error of <phi', A d> in both gradients, and that of the updated A x,
// which acts like a perturbation of x by a few ulps of its largest norm.
double CompositeCursor::CompositeLine::gradient_change_noise(double lipschitz) {
  const double own =
      2 * dot_noise(cursor_.derivative_at(cursor_.here_), cursor_.image_of_d_, cursor_.reduction());
  return own / norm() + lipschitz * kPositionNoise * std::sqrt(cursor_.largest_squared_);
}

double CompositeCursor::CompositeLine::probe(double t) {
  Place& trial = cursor_.trial_;
  if (t != cursor_.trial_step_) {
    // Allocated by the first probe, since most runs never probe.
    if (trial.gradient.size() == 0) {
      trial.derivative.resize(cursor_.image_of_d_.size());
      trial.gradient = Gradient(cursor_.here_.gradient.size());
    }
    trial.image = cursor_.here_.image + t * cursor_.image_of_d_;
    if (cursor_.intercept_) {
      trial.intercept = cursor_.here_.intercept;
      cursor_.intercept_->step(t, trial.intercept);
    }
    cursor_.forget(trial);
    cursor_.trial_step_ = t;
  }
  return cursor_.previous_.dual_distance(cursor_.gradient_at(trial),
                                         cursor_.gradient_at(cursor_.here_), *cursor_.norm_);
}

double CompositeCursor::CompositeLine::change_noise_rate() const {
  return dot_noise(cursor_.here_.derivative, cursor_.motion(), cursor_.reduction());
}

double CompositeCursor::CompositeLine::slope_noise() const {
  const Vector& r = cursor_.here_.derivative;
  const Direction& direction = cursor_.direction_;
  double noise = dot_noise(r, cursor_.image_of_d_, cursor_.here_.image, direction.point_weight,
                           cursor_.reduction());
  if (direction.terms.size() == 1 || noise == 0) return noise;
  // The images may cancel each other.
  for (const Term& term : direction.terms) {
    noise += std::abs(term.weight) * kDotNoise * cursor_.images_.absolute_dot(term, r);
  }
  return noise;
}

// x may have been recentred, and may have been larger, since A x was computed from it.
double CompositeCursor::CompositeLine::derivative_noise() const {
  const Place& here = cursor_.here_;
  CarriedNoise& carried = cursor_.carried_noise_;
  Vector& fresh = carried.fresh(here.image.size());
  if (cursor_.gradient_count_ <= 1) {  // at x0
    fresh = here.image;
  } else {
    cursor_.objective_.map().multiply(cursor_.point_.x(), fresh);
  }
  return slope_noise() + carried.of(cursor_.loss(), cursor_.prediction(here), here.image,
                                    kPositionNoise, here.derivative, cursor_.motion(),
                                    cursor_.reduction());
}

void CompositeCursor::visit(Archive& archive) {
  // Trial points are not stored: look() is called again after loading.
  archive(point_);
  visit_samples(archive, reduction(), here_.image);
  visit_samples(archive, reduction(), here_.derivative);
  archive(here_.gradient.entries(), here_.value);
  archive(here_.has_value, here_.has_derivative, here_.has_gradient);
  if (intercept_) archive(here_.intercept);
  if (intercept_ || objective_.has_offset()) visit_samples(archive, reduction(), here_.moved);
  archive(previous_, computed_value_, steps_carried_, largest_squared_);
  archive(gradient_count_, trial_count_, curvature_);
}

namespace {

/// Subtracts from every output of A x its mean over the samples: (I - 1 1' / m) A.
class CenteredOutputs final : public MatrixOperator {
 public:
  CenteredOutputs(const Design& a, Index outputs) : a_(a), outputs_(outputs) {}
  Index rows() const override { return a_.map().rows(); }
  Index cols() const override { return a_.map().cols(); }
  void multiply(ConstVectorRef x, VectorRef y) const override {
    a_.map().multiply(x, y);
    center(y);
  }
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const override {
    Vector centered = x;
    center(centered);
    a_.map().multiply_adjoint(centered, y);
  }

 private:
  void center(VectorRef z) const {
    if (outputs_ == 1) {
      z.array() -= a_.reduction().total(z) / static_cast<double>(a_.reduction().samples());
      return;
    }
    const Index m = z.size() / outputs_;
    for (Index k = 0; k < outputs_; ++k) {
      auto block = z.segment(k * m, m);
      block.array() -= block.mean();
    }
  }

  const Design& a_;
  Index outputs_;
};

/// A'A. Its vectors are replicated on all ranks.
class Squared final : public MatrixOperator {
 public:
  explicit Squared(const MatrixOperator& a) : a_(a), image_(a.rows()) {}
  Index rows() const override { return a_.cols(); }
  Index cols() const override { return a_.cols(); }
  void multiply(ConstVectorRef x, VectorRef y) const override {
    a_.multiply(x, image_);
    a_.multiply_adjoint(image_, y);
  }
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const override { multiply(x, y); }

 private:
  const MatrixOperator& a_;
  mutable Vector image_;
};

double squared_norm_of(const MatrixOperator& a, const Reduction& reduction) {
  return reduction.is_local() ? squared_operator_norm(a)
                              : std::sqrt(squared_operator_norm(Squared(a)));
}

}  // namespace

/// ||A||^2, computed once; thread-safe, and shared by copies of the objective.
struct Composite::SquaredNorm {
  std::once_flag once;
  double value = 0;
};

namespace {

/// Whether the sums of the loss are those of the samples of A: over the same blocks, or both in this
/// process.
bool are_consistent(const Loss& loss, const Design& a) {
  const auto* blocks = dynamic_cast<const BlockLoss*>(&loss);
  if (a.reduction().team().size() == 1) {
    return blocks == nullptr || blocks->reduction()->team().size() == 1;
  }
  return blocks != nullptr && blocks->reduction() == a.shared_reduction();
}

}  // namespace

Composite::Composite(std::shared_ptr<const Loss> loss, Design a, Vector offset, Intercept intercept)
    : loss_(std::move(loss)),
      a_(std::move(a)),
      offset_(std::move(offset)),
      intercept_(intercept),
      squared_norm_(std::make_shared<SquaredNorm>()) {
  if (!loss_) throw InvalidInput("loss", "must not be null");
  if (loss_->predictions() != map().rows()) {
    throw InvalidInput("loss",
                       compose("has {} {}, but the map has {} rows", loss_->predictions(),
                               loss_->outputs() == 1 ? "samples" : "predictions", map().rows()));
  }
  if (!are_consistent(*loss_, a_)) {
    throw InvalidInput("A",
                       "must be partitioned into the same blocks as the loss, by the same "
                       "reduction");
  }
  if (offset_.size() != 0 && offset_.size() != map().rows()) {
    throw InvalidInput(
        "offset", compose("has {} entries, but the map has {} rows", offset_.size(), map().rows()));
  }
  for (Index i = 0; i < offset_.size(); ++i) {
    if (!std::isfinite(offset_[i])) {
      throw InvalidInput({"offset", i}, offset_[i], "must be finite");
    }
  }
  has_offset_ = a_.reduction().are_given("offset", offset_);
  if (!has_intercept()) return;
  require_best_intercept(*loss_);
  shift_ = remove_offsets(a_);
}

Vector Composite::predict(const Vector& x, Vector& z) const {
  z.resize(map().rows());
  map().multiply(x, z);
  return complete(z);
}

Vector Composite::complete(Vector& z) const {
  if (has_offset_) z += offset_;
  if (!has_intercept()) return {};
  Vector b(loss_->outputs());
  InterceptSearch(*loss_, a_.reduction()).solve_afresh(z, b);
  add_intercept(b, z);
  return b;
}

double Composite::value(const Vector& x) const {
  Vector z;
  predict(x, z);
  return loss_->value(z);
}

void Composite::gradient(const Vector& x, Vector& g) const {
  Vector z, r(map().rows());
  predict(x, z);
  loss_->derivative(z, r);
  map().multiply_adjoint(r, g);
}

Vector Composite::intercept(const Vector& x) const {
  if (!has_intercept()) return {};
  Vector z;
  Vector b = predict(x, z);
  if (shift_.size() != 0) b.array() -= shift_.dot(x);
  return b;
}

std::optional<double> Composite::lipschitz() const {
  const std::optional<double> of_loss = loss_->lipschitz();
  if (!of_loss) return std::nullopt;
  std::call_once(squared_norm_->once, [this] {
    squared_norm_->value =
        has_intercept() ? squared_norm_of(CenteredOutputs(a_, loss_->outputs()), a_.reduction())
                        : squared_norm_of(map(), a_.reduction());
  });
  return *of_loss * squared_norm_->value;
}

std::optional<double> Composite::natural_scale() const {
  Vector z = Vector::Zero(map().rows());
  complete(z);
  const double value = std::abs(loss_->value(z));
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<double> Composite::lower_bound() const {
  const double infimum = loss_->infimum();
  return std::isfinite(infimum) ? std::optional(infimum) : std::nullopt;
}

std::unique_ptr<Cursor> Composite::start(const Atom& x0, std::shared_ptr<const Norm> norm) const {
  return std::make_unique<CompositeCursor>(*this, x0, std::move(norm));
}

}  // namespace acgd
