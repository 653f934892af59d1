#pragma once

#include <optional>

#include "acgd/core/vector.hpp"
#include "acgd/objective/line.hpp"

namespace acgd {

/// phi(z) = sum over samples of weight_i * phi_i(z_i): smooth, and separable over the samples.
class Loss {
 public:
  virtual ~Loss() = default;

  /// The number of samples.
  virtual Index size() const = 0;

  virtual double value(const Vector& z) const = 0;
  /// r = phi'(z); r has size() entries.
  virtual void derivative(const Vector& z, Vector& r) const = 0;

  /// phi(z + t w) - phi(z) without cancellation, accurate relative to the sum of the absolute
  /// changes of the samples, however small t is; r = phi'(z) is given because most formulas reuse
  /// it.
  virtual double change(const Vector& z, const Vector& r, const Vector& w, double t) const = 0;
  /// <phi'(z + t w), w>
  virtual double slope(const Vector& z, const Vector& w, double t) const = 0;

  /// w' phi'' w when phi is quadratic: then phi(z + t w) - phi(z) = t <r, w> + t^2/2 curvature.
  virtual std::optional<double> curvature(const Vector& w) const {
    static_cast<void>(w);
    return std::nullopt;
  }

  /// <phi'(z + t w), w> and <phi''(z + t w) w, w>, where phi'' is there: line searches need fewer
  /// passes with it.
  virtual std::optional<Bend> bend(const Vector& z, const Vector& w, double t) const {
    static_cast<void>(z), static_cast<void>(w), static_cast<void>(t);
    return std::nullopt;
  }

  /// Whether second_derivative() is there.
  virtual bool is_twice_differentiable() const { return false; }
  /// d_i = weight_i phi_i''(z_i), of either sign; d has size() entries. Where phi_i'' jumps, either
  /// side will do.
  virtual void second_derivative(const Vector& z, Vector& d) const {
    static_cast<void>(z), static_cast<void>(d);
  }
  /// Whether phi is known to be convex.
  virtual bool is_convex() const { return false; }

  /// A Lipschitz constant of phi' in l2 (the largest weight_i * sup |phi_i''|), where there is one.
  virtual std::optional<double> lipschitz() const { return std::nullopt; }
};

}  // namespace acgd
