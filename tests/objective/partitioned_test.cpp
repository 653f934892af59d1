// Objectives whose samples are partitioned into blocks over ranks: the same function, and the same
// bits for any distribution.
#include <gtest/gtest.h>

#include "acgd/acgd.hpp"
#include "support/block_models.hpp"
#include "support/effort.hpp"
#include "support/ranks.hpp"
#include "support/refusal.hpp"

namespace acgd {
namespace {

using acgd_test::block_models;
using acgd_test::block_table;
using acgd_test::expect_same_bits;
using acgd_test::Model;
using acgd_test::Outcome;
using acgd_test::partition_design;
using acgd_test::piece;
using acgd_test::run_of;
using acgd_test::SharedObjective;
using acgd_test::Table;

TEST(Partitioned, MatchesUnpartitionedFunction) {
  for (const Index samples : {40, 700}) {
    const Table table = block_table(samples, 30);
    const auto reduction = std::make_shared<const Reduction>(samples, 8);
    for (const Intercept intercept : {Intercept::none, Intercept::profiled}) {
      for (const Model& model : block_models(intercept)) {
        for (const bool sparse : {false, true}) {
          SCOPED_TRACE(model.name);
          const Design whole = sparse ? Design(table.sparse) : Design(table.dense);
          for (const Vector& weights : {Vector(), table.weights}) {
            const SharedObjective f = model.make(whole, table.targets, weights);
            const SharedObjective cut =
                model.make(partition_design(table, sparse, reduction), table.targets, weights);
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
  const Table table = block_table(700, 30);
  const auto reduction = std::make_shared<const Reduction>(700, 8);
  const SharedObjective f =
      model.make(partition_design(table, sparse, reduction), table.targets, table.weights);
  const Outcome plain = run_of(*f, direction, 2, alone());
  ASSERT_GT(plain.counts.iterations, 0);
  for (const int ranks : teams) {
    ThreadTeam::run(ranks, [&](const std::shared_ptr<const Team>& team) {
      const auto own = std::make_shared<const Reduction>(700, 8, team);
      const SharedObjective part =
          model.make(partition_design(table, sparse, own), piece(table.targets, *own),
                     piece(table.weights, *own));
      expect_same_bits(run_of(*part, direction, 2, team), plain);
    });
  }
}

// Ranks that are threads wait for each other often: not every combination is run on every team.
TEST(Partitioned, RunsHaveSameBitsOnAnyNumberOfRanks) {
  for (const Model& model : block_models(Intercept::none)) {
    expect_same_runs(model, false, FrankWolfe{}, {3});
    expect_same_runs(model, true, Corrective{}, {2});
  }
  for (const Model& model : block_models(Intercept::profiled)) {
    expect_same_runs(model, true, FrankWolfe{}, {2});
  }
  const Model logistic_model = block_models(Intercept::none).front();
  for (const bool sparse : {false, true}) {
    expect_same_runs(logistic_model, sparse, Corrective{}, {2, 3, 4, 8});
    expect_same_runs(logistic_model, sparse, Pairwise{}, {3});
  }
}

TEST(Partitioned, RanksWithoutSamplesTakePart) {
  const Table table = block_table(100, 7);
  const auto whole = std::make_shared<const Reduction>(100, 8);
  const Outcome plain =
      run_of(logistic(partition_design(table, true, whole), table.targets.array().sign()), Auto{},
             1, alone());
  ThreadTeam::run(8, [&](const std::shared_ptr<const Team>& team) {
    const auto own = std::make_shared<const Reduction>(100, 8, team);
    const Composite f =
        logistic(partition_design(table, true, own), piece(table.targets.array().sign(), *own));
    expect_same_bits(run_of(f, Auto{}, 1, team), plain);
  });
}

/// A problem over an l1 ball whose samples leave ranks without any.
struct FewSamples {
  Table table;
  std::string model;
  LeastSquaresRoute route;
  DirectionChoice direction;
  int ranks;
  Index blocks;
  bool sparse, weighted, intercept;
  double radius, ridge;

  SharedObjective objective(const std::shared_ptr<const Reduction>& own) const {
    const Design a = partition_design(table, sparse, own);
    const Vector y = piece(table.targets, *own);
    const Vector w = weighted ? piece(table.weights, *own) : Vector();
    if (model == "least squares") {
      return with_ridge(
          std::make_shared<const LeastSquares>(
              a, y, LeastSquaresOptions{.route = route, .intercept = intercept, .weights = w}),
          ridge);
    }
    for (const Model& one : block_models(intercept ? Intercept::profiled : Intercept::none)) {
      if (one.name == model) return with_ridge(one.make(a, y, w), ridge);
    }
    return nullptr;
  }

  /// With the intercept at the end; all ranks call it.
  std::pair<Result, Vector> solve(const std::shared_ptr<const Team>& team) const {
    const SharedObjective f =
        objective(std::make_shared<const Reduction>(table.targets.size(), blocks, team));
    const Result result = minimize(
        *f, L1Ball(f->dimension(), radius), Vector::Zero(f->dimension()),
        {.direction = direction, .max_iterations = 10, .threads = 1, .team = team, .trace = true});
    return {result, f->intercept(result.x)};
  }
};

/// phi(z) and phi'(z) of a sample, by the formulas of docs/objectives.md.
std::pair<double, double> written_loss(const std::string& model, double z, double y) {
  const double sign = y < 0 ? -1 : 1, e = z - y;
  if (model == "logistic") {
    const double u = std::exp(-std::abs(z)), high = 1 / (1 + u);
    return {std::max(0.0, -sign * z) + std::log1p(u), -sign * (sign * z < 0 ? high : u * high)};
  }
  if (model == "sigmoid") {
    const double s = 1 / (1 + std::exp(-z)), off = s - (sign + 1) / 2;
    return {off * off, 2 * off * s * (1 - s)};
  }
  if (model == "huber") {
    if (std::abs(e) <= 0.5) return {e * e / 2, e};
    return {0.5 * std::abs(e) - 0.125, std::copysign(0.5, e)};
  }
  if (model == "hinge") {
    const double short_of = std::max(0.0, 1 - sign * z);
    return {short_of * short_of, -2 * sign * short_of};
  }
  if (model == "poisson") {
    const double count = std::floor(std::abs(y));
    return {std::exp(z) - count * z, std::exp(z) - count};
  }
  return {e * e, 2 * e};
}

/// x is in the ball, and f, the gap and the intercept match the formulas.
void expect_certified(const FewSamples& problem, const Result& result, const Vector& intercept) {
  const Table& table = problem.table;
  const Vector& x = result.x;
  const Index samples = table.targets.size();
  const Vector w = problem.weighted ? table.weights : Vector(Vector::Ones(samples));
  const double scale = problem.model == "least squares" ? 1 : 1 / w.sum();
  double value = problem.ridge / 2 * x.squaredNorm(), at_zero = 0;
  Vector r(samples);
  for (Index i = 0; i < samples; ++i) {
    const double z = table.dense.row(i).dot(x) + (problem.intercept ? intercept[0] : 0);
    const auto [loss, slope] = written_loss(problem.model, z, table.targets[i]);
    value += scale * w[i] * loss;
    at_zero += scale * w[i] * written_loss(problem.model, 0, table.targets[i]).first;
    r[i] = scale * w[i] * slope;
  }
  const Vector g = table.dense.transpose() * r + problem.ridge * x;
  const double gap = g.dot(x) + problem.radius * g.lpNorm<Eigen::Infinity>();
  const double size = std::abs(at_zero) + std::abs(value) + problem.radius * g.norm();
  EXPECT_LE(x.lpNorm<1>(), problem.radius * (1 + 1e-12));
  EXPECT_NEAR(result.value, value, 1e-9 * size);
  EXPECT_NEAR(result.gap, gap, 1e-8 * size);
  if (problem.intercept) {
    EXPECT_LE(std::abs(r.sum()), 1e-8 * (at_zero + r.lpNorm<1>()));
  }
}

TEST(Partitioned, RanksWithoutSamplesChangeNoResult) {
  std::mt19937 random(31);
  const auto draw = [&](Index least, Index most) {
    return std::uniform_int_distribution<Index>(least, most)(random);
  };
  const std::pair<std::string, LeastSquaresRoute> cases[] = {
      {"logistic", {}},
      {"sigmoid", {}},
      {"huber", {}},
      {"hinge", {}},
      {"poisson", {}},
      {"least squares", LeastSquaresRoute::automatic},
      {"least squares", LeastSquaresRoute::composite},
      {"least squares", LeastSquaresRoute::gram_columns},
      {"least squares", LeastSquaresRoute::gram_matrix}};
  const DirectionChoice directions[] = {FrankWolfe{}, Pairwise{}, Corrective{}, Auto{}};
  int solved = 0;
  for (int trial = 0; trial < (effort::is_sanitized() ? 3 : 16); ++trial) {
    for (const auto& [model, route] : cases) {
      // The smallest numbers of samples as often as all others.
      const Index samples = draw(0, 1) == 0 ? draw(1, 8) : draw(9, 300);
      FewSamples problem{.table = block_table(samples, draw(1, 20)),
                         .model = model,
                         .route = route,
                         .direction = directions[draw(0, 3)],
                         .ranks = static_cast<int>(draw(1, 8)),
                         .blocks = draw(0, 3) == 0 ? draw(1, 12) : Reduction::shared_count(samples),
                         .sparse = draw(0, 1) == 1,
                         .weighted = draw(0, 1) == 1,
                         .intercept = draw(0, 1) == 1,
                         .radius = 0.5 * static_cast<double>(draw(1, 6)),
                         .ridge = draw(0, 2) == 0 ? 0.3 : 0};
      // All samples of a block may have weight zero.
      problem.table.weights.head(draw(0, samples - 1)).setZero();
      SCOPED_TRACE(testing::Message()
                   << model << " route " << static_cast<int>(route) << ", " << samples << " x "
                   << problem.table.dense.cols() << " samples, " << problem.ranks << " ranks, "
                   << problem.blocks << " blocks, sparse " << problem.sparse << ", weighted "
                   << problem.weighted << ", intercept " << problem.intercept << ", ridge "
                   << problem.ridge << ", " << problem.direction.name());
      Result plain;
      Vector intercept;
      // Without a sample of each class there may be no best intercept.
      const std::string refused =
          acgd_test::refusal([&] { std::tie(plain, intercept) = problem.solve(alone()); });
      EXPECT_TRUE(refused.empty() || (problem.intercept && model != "least squares")) << refused;
      if (refused.empty()) {
        ++solved;
        expect_certified(problem, plain, intercept);
      }
      ThreadTeam::run(problem.ranks, [&](const std::shared_ptr<const Team>& team) {
        std::pair<Result, Vector> own;
        EXPECT_EQ(acgd_test::refusal([&] { own = problem.solve(team); }), refused);
        if (!refused.empty()) return;
        acgd_test::expect_same_run(own.first, plain);
        EXPECT_EQ(own.second, intercept);
      });
    }
  }
  EXPECT_GT(solved, effort::is_sanitized() ? 15 : 90);
}

TEST(Partitioned, AllRanksVisitOffsetsOfSomeRanks) {
  const Table table = block_table(65, 4);
  const auto saved = [&](const std::shared_ptr<const Team>& team) {
    const auto own = std::make_shared<const Reduction>(65, 8, team);
    const Composite plain =
        huber(partition_design(table, true, own), piece(table.targets, *own), 0.5);
    auto loss = std::make_shared<BlockLoss>(dynamic_cast<const BlockLoss&>(plain.loss()));
    const Composite f(std::move(loss), partition_design(table, true, own),
                      piece(table.weights, *own));
    Archive archive;
    const auto cursor = f.start(Atom(Vector(Vector::Zero(4))), l2_norm());
    cursor->value(), cursor->gradient();
    archive(*cursor);
    return std::move(archive).take();
  };
  const std::string alone_saved = saved(alone());
  ThreadTeam::run(3, [&](const std::shared_ptr<const Team>& team) {
    const std::string mine = saved(team);
    EXPECT_TRUE(team->rank() != 0 || mine == alone_saved);
  });
}

TEST(Partitioned, AllRanksRejectWeightsOfSomeRanksOnly) {
  const Table table = block_table(700, 3);
  ThreadTeam::run(3, [&](const std::shared_ptr<const Team>& team) {
    const auto own = std::make_shared<const Reduction>(700, 8, team);
    const Design a = partition_design(table, false, own);
    const Vector y = piece(table.targets, *own);
    const Vector w = team->rank() == 1 ? Vector() : piece(table.weights, *own);
    const auto message_for = [&](const Vector& weights) {
      return acgd_test::refusal([&] { LeastSquares(a, y, {.weights = weights}); });
    };
    const std::string refused = message_for(w);
    EXPECT_TRUE(refused.starts_with("weights: given for ")) << refused;
    EXPECT_EQ(acgd_test::refusal([&] { logistic(a, y.array().sign(), {.weights = w}); }), refused);
    const Vector longer = Vector::Ones(y.size() + (team->rank() == 2 ? 1 : 0));
    EXPECT_NE(message_for(longer).find("must be one for each of the"), std::string::npos);
    EXPECT_EQ(message_for(Vector::Zero(y.size())),
              "weights: are all 0, at least one must be positive");
  });
}

TEST(Partitioned, RowsMayBeReadInPlace) {
  const Table table = block_table(700, 7);
  const auto reduction = std::make_shared<const Reduction>(700, 8);
  const MatrixFloat floats = table.dense.cast<float>();
  const auto check = [&](auto matrix, const Matrix& same) {
    const auto whole = std::make_shared<const DenseMap>(matrix);
    const auto cut = partition_rows(whole, reduction), copied = partition_rows(same, reduction);
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
  EXPECT_EQ(last.matrix()->data(), whole->matrix()->data() + reduction->samples_in(7).first);
  check(floats, floats.cast<double>());
}

TEST(Partitioned, RejectsInconsistentParts) {
  const auto reduction = std::make_shared<const Reduction>(100, 8);
  EXPECT_THROW(partition_rows(Matrix::Ones(99, 3).eval(), reduction), InvalidInput);
  EXPECT_THROW(BlockMap({}, reduction), InvalidInput);
  EXPECT_THROW(BlockLoss({}, reduction), InvalidInput);
  EXPECT_THROW(logistic(partition_rows(Matrix::Ones(100, 3).eval(), reduction), Vector::Ones(99)),
               InvalidInput);
  ThreadTeam::run(2, [&](const std::shared_ptr<const Team>& team) {
    const auto own = std::make_shared<const Reduction>(100, 8, team);
    const auto other = std::make_shared<const Reduction>(100, 8, team);
    const Matrix rows = Matrix::Ones(own->size(), 3);
    const Composite f = logistic(partition_rows(rows, own), Vector::Ones(own->size()));
    const auto loss = std::make_shared<BlockLoss>(dynamic_cast<const BlockLoss&>(f.loss()));
    EXPECT_THROW(Composite(loss, partition_rows(rows, other)), InvalidInput);
    EXPECT_THROW(Composite(loss, rows), InvalidInput);
    EXPECT_THROW(Composite(std::make_shared<LogisticLoss>(Vector::Ones(own->size())),
                           partition_rows(rows, own)),
                 InvalidInput);
  });
}

}  // namespace
}  // namespace acgd
