// A sum along a line: what the lines of its parts say, added up.
#include <cmath>

#include "iterate/point.hpp"
#include "objective/rounding.hpp"
#include "objective/sum_cursor.hpp"

namespace acgd {

void SumCursor::SumLine::point_along(const Direction& direction) {
  fall_ = -cursor_.ridge_.slope();
  for (const Part& part : cursor_.parts_) fall_ += part.weight * part.line->fall();
  max_step_ = direction.max_step;
}

double SumCursor::SumLine::change(double t) {
  double sum = cursor_.ridge_.is_there() ? cursor_.ridge_.change(t) : 0;
  for (const Part& part : cursor_.parts_) sum += part.weight * part.line->change(t);
  return sum;
}

double SumCursor::SumLine::slope(double t) {
  double sum = cursor_.ridge_.is_there() ? cursor_.ridge_.slope(t) : 0;
  for (const Part& part : cursor_.parts_) sum += part.weight * part.line->slope(t);
  return sum;
}

std::optional<double> SumCursor::SumLine::curvature() {
  double sum = 0;
  for (const Part& part : cursor_.parts_) {
    const std::optional<double> one = part.line->curvature();
    if (!one) return std::nullopt;
    sum += part.weight * *one;
  }
  return cursor_.ridge_.is_there() ? sum + cursor_.ridge_.curvature() : sum;
}

std::optional<Bend> SumCursor::SumLine::bend(double t) {
  Bend sum;
  for (const Part& part : cursor_.parts_) {
    std::optional<Bend> one = part.line->bend(t);
    if (!one) {
      // A parabola says it in other words.
      const std::optional<double> curvature = part.line->curvature();
      if (!curvature) return std::nullopt;
      one = Bend{part.line->slope(t), *curvature};
    }
    sum.slope += part.weight * one->slope;
    sum.curvature += part.weight * one->curvature;
  }
  if (cursor_.ridge_.is_there()) {
    sum.slope += cursor_.ridge_.slope(t);
    sum.curvature += cursor_.ridge_.curvature();
  }
  return sum;
}

std::optional<double> SumCursor::SumLine::gradient_change() {
  if (!cursor_.previous_.is_known()) return std::nullopt;
  return cursor_.previous_.change(cursor_.gradient().entries(), *cursor_.norm_);
}

// No part has a Lipschitz constant above that of the sum. Those whose gradients are of x itself are
// off by its rounding where distance() does not say how far it has moved.
double SumCursor::SumLine::gradient_change_noise(double lipschitz) {
  double noise =
      cursor_.ridge_.is_there() ? cursor_.ridge_.gradient_noise(cursor_.here(), *cursor_.norm_) : 0;
  const bool is_told = distance().has_value();
  for (const Part& part : cursor_.parts_) {
    noise += part.weight * part.line->gradient_change_noise(lipschitz / part.weight);
    if (!is_told && part.line->distance()) {
      noise += lipschitz * kPositionNoise * cursor_.norm_->of(cursor_.here());
    }
  }
  return noise;
}

std::optional<double> SumCursor::SumLine::distance() {
  std::optional<double> first;
  for (const Part& part : cursor_.parts_) {
    const std::optional<double> one = part.line->distance();
    if (!one) return std::nullopt;
    if (!first) first = one;
  }
  return first;
}

// The lines of the parts know the sizes of differences, not the differences: the gradient of the
// point tried is computed from scratch. A run asks once, at its first point.
double SumCursor::SumLine::probe(double t) {
  Vector trial = cursor_.here(), before, g(trial.size());
  move_along(cursor_.direction_, t, trial, before);
  cursor_.objective_.gradient(trial, g);
  ++cursor_.probe_count_;
  const double distance = cursor_.previous_.distance(trial, cursor_.here(), *cursor_.norm_);
  const double change =
      cursor_.previous_.dual_distance(g, cursor_.gradient().entries(), *cursor_.norm_);
  // Rounding has its share in x + t d where x is large: the rate is that of what x has moved.
  return distance > 0 ? change * (t * norm() / distance) : change;
}

double SumCursor::SumLine::change_noise() const {
  double sum = 0;
  for (const Part& part : cursor_.parts_) sum += part.weight * part.line->change_noise();
  return sum;
}

// The parts may cancel each other.
double SumCursor::SumLine::change_noise_rate() const {
  double sum = 0;
  for (const Part& part : cursor_.parts_) {
    sum += part.weight * (part.line->change_noise_rate() + kDotNoise * std::abs(part.line->fall()));
  }
  return cursor_.ridge_.is_there() ? sum + cursor_.ridge_.slope_noise() : sum;
}

double SumCursor::SumLine::slope_noise() const {
  double sum = cursor_.ridge_.is_there() ? cursor_.ridge_.slope_noise() : 0;
  for (const Part& part : cursor_.parts_) sum += part.weight * part.line->slope_noise();
  return sum;
}

double SumCursor::SumLine::fall_noise() const {
  double sum = cursor_.ridge_.is_there() ? cursor_.ridge_.slope_noise() : 0;
  for (const Part& part : cursor_.parts_) sum += part.weight * part.line->fall_noise();
  return sum;
}

}  // namespace acgd
