#include "acgd/solve/minimize.hpp"

#include "acgd/core/error.hpp"

namespace acgd {

Result minimize(const Objective& f, const Oracle& set, const Start& x0, const Options& options) {
  return solve(Mode::constrained, f, set, x0, options);
}

Result minimize(const Objective& f, const Oracle& set, const Options& options) {
  return solve(Mode::constrained, f, set, set.start(), options);
}

Result minimize(Function::Value f, Function::GradientReturned gradient, const Oracle& set,
                const Start& x0, const Options& options) {
  return minimize(Function(set.dimension(), std::move(f), std::move(gradient)), set, x0, options);
}

Result descend(const Objective& f, const Oracle& ball, const Start& x0, const Options& options) {
  return solve(Mode::unconstrained, f, ball, x0, options);
}

Result descend(Function::Value f, Function::GradientReturned gradient, const Oracle& ball,
               const Start& x0, const Options& options) {
  return descend(Function(ball.dimension(), std::move(f), std::move(gradient)), ball, x0, options);
}

Result continuous_greedy(const Objective& f, const Oracle& set, Index steps, Options options) {
  require_at_least("steps", steps, 1);
  options.max_iterations = steps;
  return solve(Mode::continuous_greedy, f, set, Vector::Zero(f.dimension()), options);
}

}  // namespace acgd
