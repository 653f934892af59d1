#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>

namespace acgd {

/// Hears of bytes that are going to be read, so that they can be had from a mapped file in one
/// piece; empty where it is not worth it.
using Fetch = std::function<void(std::span<const std::byte>)>;

/// How f runs along a line at one point of it.
struct Derivatives {
  double slope = 0;      ///< <grad f, d>
  double curvature = 0;  ///< d' H d
};

/// The objective seen from x along d: all that a step rule knows. Lengths t are in [0, max_step()].
class Line {
 public:
  virtual ~Line() = default;

  /// -<grad f(x), d>: how fast f falls at t = 0
  double directional_derivative() const { return derivative_; }
  /// the longest step: 1 toward an atom, infinity along one
  double max_step() const { return max_step_; }
  /// ||d|| in the norm of the run
  virtual double norm() = 0;

  /// f(x + t d) - f(x), computed as a difference only where nothing better is known
  virtual double change(double t) = 0;
  /// <grad f(x + t d), d>
  virtual double slope(double t) = 0;
  /// d' H d when f is quadratic along d: then f(x + t d) - f(x) = t directional_derivative() + t^2/2 curvature
  virtual std::optional<double> curvature() { return std::nullopt; }
  /// slope(t) and the curvature there, for little more than the slope alone, where f knows its
  /// second derivative
  virtual std::optional<Derivatives> derivatives(double t) {
    static_cast<void>(t);
    return std::nullopt;
  }

  /// d' H d as the direction rule's own second-order model says, if d is its minimiser: then t = 1
  /// is the step to try first.
  std::optional<double> model_curvature() const { return model_curvature_; }
  /// To be told by whoever looks along a direction of such a rule.
  void set_model_curvature(std::optional<double> curvature) { model_curvature_ = curvature; }

  /// ||grad f(x) - grad f(x_previous)||_*, or nothing at the first point
  virtual std::optional<double> gradient_change() = 0;
  /// The rounding error to expect in gradient_change(): of the two gradients it is made of, and of
  /// what was carried to them, where grad f has about this Lipschitz constant.
  virtual double gradient_change_noise(double lipschitz) {
    static_cast<void>(lipschitz);
    return 0;
  }
  /// ||x - x_previous|| as rounding has left the two, where the gradients were computed from them;
  /// nothing where they are those of x_previous + t d, rounding aside.
  virtual std::optional<double> distance() { return std::nullopt; }
  /// ||grad f(x + t d) - grad f(x)||_*
  virtual double probe(double t) = 0;

  /// The rounding error to expect in change(t) is change_noise() + t * change_noise_rate(): what
  /// two values of f have, and what a sum over samples has that is computed as a change.
  virtual double change_noise() const { return 0; }
  virtual double change_noise_rate() const { return 0; }
  /// The largest |f| that the run has seen, where change(t) is a difference of two values whose own
  /// errors are not known: they may be of the size of terms that cancel at x.
  virtual double largest_value() const { return 0; }
  /// The rounding error to expect in slope(t), and in directional_derivative(), where A x and such are exact.
  virtual double slope_noise() const { return 0; }
  /// The same of directional_derivative(), with the rounding errors of what is carried along with x. Where residuals
  /// vanish these count for more than the gradient does. Takes a pass over the samples or two.
  virtual double derivative_noise() const { return slope_noise(); }
  /// Whether values and gradients come from arithmetic in single precision.
  virtual bool is_single_precision() const { return false; }

 protected:
  double derivative_ = 0;
  double max_step_ = 1;

 private:
  std::optional<double> model_curvature_;
};

}  // namespace acgd
