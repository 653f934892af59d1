#include "solve/check_gradient.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
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
constexpr double kShortest = 1e-9;  // of the longest
constexpr double kTolerance = 1e-2;

#ifdef NDEBUG
constexpr bool kDebugBuild = false;
#else
constexpr bool kDebugBuild = true;
#endif

/// What f does along a line, and what its gradient says about that.
struct Rates {
  double measured;
  double promised;
};

/// f(x + 2h d) - f(x) = 2h <grad f(x + h d), d> up to h^3: the two rates if they contradict each
/// other. Where f turns within h that proves nothing, so the shortest h speaks whose difference is
/// not drowned by rounding.
std::optional<Rates> contradiction(Line& line, double longest) {
  std::optional<Rates> found;
  for (double h = longest; h > kShortest * longest; h /= 100) {
    const Rates rates{line.change(2 * h) / (2 * h), line.slope(h)};
    const double difference = std::abs(rates.measured - rates.promised);
    const double scale =
        std::max({std::abs(rates.measured), std::abs(rates.promised), std::abs(line.gap())});
    const double noise = line.change_noise() / h + line.change_noise_rate() + line.slope_noise();
    // Where f is not finite there is nothing to compare; walls are the business of step rules.
    if (!std::isfinite(scale)) continue;
    if (noise > kTolerance * scale) break;
    if (difference <= kTolerance * scale + noise) return std::nullopt;
    found = rates;
  }
  return found;
}

void check_along(Line& line, double longest) {
  if (const auto rates = contradiction(line, longest)) {
    throw InvalidInput(
        compose("gradient: contradicts f near x0, where f changes at the rate {:.6g} along a line "
                "and the gradient says {:.6g}",
                rates->measured, rates->promised));
  }
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
