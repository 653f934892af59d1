// a1a over the l1 ball of radius 50: logistic loss, and the squared error of a sigmoid, which is
// not convex.
#include "a1a.hpp"

#include <fmt/format.h>

#include <memory>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/composite.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"
#include "directions/comparison.hpp"

namespace bench {
namespace {

constexpr double kRadius = 50;
constexpr Index kMost = 1000000;

struct Problem {
  explicit Problem(Labelled given) : data(std::move(given)) {}

  Labelled data;

  acgd::L1Ball ball() const { return acgd::L1Ball(data.samples.cols(), kRadius); }
  acgd::Composite logistic() const {
    return {std::make_shared<acgd::LogisticLoss>(data.labels), map()};
  }
  acgd::Composite sigmoid() const {
    return {std::make_shared<acgd::SigmoidLoss>(0.5 * (data.labels.array() + 1)), map()};
  }

 private:
  std::shared_ptr<const acgd::SparseMap> map() const {
    return std::make_shared<const acgd::SparseMap>(acgd::SparseMatrix(data.samples));
  }
};

/// Logistic loss from 0 to this gap.
ComparedRule logistic(std::shared_ptr<const Problem> problem, std::string name, double gap,
                      acgd::Options options) {
  options.max_iterations = kMost;
  options.gap_tolerance = gap;
  return {std::move(name), [=](double limit) {
            acgd::Options limited = options;
            limited.time_limit = limit;
            return acgd::minimize(problem->logistic(), problem->ball(),
                                  Vector::Zero(problem->data.samples.cols()), limited);
          }};
}

/// One direction rule with adaptive steps and with backtracking.
ComparisonSetup two_rules(const Settings& settings, const std::string& name,
                          const acgd::DirectionChoice& direction, Index most) {
  const auto problem = std::make_shared<const Problem>(read_a1a());
  const double gap = settings.pick(1e-6, 1e-3);
  ComparisonSetup setup{.data = problem->data.source, .aim = fmt::format("gap {:g}", gap)};
  setup.compared_rules = {logistic(problem, name, gap, {.direction = direction}),
                          logistic(problem, name + ", backtracking", gap,
                                   {.direction = direction, .step = acgd::Backtracking{}})};
  setup.compared_rules[0].goal.iterations = most;
  setup.compared_rules[1].goal.iterations_of_first = 1.5;
  return setup;
}

}  // namespace

ComparisonSetup a1a_corrective(const Settings&) {
  const auto problem = std::make_shared<const Problem>(read_a1a());
  ComparisonSetup setup{.data = problem->data.source, .aim = "gap 1e-6, 1e-10, 1e-6"};
  setup.compared_rules = {
      logistic(problem, "auto", 1e-6, {}), logistic(problem, "auto, gap 1e-10", 1e-10, {}),
      logistic(problem, "frank-wolfe", 1e-6, {.direction = acgd::FrankWolfe{}})};
  setup.compared_rules[0].goal = {.calls = 120, .seconds = 0.05};
  setup.compared_rules[1].goal = {.calls = 150};
  setup.compared_rules[2].patience = 25;
  return setup;
}

ComparisonSetup a1a_pairwise(const Settings& settings) {
  return two_rules(settings, "pairwise", acgd::Pairwise{}, 25000);
}

ComparisonSetup a1a_away(const Settings& settings) {
  return two_rules(settings, "away", acgd::Away{}, 60000);
}

ComparisonSetup a1a_sigmoid(const Settings&) {
  const auto problem = std::make_shared<const Problem>(read_a1a());
  ComparisonSetup setup{.data = problem->data.source, .aim = "stationarity gap 1e-6"};
  for (const Index j : {0, 30, 60, 90, 120}) {
    const double entry = j % 60 == 0 ? kRadius : -kRadius;
    setup.compared_rules.push_back(
        {.name = fmt::format("auto from {:+g} e_{}", entry, j),
         .run =
             [=](double limit) {
               acgd::Atom start;
               start.become_coordinate(problem->data.samples.cols(), j, entry);
               return acgd::minimize(
                   problem->sigmoid(), problem->ball(), start,
                   {.max_iterations = 10000, .time_limit = limit, .gap_tolerance = 1e-6});
             },
         .goal = {.calls = 150}});
  }
  return setup;
}

}  // namespace bench
