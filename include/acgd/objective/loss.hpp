#pragma once

#include <optional>

#include "acgd/core/vector.hpp"
#include "acgd/objective/line.hpp"

namespace acgd {

/// phi(z) = sum over samples of weight_i * phi_i(z_i): smooth, and separable over the samples.
///
/// A sample may have several predictions: outputs(). Vectors then consist of one block per output,
/// each with an entry per sample: z_i is z[i], z[size() + i], z[2 size() + i] and so on.
class Loss {
 public:
  virtual ~Loss() = default;

  /// The number of samples.
  virtual Index size() const = 0;
  /// Number of predictions per sample. If there are several, phi_i depends on their differences
  /// alone.
  virtual Index outputs() const { return 1; }
  /// Number of entries of z.
  Index predictions() const { return size() * outputs(); }

  virtual double value(ConstVectorRef z) const = 0;
  /// r = phi'(z); r has as many entries as z.
  virtual void derivative(ConstVectorRef z, VectorRef r) const = 0;

  /// phi(z + t w) - phi(z) without cancellation: for every t the error is relative to the sum of
  /// the absolute changes of the samples. r = phi'(z) is given because some formulas use it.
  virtual double change(ConstVectorRef z, ConstVectorRef r, ConstVectorRef w, double t) const = 0;
  /// <phi'(z + t w), w>
  virtual double slope(ConstVectorRef z, ConstVectorRef w, double t) const = 0;

  /// w' phi'' w if phi is quadratic: then phi(z + t w) - phi(z) = t <r, w> + t^2/2 curvature.
  virtual std::optional<double> curvature(ConstVectorRef w) const {
    static_cast<void>(w);
    return std::nullopt;
  }

  /// <phi'(z + t w), w> and <phi''(z + t w) w, w>, if phi'' is available; line searches then need
  /// fewer passes.
  virtual std::optional<Derivatives> derivatives(ConstVectorRef z, ConstVectorRef w,
                                                 double t) const {
    static_cast<void>(z), static_cast<void>(w), static_cast<void>(t);
    return std::nullopt;
  }

  /// Whether second_derivative() is implemented.
  virtual bool is_twice_differentiable() const { return false; }
  /// d_i = weight_i phi_i''(z_i), of either sign; at a jump of phi_i'', either limit. With several
  /// outputs d is as long as z, and its meaning is defined by the loss.
  virtual void second_derivative(ConstVectorRef z, VectorRef d) const {
    static_cast<void>(z), static_cast<void>(d);
  }
  /// y = phi'' w, where d is the result of second_derivative(); negative entries are set to 0.
  virtual void multiply_second(ConstVectorRef d, ConstVectorRef w, VectorRef y) const;
  /// y = M w for the samples [first, last), one output after the other, where M'M = phi''.
  virtual void multiply_root(ConstVectorRef d, const double* w, Index first, Index last,
                             double* y) const;
  /// Whether phi is known to be convex.
  virtual bool is_convex() const { return false; }
  /// Whether phi is infinite outside of an open set; then so are change() and slope() beyond it.
  virtual bool has_domain() const { return false; }
  /// The infimum of phi; minus infinity if it is unbounded below.
  virtual double infimum() const { return 0; }

  /// A Lipschitz constant of phi' in l2 (the largest weight_i * sup |phi_i''|), if there is one.
  virtual std::optional<double> lipschitz() const { return std::nullopt; }
};

}  // namespace acgd
