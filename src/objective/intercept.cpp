#include "acgd/objective/intercept.hpp"

#include <array>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "objective/intercept_search.hpp"

namespace acgd {
namespace {

/// Whether phi rises at both ends when one output goes its way.
struct Ends {
  bool falls_upwards = false;
  bool falls_downwards = false;
};

Ends ends_of(const Loss& loss, Index output) {
  // What is beyond every target; and where a loss that ends flat has not become so yet.
  constexpr std::array far = {1e300, 30.0};
  const Vector z = Vector::Zero(loss.predictions());
  Vector w = z;
  w.segment(output * loss.size(), loss.size()).setOnes();
  double up = 0, down = 0;
  for (const double distance : far) {
    if (up == 0) up = loss.slope(z, w, distance);
    if (down == 0) down = loss.slope(z, w, -distance);
  }
  return {!(up > 0), !(down < 0)};
}

}  // namespace

void require_best_intercept(const Loss& loss) {
  if (!loss.is_twice_differentiable()) {
    throw InvalidInput("intercept: needs a loss that knows its second derivative");
  }
  for (Index k = 0; k < loss.outputs(); ++k) {
    const Ends ends = ends_of(loss, k);
    if (!ends.falls_upwards && !ends.falls_downwards) continue;
    const char* way = ends.falls_upwards ? "grows" : "shrinks";
    if (loss.outputs() > 1) {
      throw InvalidInput(
          compose("intercept: the loss falls for ever as that of class {} {}: every "
                  "class needs a sample of positive weight",
                  k, way));
    }
    throw InvalidInput(
        compose("intercept: the loss falls for ever as it {}: of labels both classes have to be "
                "there, of counts one above 0, among the samples of positive weight",
                way));
  }
}

Vector best_intercept(const Loss& loss, const Vector& z) {
  require_best_intercept(loss);
  Vector b(loss.outputs());
  InterceptSearch(loss).solve_afresh(z, b);
  return b;
}

}  // namespace acgd
