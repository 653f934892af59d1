// D-optimal design: the weights of measurement points that minimise the volume of the confidence
// ellipsoid of a model. Weights on the simplex maximise log det M, where M = sum w_i x_i x_i'.
#include <acgd/acgd.hpp>
#include <cmath>
#include <iostream>

int main() {
  // A parabola a + b t + c t^2 on [-1, 1]: the optimal design has weights 1/3 at -1, 0 and 1.
  constexpr acgd::Index count = 201;
  acgd::Matrix points(3, count);
  for (acgd::Index i = 0; i < count; ++i) {
    const double t = 0.01 * static_cast<double>(i - 100);
    points.col(i) << 1, t, t * t;
  }
  const acgd::Composite f = acgd::optimal_design(points);
  const auto result = acgd::minimize(f, acgd::Simplex(count), {.gap_tolerance = 1e-6});
  const acgd::Vector& w = result.x;
  acgd::Vector gradient(count);  // minus the variance of the prediction at each point
  f.gradient(w, gradient);

  std::cout << to_string(result.status) << " after " << result.counts.iterations << " iterations\n";
  std::cout << "weights " << w[0] << " at -1, " << w[100] << " at 0, " << w[200] << " at 1\n";
  std::cout << "det M = " << std::exp(-result.value) << ", the best is 4/27 = " << 4.0 / 27 << "\n";
  // Kiefer and Wolfowitz (1960): at the optimum no variance exceeds the number of coefficients.
  std::cout << "largest variance " << -gradient.minCoeff() << ", for 3 coefficients\n";
}
