// D-optimal design: the weights of measurement points that minimise the volume of the confidence
// ellipsoid of a model. Weights on the simplex maximise log det M, where M = sum x_i a_i a_i'.
#include <Eigen/Cholesky>
#include <acgd/acgd.hpp>
#include <cmath>
#include <iostream>

/// -log det of sum x_i a_i a_i', where a_i are the columns of a matrix.
class Design : public acgd::Objective {
 public:
  explicit Design(acgd::Matrix points) : points_(std::move(points)) {}

  acgd::Index dimension() const override { return points_.cols(); }
  double value(const acgd::Vector& x) const override {
    const acgd::Matrix factor = factorized(x).matrixL();
    return -2 * factor.diagonal().array().log().sum();
  }
  void gradient(const acgd::Vector& x, acgd::Vector& g) const override { g = -variances(x); }
  bool is_convex() const override { return true; }

  /// a_i' M^-1 a_i: the variance of the prediction at each point.
  acgd::Vector variances(const acgd::Vector& x) const {
    const acgd::Matrix whitened = factorized(x).matrixL().solve(points_);
    return whitened.colwise().squaredNorm();
  }

 private:
  Eigen::LLT<acgd::Matrix> factorized(const acgd::Vector& x) const {
    return Eigen::LLT<acgd::Matrix>(points_ * x.asDiagonal() * points_.transpose());
  }

  acgd::Matrix points_;
};

int main() {
  // A parabola a + b t + c t^2 on [-1, 1]: the optimal design has weights 1/3 at -1, 0 and 1.
  constexpr acgd::Index count = 201;
  acgd::Matrix points(3, count);
  for (acgd::Index i = 0; i < count; ++i) {
    const double t = 0.01 * static_cast<double>(i - 100);
    points.col(i) << 1, t, t * t;
  }
  const Design f(points);
  const acgd::Vector even = acgd::Vector::Constant(count, 1.0 / count);
  const auto result = acgd::minimize(
      f, acgd::Simplex(count), even,
      {.direction = acgd::Pairwise{}, .max_iterations = 5000, .gap_tolerance = 1e-6});
  const acgd::Vector& x = result.x;

  std::cout << to_string(result.status) << " after " << result.counts.iterations << " iterations\n";
  std::cout << "weights " << x[0] << " at -1, " << x[100] << " at 0, " << x[200] << " at 1\n";
  std::cout << "det M = " << std::exp(-result.value) << ", the best is 4/27 = " << 4.0 / 27 << "\n";
  // Kiefer and Wolfowitz (1960): at the optimum no variance exceeds the number of coefficients.
  std::cout << "largest variance " << f.variances(x).maxCoeff() << ", for 3 coefficients\n";
}
