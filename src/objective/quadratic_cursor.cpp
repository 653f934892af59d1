#include "objective/quadratic_cursor.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linalg/kernels.hpp"
#include "objective/hessian_curvature.hpp"
#include "objective/map_curvature.hpp"
#include "objective/rounding.hpp"

namespace acgd {
namespace {

// A scheduled recomputation costs at most 1/64 of what was spent since the last one, and at most
// one in so many steps where steps are as costly as it is.
constexpr double kSpentPerRecomputation = 64;
constexpr std::int64_t kFewestStepsCarried = 100;

// A value that has shrunk to this fraction carries rounding errors of its larger days.
constexpr double kShrunk = 1e-4;
// So many recomputations on that ground are free; more have to wait for their turn in the schedule.
constexpr int kFreeRecomputations = 16;

/// The one term of d, if its atom is one coordinate and not 0.
const Atom::Coordinate* only_coordinate(const Direction& direction) {
  if (direction.terms.size() != 1) return nullptr;
  const auto* one = direction.terms[0].atom->as<Atom::Coordinate>();
  return one != nullptr && one->value != 0 ? one : nullptr;
}

/// How much of H x, or of vectors of its size, H d is formed from. One atom's image has digits of
/// its own; several may cancel each other.
double parts_of_hd(const Direction& direction) {
  double parts = std::abs(direction.point_weight);
  if (direction.terms.size() == 1) return parts;
  for (const Term& term : direction.terms) parts += std::abs(term.weight);
  return parts;
}

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
  reset_drift();
}

void QuadraticCursor::recompute() {
  value_ = form_.recompute(point_.x(), gradient_.entries());
  reset_drift();
}

void QuadraticCursor::reset_drift() {
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
  change_.rate.reset();
  const Atom::Coordinate* one = only_coordinate(direction);
  is_coordinate_ = one != nullptr;
  change_.has_hd = !is_coordinate_;
  has_d_ = false;
  line_.point_along(
      is_coordinate_ ? look_along_coordinate(direction.terms[0], *one) : look_along_vector(),
      direction.max_step);
  return line_;
}

passes::Along QuadraticCursor::look_along_coordinate(const Term& term,
                                                     const Atom::Coordinate& one) {
  along_one_ = {one.index, term.weight * one.value, direction_.point_weight,
                images_.column(one.index)};
  return point_.has_support() ? passes::along_coordinate(standing(), along_one_, point_.support())
                              : passes::along_coordinate(standing(), along_one_);
}

bool QuadraticCursor::find_entries() {
  const double w = direction_.point_weight;
  const std::vector<Term>& terms = direction_.terms;
  if (w != 0 && !point_.has_support()) return false;
  // Each term is looked for in the list: no more of a search than the vectors are long.
  const std::size_t most = terms.size() + (w != 0 ? point_.support().size() : 0);
  if (terms.size() * most > static_cast<std::size_t>(d_.size())) return false;
  entries_.clear();
  if (w != 0) {
    for (const Index j : point_.support()) entries_.push_back({j, w * point_.x()[j]});
  }
  for (const Term& term : terms) {
    const auto* one = term.atom->as<Atom::Coordinate>();
    if (one == nullptr) return false;
    const auto known = std::find_if(entries_.begin(), entries_.end(),
                                    [&](const auto& entry) { return entry.j == one->index; });
    if (known == entries_.end()) {
      entries_.push_back({one->index, term.weight * one->value});
    } else {
      known->d += term.weight * one->value;
    }
  }
  return true;
}

passes::Along QuadraticCursor::look_along_vector() {
  const double w = direction_.point_weight;
  double *d = d_.data(), *hd = change_.hd.data();
  const Atom* atom = direction_.single();
  if (atom != nullptr && !direction_.terms[0].is_kept()) {
    const HessianImages::Image image = images_.of(*atom);
    has_d_ = true;
    return passes::along_vector(standing(), image.atom, w, image.image, d, hd);
  }
  change_.hd.setZero();
  for (const Term& term : direction_.terms) images_.add(term, change_.hd);
  if (find_entries()) {
    if (w != 0) change_.hd += w * (gradient_.entries() - *form_.linear);
    return passes::along_entries(standing(), entries_, hd);
  }
  direction_.assign_terms_to(d_);
  has_d_ = true;
  return passes::along_vector(standing(), d, w, hd, d, hd);
}

bool QuadraticCursor::advance(double t) {
  ++steps_;
  ++steps_carried_;
  advance_gradient(t);
  value_ += line_.parabola(t);
  largest_value_ = std::max(largest_value_, std::abs(value_));
  const bool moved = point_.advance(direction_, t);

  // The line just left gives up its H d, which the next Lipschitz estimate asks for.
  std::swap(previous_, change_);
  previous_length_ = t;
  // H d is formed from H x = g - b, unless x has no part in d.
  const double parts = parts_of_hd(direction_);
  previous_noise_ = parts == 0 ? 0 : t * kGradientNoise * terms_ * parts;
  if (recomputation_is_due()) recompute();
  return moved;
}

void QuadraticCursor::advance_gradient(double t) {
  Vector& g = gradient_.entries();
  if (!is_coordinate_ || !norm_->is_euclidean() || change_.has_hd) {
    kernels::axpy(t, formed_hd().data(), g.data(), g.size());
    return;
  }
  const double square =
      passes::advance_gradient(along_one_, t, form_.linear->data(), g.data(), g.size());
  change_.rate = std::sqrt(square);
  // From the new gradient the same formula gives shrink(t) H d, whose size needs no squares.
  const double shrink = std::abs(direction_.shrink(t));
  if (!is_ordinary_square(square) && shrink != 0) change_.rate = norm_->dual(formed_hd()) / shrink;
}

const Vector& QuadraticCursor::formed_d() {
  if (!has_d_) {
    d_ = direction_.point_weight * point_.x();
    direction_.add_terms_to(d_, 1);
    has_d_ = true;
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
  fall_ = -along.slope;
  curvature_ = along.curvature;
  squared_norm_ = along.squared_d;
  max_step_ = max_step;
  norm_.reset();
}

double QuadraticCursor::QuadraticLine::norm() {
  if (norm_) return *norm_;
  if (cursor_.norm_->is_euclidean() && is_ordinary_square(squared_norm_)) {
    norm_ = std::sqrt(squared_norm_);
  } else {
    norm_ = cursor_.norm_->of(cursor_.formed_d());
  }
  return *norm_;
}

// g = Hx + b has the rounding errors of both its terms.
double QuadraticCursor::QuadraticLine::slope_noise() const {
  const Vector& d = cursor_.formed_d();
  const Vector& x = cursor_.point_.x();
  return dot_noise(cursor_.gradient_.entries(), d, x, cursor_.direction_) +
         dot_noise(*cursor_.form_.linear, d, x, cursor_.direction_);
}

void QuadraticCursor::release(AtomId id) {
  images_.release(id);
  if (images_of_map_) images_of_map_->release(id);
}

// Of A'A a column of A tells what a column of A'A would, and is there without a pass over A.
Curvature* QuadraticCursor::curvature() {
  if (curvature_) return curvature_.get();
  const auto* gram = dynamic_cast<const GramHessian*>(form_.hessian.get());
  if (gram != nullptr && gram->scale() >= 0) {
    images_of_map_ = std::make_unique<ShardImages>(gram->map());
    curvature_ = std::make_unique<MapCurvature>(
        *images_of_map_, true, [scale = gram->scale()](Vector& d) { d.setConstant(scale); });
  } else {
    curvature_ = std::make_unique<HessianCurvature>(images_);
  }
  return curvature_.get();
}

std::int64_t QuadraticCursor::mark_of_hessian() {
  if (!mark_) {
    const Index n = gradient_.size();
    Vector image(n);
    form_.hessian->multiply(Vector::LinSpaced(n, 1, 2), image);
    Archive archive;
    archive(image);
    mark_ = static_cast<std::int64_t>(checksum(std::move(archive).take()) >> 1);
  }
  return *mark_;
}

void QuadraticCursor::visit(Archive& archive) {
  archive.expect("a Hessian with the checksum", mark_of_hessian());
  archive(point_, images_, gradient_.entries(), value_);
  archive(previous_.has_hd, previous_.rate, previous_length_, previous_noise_);
  if (previous_.has_hd) archive(previous_.hd);
  archive(steps_, trial_count_, free_recomputations_);
  archive(steps_carried_, spent_from_, largest_value_, terms_);
}

}  // namespace acgd
