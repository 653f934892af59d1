// Graph matching: finds the permutation between a graph and a copy with renumbered nodes. Minimises
// ||A P - P B||^2 over the doubly stochastic matrices.
#include <acgd/acgd.hpp>
#include <iostream>
#include <random>

using acgd::Index;
using acgd::Matrix;

int main() {
  constexpr Index n = 12;
  std::mt19937_64 random(3);
  Matrix a = Matrix::Zero(n, n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < i; ++j) a(i, j) = a(j, i) = static_cast<double>(random() % 2);
  }
  std::vector<Index> hidden(n);  // node i of the copy is node hidden[i] of the graph
  for (Index i = 0; i < n; ++i) {
    hidden[i] = i;
    std::swap(hidden[i], hidden[random() % static_cast<std::uint64_t>(i + 1)]);
  }
  const Matrix b = a(hidden, hidden);

  // The columns of A X - X B, stacked: column j is A x_j - sum_k b_kj x_k.
  Matrix map = Matrix::Zero(n * n, n * n);
  for (Index j = 0; j < n; ++j) {
    map.block(n * j, n * j, n, n) += a;
    for (Index k = 0; k < n; ++k) map.block(n * j, n * k, n, n).diagonal().array() -= b(k, j);
  }
  const acgd::LeastSquares f(map, acgd::Vector::Zero(n * n));
  const acgd::Birkhoff birkhoff(n);
  const auto result = acgd::minimize(f, birkhoff, {.gap_tolerance = 1e-8});

  // The permutation nearest to the solution.
  const acgd::Vector nearest = acgd::linear_minimizer(birkhoff, -result.x);
  Index right = 0;
  for (Index i = 0; i < n; ++i) right += nearest[n * i + hidden[i]] == 1;
  std::cout << to_string(result.status) << ", f = 0 up to 1e-8: " << (result.value < 1e-8) << "\n"
            << right << " of " << n
            << " nodes found again, edges that differ: " << (map * nearest).squaredNorm() << "\n";
}
