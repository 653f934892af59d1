#include "experiments/fresh_objective.hpp"

#include "acgd/objective/composite.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/quadratic.hpp"

namespace acgd::experiments {
namespace {

/// A part of an objective, which keeps all of it alive.
template <class Part>
std::shared_ptr<const Part> part(const std::shared_ptr<const Objective>& whole, const Part& inner) {
  return {whole, &inner};
}

}  // namespace

std::shared_ptr<const Objective> fresh(const std::shared_ptr<const Objective>& f) {
  if (const auto* squares = dynamic_cast<const LeastSquares*>(f.get())) {
    return std::make_shared<const LeastSquares>(part(f, squares->map()), squares->target(),
                                                squares->options());
  }
  if (const auto* quadratic = dynamic_cast<const Quadratic*>(f.get())) {
    return std::make_shared<const Quadratic>(part(f, quadratic->hessian()), quadratic->linear(),
                                             quadratic->constant());
  }
  if (const auto* composite = dynamic_cast<const Composite*>(f.get())) {
    return std::make_shared<const Composite>(part(f, composite->loss()), part(f, composite->map()),
                                             composite->offset());
  }
  return f;
}

}  // namespace acgd::experiments
