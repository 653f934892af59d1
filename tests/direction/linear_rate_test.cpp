// Theorem 1 of Lacoste-Julien and Jaggi, "On the global linear convergence of Frank-Wolfe
// optimization variants", 2015: with exact steps, or short ones, and h = f - f*, every step that
// does not leave an atom has
//
//     h(x + t d) <= (1 - rho) h(x),   rho = mu / (4 L) (width / diameter)^2,
//
// where the width is the pyramidal one; of away steps at least every second one is such a step.
#include <gtest/gtest.h>

#include "direction/polytopes.hpp"
#include "direction/walk.hpp"
#include "support/decompositions.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

struct KnownWidth {
  std::string name;
  std::shared_ptr<const Oracle> set;
  double width;
  double diameter;
};

/// The dimension must be even.
std::vector<KnownWidth> known_widths() {
  const auto simplex = std::make_shared<Simplex>(6);
  return {{"simplex", simplex, 2 / std::sqrt(6), std::sqrt(2)},
          {"simplex_as_list", std::make_shared<Faced>(simplex, one_list()), 2 / std::sqrt(6),
           std::sqrt(2)},
          {"cube", std::make_shared<Box>(6, 0, 1), 1 / std::sqrt(6), std::sqrt(6)}};
}

/// The minimum is in the interior of a face of either set.
const Vector kInside{{0.3, 0.45, 0.25, -0.4, -0.2, -0.1}};

TEST(LinearRate, HoldsForEveryStepWithoutDrop) {
  const Matrix q = well_conditioned(6);
  const Vector eigenvalues = jacobi_svd(q).values;
  const Quadratic f(q, Vector(-q * kInside));
  for (const KnownWidth& known : known_widths()) {
    const double ratio = known.width / known.diameter;
    const double rho = eigenvalues.minCoeff() / (4 * eigenvalues.maxCoeff()) * ratio * ratio;
    for (const DirectionChoice& direction :
         {DirectionChoice(Away{}), DirectionChoice(Pairwise{})}) {
      // The optimum, from a much longer run.
      Walk ahead(direction, f, *known.set, Atom(Vector(Vector::Unit(6, 5))));
      for (int k = 0; k < 400; ++k) {
        ahead.choose();
        if (!(*ahead.move().duality_gap->gap > 1e-15)) break;
        ahead.step();
      }
      const double optimum = f.value(ahead.x());
      Walk walk(direction, f, *known.set, Atom(Vector(Vector::Unit(6, 5))));
      double h = f.value(walk.x()) - optimum;
      int good = 0, all = 0;
      while (all < 200 && h > 1e-12) {
        walk.choose();
        const double longest = walk.move().direction.max_step;
        const bool leaves = walk.step() == longest;
        const double next = f.value(walk.x()) - optimum;
        EXPECT_LE(next, (leaves ? 1 : 1 - rho) * h + 1e-15) << known.name << " " << all;
        good += leaves ? 0 : 1;
        ++all;
        h = next;
      }
      EXPECT_LE(h, 1e-12) << known.name;
      EXPECT_GE(good, 3) << known.name;
      EXPECT_GE((direction.name() == Away::name ? 2 : 6) * good, all) << known.name;
    }
  }
}

}  // namespace
}  // namespace acgd_test
