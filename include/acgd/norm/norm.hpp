#pragma once

#include <memory>
#include <string>

#include "acgd/core/description.hpp"
#include "acgd/core/vector.hpp"

namespace acgd {

/// A norm and its dual. Balls are made of them, and so are the Lipschitz estimate and the
/// sufficient-decrease test, where the norm is chosen independently of the set.
class Norm {
 public:
  virtual ~Norm() = default;

  virtual std::string name() const = 0;
  /// ||v||
  virtual double of(ConstVectorRef v) const = 0;
  /// ||g||_* = max { <g, v> : ||v|| <= 1 }
  virtual double dual(ConstVectorRef g) const = 0;
  /// Whether it is the l2 norm of the entries, whose square a run can carry from point to point.
  virtual bool is_euclidean() const { return false; }
};

std::shared_ptr<const Norm> l1_norm();
std::shared_ptr<const Norm> l2_norm();
std::shared_ptr<const Norm> linf_norm();
/// (sum |v_i|^p)^(1/p), 1 < p < inf; the dual exponent is p / (p - 1)
std::shared_ptr<const Norm> lp_norm(double p);
/// Its p, and that of its ball.
inline Parameter exponent_parameter(double& p) {
  constexpr Range above_1{1, range::kInfinity, false, false, "must be above 1 and finite"};
  return {"p", p, above_1, "the exponent"};
}

/// Schatten norms of a rows x cols matrix given as its stacked columns.
std::shared_ptr<const Norm> frobenius_norm();  ///< the l2 norm of the entries, whatever the shape
std::shared_ptr<const Norm> nuclear_norm(Index rows, Index cols);   ///< sum of singular values
std::shared_ptr<const Norm> spectral_norm(Index rows, Index cols);  ///< largest singular value
/// the lp norm of the singular values, 1 < p < inf
std::shared_ptr<const Norm> schatten_norm(double p, Index rows, Index cols);

}  // namespace acgd
