// Direction rules and active sets in the shell, for every rule of the table.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "commands/tool.hpp"

namespace acgd_test {
namespace {

/// |x - (1, 0.5, -0.5)|^2 over the simplex: 0.375, at (0.75, 0.25, 0).
const std::string kNearest =
    "solve --objective least-squares --data a.csv --targets b.csv --set simplex --quiet ";

void write_nearest(const Tool& tool) {
  tool.file("a.csv", "1,0,0\n0,1,0\n0,0,1\n");
  tool.file("b.csv", "1\n0.5\n-0.5\n");
}

/// The names of all listed rules.
std::vector<std::string> listed(const Tool& tool) {
  std::istringstream lines(tool.run("list directions").out);
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  ") || line[2] == ' ') continue;
    names.push_back(line.substr(2, line.find(' ', 2) - 2));
  }
  return names;
}

/// The rules for constrained runs.
std::vector<std::string> inside(const Tool& tool) {
  std::vector<std::string> names = listed(tool);
  std::erase(names, "steepest-descent");
  EXPECT_GE(names.size(), 2u);
  return names;
}

TEST(Directions, AllSolveSameProblem) {
  const Tool tool;
  write_nearest(tool);
  for (const std::string& rule : inside(tool)) {
    const Ran ran = tool.run(kNearest + "--direction " + rule +
                             " --gap-tolerance 1e-3 --result r.json --solution x.csv");
    ASSERT_EQ(ran.code, 0) << rule << ": " << ran.error;
    const nlohmann::json result = tool.json("r.json");
    EXPECT_EQ(result["converged"], true) << rule << ": " << result["message"];
    EXPECT_EQ(result["options"]["direction"], rule);
    EXPECT_TRUE(rule == "auto" || result["direction"] == rule) << result["direction"];
    EXPECT_NE(result["direction"], "auto") << "the rule that was chosen";
    EXPECT_GE(result["counts"]["oracle_calls"], 1);
    EXPECT_GE(result["seconds"]["total"], 0);
    EXPECT_NEAR(result["value"].get<double>(), 0.375, 1e-3) << rule;
  }
}

TEST(Directions, AreListedExplainedAndCompleted) {
  const Tool tool;
  const std::string completion = tool.run("completion bash").out;
  for (const std::string& rule : listed(tool)) {
    EXPECT_EQ(tool.run("help " + rule).code, 0) << rule;
    EXPECT_NE(completion.find(rule), std::string::npos) << rule;
  }
}

// The trace and the result have the same lower bound; none where f is not known to be convex.
TEST(Directions, LowerBoundMatchesTrace) {
  const Tool tool;
  write_nearest(tool);
  for (const std::string& rule : inside(tool)) {
    ASSERT_EQ(tool.run(kNearest + "--direction " + rule +
                       " --max-iterations 20 --result r.json --trace t.csv")
                  .code,
              0);
    const nlohmann::json result = tool.json("r.json");
    const auto rows = rows_of(tool.read("t.csv"));
    ASSERT_EQ(rows.back().size(), 8u);
    if (result["lower_bound"].is_null()) {
      for (const auto& row : rows) EXPECT_TRUE(std::isnan(row[7])) << rule;
      continue;
    }
    double largest = std::nan("");
    for (const auto& row : rows) {
      largest = std::fmax(largest, row[2] - row[3]);
      EXPECT_EQ(row[7], largest) << rule;
    }
    EXPECT_EQ(result["lower_bound"].get<double>(), largest);
    EXPECT_LE(largest, 0.375 + 1e-15) << rule;
  }
  ASSERT_EQ(
      tool.run("solve --objective rosenbrock --dim 3 --set box:-2:2 --max-iterations 3 --quiet "
               "--result r.json")
          .code,
      0);
  EXPECT_TRUE(tool.json("r.json")["lower_bound"].is_null()) << "a banana is not convex";
}

TEST(Directions, LazyRulesShowNoGapWithoutLmoCall) {
  const Tool tool;
  write_nearest(tool);
  for (const std::string& rule : inside(tool)) {
    if (tool.run("help " + rule).out.find(":lazy= ") == std::string::npos) continue;
    const Ran ran = tool.run(
        "solve --objective least-squares --data a.csv --targets b.csv --set simplex --direction " +
        rule + ":lazy=true --max-iterations 5 --log-every 1 --trace t.csv");
    ASSERT_EQ(ran.code, 0) << ran.error;
    EXPECT_EQ((ran.out + ran.error + tool.read("t.csv")).find("nan"), std::string::npos)
        << ran.out << ran.error;
  }
}

TEST(AtomsFile, HasAtomsOfSolution) {
  const Tool tool;
  write_nearest(tool);
  for (const std::string& rule : inside(tool)) {
    if (rule == "frank-wolfe") continue;
    const Ran ran = tool.run(kNearest + "--direction " + rule +
                             " --gap-tolerance 1e-3 --atoms atoms.csv --solution x.csv --result "
                             "r.json");
    ASSERT_EQ(ran.code, 0) << ran.error;
    const std::string text = tool.read("atoms.csv");
    EXPECT_TRUE(text.starts_with("atom,weight,block,index,value\n")) << text;
    const std::size_t count = tool.json("r.json")["atoms"];
    const auto rows = rows_of(text), x = rows_of("\n" + tool.read("x.csv"));
    if (count == 0) {
      EXPECT_TRUE(rows.empty()) << rule;
      continue;
    }
    std::vector<double> sum(3);
    double weights = 0;
    for (const auto& row : rows) {
      sum[static_cast<std::size_t>(row[3])] += row[1] * row[4];
      weights += row[1];
    }
    EXPECT_EQ(rows.size(), count) << "corners have one entry each";
    EXPECT_NEAR(weights, 1, 1e-15);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(sum[i], x[i][0], 1e-15) << rule;
  }
}

TEST(AtomsFile, IsValidStart) {
  const Tool tool;
  write_nearest(tool);
  tool.file("atoms.csv", "atom,weight,block,index,value\n0,0.25,0,0,1\n1,0.75,0,2,1\n");
  for (const std::string& rule : inside(tool)) {
    const Ran ran = tool.run(kNearest + "--direction " + rule +
                             " --x0 atoms.csv --max-iterations 0 --solution x.csv");
    ASSERT_EQ(ran.code, 0) << ran.error;
    EXPECT_EQ(tool.read("x.csv"), "0.25\n0\n0.75\n") << rule;
  }
}

TEST(AtomsFile, IsRejectedWithoutEffect) {
  const Tool tool;
  write_nearest(tool);
  tool.file("half.csv", "atom,weight,block,index,value\n0,0.5,0,0,1\n");
  tool.file("far.csv", "atom,weight,block,index,value\n0,1,0,3,1\n");
  const std::string free = "solve --objective levy --dim 3 --set l2:1 --mode unconstrained ";
  for (const auto& [words, sentence] : std::vector<std::pair<std::string, std::string>>{
           {kNearest + "--x0 half.csv", "--x0: the weights of the atoms sum to 0.5, must sum to 1"},
           {kNearest + "--x0 far.csv", "far.csv:2:7: index \"3\": must be an integer from 0 to 2"},
           {kNearest + "--x0 half.csv --atoms half.csv", "--atoms"},
           {kNearest + "--atoms none/a.csv", "--atoms = none/a.csv: there is no folder none"},
           {kNearest + "--direction frank-wolfe --atoms kept.csv",
            "--atoms: has no effect with --direction frank-wolfe, which keeps none"},
           {free + "--atoms kept.csv",
            "--atoms: has no effect with --mode unconstrained, which keeps none"}}) {
    const Ran ran = tool.run(words);
    EXPECT_EQ(ran.code, 2) << words;
    EXPECT_NE(ran.error.find(sentence), std::string::npos) << words << ": " << ran.error;
    EXPECT_FALSE(tool.has("kept.csv"));
  }
}

/// The line of a summary that begins with this word.
std::string summary_line(const std::string& text, const std::string& word) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first, rest;
    words >> first >> std::ws;
    std::getline(words, rest);
    if (first == word) return rest;
  }
  return "no such line";
}

