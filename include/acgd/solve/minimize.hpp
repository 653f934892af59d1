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

/// Minimises f over R^n by steepest descent in the norm whose unit ball is the set,
/// x_{k+1} = x_k + t_k v_k. The gap is the dual norm of the gradient, times the ball's radius.
/// Refuses sets that are not norm balls.
Result descend(const Objective& f, const Oracle& ball, const Start& x0,
               const Options& options = {});

/// As above, f and its gradient being lambdas.
Result descend(Function::Value f, Function::GradientReturned gradient, const Oracle& ball,
               const Start& x0, const Options& options = {});

}  // namespace acgd
