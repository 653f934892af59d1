#include "objective/completion_cursor.hpp"

#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "acgd/core/error.hpp"
#include "acgd/team/visit_samples.hpp"
#include "linalg/threads.hpp"
#include "objective/rounding.hpp"
#include "team/entries.hpp"
#include "team/gradient_sums.hpp"

namespace acgd {
namespace {

// A step adds an ulp or two to z. Reading z from the terms again costs about as much as a product
// of the gradient for each of them, so it is done rarely.
constexpr int kStepsBetweenReadings = 1000;

/// Below this fraction of its terms, ||d||^2 = a + 2b + c has lost too many digits.
constexpr double kCancellation = 1e-3;

constexpr Index kColumnsPerTask = 256;

/// w = the sum of the terms + point_weight * z on the samples
void add_terms(const SparsityPattern& samples, const std::vector<RankOneTerm>& terms,
               double point_weight, const Vector& z, Vector& w) {
  in_tasks(samples.cols, kColumnsPerTask, 8 * z.size(), [&](Index first, Index last) {
    for (Index j = first; j < last; ++j) {
      const int start = samples.column_starts[j], end = samples.column_starts[j + 1];
      if (terms.empty()) {
        for (int k = start; k < end; ++k) w[k] = point_weight * z[k];
      }
      for (const RankOneTerm& term : terms) {
        const double* left = term.left->data();
        const double scale = term.weight * (*term.right)[j];
        if (&term == terms.data()) {
          for (int k = start; k < end; ++k) {
            w[k] = scale * left[samples.row_indices[k]] + point_weight * z[k];
          }
        } else {
          for (int k = start; k < end; ++k) w[k] += scale * left[samples.row_indices[k]];
        }
      }
    }
  });
}

/// The matrices of rank one that an atom is the sum of.
std::span<const Atom::RankOne> matrix_terms(const Atom& atom) {
  if (const auto* pair = atom.as<Atom::RankOne>()) return {pair, 1};
  if (const auto* matrix = atom.as<Atom::LowRank>()) return matrix->terms;
  throw InvalidInput("set: matrix completion needs one whose atoms have low rank");
}

/// sum |r_k term_k| over the samples
double absolute_dot(const MatrixCompletion& f, const RankOneTerm& term, const Vector& r) {
  const SparsityPattern& samples = *f.samples();
  const auto add_some = [&](Shards::Range range) {
    double sum = 0;
    for_each_column(samples, range, [&](Index j, int first, int last) {
      double column = 0;
      for (int k = first; k < last; ++k) {
        column += std::abs(r[k] * (*term.left)[samples.row_indices[k]]);
      }
      sum += std::abs((*term.right)[j]) * column;
    });
    return sum;
  };
  return std::abs(term.weight) * f.shards()->sum(add_some, 8 * r.size());
}

/// z += t w; whether that changed any entry, on any rank
bool move(const Shards& shards, Vector& z, double t, const Vector& w) {
  const auto move_some = [&](Shards::Range range) {
    bool changed = false;
    for (Index k = range.first; k < range.last; ++k) {
      const double before = z[k];
      z[k] = before + t * w[k];
      changed |= z[k] != before;
    }
    return changed ? 1.0 : 0.0;
  };
  return shards.sum(move_some, 8 * z.size()) != 0;
}

/// ||a - b||
double length_of_difference(const Shards& shards, const Vector& a, const Vector& b) {
  const auto add_some = [&](Shards::Range range) {
    const auto cut = [range](const Vector& v) { return v.segment(range.first, range.size()); };
    return (cut(a) - cut(b)).squaredNorm();
  };
  return std::sqrt(shards.sum(add_some, 8 * a.size()));
}

}  // namespace

CompletionCursor::CompletionCursor(const MatrixCompletion& objective, LowRankSum x0)
    : objective_(objective),
      repeated_(objective.samples() != objective.pattern()),
      x_(std::move(x0)),
      z_(objective.loss().size()),
      w_(objective.loss().size()),
      gradient_(objective.make_gradient()),
      residual_(repeated_ ? objective.loss().size() : 0),
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
  terms_.clear();
  for (const Term& term : direction.terms) {
    for (const Atom::RankOne& pair : matrix_terms(*term.atom)) {
      if (pair.left.size() != x_.rows() || pair.right.size() != x_.cols()) {
        throw InvalidInput("set: matrix completion needs one of matrices of its own size");
      }
      terms_.push_back({term.weight * pair.scale, &pair.left, &pair.right});
    }
  }
  has_dots_ = false;
  point_weight_ = direction.point_weight;
  add_terms(*objective_.samples(), terms_, point_weight_, z_, w_);
  line_.point_along(direction);
  return line_;
}