TEST(CompareDirections, DefaultToThoseOfSolve) {
  const Tool tool;
  write_nearest(tool);
  const std::string nearest = "--objective least-squares --data a.csv --targets b.csv ";
  const std::string levy = "--objective levy --dim 5 --max-iterations 9 ";
  for (const auto& [problem, direction] : std::map<std::string, std::string>{
           {nearest + "--set simplex ", "corrective (auto)"},
           {nearest + "--set l2:1 ", "frank-wolfe (auto)"},
           {levy + "--set box:-5:5 ", "blended-pairwise (auto)"},
           {levy + "--set l2:1 --mode unconstrained ", "steepest-descent (auto)"}}) {
    const Ran solved = tool.run("solve " + problem + "--step backtracking --result one.json");
    const Ran compared =
        tool.run("compare " + problem + "--steps backtracking --result all.json --report r.html");
    ASSERT_EQ(solved.code + compared.code, 0) << solved.error << compared.error;
    const nlohmann::json one = tool.json("one.json"), run = tool.json("all.json")["runs"][0];
    for (const char* key : {"direction", "value", "counts"}) EXPECT_EQ(run[key], one[key]) << key;
    EXPECT_EQ(summary_line(solved.out, "direction"), direction);
    EXPECT_EQ(summary_line(solved.out, "step"), "rule      backtracking");
    EXPECT_EQ(summary_line(compared.out, "direction:"), direction);
    EXPECT_EQ(tool.json("all.json")["direction"], direction);
    EXPECT_NE(tool.read("r.html").find("<dt>Direction</dt><dd>" + direction), std::string::npos);
  }
  const Ran two = tool.run("compare " + nearest + "--set simplex --directions frank-wolfe,auto");
  EXPECT_EQ(summary_line(two.out, "direction:"), "frank-wolfe, corrective (auto)");
}

TEST(CompareDirections, AreEachRunWithEachStep) {
  const Tool tool;
  write_nearest(tool);
  std::string rules;
  std::vector<std::string> names;
  for (const std::string& rule : inside(tool)) {
    rules += (rules.empty() ? "" : ",") + rule;
    for (const char* step : {"open-loop", "backtracking"}) names.push_back(rule + "+" + step);
  }
  const Ran ran = tool.run(
      "compare --objective least-squares --data a.csv --targets b.csv --set simplex "
      "--steps open-loop,backtracking --max-iterations 3 --result r.json --traces traces --svg "
      "pictures --directions " +
      rules);
  ASSERT_EQ(ran.code, 0) << ran.error;
  const nlohmann::json runs = tool.json("r.json")["runs"];
  ASSERT_EQ(runs.size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(runs[i]["name"], names[i]);
    EXPECT_TRUE(tool.has("traces/" + names[i] + ".csv"));
    // A long one has a line of its own.
    const std::size_t row =
        std::min(ran.out.find("\n" + names[i] + " "), ran.out.find("\n" + names[i] + "\n"));
    EXPECT_NE(row, std::string::npos) << ran.out;
  }
}

}  // namespace
}  // namespace acgd_test
