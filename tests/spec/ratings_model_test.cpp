#include "app/spec/ratings_model.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "acgd/oracle/spectral_sets.hpp"
#include "acgd/solve/solve.hpp"
#include "support/refusal.hpp"
#include "support/temporary_folder.hpp"

namespace acgd::spec {
namespace {

using acgd_test::refusal;

/// The rating of item j by user i: a rank-one matrix plus biases.
double opinion(int i, int j) {
  return 3 + 0.3 * (i % 4) - 0.2 * (j % 3) + std::sin(0.9 * i + 1) * std::cos(1.1 * j);
}

class RatingsModel : public testing::Test {
 protected:
  /// Users and items are numbered from `first` on.
  std::filesystem::path ratings(const std::string& name, int first, int modulus, int rest) {
    std::string text;
    for (int i = 0; i < 20; ++i) {
      for (int j = 0; j < 15; ++j) {
        if ((7 * i + 3 * j) % modulus != rest) {
          text += fmt::format("{},{},{}\n", i + first, j + first, opinion(i, j));
        }
      }
    }
    return folder_.file(name, text);
  }

  acgd_test::TemporaryFolder folder_;
};

TEST_F(RatingsModel, PredictsPairsByNamesOfFile) {
  for (const int first : {0, 1}) {
    const CompletionPath path =
        fit_ratings({.name = "completion", .data = ratings("ratings.csv", first, 4, 1)});
    const CompletionModel& model = path.refit.model;
    EXPECT_EQ(model.first_row, first);
    EXPECT_EQ(model.first_col, first);
    const auto pairs =
        folder_.file("pairs.csv", fmt::format("user,item\n{},{}\n999,{}\n{},999\n", 3 + first,
                                              4 + first, 4 + first, 3 + first));
    const auto [table, note] = predict_pairs(model, pairs);
    EXPECT_TRUE(note.starts_with("2 of 3 pairs have a user or an item without ratings")) << note;
    EXPECT_EQ(table.names, (std::vector<std::string>{"user", "item", "prediction"}));
    ASSERT_EQ(table.values.rows(), 3);
    EXPECT_EQ(table.values(1, 0), 999);
    EXPECT_NEAR(table.values(0, 2), opinion(3, 4), 0.5);
    EXPECT_EQ(table.values(0, 2), model.predict(3, 4));
    EXPECT_EQ(table.values(1, 2), model.biases.mean + model.biases.col[4]);
    EXPECT_EQ(table.values(2, 2), model.biases.mean + model.biases.row[3]);
  }
}

TEST_F(RatingsModel, RecommendsItemsByNamesOfFile) {
  const CompletionPath path =
      fit_ratings({.name = "completion", .data = ratings("ratings.csv", 1, 4, 1)});
  const CompletionModel& model = path.refit.model;
  const data::CsvTable best = recommend(model, 3, 100);
  for (Index k = 0; k < best.values.rows(); ++k) {
    const auto item = static_cast<int>(best.values(k, 0));
    EXPECT_EQ((7 * 2 + 3 * (item - 1)) % 4, 1) << item;  // not rated
    EXPECT_EQ(best.values(k, 1), model.predict(2, item - 1));
  }
  EXPECT_EQ(recommend(model, 3, 100, true).values.rows(), 15);
  EXPECT_EQ(recommend(model, 3, 2, true).values.rows(), 2);
  EXPECT_EQ(refusal([&] { recommend(model, 0, 1); }),
            "user = 0: must be a user of the model, 1 to 20");
  EXPECT_EQ(refusal([&] { recommend(model, 21, 1); }),
            "user = 21: must be a user of the model, 1 to 20");
}

TEST_F(RatingsModel, SubtractsBiasesOfObjective) {
  const auto file = ratings("ratings.csv", 1, 4, 1);
  const auto others = ratings("test.csv", 1, 4, 0);
  ObjectiveSource source{.name = "completion", .data = file, .loss = "squared"};
  const LoadedObjective plain = load_objective(source);
  source.biases = true;
  const LoadedObjective with = load_objective(source);
  // At 0 the loss is the mean square, with and without the biases.
  const Vector zero = Vector::Zero(300);
  EXPECT_LT(with.f->value(zero), 0.1 * plain.f->value(zero));
  const Result result = minimize(*with.f, NuclearBall(20, 15, 10), Start(Atom(zero)));
  const CompletionModel model = with.completion(result);
  const LoadedRatings seen = load_ratings(file);
  EXPECT_NEAR(root_mean_square_error(model, seen.seen), std::sqrt(result.value), 0.02);
  const Scores scores = with.test({.data = others})(result);
  EXPECT_EQ(scores[0].first, "rmse");
  EXPECT_NEAR(scores[0].second, root_mean_square_error(model, load_ratings(others).seen), 0.02);
  EXPECT_EQ(
      refusal([&] { load_objective({.name = "rosenbrock", .biases = true, .dimension = 3}); }),
      "biases: not used by the objective rosenbrock");
}

TEST_F(RatingsModel, EvaluatesUnseenUsers) {
  const auto file = ratings("ratings.csv", 1, 4, 1);
  const auto others = folder_.file("others.csv", "99,1,3\n1,99,4\n99,99,5\n");
  ObjectiveSource source{.name = "completion", .data = file, .biases = true};
  const LoadedObjective with = load_objective(source);
  Result nothing;
  nothing.factors = {Matrix::Zero(20, 1), Matrix::Zero(15, 1)};
  const Scores scores = with.test({.data = others})(nothing);
  EXPECT_EQ(scores[2].second, 3);  // unknown, and predicted
  const Biases biases = with.completion(nothing).biases;
  const double sum = std::pow(biases.at(98, 0) - 3, 2) + std::pow(biases.at(0, 98) - 4, 2) +
                     std::pow(biases.mean - 5, 2);
  EXPECT_NEAR(scores[0].second, std::sqrt(sum / 3), 1e-12);
  source.biases = false;
  const LoadedObjective plain = load_objective(source);
  EXPECT_NE(refusal([&] { plain.test({.data = others}); }).find("none of its users"),
            std::string::npos);
}

TEST_F(RatingsModel, UsesGivenLoss) {
  const CompletionOptions squared{.loss = CompletionLoss::squared};
  const auto loss = [&](const ObjectiveSource& source) {
    return completion_options(source, squared).loss;
  };
  EXPECT_EQ(loss({.name = "completion"}), CompletionLoss::squared);
  EXPECT_EQ(loss({.name = "completion", .loss = "huber:2"}), CompletionLoss::huber);
  EXPECT_EQ(loss({.name = "completion:loss=huber"}), CompletionLoss::huber);
  EXPECT_EQ(loss({.name = "completion:loss=squared"}), CompletionLoss::squared);
  EXPECT_EQ(refusal([&] { fit_ratings({.name = "completion"}); }),
            "data: the objective completion needs it");
}

}  // namespace
}  // namespace acgd::spec