bool CompletionCursor::advance(double t) {
  const double shrink = 1 + t * point_weight_;
  if (shrink != 0) find_dots();
  for (RankOneTerm& term : terms_) term.weight *= t;
  if (shrink == 0) {
    x_.assign(terms_);
  } else {
    x_.update(shrink, terms_);
  }
  bool moved = true;
  if (++steps_carried_ == kStepsBetweenReadings || shrink == 0) {
    if (shrink != 0) x_.refresh();
    x_.read(*objective_.samples(), z_);
    steps_carried_ = 0;
  } else {
    moved = move(shards(), z_, t, w_);
  }
  previous_.take(gradient_.entries(), has_gradient_);
  has_gradient_ = false;
  value_.reset();
  return moved;
}

void CompletionCursor::find_dots() {
  if (has_dots_) return;
  for (RankOneTerm& term : terms_) term.dot = x_.dot(*term.left, *term.right);
  has_dots_ = true;
}

double CompletionCursor::norm_of_direction() {
  const double there = squared_norm_of(terms_);
  if (point_weight_ == 0 && terms_.size() == 1) return std::sqrt(there);
  const double here = point_weight_ * point_weight_ * x_.squared_norm();
  if (point_weight_ != 0) find_dots();
  double both = 0, sizes = 0;
  for (const RankOneTerm& term : terms_) {
    both += point_weight_ * term.weight * term.dot;
    sizes += squared_norm_of({&term, 1});
  }
  const double squared = there + 2 * both + here;
  // What is not finite is not worth more effort.
  if (!(squared <= kCancellation * (sizes + here))) return std::sqrt(squared);
  return x_.norm_of_sum(point_weight_, terms_);
}

void CompletionCursor::CompletionLine::point_along(const Direction& direction) {
  fall_ = -cursor_.shards().dot(cursor_.residual(), cursor_.w_);
  max_step_ = direction.max_step;
  norm_.reset();
}

double CompletionCursor::CompletionLine::norm() {
  if (!norm_) norm_ = cursor_.norm_of_direction();
  return *norm_;
}

double CompletionCursor::CompletionLine::change(double t) {
  ++cursor_.trial_count_;
  return cursor_.loss().change(cursor_.z_, cursor_.residual(), cursor_.w_, t);
}

double CompletionCursor::CompletionLine::slope(double t) {
  return cursor_.loss().slope(cursor_.z_, cursor_.w_, t);
}

std::optional<double> CompletionCursor::CompletionLine::curvature() {
  return cursor_.loss().curvature(cursor_.w_);
}

std::optional<double> CompletionCursor::CompletionLine::gradient_change() {
  if (!cursor_.previous_.is_known()) return std::nullopt;
  return length_of_difference(*cursor_.objective_.entry_shards(), cursor_.gradient().entries(),
                              cursor_.previous_.entries());
}

double CompletionCursor::CompletionLine::gradient_change_noise(double lipschitz) {
  return kGradientNoise * length_of(cursor_.gradient()) +
         lipschitz * kPositionNoise * std::sqrt(cursor_.x_.squared_norm());
}

double CompletionCursor::CompletionLine::probe(double t) {
  const Vector z = cursor_.z_ + t * cursor_.w_;
  Vector change(z.size());
  cursor_.loss().derivative(z, change);
  ++cursor_.gradient_count_;
  change -= cursor_.residual();
  Gradient entries = cursor_.objective_.make_gradient();
  cursor_.objective_.add_up(change, entries.entries());
  return length_of(entries);
}

double CompletionCursor::CompletionLine::change_noise_rate() const {
  return dot_noise(cursor_.residual(), cursor_.w_, &cursor_.shards());
}

double CompletionCursor::CompletionLine::slope_noise() const {
  const Vector& r = cursor_.residual();
  double noise = dot_noise(r, cursor_.w_, cursor_.z_, cursor_.point_weight_, &cursor_.shards());
  if (cursor_.terms_.size() == 1 || noise == 0) return noise;
  for (const RankOneTerm& term : cursor_.terms_) {
    noise += kDotNoise * absolute_dot(cursor_.objective_, term, r);
  }
  return noise;
}

// To read z anew takes a pass for each term; each step adds an ulp or so.
double CompletionCursor::CompletionLine::fall_noise() const {
  const double ulps = kPositionNoise * std::sqrt(1.0 + cursor_.steps_carried_);
  cursor_.carried_noise_.fresh(cursor_.z_.size()) = cursor_.z_;
  return slope_noise() + cursor_.carried_noise_.of(cursor_.loss(), cursor_.z_, cursor_.z_, ulps,
                                                   cursor_.residual(), cursor_.w_,
                                                   &cursor_.shards());
}

void CompletionCursor::visit(Archive& archive) {
  const Shards* entries = gradient_.shards();
  archive(x_);
  visit_samples(archive, &shards(), z_);
  visit_samples(archive, entries, gradient_.entries());
  if (repeated_) visit_samples(archive, &shards(), residual_);
  archive(has_gradient_);
  previous_.visit(archive, [&](Vector& previous) { visit_samples(archive, entries, previous); });
  archive(value_, steps_carried_, gradient_count_, trial_count_);
}

}  // namespace acgd
