// Predicts missing ratings: a low-rank matrix from a third of its entries.
#include <acgd/acgd.hpp>
#include <cmath>
#include <iostream>
#include <random>

int main() {
  // Users and films have two latent factors each; a rating is their inner product.
  constexpr int users = 60, films = 40;
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  acgd::Matrix taste(users, 2), style(films, 2);
  for (double& entry : taste.reshaped()) entry = normal(random);
  for (double& entry : style.reshaped()) entry = normal(random);
  const acgd::Matrix truth = taste * style.transpose();

  std::vector<acgd::Observation> seen;
  for (int i = 0; i < users; ++i) {
    for (int j = 0; j < films; ++j) {
      if (random() % 3 == 0) seen.push_back({i, j, truth(i, j)});
    }
  }
  const acgd::MatrixCompletion f(users, films, seen);
  // The radius bounds the nuclear norm: here that of the true matrix.
  const double radius = acgd::nuclear_norm(users, films)->of(truth.reshaped());
  // Start at 0: a vertex would leave its values at entries that were not observed.
  const acgd::Vector x0 = acgd::Vector::Zero(users * films);
  const auto result = acgd::minimize(f, acgd::NuclearBall(users, films, radius), x0,
                                     {.max_iterations = 3000, .gap_tolerance = 1e-3});

  double error = 0;
  for (int i = 0; i < users; ++i) {
    for (int j = 0; j < films; ++j) error += std::pow(result.factors.at(i, j) - truth(i, j), 2);
  }
  std::cout << seen.size() << " of " << users * films << " ratings seen\n"
            << "ratings vary by " << std::sqrt(truth.squaredNorm() / (users * films))
            << ", predictions are off by " << std::sqrt(error / (users * films)) << "\n";
}
