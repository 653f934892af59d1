#include "objective/completion_cursor.hpp"

#include <atomic>
#include <cmath>
#include <limits>
#include <utility>

#include "acgd/core/error.hpp"
#include "core/tasks.hpp"
#include "objective/rounding.hpp"

namespace acgd {
namespace {

// A step adds an ulp or two to z. Reading z from the terms again costs about as much as a product
// of the gradient for each of them, so it is done rarely.
constexpr int kStepsBetweenRefreshes = 1000;

/// Below this fraction of its terms, ||d||^2 = a + 2b + c has lost too many digits.
constexpr double kCancellation = 1e-3;

constexpr Index kColumnsPerTask = 256;
constexpr Index kSamplesPerTask = 1 << 16;

/// w = atom + point_weight * z on the samples
void add_atom(const SparsityPattern& samples, const Atom::RankOne& atom, double point_weight,
              const Vector& z, Vector& w) {
  const double* left = atom.left.data();
  in_tasks(samples.cols, kColumnsPerTask, 8 * z.size(), [&](Index first, Index last) {
    for (Index j = first; j < last; ++j) {
      const double scale = atom.scale * atom.right[j];
      for (int k = samples.column_starts[j]; k < samples.column_starts[j + 1]; ++k) {
        w[k] = scale * left[samples.row_indices[k]] + point_weight * z[k];
      }
    }
  });
}

/// z += t w; whether that changed any entry
bool move(Vector& z, double t, const Vector& w) {
  std::atomic<bool> moved = false;
  in_tasks(z.size(), kSamplesPerTask, 8 * z.size(), [&](Index first, Index last) {
    bool changed = false;
    for (Index k = first; k < last; ++k) {
      const double before = z[k];
      z[k] = before + t * w[k];
      changed |= z[k] != before;
    }
    if (changed) moved = true;
  });
  return moved;
}

}  // namespace

CompletionCursor::CompletionCursor(const MatrixCompletion& objective, LowRankSum x0)
    : objective_(objective),
      repeated_(objective.samples() != objective.pattern()),
      x_(std::move(x0)),
      z_(objective.observations()),
      w_(objective.observations()),
      gradient_(objective.pattern()),
      residual_(repeated_ ? objective.observations() : 0),
      previous_(gradient_.entries().size()),
      line_(*this) {
  x_.read(*objective.samples(), z_);
}

double CompletionCursor::value() {
  if (!value_) value_ = loss().value(z_);
  return *value_;
}

const Vector& CompletionCursor::residual() {
  Vector& entries = gradient_.entries();
  if (!has_gradient_) {
    loss().derivative(z_, repeated_ ? residual_ : entries);
    if (repeated_) objective_.add_up(residual_, entries);
    has_gradient_ = true;
    ++gradient_count_;
  }
  return repeated_ ? residual_ : entries;
}

const Gradient& CompletionCursor::gradient() {
  residual();
  return gradient_;
}

Line& CompletionCursor::look(const Direction& direction) {
  atom_ = direction.atom->as<Atom::RankOne>();
  if (atom_ == nullptr || atom_->left.size() != x_.rows() || atom_->right.size() != x_.cols()) {
    throw InvalidInput("set: matrix completion needs one whose atoms have rank one");
  }
  point_weight_ = direction.point_weight;
  dot_.reset();
  add_atom(*objective_.samples(), *atom_, point_weight_, z_, w_);
  line_.point_along(direction);
  return line_;
}

bool CompletionCursor::advance(double t) {
  const double shrink = 1 + t * point_weight_;
  if (shrink == 0) {
    x_.assign(t * atom_->scale, atom_->left, atom_->right);
  } else {
    x_.update(shrink, t * atom_->scale, atom_->left, atom_->right, dot_with_atom());
  }
  bool moved = true;
  if (++steps_carried_ == kStepsBetweenRefreshes || shrink == 0) {
    if (shrink != 0) x_.refresh();
    x_.read(*objective_.samples(), z_);
    steps_carried_ = 0;
  } else {
    moved = move(z_, t, w_);
  }
  std::swap(previous_, gradient_.entries());
  has_previous_ = has_gradient_;
  has_gradient_ = false;
  value_.reset();
  return moved;
}

double CompletionCursor::dot_with_atom() {
  if (!dot_) dot_ = x_.dot(atom_->left, atom_->right);
  return *dot_;
}

double CompletionCursor::norm_of_direction() {
  const double there =
      atom_->scale * atom_->scale * atom_->left.squaredNorm() * atom_->right.squaredNorm();
  if (point_weight_ == 0) return std::sqrt(there);
  const double here = point_weight_ * point_weight_ * x_.squared_norm();
  const double both = point_weight_ * atom_->scale * dot_with_atom();
  const double squared = there + 2 * both + here;
  // What is not finite is not worth more effort.
  if (!(squared <= kCancellation * (there + here))) return std::sqrt(squared);
  return x_.norm_of_sum(point_weight_, atom_->scale, atom_->left, atom_->right);
}

void CompletionCursor::CompletionLine::point_along(const Direction& direction) {
  gap_ = -cursor_.residual().dot(cursor_.w_);
  max_step_ = direction.max_step;
  norm_.reset();
}

double CompletionCursor::CompletionLine::norm() {
  if (!norm_) norm_ = cursor_.norm_of_direction();
  return *norm_;
}

double CompletionCursor::CompletionLine::compute_change(double t) {
  return cursor_.loss().change(cursor_.z_, cursor_.residual(), cursor_.w_, t);
}

double CompletionCursor::CompletionLine::slope(double t) {
  return cursor_.loss().slope(cursor_.z_, cursor_.w_, t);
}

std::optional<double> CompletionCursor::CompletionLine::curvature() {
  return cursor_.loss().curvature(cursor_.w_);
}

std::optional<double> CompletionCursor::CompletionLine::gradient_change() {
  if (!cursor_.has_previous_) return std::nullopt;
  return (cursor_.gradient().entries() - cursor_.previous_).norm();
}

double CompletionCursor::CompletionLine::gradient_change_noise(double lipschitz) {
  return kGradientNoise * cursor_.gradient().entries().norm() +
         lipschitz * kPositionNoise * std::sqrt(cursor_.x_.squared_norm());
}

double CompletionCursor::CompletionLine::probe(double t) {
  const Vector z = cursor_.z_ + t * cursor_.w_;
  Vector there(z.size());
  cursor_.loss().derivative(z, there);
  ++cursor_.gradient_count_;
  if (!cursor_.repeated_) return (there - cursor_.residual()).norm();
  Vector entries(cursor_.previous_.size());
  cursor_.objective_.add_up(there - cursor_.residual(), entries);
  return entries.norm();
}

double CompletionCursor::CompletionLine::change_noise_rate() const {
  return dot_noise(cursor_.residual(), cursor_.w_);
}

double CompletionCursor::CompletionLine::slope_noise() const {
  return dot_noise(cursor_.residual(), cursor_.w_, cursor_.z_, cursor_.point_weight_);
}

void CompletionCursor::visit(State& state) {
  state(x_, z_, gradient_.entries(), residual_, has_gradient_, has_previous_);
  state(value_, steps_carried_, gradient_count_, line_);
  if (has_previous_) state(previous_);
}

}  // namespace acgd
