// Objectives whose samples are cut into shards and spread over ranks: the same function, and the
// same bits whoever has which shards.
#include <gtest/gtest.h>

#include <random>

#include "acgd/core/error.hpp"
#include "acgd/direction/auto.hpp"
#include "acgd/direction/away.hpp"
#include "acgd/direction/corrective.hpp"
#include "acgd/direction/pairwise.hpp"
#include "acgd/direction/toward.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/models.hpp"
#include "acgd/objective/sharded_loss.hpp"
#include "acgd/objective/stacked_map.hpp"
#include "acgd/oracle/l1_ball.hpp"
#include "acgd/solve/minimize.hpp"
#include "acgd/step/short_step.hpp"
#include "acgd/testing/check_gradient.hpp"
#include "support/thread_team.hpp"

namespace acgd {
namespace {

using SharedObjective = std::shared_ptr<const Objective>;

/// Of an objective: its name, and how to make it of a design and targets.
struct Model {
  std::string name;
  std::function<SharedObjective(const Design&, const Vector& numbers, const Vector& weights)> make;
};

template <class Make>
SharedObjective shared_of(const Make& make) {
  return std::make_shared<const Composite>(make);
}

std::vector<Model> sharded_models(Intercept intercept) {
  const auto signs = [](const Vector& y) { return Vector(y.array().sign()); };
  const auto options = [](const Vector& weights) {
    return LossOptions{.scaling = Scaling::automatic, .weights = weights, .total = {}};
  };
  return {
      {"logistic",
       [=](const Design& a, const Vector& y, const Vector& w) {
         return shared_of(logistic(a, signs(y), options(w), intercept));
       }},
      {"sigmoid",
       [=](const Design& a, const Vector& y, const Vector& w) {
         return shared_of(sigmoid(a, 0.5 * (signs(y).array() + 1), options(w), intercept));
       }},
      {"huber",
       [=](const Design& a, const Vector& y, const Vector& w) {
         return shared_of(huber(a, y, 0.5, options(w), intercept));
       }},
      {"hinge",
       [=](const Design& a, const Vector& y, const Vector& w) {
         return shared_of(squared_hinge(a, signs(y), options(w), intercept));
       }},
      {"poisson",
       [=](const Design& a, const Vector& y, const Vector& w) {
         return shared_of(poisson(a, y.array().abs().floor(), options(w), intercept));
       }},
      {"least squares",
       [=](const Design& a, const Vector& y, const Vector& w) -> SharedObjective {
         return std::make_shared<const LeastSquares>(
             a.map(), y,
             LeastSquaresOptions{.intercept = intercept == Intercept::profiled, .weights = w});
       }},
  };
}

struct Table {
  Matrix dense;
  SparseMatrix sparse;
  Vector targets;
  Vector weights;
};

Table sharded_table(Index samples, Index features) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  Table table;
  table.dense = Matrix::Zero(samples, features);
  for (double& entry : table.dense.reshaped()) {
    if (uniform(random) < 0.2) entry = normal(random);
  }
  table.sparse = table.dense.sparseView();
  Vector x = Vector::Zero(features);
  for (Index j = 0; j < std::min<Index>(5, features); ++j) x[j] = normal(random);
  table.targets =
      table.dense * x + Vector::NullaryExpr(samples, [&] { return 0.5 * normal(random) + 0.1; });
  table.weights = Vector::NullaryExpr(samples, [&] { return uniform(random); });
  return table;
}

/// What this rank has of the table, cut.
Design cut_design(const Table& table, bool sparse, const std::shared_ptr<const Shards>& shards) {
  const Shards::Range mine = shards->samples_of(shards->team().rank());
  if (sparse)
    return cut_rows(SparseMatrix(table.sparse.middleRows(mine.first, mine.size())), shards);
  return cut_rows(Matrix(table.dense.middleRows(mine.first, mine.size())), shards);
}

Vector piece(const Vector& whole, const Shards& shards) {
  const Shards::Range mine = shards.samples_of(shards.team().rank());
  return whole.segment(mine.first, mine.size());
}

TEST(Sharded, IsTheSameFunction) {
  for (const Index samples : {40, 700}) {
    const Table table = sharded_table(samples, 30);
    const auto shards = std::make_shared<const Shards>(samples, 8);
    for (const Intercept intercept : {Intercept::none, Intercept::profiled}) {
      for (const Model& model : sharded_models(intercept)) {
        for (const bool sparse : {false, true}) {
          SCOPED_TRACE(model.name);
          const Design whole = sparse ? Design(table.sparse) : Design(table.dense);
          for (const Vector& weights : {Vector(), table.weights}) {
            const SharedObjective f = model.make(whole, table.targets, weights);
            const SharedObjective cut =
                model.make(cut_design(table, sparse, shards), table.targets, weights);
            const Vector x = Vector::LinSpaced(30, -0.3, 0.4);
            EXPECT_NEAR(cut->value(x), f->value(x), 1e-12 * std::abs(f->value(x)));
            Vector g(30), expected(30);
            f->gradient(x, expected);
            cut->gradient(x, g);
            EXPECT_LE((g - expected).norm(), 1e-11 * expected.norm());
            EXPECT_EQ(cut->is_convex(), f->is_convex());
            EXPECT_EQ(cut->has_curvature(), f->has_curvature());
            ASSERT_EQ(cut->lipschitz().has_value(), f->lipschitz().has_value());
            if (f->lipschitz()) {
              EXPECT_NEAR(*cut->lipschitz(), *f->lipschitz(), 1e-5 * *f->lipschitz());
            }
          }
        }
      }
    }
  }
}

/// All that a run gives but its time.
struct Outcome {
  Vector x;
  std::vector<double> values, gaps, steps;
  Counts counts;
};

Outcome run_of(const Objective& f, const DirectionChoice& direction, double radius,
               std::shared_ptr<const Team> team) {
  Options options{.direction = direction,
                  .max_iterations = 12,
                  .threads = 1,
                  .team = std::move(team),
                  .trace = true};
  const Result result =
      minimize(f, L1Ball(f.dimension(), radius), Vector::Zero(f.dimension()), options);
  Outcome outcome{.x = result.x, .values = {}, .gaps = {}, .steps = {}, .counts = result.counts};
  for (const Record& record : result.trace) {
    outcome.values.push_back(record.value);
    outcome.gaps.push_back(std::isnan(record.gap) ? -1 : record.gap);
    outcome.steps.push_back(std::isnan(record.step) ? -1 : record.step);
  }
  return outcome;
}

void expect_same_bits(const Outcome& a, const Outcome& b) {
  EXPECT_EQ(a.x, b.x);
  EXPECT_EQ(a.values, b.values);
  EXPECT_EQ(a.gaps, b.gaps);
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.counts.iterations, b.counts.iterations);
  EXPECT_EQ(a.counts.gradients, b.counts.gradients);
  EXPECT_EQ(a.counts.trials, b.counts.trials);
  EXPECT_EQ(a.counts.oracle_calls, b.counts.oracle_calls);
}

