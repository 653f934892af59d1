#include "solve/check_gradient.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "acgd/core/error.hpp"
#include "acgd/objective/black_box_cursor.hpp"
#include "core/compose.hpp"

namespace acgd {
namespace {

constexpr int kLines = 4;
// Of the distance to the set's points, and of the length of x0. A central difference is wrong by
// the square of its step, a real mistake by a share of the slope.
constexpr double kStep = 1e-4;
constexpr double kTolerance = 1e-2;

#ifdef NDEBUG
constexpr bool kDebugBuild = false;
#else
constexpr bool kDebugBuild = true;
#endif

/// f(x + 2h d) - f(x) = 2h <grad f(x + h d), d> up to h^3: compares both sides.
void check_along(Line& line, double h) {
  const double measured = line.change(2 * h) / (2 * h);
  const double promised = line.slope(h);
  const double scale = std::max({std::abs(measured), std::abs(promised), std::abs(line.gap())});
  const double noise = line.change_noise() / h + line.slope_noise();
  // Where f is not finite there is nothing to compare; walls are the business of step rules.
  if (!(std::abs(measured - promised) > kTolerance * scale + noise)) return;
  throw InvalidInput(compose(
      "gradient: contradicts f near x0, where f changes at the rate {:.6g} along a line and "
      "the gradient says {:.6g}",
      measured, promised));
}

}  // namespace

bool wants_gradient_check(const Options& options, const Cursor& cursor) {
  const bool black_box = dynamic_cast<const BlackBoxCursor*>(&cursor) != nullptr;
  return options.check_gradient.value_or(kDebugBuild && black_box);
}

void check_gradient(Mode mode, const Objective& f, const Oracle& set, const Atom& x0,
                    const Options& options) {
  const std::unique_ptr<Cursor> cursor = f.start(x0, options.norm);
  Gradient gradient = cursor->gradient();
  const bool starts_well = std::isfinite(cursor->value()) && gradient.entries().allFinite();
  if (!starts_well || (!gradient.is_dense() && !set.accepts_sparse_gradients())) return;
  const double length = std::max(1.0, x0.largest_entry());
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  Answer answer;
  for (int i = 0; i < kLines; ++i) {
    set.minimize(gradient, answer);
    Line& line = cursor->look(mode == Mode::constrained ? toward(answer.atom) : along(answer.atom));
    const double norm = line.norm();
    if (norm > 0) check_along(line, std::min(kStep, kStep * length / norm));
    for (double& entry : gradient.entries()) entry = normal(random);
  }
}

}  // namespace acgd
