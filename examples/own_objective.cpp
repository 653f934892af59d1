// A function of your own: portfolio weights that balance risk against return.
#include <acgd/acgd.hpp>
#include <acgd/testing/testing.hpp>
#include <cmath>
#include <iostream>

/// -log(1 + returns' x) + risk x' x / 2
class Portfolio : public acgd::Objective {
 public:
  Portfolio(acgd::Vector returns, double risk) : returns_(std::move(returns)), risk_(risk) {}

  acgd::Index dimension() const override { return returns_.size(); }
  double value(const acgd::Vector& x) const override {
    return -std::log1p(returns_.dot(x)) + 0.5 * risk_ * x.squaredNorm();
  }
  void gradient(const acgd::Vector& x, acgd::Vector& g) const override {
    g = -returns_ / (1 + returns_.dot(x)) + risk_ * x;
  }

 private:
  acgd::Vector returns_;
  double risk_;
};

int main() {
  const Portfolio f(acgd::Vector{{0.10, 0.08, 0.02, -0.05}}, 0.1);
  // Compare the gradient with finite differences.
  const acgd::Vector even = acgd::Vector::Constant(4, 0.25);
  std::cout << "complaints: " << acgd::check_gradient(f, even).size() << "\n";

  const auto result = acgd::minimize(f, acgd::Simplex(4), even, {.gap_tolerance = 1e-5});
  std::cout << "weights " << result.x.transpose() << "\n" << to_string(result.status) << "\n";
}
