#include <gtest/gtest.h>

#include <cmath>

#include "acgd/fit/completion.hpp"
#include "support/refusal.hpp"

namespace acgd {
namespace {

using acgd_test::refusal;

/// Predictions of 2 x 4: 1 + row + col + left right'.
CompletionModel small_model() {
  CompletionModel model;
  model.biases = {1, Vector{{0.5, -0.5}}, Vector{{0, 0.25, 0.25, 3}}};
  model.factors = {Matrix{{1}, {2}}, Matrix{{1}, {0}, {0}, {-1}}};
  model.seen = SeenColumns(ObservedMatrix{2, 4, {{0, 0, 5}, {1, 3, 1}, {0, 3, 2}, {0, 0, 4}}});
  return model;
}

TEST(CompletionModel, PredictsEveryPair) {
  const CompletionModel model = small_model();
  EXPECT_DOUBLE_EQ(model.predict(0, 0), 2.5);
  EXPECT_DOUBLE_EQ(model.predict(1, 3), 1.5);
  EXPECT_DOUBLE_EQ(model.predict(7, 3), 4);    // row out of range
  EXPECT_DOUBLE_EQ(model.predict(1, 4), 0.5);  // column out of range
  EXPECT_DOUBLE_EQ(model.predict(2, 4), 1);
}

TEST(CompletionModel, RecommendsBestUnseenColumns) {
  const CompletionModel model = small_model();
  // Row 0: 2.5 (seen), 1.75, 1.75, 3.5 (seen).
  const auto unseen = model.recommend(0, 5);
  ASSERT_EQ(unseen.size(), 2U);
  EXPECT_EQ(unseen[0].col, 1);  // ties by index
  EXPECT_EQ(unseen[1].col, 2);
  const auto all = model.recommend(0, 2, true);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].col, 3);
  EXPECT_DOUBLE_EQ(all[0].prediction, 3.5);
  EXPECT_EQ(all[1].col, 0);
}

TEST(CompletionModel, RanksBeforeClippingToObservedRange) {
  CompletionModel model = small_model();
  model.lowest = 1;
  model.highest = 1.6;
  EXPECT_EQ(model.predict(0, 0), 1.6);
  EXPECT_EQ(model.predict(1, 4), 1);
  EXPECT_DOUBLE_EQ(model.predict(1, 3), 1.5);
  // 2.5, 1.75, 1.75 and 3.5 are all clipped: the ranking uses the unclipped values.
  const auto all = model.recommend(0, 4, true);
  const Index order[] = {3, 0, 1, 2};
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(all[k].col, order[k]);
    EXPECT_EQ(all[k].prediction, 1.6);
  }
}

TEST(CompletionModel, RejectsRowsOutOfRange) {
  const CompletionModel model = small_model();
  EXPECT_EQ(refusal([&] { model.recommend(2, 1); }), "row = 2: must be from 0 to 1");
  EXPECT_EQ(refusal([&] { model.recommend(-1, 1); }), "row = -1: must be from 0 to 1");
  EXPECT_EQ(refusal([&] { model.recommend(0, 0); }), "top = 0: must be at least 1");
}

TEST(SeenColumns, AreSortedAndUnique) {
  const CompletionModel model = small_model();
  const auto first = model.seen.of(0);
  EXPECT_EQ(std::vector<int>(first.begin(), first.end()), (std::vector<int>{0, 3}));
  EXPECT_EQ(model.seen.of(1).size(), 1U);
  EXPECT_TRUE(model.seen.of(2).empty());
  EXPECT_EQ(model.seen.anywhere(4), (std::vector<bool>{true, false, false, true}));
  EXPECT_EQ(refusal([] {
              SeenColumns({{0, 2}, {1, 1}}, 3);
            }),
            "seen: column 1 of row 1: must be from 2 to 2");
  EXPECT_EQ(refusal([] { SeenColumns({{3}}, 3); }), "seen: column 3 of row 0: must be from 0 to 2");
}

TEST(CompletionModel, ErrorsAreWeighted) {
  const CompletionModel model = small_model();
  const ObservedMatrix seen{2, 4, {{0, 0, 1.5, 3}, {1, 3, 1.5, 1}}};
  EXPECT_DOUBLE_EQ(root_mean_square_error(model, seen), std::sqrt(3.0 / 4));
}

}  // namespace
}  // namespace acgd
