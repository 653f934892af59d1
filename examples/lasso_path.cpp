// Feature selection: a path of radii with cross-validation on data with three relevant features.
#include <acgd/acgd.hpp>
#include <iostream>
#include <random>

int main() {
  std::mt19937_64 engine(1);
  std::normal_distribution<double> normal;
  auto features = std::make_shared<acgd::Matrix>(
      acgd::Matrix::NullaryExpr(200, 50, [&] { return normal(engine); }));
  acgd::Vector targets = 3 * features->col(7) - 2 * features->col(21) + features->col(40);
  for (double& target : targets) target += 10 + normal(engine);

  const auto l1_ball = [](double radius) { return std::make_shared<acgd::L1Ball>(50, radius); };
  const acgd::Path path = acgd::fit_path({.features = features, .targets = targets},
                                         *acgd::least_squares_family(), l1_ball);

  const acgd::PathFit& best = path.fits[*path.best];
  const acgd::PathFit& simple = path.fits[*path.one_standard_error];
  std::cout << "radii " << path.fits.front().radius << " to " << path.fits.back().radius << "\n"
            << "best: radius " << best.radius << ", " << best.nonzeros
            << " features, held-out loss " << best.held_out_loss << " +- " << best.held_out_error
            << "\n"
            << "simplest within one standard error: " << simple.nonzeros << " features";
  for (const acgd::Index j : {7, 21, 40}) {
    std::cout << ", " << j << ": " << simple.coefficients.coeff(j, 0);
  }
  std::cout << "\nintercept about 10: " << (std::abs(simple.intercept[0] - 10) < 0.3) << "\n";
}
