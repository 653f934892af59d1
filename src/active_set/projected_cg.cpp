#include "active_set/projected_cg.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/kernels.hpp"

namespace acgd {

// Gradient projection and conjugate gradients for a quadratic with bounds (More and Toraldo 1991,
// "On the solution of large quadratic programming problems with bound constraints"):
//
// 1. Stop if the projected gradient is small.
// 2. If a variable at a bound has a gradient that points inside, or H showed no descent within the
//    last face: step along the projected gradient to the minimum on that line, projected onto the
//    box, halved until the model decreases.
// 3. Minimise over the variables strictly inside by conjugate gradients. Project the step onto the
//    box, halved until the model decreases; if that fails, stop at the first bound.
// 4. Go to 1.

namespace {

constexpr int kMostFaces = 100;
constexpr int kMostHalvings = 30;
constexpr Index kMostCgSteps = 500;
// Required decrease, relative to the first-order prediction.
constexpr double kDecreaseShare = 0.01;
// Reduction of the residual within a face, relative to the tolerance of the whole.
constexpr double kFaceShare = 0.5;

double inner(const Vector& a, const Vector& b) {
  return kernels::dot(a.data(), b.data(), a.size());
}

}  // namespace

void ProjectedCg::set_projected_gradient() {
  projected_.resize(r_.size());
  for (Index i = 0; i < r_.size(); ++i) {
    const bool points_out =
        (y_[i] <= lower()[i] && r_[i] > 0) || (y_[i] >= upper()[i] && r_[i] < 0);
    projected_[i] = points_out ? 0 : r_[i];
  }
}

bool ProjectedCg::wants_to_leave_bounds() const {
  for (Index i = 0; i < r_.size(); ++i) {
    if (projected_[i] != 0 && !is_inside(i)) return true;
  }
  return false;
}

/// Moves to the projection of y + t step if that decreases the model sufficiently.
bool ProjectedCg::try_projected(double t) {
  trial_ = (y_ + t * step_).cwiseMax(lower()).cwiseMin(upper());
  search_ = trial_ - y_;
  const double slope = inner(r_, search_);
  if (!(slope < 0)) return false;
  model_->multiply(search_, h_search_);
  const double change = slope + 0.5 * inner(search_, h_search_);
  if (!(change <= kDecreaseShare * slope)) return false;
  y_ = trial_;
  r_ += h_search_;
  return true;
}

/// The largest t such that y + t step is within the bounds.
double ProjectedCg::longest_step() const {
  double longest = std::numeric_limits<double>::infinity();
  for (Index i = 0; i < y_.size(); ++i) {
    if (step_[i] == 0) continue;
    const double bound = step_[i] < 0 ? lower()[i] : upper()[i];
    longest = std::min(longest, (bound - y_[i]) / step_[i]);
  }
  return std::max(longest, 0.0);
}

/// The minimum over the variables inside, as step_ with h_step_ = H step_. Returns false at negative
/// curvature: then step_ is the direction.
bool ProjectedCg::find_cg_step(double tolerance) {
  step_.setZero(r_.size());
  h_step_.setZero(r_.size());
  residual_.resize(r_.size());
  for (Index i = 0; i < r_.size(); ++i) residual_[i] = is_inside(i) ? r_[i] : 0;
  search_ = -residual_;
  double squared = inner(residual_, residual_);
  const double last = tolerance * tolerance * squared;
  for (Index k = 0; k < kMostCgSteps && squared > last; ++k) {
    model_->multiply(search_, h_search_);
    const double curvature = inner(search_, h_search_);
    if (!(curvature > 0)) {
      if (k == 0) step_ = search_;
      return k > 0;
    }
    const double t = squared / curvature;
    step_ += t * search_;
    h_step_ += t * h_search_;
    for (Index i = 0; i < r_.size(); ++i) residual_[i] = is_inside(i) ? r_[i] + h_step_[i] : 0;
    const double next = inner(residual_, residual_);
    search_ = (next / squared) * search_ - residual_;
    squared = next;
  }
  return true;
}

void ProjectedCg::minimize(Curvature& curvature, const Problem& problem, double tolerance) {
  problem_ = &problem;
  model_ = &curvature;
  y_ = problem.x;
  r_ = problem.g;
  set_projected_gradient();
  const double enough = tolerance * projected_.norm();
  for (int face = 0; face < kMostFaces; ++face) {
    if (face > 0) set_projected_gradient();
    const double norm = projected_.norm();
    if (!(norm > enough)) break;
    if (wants_to_leave_bounds()) {
      step_ = -projected_;
      model_->multiply(step_, h_step_);
      const double along = inner(step_, h_step_);
      double t = along > 0 ? norm * norm / along : longest_step();
      if (!std::isfinite(t)) break;
      int halvings = 0;
      while (!try_projected(t) && ++halvings < kMostHalvings) t *= 0.5;
      if (halvings == kMostHalvings) break;
    }
    const bool convex = find_cg_step(kFaceShare * tolerance);
    if (step_.isZero(0)) continue;
    double t = convex ? 1 : longest_step();
    const double longest = longest_step();
    if (!std::isfinite(t)) break;
    if (convex && longest >= 1) {
      y_ += step_;
      r_ += h_step_;
      continue;
    }
    // Halving ends at the first bound: on the segment to it nothing is projected.
    while (!try_projected(t) && t > longest) t = std::max(0.5 * t, longest);
    if (!convex) break;
  }
  trial_ = y_ - problem.x;
  const double slope = inner(problem.g, trial_);
  h_trial_ = r_ - problem.g;
  curvature_ = inner(trial_, h_trial_);
  decrease_ = -slope - 0.5 * curvature_;
}

}  // namespace acgd
