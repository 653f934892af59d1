// Portfolio optimisation: risk against return with at most a tenth of the money in each asset. The
// weights are a point of a hypersimplex, 0 <= x_i <= 1/10 with sum 1.
#include <acgd/acgd.hpp>
#include <algorithm>
#include <cmath>
#include <iostream>

/// The optimum for independent assets: x_i = (tolerance return_i - price) / variance_i, clipped to
/// [0, cap], where the multiplier `price` makes the sum 1.
acgd::Vector closed_form(const acgd::Vector& returns, const acgd::Vector& variances,
                         double tolerance, double cap) {
  double low = -100, high = 100;
  acgd::Vector x;
  for (int i = 0; i < 200; ++i) {
    const double price = (low + high) / 2;
    x = ((tolerance * returns).array() - price) / variances.array();
    x = x.cwiseMax(0).cwiseMin(cap);
    (x.sum() > 1 ? low : high) = price;
  }
  return x;
}

int main() {
  constexpr acgd::Index assets = 60;
  constexpr acgd::Index at_least = 10;  // minimum number of assets: each has at most 1 / at_least
  acgd::Vector returns(assets), variances(assets);
  for (acgd::Index i = 0; i < assets; ++i) {
    const auto k = static_cast<double>(i);
    variances[i] = 0.01 + 0.09 * std::abs(std::sin(k * k));
    returns[i] = 0.02 + 0.6 * variances[i] + 0.02 * std::sin(7 * k);
  }
  const acgd::Hypersimplex weights(assets, at_least, 1.0 / at_least);
  const acgd::Matrix covariance = variances.asDiagonal();

  double most_wrong = 0;
  for (const double tolerance : {0.0, 0.05, 0.2, 1.0}) {
    // Half the variance minus risk tolerance times return.
    const acgd::Quadratic f(covariance, -tolerance * returns);
    const auto result = acgd::minimize(f, weights, weights.start(), {.gap_tolerance = 1e-14});
    const acgd::Vector& x = result.x;
    std::cout << "tolerance " << tolerance << ": return " << returns.dot(x) << ", risk "
              << std::sqrt(x.dot(covariance * x)) << ", " << (x.array() > 1e-9).count()
              << " assets, " << (x.array() > 0.1 - 1e-9).count() << " of them at the cap\n";
    const acgd::Vector known = closed_form(returns, variances, tolerance, 1.0 / at_least);
    most_wrong = std::max(most_wrong, (x - known).cwiseAbs().maxCoeff());
  }
  std::cout << "as in closed form: " << (most_wrong < 1e-9 ? "yes" : "no") << ", to " << most_wrong
            << "\n";
}
