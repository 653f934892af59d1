#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "acgd/testing/testing.hpp"
#include "core/compose.hpp"
#include "testing/check_oracle.hpp"

namespace acgd {
namespace {

class GradientExamination {
 public:
  GradientExamination(const Objective& objective, const Vector& x, const GradientCheck& options)
      : objective_(objective), x_(x), options_(options), random_(options.seed) {}

  std::vector<std::string> sentences() {
    try {
      run();
    } catch (const std::exception& thrown) {
      report_.fail("exception", thrown.what());
    }
    return report_.sentences();
  }

 private:
  void run() {
    const Index n = objective_.dimension();
    if (x_.size() != n) {
      report_.fail("size", compose("x has {} entries, and the objective {}", x_.size(), n));
      return;
    }
    gradient_ = gradient_at(x_, 0);
    if (gradient_.size() != n) {
      report_.fail("size", compose("the gradient has {} entries, not {}", gradient_.size(), n));
      return;
    }
    if (!gradient_.allFinite() || !std::isfinite(objective_.value(x_))) {
      report_.fail("finite", "the value or the gradient at x is not finite");
      return;
    }
    if (gradient_at(x_, 1) != gradient_) {
      report_.fail("overwrites", "gradient() depends on what its output held before");
    }
    for (const Index i : coordinates()) {
      check_along(compose("coordinate {}", i), Vector::Unit(n, i), std::max(1.0, std::abs(x_[i])));
    }
    const double size = std::max(1.0, x_.cwiseAbs().maxCoeff());
    for (int i = 0; i < options_.directions; ++i) {
      const Vector direction = normal_vector(n, random_).normalized();
      check_along(compose("random direction {}", i), direction, size);
      check_lipschitz(direction, size);
    }
  }

  Vector gradient_at(const Vector& x, double before) const {
    Vector g = Vector::Constant(objective_.dimension(), before);
    objective_.gradient(x, g);
    return g;
  }

  std::vector<Index> coordinates() {
    std::vector<Index> all(static_cast<std::size_t>(x_.size()));
    std::iota(all.begin(), all.end(), Index{0});
    const auto most = static_cast<std::size_t>(std::max(0, options_.coordinates));
    if (all.size() > most) {
      std::shuffle(all.begin(), all.end(), random_);
      all.resize(most);
    }
    return all;
  }

  /// `size`: the unit of the step.
  void check_along(const std::string& what, const Vector& direction, double size) {
    const double h = options_.step * size;
    const double ahead = objective_.value(x_ + h * direction);
    const double behind = objective_.value(x_ - h * direction);
    const double measured = (ahead - behind) / (2 * h);
    const double slope = gradient_.dot(direction);
    // Allows ten ulps of rounding error in f.
    const double rounding = 10 * std::numeric_limits<double>::epsilon() *
                            std::max(std::abs(ahead), std::abs(behind)) / h;
    const double mean_size = gradient_.norm() / std::sqrt(static_cast<double>(x_.size()));
    const double scale = std::max({std::abs(measured), std::abs(slope), mean_size});
    if (std::abs(measured - slope) <= options_.tolerance * scale + rounding) return;
    report_.fail("gradient", compose("along {} it says {}, but central differences say {}", what,
                                     slope, measured));
  }

  void check_lipschitz(const Vector& direction, double size) {
    const std::optional<double> lipschitz = objective_.lipschitz();
    if (!lipschitz) return;
    // The step is large enough for the difference of two gradients to keep most of its digits.
    const double h = 1e-2 * size;
    const double change = (gradient_at(x_ + h * direction, 0) - gradient_).norm();
    const double rounding = 1e3 * std::numeric_limits<double>::epsilon() * gradient_.norm();
    if (change <= *lipschitz * h * (1 + options_.tolerance) + rounding) return;
    report_.fail("lipschitz", compose("the gradient changes by {} over a step of {}: more than "
                                      "lipschitz() = {} allows",
                                      change, h, *lipschitz));
  }

  const Objective& objective_;
  const Vector& x_;
  const GradientCheck& options_;
  std::mt19937_64 random_;
  Report report_;
  Vector gradient_;
};

}  // namespace

std::vector<std::string> check_gradient(const Objective& objective, const Vector& x,
                                        const GradientCheck& options) {
  return GradientExamination(objective, x, options).sentences();
}

}  // namespace acgd
