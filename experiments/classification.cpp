// Two classes, a convex and a non-convex loss, over an l1 ball and unconstrained.
#include "acgd/objective/models.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/step/schedules.hpp"
#include "experiments/a1a.hpp"
#include "experiments/catalogue.hpp"
#include "experiments/limits.hpp"
#include "experiments/random.hpp"
#include "experiments/strategy.hpp"

namespace acgd::experiments {
namespace {

constexpr double kRadius = 50;

/// Logistic regression starts from the vertex -50 e_i of the l1 ball, counting from 1: the one from
/// which short ends at its published value and gap.
constexpr Index kLogisticStart = 29;

using Map = std::shared_ptr<const SparseMap>;

Composite logistic_loss(const Map& map, const Classification& data) {
  return logistic(map, data.labels);
}
Composite sigmoid_loss(const Map& map, const Classification& data) {
  return sigmoid(map, data.classes());
}

/// Over the l1 ball; `lipschitz` times ||A||^2 / (4 rows) is the constant of the short step.
Prepared prepare_classification(const Settings& settings,
                                Composite (*loss)(const Map& map, const Classification& data),
                                double lipschitz) {
  const Classification data = a1a(settings);
  const auto map = std::make_shared<const SparseMap>(data.samples);
  return {.problem = {.f = std::make_shared<const Composite>(loss(map, data)),
                      .set = std::make_shared<const L1Ball>(map->cols(), kRadius),
                      .x0 = Vector(Vector::Zero(map->cols()))},
          .options = stop_at_gap(settings),
          .lipschitz = [map, lipschitz] { return lipschitz * classification_lipschitz(*map); },
          .data = data.source,
          .origin = data.is_real ? Origin::paper : Origin::other,
          .missing = data.is_real ? "" : kStandIn};
}

Prepared prepare_logistic(const Settings& settings) {
  Prepared prepared = prepare_classification(settings, logistic_loss, 1);
  Atom vertex;
  vertex.become_coordinate(prepared.problem.f->dimension(), kLogisticStart - 1, -kRadius);
  prepared.problem.x0 = vertex;
  return prepared;
}

Prepared prepare_sigmoid_l1(const Settings& settings) {
  Prepared prepared = prepare_classification(settings, sigmoid_loss, 2);
  prepared.open_loop = InverseSquareRoot{};
  return prepared;
}

Prepared prepare_sigmoid(const Settings& settings) {
  const Classification data = a1a(settings);
  const Index features = data.samples.cols();
  return {.problem = {.f = std::make_shared<const Composite>(sigmoid(data.samples, data.classes())),
                      .set = std::make_shared<const L2Ball>(features),
                      .x0 = Random("sigmoid start", settings.seed).gaussian_vector(features),
                      .mode = Mode::unconstrained},
          .options = stop_at_gap(settings),
          .data = data.source,
          .origin = data.is_real ? Origin::recipe : Origin::other,
          .missing = data.is_real ? kOtherDraw : kStandIn};
}

}  // namespace

Experiment logistic_regression() {
  return {
      .name = "logistic",
      .title = "Sparse logistic regression",
      .description =
          "the mean of log(1 + exp(-label_i (Ax)_i)) on a1a over the l1 ball of "
          "radius 50, from the vertex -50 e_29",
      .sources =
          "Notebook Logistic_Regression_LIBSVM_data: radius 50, L of short ||A||^2 / (4 m) = "
          "1.5672, "
          "the start a random vertex after seed 23, the first estimate of L a Gaussian probe.",
      .inferred =
          "The start: -50 e_29 is the one vertex from which short ends at its published value and "
          "gap. The paper's first estimate of L is not at hand, and decides how the adaptive rules "
          "and backtracking end.",
      .strategies = constrained_strategies(),
      .prepare = prepare_logistic};
}

Experiment sigmoid_l1() {
  return {.name = "sigmoid-l1",
          .title = "Sparse classification with a non-convex loss",
          .description =
              "the mean of (sigmoid((Ax)_i) - class_i)^2 on a1a over the l1 ball of "
              "radius 50, from 0; not convex",
          .sources =
              "Notebook a1aLeast_Squares_Sigmoid_Regression_Problem: the start is 0, L of short "
              "||A||^2 / (2 m) = 3.1343, open-loop takes 1 / sqrt(k + 1), the first estimate of L "
              "is a Gaussian probe, which is not at hand.",
          .strategies = constrained_strategies(),
          .prepare = prepare_sigmoid_l1};
}

Experiment sigmoid_unconstrained() {
  return {
      .name = "sigmoid",
      .title = "Classification with a non-convex loss",
      .description =
          "the mean of (sigmoid((Ax)_i) - class_i)^2 on a1a over R^123 in the l2 "
          "geometry, from a Gaussian point; not convex",
      .sources =
          "The paper says 1618 x 119. LIBSVM's a1a has 1605 samples and 123 features, of which "
          "119 occur, and the L that the notebook Least_Squares_Sigmoid_Problem_a1a prints, "
          "3.1343, is that of 1605 samples; these are used here. Its start is a Gaussian point.",
      .strategies = unconstrained_strategies(),
      .prepare = prepare_sigmoid,
      .sensitive = true};
}

}  // namespace acgd::experiments
