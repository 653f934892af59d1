// A user's program: min ||x||^2 over the simplex, whose optimum is 1/n at the centre.
#include <acgd/oracle/simplices.hpp>
#include <acgd/solve/solve.hpp>
#include <acgd/version.hpp>
#include <cmath>
#include <cstdio>

int main() {
  const int n = 10;
  const auto f = [](const acgd::Vector& x) { return x.squaredNorm(); };
  const auto gradient = [](const acgd::Vector& x) -> acgd::Vector { return 2 * x; };

  const acgd::Vector x0 = acgd::Vector::Unit(n, 0);
  const auto result = acgd::minimize(f, gradient, acgd::Simplex(n), x0);

  std::printf("acgd %s: f = %.6f, f* = %.6f\n", ACGD_VERSION, result.value, 1.0 / n);
  return std::abs(result.value - 1.0 / n) < 1e-6 ? 0 : 1;
}
