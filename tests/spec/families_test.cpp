#include <gtest/gtest.h>

#include "app/spec/sample_models.hpp"
#include "support/refusal.hpp"
#include "support/temporary_folder.hpp"

namespace acgd::spec {
namespace {

using acgd_test::refusal;

class Families : public testing::Test {
 protected:
  std::filesystem::path write(const std::string& text) const { return folder_.file("t.csv", text); }

  acgd_test::TemporaryFolder folder_;
};

TEST_F(Families, CoverObjectivesOfSamples) {
  int count = 0;
  for (const ObjectiveKind& kind : objective_kinds()) {
    const KnownFamily* family = find_family(kind.name);
    const bool of_samples = kind.takes.end() != std::find(kind.takes.begin(), kind.takes.end(),
                                                          std::string("target-column"));
    EXPECT_EQ(family != nullptr, of_samples) << kind.name;
    if (family == nullptr) continue;
    ++count;
    EXPECT_EQ(make_family(kind.name, 3)->name(), kind.name);
  }
  EXPECT_EQ(count, 7);
  EXPECT_NE(
      refusal([] { make_family("levy", 0); }).find("objective = levy: is not made of samples"),
      std::string::npos);
  // The hint is one of the objectives that a path supports; levy and l1, though similar, are not.
  EXPECT_EQ(refusal([] { load_family({.name = "logitic"}); }),
            "objective = logitic: unknown name; did you mean logistic?");
  EXPECT_EQ(refusal([] { load_family({.name = "complition"}); }),
            "objective = complition: unknown name; did you mean completion?");
  EXPECT_EQ(
      refusal([] { load_family({.name = "nonsense"}); }),
      "objective = nonsense: must be one of least-squares, logistic, softmax, sigmoid, huber, "
      "squared-hinge, poisson, completion");
}

// At 0 the error of the sample is 3: Huber's loss is rho (3 - rho / 2).
TEST_F(Families, UseParametersOfLoss) {
  const Vector z = Vector::Zero(1), targets{{3}};
  EXPECT_EQ(make_family("huber:rho=0.5", 0)->loss(targets, {})->value(z), 0.5 * 2.75);
  const auto data = write("1,3\n2,3\n");
  const FamilySamples beside =
      load_family({.name = "huber", .data = data, .loss = std::string("huber:2")});
  EXPECT_EQ(beside.family->loss(targets, {})->value(z), 4);
  EXPECT_EQ(refusal([&] { load_family({.name = "logistic:scaling=sum", .data = data}); }),
            "objective = logistic:scaling=sum: must be logistic, without parameters: the mean of "
            "the samples' losses is what is learnt");
  EXPECT_EQ(refusal([&] { load_family({.name = "logistic", .data = data, .dimension = 3}); }),
            "dim: not used by the objective logistic");
}

TEST_F(Families, ReadTheirSamples) {
  const FamilySamples classes = load_family({.name = "softmax",
                                             .data = write("a,kind\n1,x\n2,y\n3,z\n4,y\n"),
                                             .samples = {.class_weights = "balanced"}});
  EXPECT_EQ(classes.family->class_count(), 3);
  EXPECT_EQ(classes.loaded.samples.targets, (Vector{{0, 1, 2, 1}}));
  EXPECT_EQ(classes.loaded.samples.weights, (Vector{{4.0 / 3, 2.0 / 3, 4.0 / 3, 2.0 / 3}}));
  const FamilySamples two = load_family({.name = "logistic", .data = write("1,no\n2,yes\n")});
  EXPECT_EQ(two.loaded.samples.targets, (Vector{{0, 1}}));
  EXPECT_EQ(two.family->class_count(), 2);
  EXPECT_EQ(refusal([&] { load_family({.name = "sigmoid", .data = write("1,0.5\n2,1\n")}); }),
            "objective = sigmoid: its targets must be classes");
}

/// A model of one feature whose prediction is that feature.
LinearModel plain(const std::string& objective, std::vector<std::string> classes) {
  LinearModel model{
      .objective = objective, .classes = std::move(classes), .coefficients = SparseMatrix(1, 1)};
  model.coefficients.insert(0, 0) = 1;
  return model;
}

TEST(Predictions, AreEvaluatedWhereTargetIsKnown) {
  const Features features = std::make_shared<const Matrix>(Matrix{{2}, {-1}, {3}, {1}});
  const LinearModel model = plain("logistic", {"no", "yes"});
  const Predictions predictions = predict(model, features);
  EXPECT_EQ(predictions.targets, (Vector{{1, 0, 1, 1}}));
  const double unknown = std::nan("");
  const Scores scores = evaluate(model, predictions, Vector{{1, 1, unknown, 1}});
  ASSERT_EQ(scores[0].first, "accuracy");
  EXPECT_DOUBLE_EQ(scores[0].second, 2.0 / 3);
  EXPECT_TRUE(evaluate(model, predictions, Vector{{unknown, unknown, unknown, unknown}}).empty());
  EXPECT_TRUE(evaluate(model, predictions, {}).empty());
}

TEST(Predictions, AreWrittenAsTables) {
  const Features features = std::make_shared<const Matrix>(Matrix{{0}, {-1000}});
  const LinearModel two = plain("logistic", {"a,b", "1"});
  EXPECT_EQ(to_csv(two, predict(two, features), true),
            "class,\"probability_a,b\",probability_1\n\"a,b\",0.5,0.5\n\"a,b\",1,0\n");
  EXPECT_EQ(to_csv(two, predict(two, features), false), "class\n\"a,b\"\n\"a,b\"\n");
  const LinearModel number = plain("least-squares", {});
  EXPECT_EQ(to_csv(number, predict(number, features), false), "prediction\n0\n-1000\n");
  EXPECT_FALSE(has_probabilities(number));
  EXPECT_FALSE(has_probabilities(plain("squared-hinge", {"0", "1"})));
  // A model of probabilities predicts probabilities, and one of counts predicts counts.
  const LinearModel soft = plain("sigmoid", {});
  EXPECT_EQ(predict(soft, features).targets, (Vector{{0.5, 0}}));
  const Vector counts = predict(plain("poisson", {}), features).targets;
  EXPECT_LT((counts - Vector{{1, 0}}).norm(), 1e-300);
}

}  // namespace
}  // namespace acgd::spec
