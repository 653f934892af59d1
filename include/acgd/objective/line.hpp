#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>

namespace acgd {

/// Called with bytes that will be read next, so that they can be read from a mapped file in one
/// request; empty if that has no benefit.
using Fetch = std::function<void(std::span<const std::byte>)>;

/// First and second derivative of t -> f(x + t d) at some t.
struct Derivatives {
  double slope = 0;      ///< <grad f, d>
  double curvature = 0;  ///< d' H d
};

/// f(x + t d) as a function of t in [0, max_step()]: the interface of step rules to the objective.
class Line {
 public:
  virtual ~Line() = default;

  /// <grad f(x), d>, the derivative at t = 0
  double directional_derivative() const { return derivative_; }
  /// the longest step: 1 for d = v - x, infinity for d = v
  double max_step() const { return max_step_; }
  /// ||d|| in the norm of the run
  virtual double norm() = 0;

  /// f(x + t d) - f(x), without cancellation where the objective has a formula for it
  virtual double change(double t) = 0;
  /// <grad f(x + t d), d>
  virtual double slope(double t) = 0;
  /// d' H d if f is quadratic along d: then f(x + t d) - f(x) = t directional_derivative() +
  /// t^2/2 curvature()
  virtual std::optional<double> curvature() { return std::nullopt; }
  /// slope(t) and the curvature there, at little more than the cost of slope(t), if f has a second
  /// derivative
  virtual std::optional<Derivatives> derivatives(double t) {
    static_cast<void>(t);
    return std::nullopt;
  }

  /// d' H d in the second-order model of the direction rule, if d is its minimiser: then t = 1 is
  /// the first trial step.
  std::optional<double> model_curvature() const { return model_curvature_; }
  /// Whether that model is an estimate from gradients, not the Hessian of f.
  bool has_estimated_model() const { return has_estimated_model_; }
  /// Set by the caller of Cursor::look() for such a rule.
  void set_model_curvature(std::optional<double> curvature) { model_curvature_ = curvature; }

  /// ||grad f(x) - grad f(x_previous)||_*, absent at the first point
  virtual std::optional<double> gradient_change() = 0;
  /// Expected rounding error of gradient_change(): of the two gradients, and of the quantities
  /// updated along with x, if grad f has about this Lipschitz constant.
  virtual double gradient_change_noise(double lipschitz) {
    static_cast<void>(lipschitz);
    return 0;
  }
  /// ||x - x_previous|| of the rounded points, if gradients are computed from these; absent if they
  /// are those of x_previous + t d up to rounding.
  virtual std::optional<double> distance() { return std::nullopt; }
  /// ||grad f(x + t d) - grad f(x)||_*
  virtual double probe(double t) = 0;

  /// The expected rounding error of change(t) is change_noise() + t * change_noise_rate(). The
  /// first is that of a difference of two values, the second that of a sum of changes over samples.
  virtual double change_noise() const { return 0; }
  virtual double change_noise_rate() const { return 0; }
  /// The largest |f| of the run, if change(t) is a difference of two values whose errors are
  /// unknown: these may be relative to terms that cancel at x.
  virtual double largest_value() const { return 0; }
  /// Expected rounding error of slope(t) and directional_derivative(), given an exact A x.
  virtual double slope_noise() const { return 0; }
  /// Expected rounding error of directional_derivative(), including that of the quantities updated
  /// along with x. It dominates where residuals vanish. Costs one or two passes over the samples.
  virtual double derivative_noise() const { return slope_noise(); }
  /// Whether values and gradients are computed in single precision.
  virtual bool is_single_precision() const { return false; }

 protected:
  double derivative_ = 0;
  double max_step_ = 1;
  bool has_estimated_model_ = false;

 private:
  std::optional<double> model_curvature_;
};

}  // namespace acgd
