// Objectives whose samples are cut into shards and spread over ranks: the same function, and the
// same bits whoever has which shards.
#include <gtest/gtest.h>

#include "acgd/acgd.hpp"
#include "support/sharded_models.hpp"
#include "support/thread_team.hpp"

namespace acgd {
namespace {

using acgd_test::cut_design;
using acgd_test::expect_same_bits;
using acgd_test::Model;
using acgd_test::Outcome;
using acgd_test::piece;
using acgd_test::run_of;
using acgd_test::sharded_models;
using acgd_test::sharded_table;
using acgd_test::SharedObjective;
using acgd_test::Table;

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

TEST(Sharded, RowsMayBeReadWhereTheyAre) {
  const Table table = sharded_table(700, 7);
  const auto shards = std::make_shared<const Shards>(700, 8);
  const MatrixFloat floats = table.dense.cast<float>();
  const auto check = [&](auto matrix, const Matrix& same) {
    const auto whole = std::make_shared<const DenseMap>(matrix);
    const auto cut = cut_rows(whole, shards), copied = cut_rows(same, shards);
    const Vector x = Vector::LinSpaced(7, -1, 2), r = table.targets;
    Vector ax(700), same_ax(700), atr(7), same_atr(7);
    cut->multiply(x, ax), copied->multiply(x, same_ax);
    EXPECT_EQ(ax, same_ax);
    cut->multiply_adjoint(r, atr), copied->multiply_adjoint(r, same_atr);
    EXPECT_EQ(atr, same_atr);
    return std::pair(cut, whole);
  };
  const auto [cut, whole] = check(table.dense, table.dense);
  const auto& last = dynamic_cast<const DenseMap&>(*cut->parts().back());
  EXPECT_EQ(last.matrix()->data(), whole->matrix()->data() + shards->samples_in(7).first);
  check(floats, floats.cast<double>());
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
