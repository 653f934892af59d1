// The point of the simplex nearest to a target, by Frank-Wolfe.
#include <acgd/acgd.hpp>
#include <iostream>

int main() {
  const acgd::Vector target{{0.7, 0.6, -0.4}};
  const auto f = [&](const acgd::Vector& x) { return 0.5 * (x - target).squaredNorm(); };
  const auto gradient = [&](const acgd::Vector& x) -> acgd::Vector { return x - target; };

  const acgd::Vector x0{{0, 0, 1}};
  const auto result = acgd::minimize(f, gradient, acgd::Simplex(3), x0, {.gap_tolerance = 1e-9});

  std::cout << "x = " << result.x.transpose() << "\n"
            << "f = " << result.value << ", " << to_string(result.status) << "\n";
}
