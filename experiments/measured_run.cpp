#include "experiments/measured_run.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <numeric>
#include <vector>

#include "acgd/objective/composite.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/quadratic.hpp"
#include "acgd/objective/sum.hpp"
#include "acgd/solve/solve.hpp"

namespace acgd::experiments {
namespace {

double seconds_of_one_step(const Problem& problem, Options options) {
  options.max_iterations = std::min<Index>(options.max_iterations, 1);
  options.trace = false;
  options.observer = {};
  return solve(problem, options).seconds.total;
}

/// What somebody or the clock ended is another run each time.
bool repeatable(const Result& result) {
  return result.status != Status::interrupted && result.status != Status::time_limit &&
         result.status != Status::stopped_by_observer;
}

[[maybe_unused]] bool same_bits(const Result& a, const Result& b) {
  const auto equal = [](double x, double y) { return x == y || (x != x && y != y); };
  return a.status == b.status && a.counts.iterations == b.counts.iterations &&
         a.counts.trials == b.counts.trials && equal(a.value, b.value) && equal(a.gap, b.gap);
}

/// A part of an objective, which keeps all of it alive.
template <class Part>
std::shared_ptr<const Part> part(const std::shared_ptr<const Objective>& whole, const Part& inner) {
  return {whole, &inner};
}

/// Weights and means are in A and b already. Where they are not formed, a run has other ways with
/// the A that was given, which nobody else has: then what it finds out is shared.
std::shared_ptr<const Objective> fresh_squares(const std::shared_ptr<const Objective>& f,
                                               const LeastSquares& squares) {
  if (dynamic_cast<const AdjustedMap*>(&squares.map()) != nullptr) return f;
  LeastSquaresOptions options = squares.options();
  options.weights = {};
  options.intercept = false;
  return std::make_shared<const LeastSquares>(part(f, squares.map()), squares.target(), options);
}

}  // namespace

std::shared_ptr<const Objective> fresh(const std::shared_ptr<const Objective>& f) {
  if (const auto* squares = dynamic_cast<const LeastSquares*>(f.get())) {
    return fresh_squares(f, *squares);
  }
  if (const auto* quadratic = dynamic_cast<const Quadratic*>(f.get())) {
    return std::make_shared<const Quadratic>(part(f, quadratic->hessian()), quadratic->linear(),
                                             quadratic->constant());
  }
  if (const auto* composite = dynamic_cast<const Composite*>(f.get())) {
    return std::make_shared<const Composite>(
        part(f, composite->loss()), part(f, composite->map()), composite->offset(),
        composite->has_intercept() ? Intercept::profiled : Intercept::none);
  }
  if (const auto* sum = dynamic_cast<const Sum*>(f.get())) {
    std::vector<Sum::Part> parts;
    for (const Sum::Part& each : sum->parts()) parts.push_back(fresh(each));
    return std::make_shared<const Sum>(std::move(parts), sum->weights());
  }
  return f;
}

int repetitions_of(double seconds) { return seconds < 0.1 ? 5 : seconds < 1 ? 3 : 1; }

std::size_t median_place(const std::vector<double>& seconds) {
  std::vector<std::size_t> places(seconds.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  const auto middle = places.begin() + static_cast<std::ptrdiff_t>((places.size() - 1) / 2);
  std::nth_element(places.begin(), middle, places.end(),
                   [&](std::size_t i, std::size_t j) { return seconds[i] < seconds[j]; });
  return *middle;
}

MeasuredRun measure(const Problem& problem, Options options,
                    const std::function<StepChoice()>& make_step) {
  Problem own = problem;
  own.f = fresh(problem.f);

  const auto begin = std::chrono::steady_clock::now();
  options.step = make_step();
  double setup = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const double first = seconds_of_one_step(own, options);
  setup += std::max(0.0, first - seconds_of_one_step(own, options));

  std::vector<Result> results = {solve(own, options)};
  std::vector<double> seconds = {results[0].seconds.total};
  // Ranks have clocks of their own, and must make as many runs: what rank 0 wants, all do.
  const Index own_wish = repeatable(results[0]) ? repetitions_of(seconds[0]) : 1;
  const Index wanted = gather_numbers(*options.team, own_wish).front();
  options.observer = {};  // it has seen the run
  while (static_cast<Index>(results.size()) < wanted) {
    Result next = solve(own, options);
    if (!repeatable(next)) break;
    assert(same_bits(results[0], next));
    seconds.push_back(next.seconds.total);
    results.push_back(std::move(next));
  }
  const auto [fastest, slowest] = std::ranges::minmax(seconds);
  return {.result = std::move(results[median_place(seconds)]),
          .setup = setup,
          .repetitions = static_cast<int>(results.size()),
          .fastest = fastest,
          .slowest = slowest};
}

}  // namespace acgd::experiments
