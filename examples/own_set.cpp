// A set of your own: an ellipsoid given by its linear minimisation oracle.
#include <acgd/acgd.hpp>
#include <acgd/testing/testing.hpp>
#include <cmath>
#include <iostream>

/// { x : sum (x_i / axis_i)^2 <= 1 }
class Ellipsoid : public acgd::Oracle {
 public:
  explicit Ellipsoid(acgd::Vector axes) : axes_(std::move(axes)) {}

  std::string name() const override { return "ellipsoid"; }
  acgd::Index dimension() const override { return axes_.size(); }

  void minimize(const acgd::Gradient& gradient, acgd::LmoResult& lmo) const override {
    acgd::Vector& v = lmo.atom.become_dense(dimension());
    v = axes_.cwiseAbs2().cwiseProduct(gradient.dense());
    const double length = axes_.cwiseProduct(gradient.dense()).norm();
    if (length > 0) v /= -length;
  }
  acgd::Violation violation(acgd::ConstVectorRef x) const override {
    const double size = x.cwiseQuotient(axes_).norm();
    if (size <= 1) return {};
    return {size - 1, "outside by " + std::to_string(size - 1)};
  }

 private:
  acgd::Vector axes_;
};

int main() {
  const Ellipsoid set(acgd::Vector{{3, 1}});
  // Check the oracle.
  std::cout << "complaints: " << acgd::check_oracle(set).size() << "\n";

  // The point of the ellipsoid nearest to (3, 2).
  const acgd::Vector target{{3, 2}};
  const auto f = [&](const acgd::Vector& x) { return 0.5 * (x - target).squaredNorm(); };
  const auto gradient = [&](const acgd::Vector& x) -> acgd::Vector { return x - target; };
  const acgd::Vector x0{{0, 0}};
  const auto result = acgd::minimize(f, gradient, set, x0, {.gap_tolerance = 1e-8});
  std::cout << "x = " << result.x.transpose() << ", on the boundary: "
            << (std::abs(result.x.cwiseQuotient(acgd::Vector{{3, 1}}).norm() - 1) < 1e-6) << "\n";
}
