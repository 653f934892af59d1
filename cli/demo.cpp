// Solves two built-in problems, one constrained and one not, and shows how each rule converges.
#include <fmt/format.h>

#include <cmath>
#include <random>
#include <vector>

#include "acgd/acgd.hpp"

namespace {

using acgd::Index;
using acgd::Matrix;
using acgd::Vector;

struct Rule {
  const char* name;
  acgd::StepChoice step;
};

/// ||A x - b||^2 / 2 with b = A x_true for a sparse x_true well inside the l1 ball: f* = 0.
struct SparseRegression {
  static constexpr Index kSamples = 200, kFeatures = 500, kNonZeros = 10;
  Matrix a{kSamples, kFeatures};
  Vector b;
  double radius = 0;

  SparseRegression() {
    std::mt19937_64 random(1);
    std::normal_distribution<double> normal;
    for (double& entry : a.reshaped()) entry = normal(random) / std::sqrt(double{kSamples});
    Vector truth = Vector::Zero(kFeatures);
    for (Index i = 0; i < kNonZeros; ++i) truth[i * (kFeatures / kNonZeros)] = normal(random);
    b = a * truth;
    radius = 1.25 * truth.lpNorm<1>();
  }

  acgd::Function function() const {
    return acgd::Function(
        kFeatures, [this](const Vector& x) { return 0.5 * (a * x - b).squaredNorm(); },
        [this](const Vector& x, Vector& g) { g.noalias() = a.transpose() * (a * x - b); });
  }
};

/// Rosenbrock's valley in R^2: f* = 0 at (1, 1).
acgd::Function rosenbrock() {
  return acgd::Function(
      2,
      [](const Vector& x) {
        const double valley = x[1] - x[0] * x[0];
        return 100 * valley * valley + (1 - x[0]) * (1 - x[0]);
      },
      [](const Vector& x, Vector& g) {
        const double valley = x[1] - x[0] * x[0];
        g[0] = -400 * x[0] * valley - 2 * (1 - x[0]);
        g[1] = 200 * valley;
      });
}

/// Value and gap at 0, 1, 3, 10, 30, ... iterations, a column a rule.
void print_table(const std::vector<Rule>& rules, const std::vector<acgd::Result>& results) {
  fmt::print("{:>10}", "iteration");
  for (const Rule& rule : rules) fmt::print("  {:>24}", rule.name);
  fmt::print("\n{:>10}", "");
  for (std::size_t i = 0; i < rules.size(); ++i) fmt::print("  {:>12} {:>11}", "value", "gap");
  fmt::print("\n");
  std::size_t longest = 0;
  for (const acgd::Result& result : results) longest = std::max(longest, result.trace.size());
  for (std::size_t k = 0, next = 1; k < longest; k = next, next = k % 3 == 0 ? k / 3 * 10 : k * 3) {
    fmt::print("{:>10}", k);
    for (const acgd::Result& result : results) {
      if (k < result.trace.size()) {
        fmt::print("  {:>12.4e} {:>11.3e}", result.trace[k].value, result.trace[k].gap);
      } else {
        fmt::print("  {:>24}", "");
      }
    }
    fmt::print("\n");
  }
  fmt::print("{:>10}", "end");
  for (const acgd::Result& result : results) {
    fmt::print("  {:>12.4e} {:>11.3e}", result.value, result.gap);
  }
  fmt::print("\n\n");
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const acgd::Result& r = results[i];
    fmt::print("  {:<20} {} iterations, {} gradients, {} trials, {:.1f} ms: {} ({})\n",
               rules[i].name, r.counts.iterations, r.counts.gradients, r.counts.trials,
               1e3 * r.seconds.total, acgd::to_string(r.status), r.message);
  }
  fmt::print("\n");
}

void constrained() {
  const SparseRegression problem;
  const acgd::Function f = problem.function();
  const acgd::L1Ball ball(SparseRegression::kFeatures, problem.radius);
  fmt::print("Least squares over the {} (f* = 0)\n\n", ball.name());
  const std::vector<Rule> rules = {{"adaptive-adjustable", acgd::AdaptiveAdjustable{}},
                                   {"backtracking", acgd::Backtracking{}},
                                   {"open-loop", acgd::OpenLoop{}}};
  std::vector<acgd::Result> results;
  for (const Rule& rule : rules) {
    results.push_back(acgd::minimize(
        f, ball, Vector::Zero(f.dimension()),
        {.step = rule.step, .max_iterations = 1000, .gap_tolerance = 1e-5, .trace = true}));
  }
  print_table(rules, results);
}

void unconstrained() {
  const acgd::Function f = rosenbrock();
  const acgd::L2Ball ball(2, 1.0);
  fmt::print("Rosenbrock's function on R^2, steepest descent from (-1.2, 1) (f* = 0)\n\n");
  const std::vector<Rule> rules = {{"adaptive-adjustable", acgd::AdaptiveAdjustable{}},
                                   {"adaptive-constant", acgd::AdaptiveConstant{}},
                                   {"backtracking", acgd::Backtracking{}}};
  std::vector<acgd::Result> results;
  for (const Rule& rule : rules) {
    results.push_back(acgd::descend(
        f, ball, Vector{{-1.2, 1.0}},
        {.step = rule.step, .max_iterations = 10000, .gap_tolerance = 1e-6, .trace = true}));
  }
  print_table(rules, results);
}

}  // namespace

int main() {
  fmt::print("acgd {}\n\n", ACGD_VERSION);
  constrained();
  unconstrained();
}
