// Repeated calls of an LMO reuse its memory.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/composed_sets.hpp"
#include "acgd/oracle/polyhedra.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "allocation/counted.hpp"

namespace acgd {
namespace {

using acgd_test::allocations;

TEST(Allocation, SingularPairSearchReusesMemory) {
  constexpr Index kRows = 50, kCols = 40;
  const NuclearBall ball(kRows, kCols, 3);
  Gradient gradient(kRows * kCols);
  LmoResult lmo;
  long before = 0;
  for (int call = 0; call < 20; ++call) {
    for (Index i = 0; i < gradient.size(); ++i) {
      gradient.entries()[i] = std::sin(static_cast<double>(i * i + call));
    }
    if (call == 2) before = allocations;
    lmo.accuracy = 0.1;
    ball.minimize(gradient, lmo);
  }
  EXPECT_EQ(allocations - before, 0);
}

TEST(Allocation, EigenpairSearchReusesMemory) {
  constexpr Index kSide = 50;
  const Spectraplex plex(kSide, 3);
  const Spectraplex cone(kSide, 3, Relation::at_most);
  const Fantope few(kSide, 2), many(kSide, 10);
  for (const Oracle* set : {static_cast<const Oracle*>(&plex), static_cast<const Oracle*>(&cone),
                            static_cast<const Oracle*>(&few), static_cast<const Oracle*>(&many)}) {
    for (const double accuracy : {0.1, 0.0}) {
      Gradient gradient(kSide * kSide);
      LmoResult lmo;
      long before = 0;
      for (int call = 0; call < 20; ++call) {
        for (Index i = 0; i < gradient.size(); ++i) {
          gradient.entries()[i] = std::sin(static_cast<double>(i * i + call));
        }
        if (call == 2) before = allocations;
        lmo.accuracy = accuracy;
        set->minimize(gradient, lmo);
      }
      EXPECT_EQ(allocations - before, 0) << set->name() << ", accuracy " << accuracy;
    }
  }
}

/// Allocations of calls for several vertices, with calls for one vertex in between, after all of
/// the gradients have been seen once.
long allocations_of_several(const Oracle& set) {
  constexpr int kGradients = 5;
  std::vector<Gradient> gradients(kGradients, Gradient(set.dimension()));
  for (int k = 0; k < kGradients; ++k) {
    for (Index i = 0; i < set.dimension(); ++i) {
      gradients[k].entries()[i] = std::sin(static_cast<double>((i + 1) * (i + 1) * (k + 1)));
    }
  }
  LmoResult lmo;
  long before = 0;
  std::set<std::size_t> counts;
  for (int call = 0; call < 12 * kGradients; ++call) {
    if (call == 6 * kGradients) before = allocations;
    const Gradient& gradient = gradients[call % kGradients];
    if (call % 4 == 3) {
      set.minimize(gradient, lmo);
    } else {
      set.minimize_several(gradient, 20, lmo);
      if (call < kGradients) counts.insert(lmo.other_count);
    }
  }
  EXPECT_GT(*counts.rbegin(), 0u) << set.name();
  return allocations - before;
}

TEST(Allocation, MinimizeSeveralReusesMemory) {
  const ConvexHull hull(Matrix(Matrix::Identity(7, 7) - Matrix::Constant(7, 7, 0.1)));
  const Product mixed(L1Ball(50, 2), hull, Simplex(9));
  EXPECT_EQ(allocations_of_several(L1Ball(50, 2)), 0);
  EXPECT_EQ(allocations_of_several(Simplex(50)), 0);
  EXPECT_EQ(allocations_of_several(Simplex(50, 1, Relation::at_most)), 0);
  EXPECT_EQ(allocations_of_several(hull), 0);
  EXPECT_EQ(allocations_of_several(mixed), 0);
  EXPECT_EQ(allocations_of_several(Product(mixed, Simplex(3, 1, Relation::at_most), mixed)), 0);
}

}  // namespace
}  // namespace acgd
