#pragma once

#include <cmath>
#include <functional>
#include <optional>

#include "acgd/objective/line.hpp"

namespace acgd {

/// A line given by formulas, to test step rules without an objective.
class ModelLine final : public Line {
 public:
  std::function<double(double)> f = [](double t) { return -t + 0.5 * t * t; };
  std::function<double(double)> f_slope = [](double t) { return -1 + t; };
  std::optional<double> quadratic_curvature;
  std::optional<double> change_of_gradient;
  double norm_of_d = 1;
  double noise = 0;
  double noise_of_gradient_change = 0;
  int trials = 0;  ///< number of calls of change()
  int slopes = 0;  ///< number of calls of slope()

  ModelLine(double gap, double max_step) {
    derivative_ = -gap;
    max_step_ = max_step;
  }

  double norm() override { return norm_of_d; }
  double change(double t) override {
    ++trials;
    return f(t);
  }
  double slope(double t) override {
    ++slopes;
    return f_slope(t);
  }
  std::optional<double> curvature() override { return quadratic_curvature; }
  std::optional<double> gradient_change() override { return change_of_gradient; }
  double gradient_change_noise(double) override { return noise_of_gradient_change; }
  double probe(double t) override {
    ++slopes;
    return std::abs(f_slope(t) - f_slope(0));
  }
  double change_noise() const override { return noise; }
};

}  // namespace acgd
