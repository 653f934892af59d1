#include "objective/intercept_line.hpp"

#include <limits>

#include "linalg/kernels.hpp"

namespace acgd {

InterceptLine::InterceptLine(const Loss& loss)
    : loss_(loss),
      search_(loss),
      rate_(loss.outputs()),
      motion_(loss.predictions()),
      beyond_(loss.outputs()),
      moved_(loss.predictions()) {}

void InterceptLine::look(const Vector& z, const Vector& w) {
  z_ = &z;
  motion_ = w;
  search_.follow(z, w, rate_);
  add_intercept(rate_, motion_);
  solved_step_ = std::numeric_limits<double>::quiet_NaN();
}

void InterceptLine::solve_at(double t) {
  if (t == solved_step_) return;
  kernels::add_scaled(z_->data(), t, motion_.data(), moved_.data(), moved_.size());
  beyond_.setZero();
  search_.solve(moved_, beyond_);
  solved_step_ = t;
}

void InterceptLine::step(double t, Vector& b) {
  solve_at(t);
  b += t * rate_ + beyond_;
}

double InterceptLine::change(const Vector& r, double t) {
  solve_at(t);
  moved_ = t * motion_;
  add_intercept(beyond_, moved_);
  return loss_.change(*z_, r, moved_, 1);
}

double InterceptLine::slope(double t) {
  solve_at(t);
  moved_ = *z_;
  add_intercept(beyond_, moved_);
  return loss_.slope(moved_, motion_, t);
}

std::optional<Bend> InterceptLine::bend(double t) {
  solve_at(t);
  moved_ = *z_;
  add_intercept(beyond_, moved_);
  std::optional<Bend> bend = loss_.bend(moved_, motion_, t);
  if (!bend) return bend;
  kernels::axpy(t, motion_.data(), moved_.data(), moved_.size());
  bend->curvature -= search_.relief(moved_, motion_);
  return bend;
}

}  // namespace acgd
