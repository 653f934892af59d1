#include "app/spec/model_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "acgd/version.hpp"
#include "support/refusal.hpp"
#include "support/temporary_folder.hpp"

namespace acgd::spec {
namespace {

using acgd_test::refusal;
using Json = nlohmann::json;

/// Three features, two of them used, with numbers that have no short decimal form.
LinearModel two_classes() {
  LinearModel model{.objective = "logistic",
                    .set = "l1:2.5",
                    .columns = {"age", "size, m2", "\"x\""},
                    .classes = {"no", "yes"},
                    .coefficients = SparseMatrix(3, 1),
                    .intercept = Vector{{1.0 / 3}},
                    .scaling = {.center = Vector{{0.1, 0.2, 0.3}},
                                .scale = Vector{{1e-300, 1.7976931348623157e308, 5e-324}}},
                    .target = "y",
                    .fill = Vector{{1, 2, 1.0 / 7}},
                    .ridge = 1.0 / 9,
                    .value = std::sqrt(2.0),
                    .gap = 1e-17,
                    .scores = {{"test accuracy", 0.75}, {"test auc", std::nan("")}}};
  model.coefficients.insert(0, 0) = -2.0 / 3;
  model.coefficients.insert(2, 0) = 5e-324;
  return model;
}

LinearModel three_outputs() {
  LinearModel model{
      .objective = "softmax", .classes = {"a", "b", "c"}, .coefficients = SparseMatrix(2, 3)};
  model.coefficients.insert(1, 0) = 0.1;
  model.coefficients.insert(0, 2) = -0.7;
  return model;
}

class ModelFile : public testing::Test {
 protected:
  LinearModel read(const std::string& text) const {
    return to_linear_model(ModelDocument(folder_.file("m.json", text)));
  }
  std::string refused(const std::string& text) const {
    std::string sentence = refusal([&] { read(text); });
    return sentence.substr(std::min(sentence.find("m.json"), sentence.size()));
  }
  /// The valid file with another value of a key; null removes it.
  std::string refused_with(const std::string& key, const Json& value) const {
    Json json = Json::parse(to_json(two_classes()));
    json[key] = value;
    if (value.is_null()) json.erase(key);
    return refused(json.dump());
  }

