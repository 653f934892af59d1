#include "stress/reference.hpp"

#include "acgd/acgd.hpp"

namespace stress {
namespace {

using namespace acgd;

/// x = project(x - g / L), L doubled until a parabola of that curvature lies above f.
Vector projected_gradients(const Combination& c, Vector x, int rounds) {
  const Objective& f = *c.objective.f;
  Vector g(x.size());
  double value = f.value(x);
  double curvature = 0;
  for (int round = 0; round < rounds; ++round) {
    f.gradient(x, g);
    if (!g.allFinite() || g.norm() == 0) return x;
    curvature = round == 0 ? g.norm() / c.shape.radius : curvature / 4;
    bool stepped = false;
    for (int doubling = 0; doubling < 60 && !stepped; ++doubling, curvature *= 2) {
      const Vector y = c.set.project(x - g / curvature);
      const Vector d = y - x;
      const double there = f.value(y);
      if (there <= value + g.dot(d) + 0.5 * curvature * d.squaredNorm() && there <= value) {
        stepped = y != x;
        x = y;
        value = there;
        break;
      }
    }
    if (!stepped) return x;
  }
  return x;
}

/// Golden section search for t -> f(x + t d) over [0, 1].
double best_length(const Objective& f, const Vector& x, const Vector& d) {
  constexpr double kGolden = 0.6180339887498949;
  double low = 0, high = 1;
  for (int i = 0; i < 40; ++i) {
    const double a = high - kGolden * (high - low), b = low + kGolden * (high - low);
    if (f.value(x + a * d) <= f.value(x + b * d)) {
      high = b;
    } else {
      low = a;
    }
  }
  return 0.5 * (low + high);
}

Vector segments_to_vertices(const Combination& c, Vector x, int rounds) {
  const Objective& f = *c.objective.f;
  Vector g(x.size());
  for (int round = 0; round < rounds; ++round) {
    f.gradient(x, g);
    if (!g.allFinite()) return x;
    const Vector d = linear_minimizer(*c.set.set, g) - x;
    const Vector y = x + best_length(f, x, d) * d;
    if (!(f.value(y) < f.value(x))) return x;
    x = y;
  }
  return x;
}

}  // namespace

Vector reference_solution(const Combination& c, const Vector& x, int rounds) {
  return c.set.project ? projected_gradients(c, x, rounds) : segments_to_vertices(c, x, rounds / 4);
}

double least_along(const Objective& f, const Vector& x, const Vector& d) {
  double least = f.value(x), t = 1;
  for (int k = 0; k < 100; ++k, t /= 2) {
    const double value = f.value(x + t * d);
    if (value < least) least = value;
  }
  return least;
}

}  // namespace stress
