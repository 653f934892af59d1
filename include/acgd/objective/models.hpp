#pragma once

#include <concepts>
#include <memory>

#include "acgd/objective/composite.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/losses.hpp"

namespace acgd {

/// The A of a model, one row per sample: a dense or sparse matrix, or any map. A map may be shared
/// by several models.
class Design {
 public:
  Design(Matrix matrix) : map_(std::make_shared<DenseMap>(std::move(matrix))) {}
  Design(MatrixFloat matrix) : map_(std::make_shared<DenseMap>(std::move(matrix))) {}
  Design(const SparseMatrix& matrix) : map_(std::make_shared<SparseMap>(matrix)) {}

  template <class Expression>
  Design(const Eigen::DenseBase<Expression>& matrix)
      : Design(Eigen::Matrix<typename Expression::Scalar, Eigen::Dynamic, Eigen::Dynamic>(
            matrix.derived())) {}

  template <std::derived_from<LinearMap> Map>
  Design(Map map) : map_(std::make_shared<Map>(std::move(map))) {}

  template <class Map>
  requires std::derived_from<Map, LinearMap> || std::derived_from<Map, const LinearMap> Design(
      std::shared_ptr<Map> map)
      : map_(std::move(map)) {}

  const std::shared_ptr<const LinearMap>& map() const { return map_; }

 private:
  std::shared_ptr<const LinearMap> map_;
};

// With an intercept, a constant added to all predictions, f is the minimum over it.

/// Logistic regression, the mean of log(1 + exp(-label_i (A x)_i)); labels -1 and +1.
Composite logistic(const Design& a, Vector labels, LossOptions options = {},
                   Intercept intercept = Intercept::none);

/// The mean of (sigmoid((A x)_i) - target_i)^2, not convex. Targets are used unchanged: classes are
/// 0 and 1, so labels -1 and +1 have to be converted first.
Composite sigmoid(const Design& a, Vector targets, LossOptions options = {},
                  Intercept intercept = Intercept::none);

/// Robust regression: the mean of squares / 2 up to rho, linear beyond.
Composite huber(const Design& a, Vector targets, double rho, LossOptions options = {},
                Intercept intercept = Intercept::none);

/// A smooth support vector machine, the mean of max(0, 1 - label_i (A x)_i)^2; labels -1 and +1.
Composite squared_hinge(const Design& a, Vector labels, LossOptions options = {},
                        Intercept intercept = Intercept::none);

/// Poisson regression, the mean of exp((A x)_i) - count_i (A x)_i.
Composite poisson(const Design& a, Vector counts, LossOptions options = {},
                  Intercept intercept = Intercept::none);

/// Multinomial logistic regression: the mean negative log-probability of the class of the sample,
/// one of 0, 1, ..., class_count - 1. The probabilities of sample i are proportional to
/// exp((A W)_ik); x is the features x classes matrix W, stored by columns. There is one intercept
/// per class; they sum to 0.
Composite softmax(const Design& a, const Vector& classes, Index class_count,
                  LossOptions options = {}, Intercept intercept = Intercept::none);

}  // namespace acgd
