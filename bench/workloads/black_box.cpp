// Functions given by value and gradient only: steepest descent in l2.
#include <memory>

#include "acgd/objective/test_functions.hpp"
#include "acgd/oracle/balls.hpp"
#include "timed.hpp"
#include "workloads/workloads.hpp"

namespace bench {
namespace {

constexpr double kTarget = 1e-8;
/// Runs take milliseconds: the median of this number of runs is reported.
constexpr int kRuns = 21;
/// Number of iterations before rounding errors dominate: optimistic steps on these functions are
/// chaotic.
constexpr Index kCompared = 20;

template <class Once>
Run median_of_runs(Once once) {
  Run run;
  std::vector<double> seconds;
  for (int i = 0; i < kRuns; ++i) {
    run = once();
    seconds.push_back(run.seconds);
  }
  run.seconds = median(seconds);
  return run;
}

Case black_box(const Settings& settings, std::shared_ptr<const acgd::Objective> f, double start) {
  const Index n = f->dimension();
  const Vector x0 = Vector::Constant(n, start);
  Case problem{.data = "formula",
               .bytes = 8.0 * static_cast<double>(n),
               .iterations = settings.pick<Index>(1000, 100),
               .compared_iterations = kCompared};
  problem.acgd = [=](Index count) {
    return median_of_runs([&] {
      const auto ball = std::make_shared<const acgd::L2Ball>(n, 1);
      return time_acgd({f, ball, x0, acgd::Mode::unconstrained},
                       options_for(settings, count, kTarget));
    });
  };
  problem.plain = [=](Index count) {
    const PlainProblem plain{.value = [&](const Vector& x) { return f->value(x); },
                             .gradient = [&](const Vector& x, Vector& g) { f->gradient(x, g); },
                             .lmo = l2_ball_lmo(1),
                             .constrained = false};
    return median_of_runs([&] {
      return time_plain(plain, x0, {.rule = settings.rule, .iterations = count, .target = kTarget});
    });
  };
  problem.note = "until f <= 1e-8 or 1000 iterations; the median of 21 runs counts as one";
  return problem;
}

}  // namespace

Case rosenbrock(const Settings& settings) {
  return black_box(settings, std::make_shared<acgd::Rosenbrock>(1000), -1.2);
}
Case levy(const Settings& settings) {
  return black_box(settings, std::make_shared<acgd::Levy>(1000), 2);
}
Case zakharov(const Settings& settings) {
  return black_box(settings, std::make_shared<acgd::Zakharov>(1000), 0.5);
}
Case sum_of_squares(const Settings& settings) {
  return black_box(settings, std::make_shared<acgd::SumOfSquares>(200), 0.1);
}

}  // namespace bench
