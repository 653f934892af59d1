#pragma once

#include <optional>

#include "acgd/core/vector.hpp"
#include "acgd/objective/line.hpp"

namespace acgd {

class Shards;

/// phi(z) = sum over samples of weight_i * phi_i(z_i): smooth, and separable over the samples.
///
/// A sample may have several predictions: outputs(). Then vectors are as many blocks, one after the
/// other, with an entry for each sample: z_i is z[i], z[size() + i], z[2 size() + i] and so on.
class Loss {
 public:
  virtual ~Loss() = default;

  /// The number of samples.
  virtual Index size() const = 0;
  /// How many predictions a sample has. Where there are several, their differences alone count:
  /// phi_i stays as it is when all of them grow by the same.
  virtual Index outputs() const { return 1; }
  /// The entries of z.
  Index predictions() const { return size() * outputs(); }

  /// How the samples are cut and spread over ranks, if they are; null: there are no others.
  virtual const Shards* shards() const { return nullptr; }

  virtual double value(ConstVectorRef z) const = 0;
  /// r = phi'(z); r has as many entries as z.
  virtual void derivative(ConstVectorRef z, VectorRef r) const = 0;

  /// phi(z + t w) - phi(z) without cancellation, accurate relative to the sum of the absolute
  /// changes of the samples, however small t is; r = phi'(z) is given because most formulas reuse
  /// it.
  virtual double change(ConstVectorRef z, ConstVectorRef r, ConstVectorRef w, double t) const = 0;
  /// <phi'(z + t w), w>
  virtual double slope(ConstVectorRef z, ConstVectorRef w, double t) const = 0;

  /// w' phi'' w when phi is quadratic: then phi(z + t w) - phi(z) = t <r, w> + t^2/2 curvature.
  virtual std::optional<double> curvature(ConstVectorRef w) const {
    static_cast<void>(w);
    return std::nullopt;
  }

  /// <phi'(z + t w), w> and <phi''(z + t w) w, w>, where phi'' is there: line searches need fewer
  /// passes with it.
  virtual std::optional<Derivatives> derivatives(ConstVectorRef z, ConstVectorRef w,
                                                 double t) const {
    static_cast<void>(z), static_cast<void>(w), static_cast<void>(t);
    return std::nullopt;
  }

  /// Whether second_derivative() is there.
  virtual bool is_twice_differentiable() const { return false; }
  /// d_i = weight_i phi_i''(z_i), of either sign. Where phi_i'' jumps, either side will do. A loss
  /// of several outputs says in d, which is as long as z, what it makes phi'' of.
  virtual void second_derivative(ConstVectorRef z, VectorRef d) const {
    static_cast<void>(z), static_cast<void>(d);
  }
  /// y = phi'' w, where d is what second_derivative() has said; negative entries count as 0.
  virtual void multiply_second(ConstVectorRef d, ConstVectorRef w, VectorRef y) const;
  /// y = M w for the samples [first, last), block by block, where M'M = phi''.
  virtual void multiply_root(ConstVectorRef d, const double* w, Index first, Index last,
                             double* y) const;
  /// Whether phi is known to be convex.
  virtual bool is_convex() const { return false; }
  /// What no prediction is below: the infimum of phi, minus infinity if it has none.
  virtual double infimum() const { return 0; }

  /// A Lipschitz constant of phi' in l2 (the largest weight_i * sup |phi_i''|), where there is one.
  virtual std::optional<double> lipschitz() const { return std::nullopt; }
};

}  // namespace acgd