  acgd_test::TemporaryFolder folder_;
};

TEST_F(ModelFile, RoundTripPreservesBits) {
  for (const LinearModel& model : {two_classes(), three_outputs()}) {
    const LinearModel again = read(to_json(model));
    EXPECT_EQ(again.objective, model.objective);
    EXPECT_EQ(again.set, model.set);
    EXPECT_EQ(again.target, model.target);
    EXPECT_EQ(again.columns, model.columns);
    EXPECT_EQ(again.classes, model.classes);
    EXPECT_EQ(Matrix(again.coefficients), Matrix(model.coefficients));
    EXPECT_EQ(again.coefficients.nonZeros(), 2);
    EXPECT_EQ(again.intercept, model.intercept);
    EXPECT_EQ(again.scaling.center, model.scaling.center);
    EXPECT_EQ(again.scaling.scale, model.scaling.scale);
    EXPECT_EQ(again.fill, model.fill);
    EXPECT_EQ(again.scores.size(), model.scores.size());
    EXPECT_EQ(to_json(again), to_json(model));
  }
  const LinearModel again = read(to_json(two_classes()));
  EXPECT_EQ(again.ridge, 1.0 / 9);
  EXPECT_EQ(again.value, std::sqrt(2.0));
  EXPECT_EQ(again.gap, 1e-17);
  EXPECT_EQ(again.scores[0], (std::pair<std::string, double>("test accuracy", 0.75)));
  EXPECT_TRUE(std::isnan(again.scores[1].second));
  EXPECT_TRUE(std::isnan(read(to_json(three_outputs())).gap));
}

TEST_F(ModelFile, HasFormatAndVersion) {
  const Json json = Json::parse(to_json(two_classes()));
  EXPECT_EQ(json["acgd"], ACGD_VERSION);
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["kind"], "linear");
  EXPECT_EQ(json["features"], 3);
  EXPECT_EQ(json["coefficients"], (Json{{{"age", -2.0 / 3}, {"\"x\"", 5e-324}}}));
  // By number if there are no names, or duplicates.
  EXPECT_EQ(Json::parse(to_json(three_outputs()))["coefficients"],
            Json::parse(R"([{"2": 0.1}, {}, {"1": -0.7}])"));
  LinearModel twins = two_classes();
  twins.columns = {"x", "x", "z"};
  EXPECT_TRUE(Json::parse(to_json(twins))["coefficients"][0].contains("3"));
  EXPECT_EQ(Matrix(read(to_json(twins)).coefficients), Matrix(twins.coefficients));
}

TEST_F(ModelFile, RejectsOtherFiles) {
  EXPECT_EQ(refused("{\"acgd\": 1,}"), "m.json: is not JSON, as models are: byte 12 is wrong");
  EXPECT_EQ(refused(""), "m.json: is not JSON, as models are: byte 1 is wrong");
  EXPECT_EQ(refused("{\"acgd\": 1e999}"), "m.json: has a number that is too large: must be finite");
  const std::string no_model =
      "m.json: is not a model of acgd; --model FILE of acgd solve or path writes one";
  EXPECT_EQ(refused("[]"), no_model);
  EXPECT_EQ(refused("{\"x\": [1, 2]}"), no_model);
  EXPECT_EQ(refused_with("version", 2),
            std::string("m.json: version: 2: must be 1, which acgd ") + ACGD_VERSION + " reads");
  EXPECT_EQ(refused_with("version", nullptr), "m.json: version: is missing");
  EXPECT_EQ(refused_with("kind", 5), "m.json: kind: must be a text");
}

TEST_F(ModelFile, ErrorsNameKey) {
  for (const std::string key : {"objective", "set", "features", "coefficients", "kind"}) {
    EXPECT_EQ(refused_with(key, nullptr), "m.json: " + key + ": is missing");
  }
  EXPECT_EQ(refused_with("features", 0),
            "m.json: features: must be an integer from 1 to 2147483646");
  EXPECT_EQ(refused_with("features", 1.5),
            "m.json: features: must be an integer from 1 to 2147483646");
  EXPECT_EQ(refused_with("columns", {"a"}),
            "m.json: columns: 1 names, must be 3, as many as there are features");
  EXPECT_EQ(refused_with("columns", {1, 2, 3}), "m.json: columns: must be a list of texts");
  EXPECT_EQ(
      refused_with("classes", {"a", "b", "c"}),
      "m.json: classes: 3 of them, and coefficients of 1 outputs: must be as many, or two for "
      "one output");
  EXPECT_EQ(refused_with("classes", {"a", "a"}), "m.json: classes: one of them is there twice");
  EXPECT_EQ(refused_with("coefficients", Json::array()),
            "m.json: coefficients: must be a list of objects, one for each output");
  EXPECT_EQ(refused_with("coefficients", {{{"height", 1}}}),
            "m.json: coefficients: height is none of the features");
  EXPECT_EQ(refused_with("coefficients", {{{"age", "1"}}}),
            "m.json: coefficients: must be a finite number");
  EXPECT_EQ(refused_with("intercept", {1, 2}), "m.json: intercept: must be a list of 1 numbers");
  EXPECT_EQ(refused_with("scaling", {{"scale", {1}}}),
            "m.json: scaling: scale: must be a list of 3 numbers");
  EXPECT_EQ(refused_with("scaling", 1), "m.json: scaling: must be an object");
  EXPECT_EQ(refused_with("ridge", "much"), "m.json: ridge: must be a finite number");
  EXPECT_EQ(refused_with("ridge", -1), "m.json: ridge: must not be negative");
  EXPECT_EQ(refused_with("value", "low"), "m.json: value: must be a finite number");
}

TEST(ModelNames, AreUtf8) {
  EXPECT_NO_THROW(check_names({.columns = {"Größe"}}));
  EXPECT_EQ(refusal([] {
              check_names({.columns = {"a", "Gr\xF6\xDF"}});
            }).find("model: the column \"Gr"),
            0u);
}

}  // namespace
}  // namespace acgd::spec
