// Sparse principal component analysis: a smoothed l1 penalty on the entries of a projection.
#include <Eigen/Eigenvalues>
#include <acgd/acgd.hpp>
#include <iostream>
#include <random>

int main() {
  // Two components of five variables each, in samples of thirty with noise.
  constexpr acgd::Index n = 30, samples = 60, components = 2;
  acgd::Matrix planted = acgd::Matrix::Zero(n, components);
  planted.block(0, 0, 5, 1) << 1, 1, 1, 1, 1;
  planted.block(5, 1, 5, 1) << 1, -1, 1, -1, 1;
  planted.colwise().normalize();
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  acgd::Matrix scores(samples, components), data(samples, n);
  for (double& entry : scores.reshaped()) entry = normal(random);
  for (double& entry : data.reshaped()) entry = normal(random);
  data += scores * acgd::Vector{{2.2, 1.9}}.asDiagonal() * planted.transpose();
  const acgd::Matrix covariance = data.transpose() * data / samples;

  // -<S, X> + rho * (the sum of |X_ij|, smoothed within mu of 0)
  const auto solve = [&](double rho) {
    constexpr double mu = 0.01;
    const auto f = [&, rho](const acgd::Vector& x) {
      const auto size = x.array().abs();
      const auto rounded = (size <= mu).select(size.square() / (2 * mu), size - mu / 2);
      return rho * rounded.sum() - covariance.reshaped().dot(x);
    };
    const auto gradient = [&, rho](const acgd::Vector& x) -> acgd::Vector {
      return rho * (x / mu).cwiseMax(-1).cwiseMin(1) - covariance.reshaped();
    };
    // The convex hull of all projections onto planes.
    const acgd::Fantope set(n, components);
    return acgd::minimize(f, gradient, set, set.start(),
                          {.step = acgd::LineSearch{}, .relative_gap_tolerance = 1e-3});
  };

  const Eigen::SelfAdjointEigenSolver<acgd::Matrix> spectrum(covariance);
  const double largest = spectrum.eigenvalues().tail(components).sum();
  const acgd::Vector truth = (planted * planted.transpose()).reshaped();
  const auto plain = solve(0), sparse = solve(0.25);
  std::cout << "rho = 0: f = " << plain.value << ", the two largest eigenvalues sum to " << largest
            << "\n";
  for (const auto& [name, x] : {std::pair{"plain", plain.x}, {"sparse", sparse.x}}) {
    std::cout << name << ": variables";
    const acgd::Vector shares = x.reshaped(n, n).diagonal();
    for (acgd::Index i = 0; i < n; ++i) {
      if (shares[i] > 0.01) std::cout << " " << i;
    }
    std::cout << ", " << (x - truth).norm() << " away from what was planted\n";
  }
}