void expect_same_runs(const Model& model, bool sparse, const DirectionChoice& direction,
                      std::initializer_list<int> teams) {
  SCOPED_TRACE(model.name + (sparse ? " sparse " : " dense ") + std::string(direction.name()));
  const Table table = sharded_table(700, 30);
  const auto shards = std::make_shared<const Shards>(700, 8);
  const SharedObjective f =
      model.make(cut_design(table, sparse, shards), table.targets, table.weights);
  const Outcome plain = run_of(*f, direction, 2, alone());
  ASSERT_GT(plain.counts.iterations, 0);
  for (const int ranks : teams) {
    ThreadTeam::run(ranks, [&](const std::shared_ptr<const Team>& team) {
      const auto own = std::make_shared<const Shards>(700, 8, team);
      const SharedObjective part = model.make(
          cut_design(table, sparse, own), piece(table.targets, *own), piece(table.weights, *own));
      expect_same_bits(run_of(*part, direction, 2, team), plain);
    });
  }
}

// Ranks that are threads wait for each other for long: not every combination meets every team.
TEST(Sharded, RunsHaveTheSameBitsWithAnyNumberOfRanks) {
  for (const Model& model : sharded_models(Intercept::none)) {
    expect_same_runs(model, false, Toward{}, {3});
    expect_same_runs(model, true, Corrective{}, {2});
  }
  for (const Model& model : sharded_models(Intercept::profiled)) {
    expect_same_runs(model, true, Toward{}, {2});
  }
  const Model logistic_model = sharded_models(Intercept::none).front();
  for (const bool sparse : {false, true}) {
    expect_same_runs(logistic_model, sparse, Corrective{}, {2, 3, 4, 8});
    expect_same_runs(logistic_model, sparse, Pairwise{}, {3});
  }
}

TEST(Sharded, RanksWithoutSamplesTakePart) {
  const Table table = sharded_table(100, 7);
  const auto whole = std::make_shared<const Shards>(100, 8);
  const Outcome plain = run_of(
      logistic(cut_design(table, true, whole), table.targets.array().sign()), Auto{}, 1, alone());
  ThreadTeam::run(8, [&](const std::shared_ptr<const Team>& team) {
    const auto own = std::make_shared<const Shards>(100, 8, team);
    const Composite f =
        logistic(cut_design(table, true, own), piece(table.targets.array().sign(), *own));
    expect_same_bits(run_of(f, Auto{}, 1, team), plain);
  });
}

TEST(Sharded, RefusesPartsThatDoNotFit) {
  const auto shards = std::make_shared<const Shards>(100, 8);
  EXPECT_THROW(cut_rows(Matrix::Ones(99, 3).eval(), shards), InvalidInput);
  EXPECT_THROW(StackedMap({}, shards), InvalidInput);
  EXPECT_THROW(ShardedLoss({}, shards), InvalidInput);
  EXPECT_THROW(logistic(cut_rows(Matrix::Ones(100, 3).eval(), shards), Vector::Ones(99)),
               InvalidInput);
  const Composite f = logistic(cut_rows(Matrix::Ones(100, 3).eval(), shards), Vector::Ones(100));
  EXPECT_THROW(Composite(std::make_shared<ShardedLoss>(dynamic_cast<const ShardedLoss&>(f.loss())),
                         std::make_shared<DenseMap>(Matrix::Ones(100, 3).eval())),
               InvalidInput);
}

}  // namespace
}  // namespace acgd
