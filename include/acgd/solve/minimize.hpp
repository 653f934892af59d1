#pragma once

#include "acgd/objective/function.hpp"
#include "acgd/solve/solve.hpp"

namespace acgd {

/// Minimises f over the set by conditional gradients, x_{k+1} = x_k + t_k (v_k - x_k).
/// Throws InvalidInput before iteration 0 for bad input; trouble while iterating is a status.
Result minimize(const Objective& f, const Oracle& set, const Start& x0,
                const Options& options = {});

/// As above, from the set's own start point.
Result minimize(const Objective& f, const Oracle& set, const Options& options = {});

/// As above, f and its gradient being lambdas.
Result minimize(Function::Value f, Function::GradientReturned gradient, const Oracle& set,
                const Start& x0, const Options& options = {});

/// Minimises f over R^n by steepest descent, x_{k+1} = x_k + t_k v_k. The set is the unit ball of a
/// norm, or of a gauge: 0 must be inside it, symmetric it need not be. The gap is max { <-g, v> : v in
/// C }, the dual norm of the gradient, times the radius of a ball. Refuses sets that do not know 0 to be
/// inside (Oracle::is_interior).
Result descend(const Objective& f, const Oracle& ball, const Start& x0,
               const Options& options = {});

/// As above, f and its gradient being lambdas.
Result descend(Function::Value f, Function::GradientReturned gradient, const Oracle& ball,
               const Start& x0, const Options& options = {});

/// Continuous greedy (Vondrak 2008; Calinescu, Chekuri, Pal and Vondrak 2011): from 0, `steps` = N
/// steps of 1/N along v_k, so that x is the mean of N vertices and a point of the set. If -f is the
/// multilinear extension of a monotone submodular function F with F(0) = 0, and the set is the hull of
/// the bases or of the independent sets of a matroid, or any down-closed set of vectors >= 0, then
/// -f(x) >= (1 - 1/e) max F - O(1/N). All steps are taken, whatever f does: options for steps,
/// directions and tolerances are not used. Refuses sets with negative entries, as far as it sees any.
Result continuous_greedy(const Objective& f, const Oracle& set, Index steps, Options options = {});

}  // namespace acgd
