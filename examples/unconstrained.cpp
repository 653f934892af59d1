// Rosenbrock's function by steepest descent in the maximum norm: no constants, no tuning.
#include <acgd/acgd.hpp>
#include <iostream>

class Rosenbrock : public acgd::Objective {
 public:
  acgd::Index dimension() const override { return 2; }
  double value(const acgd::Vector& x) const override {
    const double valley = x[1] - x[0] * x[0];
    return 100 * valley * valley + (1 - x[0]) * (1 - x[0]);
  }
  void gradient(const acgd::Vector& x, acgd::Vector& g) const override {
    const double valley = x[1] - x[0] * x[0];
    g << -400 * x[0] * valley - 2 * (1 - x[0]), 200 * valley;
  }
};

int main() {
  const acgd::Vector x0{{-1.2, 1.0}};
  const auto result = acgd::descend(Rosenbrock(), acgd::LinfBall(2, 1.0), x0,
                                    {.max_iterations = 100000, .gap_tolerance = 1e-5});

  std::cout << "x = " << result.x.transpose() << "\n"
            << "dual norm of the gradient <= 1e-5: " << std::boolalpha
            << (result.status == acgd::Status::gap_reached) << "\n";
}
