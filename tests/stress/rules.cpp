#include "stress/rules.hpp"

#include "acgd/acgd.hpp"

namespace stress {
namespace {

using namespace acgd;

/// A user's estimate of L, within some orders of magnitude; or 0.
std::optional<double> draw_initial(Draw& draw, const Objective& f, const Place& start) {
  if (draw.chance(0.7)) return std::nullopt;
  const Vector d = 1e-3 * start.radius * draw.normals(start.x.size());
  Vector here(d.size()), there(d.size());
  f.gradient(start.x, here);
  f.gradient(start.x + d, there);
  const double estimate = (there - here).norm() / d.norm();
  if (!std::isfinite(estimate)) return std::nullopt;
  return draw.chance(0.2) ? 0.0 : estimate * draw.power(-6, 2);
}

GeneratedRule draw_adaptive(Draw& draw, const Objective& f, const Place& start) {
  const double gamma = draw.chance(0.5) ? 0.25 : draw.uniform(0.001, 1);
  const double beta = draw.chance(0.5) ? 2 : 1 + draw.power(-1, 1);
  std::optional<double> delta;
  if (!draw.chance(0.5)) delta = draw.chance(0.3) ? 0.0 : draw.power(-12, 0);
  const auto initial = draw_initial(draw, f, start);
  if (draw.chance(0.5)) {
    return {AdaptiveConstant{gamma, beta, delta, initial}, true, beta, "adaptive-constant"};
  }
  return {AdaptiveAdjustable{.gamma = gamma,
                             .beta = beta,
                             .delta = delta,
                             .initial_lipschitz = initial,
                             .period = static_cast<int>(draw.index(1, 12)),
                             .counting = draw.chance(0.5) ? Counting::paper : Counting::published},
          true, beta, "adaptive-adjustable"};
}

}  // namespace

GeneratedRule draw_rule(Draw& draw, const Objective& f, const Place& start, bool constrained) {
  switch (draw.index(0, 11)) {
    case 0: {
      const double growth = draw.chance(0.5) ? 2 : 1 + draw.power(-1, 1);
      return {Backtracking{growth, draw.uniform(0.3, 1), draw_initial(draw, f, start)}, true,
              growth, "backtracking"};
    }
    case 1: {
      const auto known = f.lipschitz();
      const double lipschitz = known && *known > 0 ? *known : draw.scale();
      return {Short{lipschitz}, false, std::nullopt, "short"};
    }
    case 2:
      return {OpenLoop{draw.uniform(0.5, 4)}, false, std::nullopt, "open-loop"};
    case 3:
      return {Fixed{constrained ? draw.power(-6, 0) : draw.power(-6, 2)}, false, std::nullopt,
              "fixed"};
    case 4:
      return {InverseSquareRoot{}, false, std::nullopt, "inverse square root"};
    case 5:
      return {Fixed{1.0 / static_cast<double>(draw.index(1, 50))}, false, std::nullopt, "1 / N"};
    case 6:
    case 7:
      return {LineSearch{draw.power(-12, -2), static_cast<int>(draw.index(1, 100))}, true,
              std::nullopt, "line search"};
    case 8:
      return {Secant{draw.power(-8, -1), static_cast<int>(draw.index(1, 30))}, true, std::nullopt,
              "secant"};
    case 9:
      return {[](Line& line) { return std::min(0.3, line.max_step()); }, false, std::nullopt,
              "a lambda"};
    default:
      return draw_adaptive(draw, f, start);
  }
}

}  // namespace stress
