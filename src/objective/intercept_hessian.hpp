#pragma once

#include <Eigen/Cholesky>

#include "acgd/objective/loss.hpp"

namespace acgd {

/// G = B' phi'' B, where B b adds b_k to every prediction of output k: how a loss bends along its
/// intercepts. Of several outputs G is singular along 1, and what is solved sums to 0.
class InterceptHessian {
 public:
  /// `loss` must stay.
  explicit InterceptHessian(const Loss& loss);

  /// phi'' as Loss::second_derivative() says it; an entry may be negative if there is one output
  void take(const Vector& d);

  /// sums = B'v
  void sum(const Vector& v, Vector& sums) const;
  /// sums = B' phi'' w, for the d given
  void sum_bent(const Vector& d, const Vector& w, Vector& sums);

  /// u = G^+ u for a u that sums to 0 if there are several; 0 where the loss does not bend upwards
  void solve(Vector& u) const;
  /// v with <v, v> = u' G^+ u, in place
  void whiten(Vector& u) const;

 private:
  const Loss& loss_;
  bool bends_ = false;
  double total_ = 0;  ///< G, if there is one output
  Matrix g_;
  Eigen::LLT<Matrix> factor_;
  Vector block_, bent_;  ///< 1 in one block; phi'' of something
  Vector column_;
};

}  // namespace acgd
