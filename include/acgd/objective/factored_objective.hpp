#pragma once

#include <cstdint>

#include "acgd/core/vector.hpp"

namespace acgd {

/// A factor of a matrix X = L R'. Rows are contiguous: an entry of X reads one row of each factor.
using Factor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using ConstFactorRef = Eigen::Ref<const Factor>;
using FactorRef = Eigen::Ref<Factor>;

/// f as a function of the factors of a matrix X = L R' (Burer and Monteiro 2003), with G = grad
/// f(X) and H its Hessian. Objectives that need X at some entries only do not form it.
///
/// In a team all ranks call each function together, with the same factors.
class FactoredObjective {
 public:
  virtual ~FactoredObjective() = default;

  /// f(L R')
  virtual double value(ConstFactorRef left, ConstFactorRef right) = 0;
  /// At the point of the last value(), whose factors are given again: at_left = G R, at_right =
  /// G' L.
  virtual void gradient(ConstFactorRef left, ConstFactorRef right, FactorRef at_left,
                        FactorRef at_right) = 0;
  /// The derivative of the gradient at the point of the last gradient(), whose factors are given
  /// again, along (dL, dR): at_left = H[D] R + G dR, at_right = H[D]' L + G' dL, where D = dL R' +
  /// L dR'. Returns false if it is not available.
  virtual bool curvature(ConstFactorRef left, ConstFactorRef right, ConstFactorRef along_left,
                         ConstFactorRef along_right, FactorRef at_left, FactorRef at_right) = 0;

  /// Number of calls of gradient() and curvature(), each about the cost of a gradient of f.
  std::int64_t gradient_count() const { return gradient_count_; }

 protected:
  std::int64_t gradient_count_ = 0;
};

}  // namespace acgd
