// acgd path: the radius of lowest held-out loss, and the outputs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "commands/tool.hpp"

namespace acgd_test {
namespace {

/// Samples of features a, b, c, ... of which only b and d determine the target: 3 b - 2 d + 1 plus
/// noise, or whether that is positive.
std::string planted(int samples, int features, bool classes, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::string table;
  for (int j = 0; j < features; ++j) table += std::string(1, static_cast<char>('a' + j)) + ",";
  table += "target\n";
  for (int i = 0; i < samples; ++i) {
    std::vector<double> x;
    for (int j = 0; j < features; ++j) x.push_back(normal(random));
    const double y = 3 * x[1] - 2 * x[3] + 1 + 0.5 * normal(random);
    for (const double value : x) table += std::to_string(value) + ",";
    table += classes ? (y > 0 ? "yes" : "no") : std::to_string(y);
    table += "\n";
  }
  return table;
}

constexpr const char* kRegression =
    "path --objective least-squares --data t.csv --target-column target --intercept --standardize ";

TEST(AcgdPath, FindsPlantedModel) {
  const Tool tool;
  tool.file("t.csv", planted(200, 12, false));
  const Ran ran = tool.run(std::string(kRegression) +
                           "--choose one-standard-error --result r.json --model m.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const nlohmann::json json = tool.json("r.json");
  const auto& chosen = json["fits"][json["chosen"].get<std::size_t>()];
  EXPECT_EQ(json["chosen"], json["one_standard_error"]);
  const auto& x = chosen["coefficients"][0];
  EXPECT_NEAR(x["b"].get<double>(), 3, 0.3);
  EXPECT_NEAR(x["d"].get<double>(), -2, 0.3);
  for (const auto& [name, value] : x.items()) {
    if (name == "b" || name == "d") continue;
    EXPECT_LT(std::abs(value.get<double>()), 0.1) << name;
  }
  // The variance of the noise, up to shrinkage.
  EXPECT_NEAR(chosen["held_out"]["loss"].get<double>(), 0.25, 0.08);
  EXPECT_GT(chosen["held_out"]["scores"]["r2"], 0.95);
  EXPECT_NE(ran.out.find("predicts best"), std::string::npos) << ran.out;
}

TEST(AcgdPath, NamesSelectionRules) {
  const Tool tool;
  tool.file("t.csv", planted(80, 6, false));
  const std::string run = std::string(kRegression) + "--radii 0.05:5:7 --report r.html ";
  for (const auto& [flags, rules] : std::vector<std::pair<std::string, std::string>>{
           {"", "Direction: corrective (auto). Step rule: adaptive-adjustable."},
           {"--direction pairwise:lazy=true --step backtracking",
            "Direction: pairwise:lazy=true. Step rule: backtracking."}}) {
    const Ran ran = tool.run(run + flags);
    ASSERT_EQ(ran.code, 0) << ran.error;
    EXPECT_NE(ran.out.find(rules), std::string::npos) << ran.out;
    EXPECT_NE(tool.read("r.html").find(rules), std::string::npos);
  }
}

TEST(AcgdPath, PrintsNumbersOfFile) {
  const Tool tool;
  tool.file("t.csv", planted(80, 6, false));
  const Ran ran = tool.run(std::string(kRegression) + "--radii 0.05:5:7 --result r.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const nlohmann::json json = tool.json("r.json");
  ASSERT_EQ(json["fits"].size(), 7U);
  std::istringstream lines(ran.out);
  std::string line;
  std::getline(lines, line);  // the names of the columns
  const auto best = json["best"].get<std::size_t>(),
             simple = json["one_standard_error"].get<std::size_t>();
  double last = 0;
  for (std::size_t i = 0; i < 7; ++i) {
    const auto& fit = json["fits"][i];
    std::getline(lines, line);
    std::istringstream cells(line);
    double radius = 0, lambda = 0, features = 0, explained = 0, train = 0, held_out = 0, error = 0,
           r2 = 0, gap = 0;
    std::string percent, mark;
    cells >> radius >> lambda >> features >> explained >> percent >> train >> held_out >> error >>
        r2 >> gap;
    std::getline(cells >> std::ws, mark);
    const auto near = [](double shown, const nlohmann::json& value, double accuracy) {
      EXPECT_NEAR(shown, value.get<double>(), accuracy * std::abs(value.get<double>()) + 1e-12);
    };
    near(radius, fit["radius"], 1e-3);
    near(lambda, fit["lambda"], 5e-3);
    near(features, fit["features"], 0);
    near(train, fit["loss"], 1e-4);
    near(held_out, fit["held_out"]["loss"], 1e-4);
    near(error, fit["held_out"]["error"], 0.05);
    near(r2, fit["held_out"]["scores"]["r2"], 1e-3);
    near(gap, fit["gap"], 0.05);
    EXPECT_EQ(mark, i == best ? "best" : i == simple ? "1 SE" : "") << line;
    EXPECT_NEAR(radius, 0.05 * std::pow(100, static_cast<double>(i) / 6), 1e-3 * radius);
    // A larger set has a lower minimum.
    EXPECT_TRUE(i == 0 || fit["loss"].get<double>() <= last * (1 + 1e-3));
    last = fit["loss"];
  }
}

TEST(AcgdPath, ReportsIfNullModelIsBest) {
  const Tool tool;
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  std::string table = "a,b,c,d,e,f,g,h,i,j,target\n";
  for (int i = 0; i < 40; ++i) {
    for (int k = 0; k < 11; ++k) table += fmt::format("{}{}", k == 0 ? "" : ",", normal(random));
    table += "\n";
  }
  tool.file("t.csv", table);
  const Ran given = tool.run(std::string(kRegression) + "--radii 1:4:3");
  EXPECT_NE(given.out.find("No radius predicts better than the null model"), std::string::npos)
      << given.out;
  const Ran found =
      tool.run(std::string(kRegression) + "--choose one-standard-error --model m.json");
  ASSERT_EQ(found.code, 0) << found.error;
  EXPECT_TRUE(tool.json("m.json")["coefficients"][0].empty());
  EXPECT_EQ(tool.run("predict --model m.json --data t.csv --output p.csv").code, 0);
}

TEST(AcgdPath, SeedDeterminesResults) {
  const Tool tool;
  tool.file("t.csv", planted(60, 5, true));
  const std::string words =
      "path --objective logistic --data t.csv --intercept --radii 0.5:20:5 --folds 3 ";
  const auto losses = [&](const std::string& seed, const std::string& name) {
    const Ran ran = tool.run(words + seed + " --result " + name);
    EXPECT_EQ(ran.code, 0) << ran.error;
    std::vector<double> list;
    const nlohmann::json json = tool.json(name);
    for (const auto& fit : json["fits"]) list.push_back(fit["held_out"]["loss"]);
    EXPECT_EQ(list.size(), 5U);
    return list;
  };
  const auto first = losses("--seed 5", "a.json");
  EXPECT_EQ(first, losses("--seed 5 --threads 1", "b.json"));
  EXPECT_NE(first, losses("--seed 6", "c.json"));
}

TEST(AcgdPath, WritesModelThatPredicts) {
  const Tool tool;
  tool.file("t.csv", planted(200, 6, true));
  tool.file("new.csv", planted(100, 6, true, 2));
  const Ran ran = tool.run(
      "path --objective logistic --data t.csv --intercept --standardize --model m.json "
      "--report p.html --svg pictures");
  ASSERT_EQ(ran.code, 0) << ran.error;
  EXPECT_EQ(tool.json("m.json")["classes"], nlohmann::json({"no", "yes"}));
  const Ran predicted = tool.run("predict --model m.json --data new.csv --output p.csv");
  ASSERT_EQ(predicted.code, 0) << predicted.error;
  std::istringstream data(tool.read("new.csv")), answers(tool.read("p.csv"));
  std::string row, answer;
  std::getline(data, row);
  std::getline(answers, answer);
  int right = 0;
  while (std::getline(data, row) && std::getline(answers, answer)) {
    right += row.ends_with(",yes") == (answer.find("yes") != std::string::npos) ? 1 : 0;
  }
  EXPECT_GE(right, 88);
  EXPECT_NE(tool.read("p.html").find("predicts best"), std::string::npos);
  for (const char* name : {"pictures/path-logistic-loss.svg", "pictures/path-accuracy.svg",
                           "pictures/path-coefficients.svg", "pictures/path-model.svg"}) {
    EXPECT_TRUE(tool.has(name)) << name;
  }
}

TEST(AcgdPath, SupportsOtherSets) {
  const Tool tool;
  tool.file("t.csv", planted(60, 4, false));
  tool.file("groups.csv", "0\n0\n1\n1\n");
  for (const std::string set : {"l2", "lp:1.5", "group:l2:groups.csv", "simplex", "linf"}) {
    const Ran ran =
        tool.run(std::string(kRegression) +
                 "--radii 0.1:4:4 --folds 2 --result r.json --model m.json --set " + set);
    ASSERT_EQ(ran.code, 0) << set << ran.error;
    EXPECT_EQ(tool.json("r.json")["fits"].size(), 4U);
  }
}

TEST(AcgdPath, HoldsNothingOutOnRequest) {
  const Tool tool;
  tool.file("t.csv", planted(60, 4, false));
  const Ran ran = tool.run(std::string(kRegression) +
                           "--radii 1:4:3 --folds 0 --result r.json --report p.html");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const nlohmann::json json = tool.json("r.json");
  EXPECT_TRUE(json["best"].is_null());
  EXPECT_EQ(json["chosen"], 2);
  EXPECT_EQ(tool.read("p.html").find("held out</text>"), std::string::npos);
}

TEST(AcgdPath, RejectsInvalidCombinations) {
  const Tool tool;
  tool.file("t.csv", planted(20, 4, false));
  const auto refused = [&](const std::string& words, const std::string& sentence) {
    const Ran ran = tool.run("path --objective least-squares --data t.csv " + words);
    EXPECT_EQ(ran.code, 2) << words;
    EXPECT_NE(ran.error.find(sentence), std::string::npos) << words << ": " << ran.error;
  };
  refused("--set l1:3",
          "--set = l1:3: a path tries many radii, so it is left out: --set l1 --radii");
  refused("--set lp:3:2", "--set lp:3 --radii");
  refused("--set box:-1:1", "has no radius that a path could go along; these have one: ");
  refused("--set l7", "--set = l7");
  refused("--radii 3", "--radii = 3: must be auto, auto:COUNT, or FROM:TO:COUNT");
  refused("--radii 3:1:5", "the last radius must be above the first");
  refused("--radii 0:1:5", "the first radius must be positive");
  refused("--radii 1:3:1", "one radius cannot be two");
  refused("--radii auto:1", "--radii");
  refused("--folds 1", "--folds = 1: must be at least 2, or 0");
  refused("--folds 21", "folds");
  refused("--choose second", "--choose = second");
  refused("--choose one-standard-error --folds 0", "has no effect with --folds 0");
  refused("--model t.csv", "--data");
  EXPECT_EQ(tool.run("path --objective quadratic --Q t.csv").code, 2);
}

TEST(AcgdPath, ShowsCurrentFitOnTerminal) {
  const Tool tool;
  tool.file("t.csv", planted(500, 20, false));
  const std::string words = std::string(kRegression) + "--folds 5 --relative-gap-tolerance 1e-12 ";
  const Ran shown = tool.run_on_terminal(words + "--radii 0.01:40:3000");
  ASSERT_EQ(shown.code, 0) << shown.out;
  EXPECT_NE(shown.out.find(" of 18000  iteration "), std::string::npos);
  EXPECT_EQ(tool.run(words + "--radii 0.01:40:30").error, "");
}

TEST(AcgdPath, KeepsFinishedFitsWhenInterrupted) {
  const Tool tool;
  tool.file("t.csv", planted(2000, 20, false));
  const pid_t child =
      begin(tool, std::string(kRegression) +
                      "--radii 0.001:40:3000 --folds 50 --relative-gap-tolerance 1e-12 "
                      "--max-iterations 10000000 --result r.json --log-every 1000000 2> log");
  // Two lines per fit, at the first iteration and the last one.
  const auto lines = [&] {
    const std::string log = tool.has("log") ? tool.read("log") : "";
    return std::count(log.begin(), log.end(), '\n');
  };
  while (lines() < 20) usleep(2000);
  kill(child, SIGINT);
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  const nlohmann::json json = tool.json("r.json");
  EXPECT_EQ(json["interrupted"], true);
  EXPECT_FALSE(json["fits"].empty());
}

}  // namespace
}  // namespace acgd_test
