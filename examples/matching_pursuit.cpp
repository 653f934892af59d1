// Matching pursuit: recovers a sparse combination of dictionary atoms by steepest descent in the
// ball whose vertices are the atoms. Each step takes the atom with the largest correlation with the
// residual.
#include <acgd/acgd.hpp>
#include <algorithm>
#include <cmath>
#include <iostream>
#include <numbers>
#include <set>

constexpr acgd::Index kLength = 64;

/// Spikes and cosines of norm 1; the coherence is at most sqrt(2 / 64).
acgd::Matrix dictionary() {
  acgd::Matrix atoms(kLength, 2 * kLength);
  atoms.leftCols(kLength).setIdentity();
  for (acgd::Index k = 0; k < kLength; ++k) {
    for (acgd::Index i = 0; i < kLength; ++i) {
      const double turn = (static_cast<double>(i) + 0.5) * static_cast<double>(k);
      const double angle = std::numbers::pi * turn / kLength;
      atoms(i, kLength + k) = std::cos(angle);
    }
  }
  atoms.colwise().normalize();
  return atoms;
}

int main() {
  const acgd::Matrix atoms = dictionary();
  const acgd::Vector signal =
      3 * atoms.col(40) + 2 * atoms.col(kLength + 5) - atoms.col(kLength + 17);

  // f(x) = |x - signal|^2 / 2 with exact line search along the best atom.
  const acgd::Quadratic f(acgd::Matrix::Identity(kLength, kLength), -signal,
                          signal.squaredNorm() / 2);
  const acgd::Vector x0 = acgd::Vector::Zero(kLength);
  const auto result =
      acgd::descend(f, acgd::SymmetricHull(atoms), x0,
                    {.step = acgd::LineSearch{}, .gap_tolerance = 1e-6, .trace = true});

  // Reference implementation (Mallat and Zhang 1993).
  acgd::Vector rest = signal;
  std::set<acgd::Index> picked;
  double off = 0;
  for (const acgd::Record& record : result.trace) {
    off = std::max(off, std::abs(record.value - rest.squaredNorm() / 2));
    acgd::Index best = 0;
    const acgd::Vector products = atoms.transpose() * rest;
    products.cwiseAbs().maxCoeff(&best);
    rest -= products[best] * atoms.col(best);
    picked.insert(best);
  }
  std::cout << result.counts.iterations << " iterations, the textbook's values but for "
            << (off < 1e-9 ? "rounding" : "more than rounding") << "\n";
  // With fewer than (1 + sqrt(64 / 2)) / 2 = 3.3 atoms no other atom is ever chosen (Tropp 2004).
  std::cout << "atoms:";
  for (const acgd::Index atom : picked) {
    std::cout << (atom < kLength ? " spike " : " cosine ") << atom % kLength << ",";
  }
  std::cout << " signal found: " << ((result.x - signal).norm() < 1e-5) << "\n";
}
