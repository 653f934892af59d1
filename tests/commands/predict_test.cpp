// From a table to a model, and from the model to predictions.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "commands/tool.hpp"

namespace acgd_test {
namespace {

/// Random samples with known values.
struct Table {
  std::vector<std::vector<double>> features;
  std::vector<double> targets;
};

Table draw(std::size_t rows, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  Table table;
  for (std::size_t i = 0; i < rows; ++i) {
    const double a = normal(random), b = 10 * normal(random) + 3, c = normal(random);
    table.features.push_back({a, b, c});
    table.targets.push_back(2 * a - 0.1 * b + 4 + 0.3 * normal(random));
  }
  return table;
}

std::string shown(double number) {
  std::ostringstream out;
  out.precision(17);
  out << number;
  return out.str();
}

/// Columns a, b, c and y in this order; y as named by `name_of`.
template <class NameOf>
std::string csv(const Table& table, const std::string& order, NameOf name_of) {
  std::string text;
  for (std::size_t k = 0; k < order.size(); ++k) text += (k > 0 ? "," : "") + order.substr(k, 1);
  for (std::size_t i = 0; i < table.targets.size(); ++i) {
    text += '\n';
    for (std::size_t k = 0; k < order.size(); ++k) {
      if (k > 0) text += ',';
      if (order[k] == 'y') text += name_of(table.targets[i]);
      if (order[k] == 'i') text += "sample " + std::to_string(i);
      if (order[k] != 'y' && order[k] != 'i') {
        text += shown(table.features[i][order[k] - 'a']);
      }
    }
  }
  return text + '\n';
}

std::string yes_or_no(double target) { return target > 3 ? "yes" : "no"; }
std::string three_sizes(double target) { return target > 5 ? "large" : target > 2 ? "mid" : "low"; }

/// <coefficients, features> + intercept, from the JSON.
double predicted(const nlohmann::json& model, const std::vector<double>& features,
                 std::size_t output = 0) {
  double sum = model.contains("intercept") ? model["intercept"][output].get<double>() : 0;
  for (const auto& [name, value] : model["coefficients"][output].items()) {
    sum += value.get<double>() * features[name[0] - 'a'];
  }
  return sum;
}

TEST(AcgdPredict, MatchesModelForNumbers) {
  const Tool tool;
  const Table train = draw(60, 1), fresh = draw(25, 2);
  tool.file("train.csv", csv(train, "ybac", shown));
  tool.file("test.csv", csv(fresh, "cyab", shown));
  const Ran ran = tool.run(
      "solve --objective least-squares --data train.csv --target-column y --intercept "
      "--standardize --set l1:3 --model m.json --test test.csv --result r.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const nlohmann::json model = tool.json("m.json"), result = tool.json("r.json");
  EXPECT_EQ(model["target"], "y");
  EXPECT_EQ(model["columns"], (nlohmann::json{"b", "a", "c"}));
  EXPECT_EQ(model["set"], "l1:3");
  EXPECT_EQ(model["value"], result["value"]);
  EXPECT_EQ(result["intercept"], model["intercept"]);

  const Ran predict = tool.run("predict --model m.json --data test.csv --output p.csv");
  ASSERT_EQ(predict.code, 0) << predict.error;
  const auto rows = rows_of(tool.read("p.csv"));
  EXPECT_TRUE(tool.read("p.csv").starts_with("prediction\n"));
  ASSERT_EQ(rows.size(), 25u);
  double squares = 0, sizes = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_NEAR(rows[i][0], predicted(model, fresh.features[i]), 1e-12);
    const double error = rows[i][0] - fresh.targets[i];
    squares += error * error / 25, sizes += std::abs(error) / 25;
  }
  EXPECT_NEAR(result["test"]["rmse"].get<double>(), std::sqrt(squares), 1e-12);
  EXPECT_NEAR(result["test"]["mae"].get<double>(), sizes, 1e-12);
  EXPECT_LT(squares, 0.5);
  // The same numbers by solve and predict, and those saved in the model.
  EXPECT_EQ(model["scores"]["test rmse"], result["test"]["rmse"]);
  EXPECT_EQ(predict.out.find("25 predictions of test.csv in p.csv\n"), 0u) << predict.out;
  EXPECT_NE(predict.out.find("  mae "), std::string::npos) << predict.out;
}

TEST(AcgdPredict, GivesClassesAndProbabilities) {
  const Tool tool;
  const Table train = draw(80, 3), fresh = draw(30, 4);
  tool.file("train.csv", csv(train, "abcy", yes_or_no));
  tool.file("test.csv", csv(fresh, "iycba", yes_or_no));
  const Ran ran = tool.run(
      "solve --objective logistic --data train.csv --intercept --set l1:4 --model m.json "
      "--test test.csv --result r.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  EXPECT_NE(ran.out.find("labels no/yes taken as -1/+1"), std::string::npos) << ran.out;
  const nlohmann::json model = tool.json("m.json"), result = tool.json("r.json");
  EXPECT_EQ(model["classes"], (nlohmann::json{"no", "yes"}));
  EXPECT_EQ(result["problem"]["classes"], model["classes"]);

  const Ran predict = tool.run("predict --model m.json --data test.csv --probabilities");
  ASSERT_EQ(predict.code, 0) << predict.error;
  std::istringstream lines(predict.out);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "class,probability_no,probability_yes");
  double right = 0;
  for (std::size_t i = 0; i < 30; ++i) {
    ASSERT_TRUE(std::getline(lines, line));
    const double p = 1 / (1 + std::exp(-predicted(model, fresh.features[i])));
    std::istringstream cells(line);
    std::string name, no, yes;
    std::getline(cells, name, ','), std::getline(cells, no, ','), std::getline(cells, yes);
    EXPECT_EQ(name, p > 0.5 ? "yes" : "no");
    EXPECT_NEAR(std::stod(yes), p, 1e-12);
    EXPECT_NEAR(std::stod(no), 1 - p, 1e-12);
    right += name == yes_or_no(fresh.targets[i]) ? 1 : 0;
  }
  EXPECT_FALSE(std::getline(lines, line)) << "the scores are not among the predictions";
  EXPECT_DOUBLE_EQ(result["test"]["accuracy"].get<double>(), right / 30);
  EXPECT_GT(right, 24);
  EXPECT_NE(predict.error.find("accuracy"), std::string::npos) << predict.error;
  EXPECT_EQ(tool.run("predict --model m.json --data test.csv --quiet").error, "");
}

TEST(AcgdPredict, SupportsSeveralClasses) {
  const Tool tool;
  const Table train = draw(120, 5), fresh = draw(40, 6);
  tool.file("train.csv", csv(train, "abcy", three_sizes));
  tool.file("test.csv", csv(fresh, "abcy", three_sizes));
  const Ran ran = tool.run(
      "solve --objective softmax --data train.csv --intercept --standardize --set l1:20 "
      "--model m.json --test test.csv --result r.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const nlohmann::json model = tool.json("m.json");
  EXPECT_EQ(model["classes"], (nlohmann::json{"large", "low", "mid"}));
  ASSERT_EQ(model["coefficients"].size(), 3u);
  const Ran predict = tool.run("predict --model m.json --data test.csv --quiet");
  ASSERT_EQ(predict.code, 0) << predict.error;
  std::istringstream lines(predict.out);
  std::string line;
  std::getline(lines, line);
  double right = 0;
  for (std::size_t i = 0; i < 40; ++i) {
    std::getline(lines, line);
    std::size_t best = 0;
    for (std::size_t k : {1u, 2u}) {
      if (predicted(model, fresh.features[i], k) > predicted(model, fresh.features[i], best)) {
        best = k;
      }
    }
    EXPECT_EQ(line, model["classes"][best]) << i;
    right += line == three_sizes(fresh.targets[i]) ? 1 : 0;
  }
  EXPECT_DOUBLE_EQ(tool.json("r.json")["test"]["accuracy"].get<double>(), right / 40);
  EXPECT_GT(right, 28);
}

TEST(AcgdPredict, ImputesMissingValuesAsInTraining) {
  const Tool tool;
  tool.file("train.csv", "a,b,y\n1,2,3\n,4,5\n3,NA,5\n2,2,4\n");
  tool.file("new.csv", "a,b\nNA,1\n1,\n");
  const std::string solve = "solve --objective least-squares --data train.csv --set l1:9 ";
  ASSERT_EQ(tool.run(solve + "--missing mean --model m.json").code, 0);
  const nlohmann::json model = tool.json("m.json");
  const double a = 2, b = 8.0 / 3;  // the means of the values that are present
  EXPECT_EQ(model["scaling"]["missing"], (nlohmann::json{a, b}));
  const auto rows = rows_of(tool.run("predict --model m.json --data new.csv").out);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_NEAR(rows[0][0], predicted(model, {a, 1}), 1e-14);
  EXPECT_NEAR(rows[1][0], predicted(model, {1, b}), 1e-14);
  ASSERT_EQ(tool.run(solve + "--missing drop --model d.json").code, 0);
  EXPECT_EQ(tool.run("predict --model d.json --data new.csv").error,
            "acgd: new.csv:2:1: cell \"NA\" of column 1 (a) is missing: the model was made without "
            "--missing mean, which would say what stands for it\n");
}

TEST(AcgdPredict, AcceptsUnnamedFeaturesInOrder) {
  const Tool tool;
  tool.file("train.txt", "1 1:1 2:1\n-1 1:-1\n1 2:2\n-1 1:-1 2:-1\n");
  tool.file("new.txt", "1 1:2 7:5\n-1 2:-3\n");
  ASSERT_EQ(tool.run("solve --objective logistic --data train.txt --set l1:2 --model m.json").code,
            0);
  EXPECT_FALSE(tool.json("m.json").contains("columns"));
  const Ran ran = tool.run("predict --model m.json --data new.txt --output p.csv");
  EXPECT_EQ(tool.read("p.csv"), "class\n1\n-1\n");
  EXPECT_NE(ran.error.find("1 entry with an index above 2, up to 7"), std::string::npos);
  EXPECT_NE(ran.out.find("accuracy       1\n"), std::string::npos) << ran.out;
  tool.file("new.csv", "2,0\n0,-3\n");
  EXPECT_EQ(tool.run("predict --model m.json --data new.csv --quiet").out, "class\n1\n-1\n");
}

TEST(AcgdPredict, ErrorsNameProblem) {
  const Tool tool;
  tool.file("train.csv", "a,b,y\n1,2,3\n3,4,5\n");
  tool.file("new.csv", "a,c\n1,2\n");
  tool.file("broken.json", "{");
  tool.file("other.json", R"({"acgd": "1", "version": 1, "kind": "forest"})");
  const std::string solve = "solve --objective least-squares --data train.csv --set l1:1 ";
  ASSERT_EQ(tool.run(solve + "--model m.json").code, 0);
  const auto refused = [&](const std::string& words) {
    const Ran ran = tool.run(words);
    EXPECT_EQ(ran.code, 2) << words;
    EXPECT_EQ(ran.out, "") << words;
    return ran.error;
  };
  EXPECT_EQ(refused("predict --model m.json --data new.csv"),
            "acgd: new.csv has no column b, which is one of the 2 features\n");
  EXPECT_EQ(refused("predict --model m.json --data train.csv --probabilities"),
            "acgd: --probabilities: the model of least-squares has none\n");
  EXPECT_EQ(refused("predict --model broken.json --data new.csv"),
            "acgd: broken.json: is not JSON, as models are: byte 2 is wrong\n");
  EXPECT_EQ(refused("predict --model other.json --data new.csv"),
            "acgd: --model = other.json: is of the kind forest: must be linear or completion\n");
  EXPECT_EQ(refused("predict --data new.csv"),
            "acgd: --model FILE: is missing; see: acgd predict --help\n");
  EXPECT_EQ(refused("solve --objective levy --dim 3 --set l1:1 --model x.json"),
            "acgd: --model: the objective levy is not made of samples or ratings\n");
  EXPECT_EQ(refused("solve --objective levy --dim 3 --set l1:1 --intercept"),
            "acgd: --intercept: not used by the objective levy\n");
  EXPECT_NE(refused(solve + "--model train.csv").find("--model"), std::string::npos);
  EXPECT_NE(refused("predict --model m.json --data train.csv --output m.json").find("--output"),
            std::string::npos);
  EXPECT_FALSE(tool.has("x.json"));
}

}  // namespace
}  // namespace acgd_test
