#pragma once

#include <gtest/gtest.h>

#include <random>

#include "acgd/acgd.hpp"

namespace acgd_test {

// Problems for the tests of blocks, on any rank.
using namespace acgd;

using SharedObjective = std::shared_ptr<const Objective>;

/// An objective: its name, and a function that constructs it from a design matrix and targets.
struct Model {
  std::string name;
  std::function<SharedObjective(const Design&, const Vector& numbers, const Vector& weights)> make;
};

template <class Make>
SharedObjective shared_of(const Make& make) {
  return std::make_shared<const Composite>(make);
}

inline std::vector<Model> block_models(Intercept intercept) {
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
             a, y,
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

inline Table block_table(Index samples, Index features) {
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

/// The rows of the table that belong to this rank.
inline Design partition_design(const Table& table, bool sparse,
                               const std::shared_ptr<const Reduction>& reduction) {
  const Reduction::Range mine = reduction->samples_of(reduction->team().rank());
  if (sparse)
    return partition_rows(SparseMatrix(table.sparse.middleRows(mine.first, mine.size())),
                          reduction);
  return partition_rows(Matrix(table.dense.middleRows(mine.first, mine.size())), reduction);
}

inline Vector piece(const Vector& whole, const Reduction& reduction) {
  const Reduction::Range mine = reduction.samples_of(reduction.team().rank());
  return whole.segment(mine.first, mine.size());
}

/// All results of a run but its time.
struct Outcome {
  Vector x;
  std::vector<double> values, gaps, steps;
  Counts counts;
};

inline Outcome run_of(const Objective& f, double radius, Options options) {
  options.trace = true;
  options.threads = 1;
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

inline void expect_same_bits(const Outcome& a, const Outcome& b) {
  EXPECT_EQ(a.x, b.x);
  EXPECT_EQ(a.values, b.values);
  EXPECT_EQ(a.gaps, b.gaps);
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.counts.iterations, b.counts.iterations);
  EXPECT_EQ(a.counts.gradients, b.counts.gradients);
  EXPECT_EQ(a.counts.trials, b.counts.trials);
  EXPECT_EQ(a.counts.oracle_calls, b.counts.oracle_calls);
}

inline Outcome run_of(const Objective& f, const DirectionChoice& direction, double radius,
                      std::shared_ptr<const Team> team) {
  return run_of(f, radius, {.direction = direction, .max_iterations = 12, .team = std::move(team)});
}

}  // namespace acgd_test
