// Logistic regression with few features: one-hot data as in a1a, coefficients in an l1 ball.
#include <acgd/acgd.hpp>
#include <cmath>
#include <iostream>
#include <random>
#include <vector>

int main() {
  // 1000 samples, 40 binary features of which 3 are relevant.
  constexpr acgd::Index samples = 1000, features = 40;
  std::mt19937_64 random(1);
  std::vector<acgd::SparseMap::Entry> entries;
  acgd::Vector labels(samples);
  for (acgd::Index i = 0; i < samples; ++i) {
    double score = -0.5;
    for (acgd::Index j = 0; j < features; ++j) {
      if (random() % 4 != 0) continue;
      entries.push_back({i, j, 1.0});
      score += j == 3 ? 2 : j == 17 ? -2 : j == 29 ? 1.5 : 0;
    }
    const double chance = 1 / (1 + std::exp(-score));
    labels[i] = static_cast<double>(random() >> 11) * 0x1p-53 < chance ? 1 : -1;
  }
  const acgd::SparseMap design(samples, features, entries);

  const acgd::L1Ball ball(features, 4);
  const auto result = acgd::minimize(acgd::logistic(design, labels), ball,
                                     {.max_iterations = 2000, .gap_tolerance = 1e-5});

  std::cout << to_string(result.status) << ", loss " << result.value << "\n";
  for (acgd::Index j = 0; j < features; ++j) {
    if (std::abs(result.x[j]) > 0.2) {
      std::cout << "feature " << j << ": " << result.x[j] << "\n";
    }
  }
}
