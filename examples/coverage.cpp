// Facility location: one of three sites in each of four districts, such that as many people as
// possible are covered. Continuous greedy maximises the multilinear extension of the coverage over
// the bases of a matroid, with a guarantee of 1 - 1/e of the optimum.
#include <acgd/acgd.hpp>
#include <cmath>
#include <iostream>
#include <random>

using acgd::Index;
using acgd::Vector;

constexpr Index kDistricts = 4, kSitesEach = 3, kSites = kDistricts * kSitesEach, kPeople = 60;

int main() {
  std::mt19937_64 random(5);
  acgd::Matrix near = acgd::Matrix::Zero(kPeople, kSites);
  for (double& entry : near.reshaped()) entry = random() % 5 == 0;

  // Expected coverage if site i is built with probability x_i.
  const auto covered = [&](const Vector& x) {
    double sum = 0;
    for (Index p = 0; p < kPeople; ++p) {
      sum += 1 - (1 - near.row(p).transpose().array() * x.array()).prod();
    }
    return sum;
  };
  const auto negated_gradient = [&](const Vector& x, Vector& g) {
    g.setZero(kSites);
    for (Index p = 0; p < kPeople; ++p) {
      for (Index i = 0; i < kSites; ++i) {
        if (near(p, i) == 0) continue;
        double missed = 1;
        for (Index k = 0; k < kSites; ++k) missed *= k == i ? 1 : 1 - near(p, k) * x[k];
        g[i] -= missed;
      }
    }
  };
  const acgd::Function f(
      kSites, [&](const Vector& x) { return -covered(x); }, negated_gradient);

  const acgd::MatroidBases bases(kSites, [](const std::vector<Index>& sites) {
    Vector built = Vector::Zero(kDistricts);
    for (const Index i : sites) built[i / kSitesEach] += 1;
    return built.maxCoeff() <= 1 || sites.empty();
  });
  const auto result = acgd::continuous_greedy(f, bases, 100);

  // Rounding: in each district the best site given the others, which does not decrease the
  // coverage.
  Vector plan = result.x;
  double best = 0;
  for (Index d = 0; d < kDistricts; ++d) {
    Vector chosen = plan;
    for (Index i = 0; i < kSitesEach; ++i) {
      Vector trial = plan;
      trial.segment(d * kSitesEach, kSitesEach) = Vector::Unit(kSitesEach, i);
      if (i == 0 || covered(trial) > covered(chosen)) chosen = trial;
    }
    plan = chosen;
  }
  for (Index k = 0; k < 81; ++k) {  // all combinations
    Vector x = Vector::Zero(kSites);
    for (Index d = 0, rest = k; d < kDistricts; ++d, rest /= 3) x[3 * d + rest % 3] = 1;
    best = std::max(best, covered(x));
  }
  std::cout << "expected " << covered(result.x) << ", built " << covered(plan) << ", optimum "
            << best
            << "\nat least 1 - 1/e of it: " << (covered(result.x) >= (1 - std::exp(-1)) * best)
            << ", built no less than expected: " << (covered(plan) >= covered(result.x) - 1e-9)
            << "\n";
}
