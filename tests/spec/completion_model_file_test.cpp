#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "acgd/fit/completion.hpp"
#include "app/spec/ratings_model.hpp"
#include "support/refusal.hpp"
#include "support/temporary_folder.hpp"

namespace acgd::spec {
namespace {

using acgd_test::refusal;
using Json = nlohmann::json;

CompletionModel three_by_two() {
  CompletionModel model;
  model.set = "nuclear:2.5";
  model.biases = {3.1, Vector{{0.1, -0.2, 1.0 / 3}}, Vector{{0, 0.7}}};
  model.factors = {Matrix{{1, 0.5}, {0.25, 2}, {0, 1e-17}}, Matrix{{-1, 3}, {0.1, 0.3}}};
  model.first_row = 1;
  model.lowest = 0.5;
  model.highest = 5;
  model.seen = SeenColumns({{0, 1}, {}, {1}}, 2);
  model.value = 0.5;
  model.gap = 0.01;
  model.scores = {{"train rmse", 0.7}};
  return model;
}

class CompletionModelFile : public testing::Test {
 protected:
  CompletionModel read(const std::string& bytes) {
    return to_completion_model(ModelDocument(folder_.file("model.json", bytes)));
  }
  /// The error message for the model with another value of a key; null removes it.
  std::string refused(const std::string& key, const Json& value) {
    Json json = Json::parse(to_json(three_by_two()));
    if (value.is_null()) {
      json.erase(key);
    } else {
      json[key] = value;
    }
    const std::string sentence = refusal([&] { read(json.dump()); });
    const std::string file = (folder_.path() / "model.json").string() + ": ";
    EXPECT_TRUE(sentence.starts_with(file)) << sentence;
    return sentence.substr(std::min(file.size(), sentence.size()));
  }

  acgd_test::TemporaryFolder folder_;
};

TEST_F(CompletionModelFile, RoundTripPreservesBits) {
  const CompletionModel model = three_by_two(), again = read(to_json(model));
  EXPECT_EQ(again.set, model.set);
  EXPECT_EQ(again.objective, "completion");
  EXPECT_EQ(again.biases.mean, model.biases.mean);
  EXPECT_EQ(again.biases.row, model.biases.row);
  EXPECT_EQ(again.biases.col, model.biases.col);
  EXPECT_EQ(again.factors.left, model.factors.left);
  EXPECT_EQ(again.factors.right, model.factors.right);
  EXPECT_EQ(again.first_row, 1);
  EXPECT_EQ(again.first_col, 0);
  EXPECT_EQ(again.lowest, 0.5);
  EXPECT_EQ(again.highest, 5);
  EXPECT_EQ(again.scores, model.scores);
  EXPECT_EQ(again.gap, model.gap);
  for (Index i = 0; i < 3; ++i) EXPECT_EQ(again.seen.of(i).size(), model.seen.of(i).size());
  EXPECT_EQ(to_json(again), to_json(model));
}

TEST_F(CompletionModelFile, HasFormatAndVersion) {
  const Json json = Json::parse(to_json(three_by_two()));
  EXPECT_EQ(json["kind"], "completion");
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["users"], 3);
  EXPECT_EQ(json["items"], 2);
  EXPECT_EQ(json["rank"], 2);
  EXPECT_EQ(json["rated"], Json::parse("[[0, 1], [], [1]]"));
  EXPECT_EQ(json["item_factors"][1][0], 0.1);
}

TEST_F(CompletionModelFile, BiasesAndFactorsAreOptional) {
  CompletionModel model = three_by_two();
  model.biases.row = model.biases.col = {};
  model.factors = {Matrix(3, 0), Matrix(2, 0)};
  model.value = model.gap = std::nan("");
  const CompletionModel again = read(to_json(model));
  EXPECT_EQ(again.biases.row.size(), 0);
  EXPECT_EQ(again.rows(), 3);
  EXPECT_EQ(again.cols(), 2);
  EXPECT_EQ(again.predict(2, 1), 3.1);
  EXPECT_TRUE(std::isnan(again.gap));
}

TEST_F(CompletionModelFile, OlderVersionHasNoRange) {
  Json json = Json::parse(to_json(three_by_two()));
  json["mean"] = 40;
  EXPECT_EQ(read(json.dump()).predict(9, 9), 5);
  const ModelDocument document(folder_.file("model.json", json.dump()));
  EXPECT_EQ(to_completion_model(document, false).predict(9, 9), 40);
  json.erase("range");
  EXPECT_EQ(read(json.dump()).predict(9, 9), 40);
}

TEST_F(CompletionModelFile, ErrorsNameKey) {
  EXPECT_EQ(refused("range", {5, 1}), "range: must be two numbers that do not descend");
  EXPECT_EQ(refused("range", {5}), "range: must be a list of 2 numbers");
  EXPECT_EQ(refused("kind", "linear"), "kind: linear: must be completion, a model of ratings");
  EXPECT_EQ(refused("kind", nullptr), "kind: is missing");
  EXPECT_TRUE(refused("version", 7).starts_with("version: 7: must be 1")) << refused("version", 7);
  EXPECT_EQ(refused("users", 0), "users: must be an integer from 1 to 2147483646");
  EXPECT_EQ(refused("users", 4), "user_biases: must be a list of 4 numbers");
  EXPECT_EQ(refused("mean", nullptr), "mean: is missing");
  EXPECT_EQ(refused("mean", "x"), "mean: must be a finite number");
  EXPECT_EQ(refused("user_factors", nullptr), "user_factors: is missing");
  EXPECT_EQ(refused("rank", -1).substr(0, 26), "rank: must be an integer f");
  EXPECT_EQ(refused("rank", 3), "user_factors: must be a list of 3 numbers");
  EXPECT_EQ(refused("item_factors", {1, 2, 3}), "item_factors: must be a list of 2 lists");
  EXPECT_EQ(refused("first_user", 2), "first_user: must be 0 or 1");
  EXPECT_EQ(refused("rated", {1, 2, 3}), "rated: must be a list of 3 lists");
  EXPECT_EQ(refused("rated", Json::parse("[[1, 1], [], []]")),
            "rated: item 1: items must ascend, from 0 to 1");
  EXPECT_EQ(refused("rated", Json::parse("[[2], [], []]")),
            "rated: item 2: items must ascend, from 0 to 1");
  EXPECT_EQ(refused("rated", Json::parse("[[0.5], [], []]")),
            "rated: must have numbers of items in its lists");
}

TEST_F(CompletionModelFile, MustBeJson) {
  const std::string bytes = to_json(three_by_two());
  const std::string sentence = refusal([&] { read(bytes.substr(0, 100)); });
  EXPECT_NE(sentence.find("model.json: is not JSON"), std::string::npos) << sentence;
  EXPECT_NE(refusal([&] { read("{}"); }).find("is not a model of acgd"), std::string::npos);
}

}  // namespace
}  // namespace acgd::spec
