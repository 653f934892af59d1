#pragma once

#include "acgd/objective/composite.hpp"
#include "acgd/objective/design.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/objective/sum.hpp"

namespace acgd {

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

/// The mean of -log((L x)_i), for the proportions x of a mixture: L has the density of sample i
/// under component j.
Composite negative_log(const Design& l, LossOptions options = {});

/// The risk of a portfolio x by a factor model, minus its return: x'(F S F' + Diag(d)) x - mu'x.
/// F has a row of loadings per asset, S is the covariance of the factors, d has the specific
/// variances. No matrix of assets x assets is formed. Throws InvalidInput if sizes differ, an entry
/// is not finite, S is not symmetric and positive semidefinite, or d has a negative entry.
Sum factor_risk(const Matrix& f, const Matrix& s, const Vector& d, Vector mu);

/// Multinomial logistic regression: the mean negative log-probability of the class of the sample,
/// one of 0, 1, ..., class_count - 1. The probabilities of sample i are proportional to
/// exp((A W)_ik); x is the features x classes matrix W, stored by columns. There is one intercept
/// per class; they sum to 0.
Composite softmax(const Design& a, const Vector& classes, Index class_count,
                  LossOptions options = {}, Intercept intercept = Intercept::none);

}  // namespace acgd
