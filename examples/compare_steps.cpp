// Compares the iterations of several step rules on one problem with the same direction rule.
#include <acgd/acgd.hpp>
#include <iostream>
#include <random>

int main() {
  constexpr acgd::Index rows = 100, cols = 200;
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  acgd::Matrix a(rows, cols);
  for (double& entry : a.reshaped()) entry = normal(random);
  acgd::Vector truth = acgd::Vector::Zero(cols);
  truth.head(5) << 1, -1, 0.5, 2, -0.5;
  const acgd::LeastSquares f(a, a * truth);
  const acgd::L1Ball ball(cols, 8);

  const std::vector<std::pair<const char*, acgd::StepChoice>> rules = {
      {"adaptive-adjustable", acgd::AdaptiveAdjustable{}},
      {"backtracking", acgd::Backtracking{}},
      {"short", acgd::Short{}},
      {"open-loop", acgd::OpenLoop{}},
      {"line-search", acgd::LineSearch{}}};
  for (const auto& [name, step] : rules) {
    const auto result = acgd::minimize(f, ball,
                                       {.direction = acgd::FrankWolfe{},
                                        .step = step,
                                        .max_iterations = 2000,
                                        .optimal_value = 0.0,
                                        .value_tolerance = 1e-4});
    std::cout << name << ": " << result.counts.iterations << " iterations, f = " << result.value
              << "\n";
  }
}
