// compare and reproduce: independent rows, claims, and commands that can be pasted.
#include <gtest/gtest.h>

#include "commands/comparing.hpp"

namespace acgd_test {
namespace {

/// The runs by name, without times.
nlohmann::json timeless(const nlohmann::json& runs, const std::string& name_key) {
  nlohmann::json rows;
  for (nlohmann::json run : runs) {
    const auto& names = name_key == "step" ? run["options"] : run;
    const std::string name = names[name_key];
    for (const char* key : {"seconds", "setup_seconds", "repetitions", "times_faster"}) {
      run.erase(key);
    }
    if (run.contains("to_accuracy")) {
      for (auto& milestone : run["to_accuracy"]) milestone.erase("seconds");
    }
    rows[name] = run;
  }
  return rows;
}

TEST(AcgdCompare, RowsDoNotDependOnOthersOrOrder) {
  const Tool tool;
  tool.file("data.csv", samples());
  const auto rows = [&](const std::string& steps) {
    const Ran ran = tool.run(
        "compare --objective least-squares --data data.csv --set l2:1 --max-iterations 200 "
        "--quiet --result r.json --steps " +
        steps);
    EXPECT_EQ(ran.code, 0) << ran.error;
    return timeless(tool.json("r.json")["runs"], "step");
  };
  const nlohmann::json all = rows("short,adaptive-constant,backtracking,open-loop");
  EXPECT_EQ(rows("open-loop,backtracking,adaptive-constant,short"), all);
  for (const auto& [step, row] : all.items()) EXPECT_EQ(rows(step)[step], row) << step;
}

TEST(AcgdCompare, SetUpIsShownBehindSeconds) {
  const Tool tool;
  tool.file("data.csv", samples());
  const Ran ran = tool.run(
      "compare --objective least-squares --data data.csv --set l1:1 --max-iterations 100 "
      "--result r.json --steps short,adaptive-adjustable --report r.html");
  ASSERT_EQ(ran.code, 0) << ran.error;
  std::istringstream header(lines_of(ran.out)[1]);  // below the direction
  std::string columns[4];
  for (std::string& column : columns) header >> column;
  EXPECT_EQ(columns[0] + " " + columns[1] + " " + columns[2] + " " + columns[3],
            "strategy iterations seconds set-up");
  expect_at_most_80_columns(ran.out);
  EXPECT_NE(tool.read("r.html").find("set-up"), std::string::npos);
  const nlohmann::json json = tool.json("r.json");
  ASSERT_EQ(json["runs"].size(), 2u);
  for (const auto& run : json["runs"]) {
    EXPECT_GE(run["setup_seconds"].get<double>(), 0);
    EXPECT_EQ(run["repetitions"].get<int>() % 2, 1);
  }
}

TEST(AcgdCompare, UnconstrainedModeHasNoGap) {
  const Tool tool;
  const Ran ran = tool.run(
      "compare --objective rosenbrock --dim 3 --set l2:1 --mode unconstrained --max-iterations 20");
  ASSERT_EQ(ran.code, 0) << ran.error;
  EXPECT_NE(ran.out.find("gradient norm"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("gap"), std::string::npos) << ran.out;
  expect_at_most_80_columns(ran.out);
  const Ran evaluation = tool.run("reproduce rosenbrock --quick");
  EXPECT_NE(lines_of(evaluation.out)[1].find("gradient norm"), std::string::npos) << evaluation.out;
  expect_at_most_80_columns(evaluation.out);
}

TEST(AcgdReproduce, RowsDoNotDependOnOthers) {
  const Tool tool;
  const auto rows = [&](const std::string& flags) {
    const Ran ran =
        tool.run("reproduce lasso --quick --synthetic --quiet --threads 1 --result r.json" + flags);
    EXPECT_EQ(ran.code, 0) << ran.error;
    return timeless(tool.json("r.json")["experiments"][0]["runs"], "strategy");
  };
  const nlohmann::json all = rows("");
  EXPECT_EQ(all.size(), 5u);
  for (const auto& [strategy, row] : all.items()) {
    EXPECT_EQ(rows(" --strategies " + strategy)[strategy], row) << strategy;
  }
}

TEST(AcgdReproduce, EndsWithClaimsOfPaper) {
  const Tool tool;
  const Ran ran =
      tool.run("reproduce matrix-balancing zakharov --synthetic --result r.json --report r.html");
  ASSERT_EQ(ran.code, 0) << ran.error;
  expect_at_most_80_columns(ran.out);
  std::istringstream header(lines_of(ran.out)[1]);
  std::string columns[4];
  for (std::string& column : columns) header >> column;
  EXPECT_EQ(columns[0] + " " + columns[1] + " " + columns[2] + " " + columns[3],
            "strategy iterations seconds set-up");

  const nlohmann::json claims = tool.json("r.json")["claims"];
  ASSERT_EQ(claims.size(), 13u);
  const std::string html = tool.read("r.html");
  const std::string end = in_one_line(ran.out.substr(ran.out.find("The paper's claims. ")));
  for (const auto& claim : claims) {
    const std::string status = claim["status"];
    EXPECT_TRUE(status == "holds" || status == "does not hold" || status == "undecided");
    EXPECT_NE(end.find(status), std::string::npos);
    EXPECT_NE(end.find(claim["claim"].get<std::string>()), std::string::npos) << claim;
    EXPECT_FALSE(claim["found"].get<std::string>().empty()) << claim;
  }
  // Another sample of the paper's distribution: statements hold, figures cannot be compared.
  EXPECT_EQ(claims[0]["status"], "holds") << claims[0];
  EXPECT_EQ(claims[3]["claim"], "published iterations: constant, adjustable, backtracking");
  EXPECT_EQ(claims[3]["status"], "undecided");
  for (const auto& claim : claims) EXPECT_NE(claim["status"], "does not hold") << claim;
  EXPECT_NE(html.find("id=\"claims\""), std::string::npos);
  EXPECT_NE(html.find("published iterations: constant, adjustable, backtracking"),
            std::string::npos);
}

TEST(AcgdReproduce, QuickTablesFitTerminalWithoutClaims) {
  const Tool tool;
  const Ran ran =
      tool.run("reproduce levy lasso --quick --synthetic --result r.json --report r.html");
  ASSERT_EQ(ran.code, 0) << ran.error;
  expect_at_most_80_columns(ran.out);
  EXPECT_EQ(ran.out.find("times faster"), std::string::npos);
  EXPECT_EQ(tool.json("r.json")["claims"].size(), 0u);
  const std::string html = tool.read("r.html");
  for (const std::string& text : {ran.out, html}) {
    for (const char* status : {"does not hold", "do not hold", "undecided", "  holds"}) {
      EXPECT_EQ(text.find(status), std::string::npos) << status;
    }
    EXPECT_NE(in_one_line(text).find("claims are not evaluated with --quick"), std::string::npos);
  }
  EXPECT_EQ(html.find("id=\"claims\""), std::string::npos);
}

TEST(AcgdReproduce, ShowsOtherCountingBesidesTables) {
  const Tool tool;
  const Ran ran = tool.run("reproduce matrix-balancing --synthetic --result r.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const nlohmann::json run = tool.json("r.json")["experiments"][0]["runs"][1];
  EXPECT_EQ(run["strategy"], "adaptive-adjustable");
  EXPECT_EQ(run["other_counting"]["counting"], "paper");
  const std::string line = "  counting=paper";
  const std::size_t place = ran.out.find("\n" + line);
  ASSERT_NE(place, std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find(run["other_counting"]["iterations"].dump(), place), std::string::npos);
}

TEST(AcgdReproduce, ComparesStrategiesFromSameStarts) {
  const Tool tool;
  const Ran ran = tool.run("reproduce rosenbrock --quick --threads 1 --result r.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  std::vector<std::vector<double>> values;
  const nlohmann::json json = tool.json("r.json");
  for (const auto& run : json["experiments"][0]["runs"]) {
    values.push_back(run["values_of_seeds"].get<std::vector<double>>());
    ASSERT_EQ(values.back().size(), 5u);
  }
  ASSERT_EQ(values.size(), 3u);
  std::string expected = "Ended lowest of 5 starts:";
  const std::vector<std::string> names = {"adaptive-constant", "adaptive-adjustable",
                                          "backtracking"};
  for (std::size_t i = 0; i < 3; ++i) {
    int lowest = 0;
    for (std::size_t seed = 0; seed < 5; ++seed) {
      double least = values[0][seed];
      for (const auto& others : values) least = std::min(least, others[seed]);
      lowest += values[i][seed] == least ? 1 : 0;
    }
    expected += " " + names[i] + " from " + std::to_string(lowest) + (i < 2 ? "," : ".");
  }
  EXPECT_NE(in_one_line(ran.out).find(expected), std::string::npos) << expected << ran.out;
}

/// A file in LIBSVM's format that differs clearly from the synthetic one.
constexpr const char* kTinyA1a = "+1 1:1 3:1\n-1 2:1 119:1\n+1 3:1 5:1\n-1 4:1\n";

TEST(AcgdReproduce, CommandOfReportFindsSameData) {
  const Tool tool;
  const std::string folder = "where it's kept";
  std::filesystem::create_directory(tool.path(folder));
  tool.file(folder + "/a1a", kTinyA1a);
  const std::string path =
      "PATH=" + std::filesystem::path(ACGD_TOOL).parent_path().string() + ":$PATH\n";
  tool.file("first.sh", path + "export ACGD_DATA=\"$PWD/" + folder +
                            "\"\nacgd reproduce logistic --quick --strategies short --result "
                            "r.json --report r.html --seed 3\n");
  const Ran first = tool.run_script("first.sh");
  ASSERT_EQ(first.code, 0) << first.error;
  const nlohmann::json before = tool.json("r.json");
  EXPECT_EQ(before["experiments"][0]["data"], "a1a (LIBSVM), 4 x 123");

  // Without the variable, from another folder.
  std::filesystem::create_directory(tool.path("elsewhere"));
  tool.file("again.sh",
            path + "unset ACGD_DATA\ncd elsewhere\n" + before["command"].get<std::string>() + "\n");
  const Ran again = tool.run_script("again.sh");
  ASSERT_EQ(again.code, 0) << again.error;
  const nlohmann::json after = tool.json("elsewhere/r.json");
  EXPECT_EQ(after["experiments"][0]["data"], "a1a (LIBSVM), 4 x 123");
  EXPECT_EQ(after["experiments"][0]["runs"][0]["value"],
            before["experiments"][0]["runs"][0]["value"]);

  // The page has the same, and one for the experiment alone, with the quotes escaped.
  const std::string html = tool.read("r.html");
  EXPECT_NE(html.find("<code>ACGD_DATA=&#39;"), std::string::npos);
  EXPECT_NE(html.find("acgd reproduce logistic --strategies short --quick --seed 3</code>"),
            std::string::npos);
}

TEST(AcgdReproduce, SyntheticDataNeedsNoFiles) {
  const Tool tool;
  tool.file("synthetic.sh",
            "export ACGD_DATA=/somewhere\n" ACGD_TOOL
            " reproduce levy --quick --synthetic --quiet --strategies backtracking --result "
            "r.json\n");
  ASSERT_EQ(tool.run_script("synthetic.sh").code, 0);
  EXPECT_EQ(tool.json("r.json")["command"].get<std::string>().find("ACGD_DATA"), std::string::npos);
}

}  // namespace
}  // namespace acgd_test
