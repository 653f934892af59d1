// The terminal during a run, and after Ctrl-C.
#include "commands/terminal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "commands/tool.hpp"

namespace acgd_test {
namespace {

/// A run that only ends by a signal.
const std::string kEndlessLine = ACGD_TOOL
    " solve --objective rosenbrock --dim 2000 --set box:-2:2 --step backtracking --gap-tolerance 0 "
    "--max-iterations 1e15";

/// The live lines that were written, one after the other.
std::vector<std::string> live_lines(const std::string& written) {
  std::vector<std::string> lines;
  const std::string begin = "\r\x1b[K";
  for (std::size_t at = written.find(begin); at != std::string::npos;) {
    const std::size_t next = written.find(begin, at + begin.size());
    const std::string line = written.substr(at + begin.size(), next - at - begin.size());
    if (next != std::string::npos && !line.empty()) lines.push_back(line);
    at = next;
  }
  return lines;
}

bool has_three_lines(const std::string& written) { return live_lines(written).size() >= 3; }

class LiveLine : public testing::TestWithParam<unsigned short> {};

TEST_P(LiveLine, FitsTerminalWithWholeNumbers) {
  Terminal terminal(GetParam(), kEndlessLine);
  terminal.read_until(has_three_lines);
  terminal.press("\x03");
  EXPECT_EQ(terminal.wait(), 130);
  const std::string number = R"((0|-?\d+(\.\d+)?(e[+-]\d\d+)?))";
  const std::regex whole("iteration \\d+(  value " + number + ")?(  gap " + number + ")?(  L " +
                         number +
                         ")?(  \\d+(\\.\\d+)? iterations/s)?(  \\d+ (s|min) left at most|  "
                         "\\d+\\.\\d h left at most)?");
  EXPECT_TRUE(has_three_lines(terminal.written())) << terminal.written();
  for (std::string line : live_lines(terminal.written())) {
    line = line.substr(0, line.find('^'));
    EXPECT_LE(line.size(), GetParam()) << line;
    EXPECT_TRUE(std::regex_match(line, whole)) << line;
  }
}

TEST_P(LiveLine, CtrlCRemovesIt) {
  Terminal terminal(GetParam(), kEndlessLine);
  terminal.read_until(has_three_lines);
  terminal.press("\x03");
  EXPECT_EQ(terminal.wait(), 130);
  const std::vector<std::string> screen = terminal.screen();
  EXPECT_TRUE(screen[0].starts_with("interrupted, not converged")) << screen[0];
  std::string all;
  for (const std::string& line : screen) {
    EXPECT_FALSE(line.starts_with("iteration ")) << line;
    all += line;
  }
  // The only one is that of R^2000.
  EXPECT_EQ(std::count(all.begin(), all.end(), '^'), 1) << all;
}

INSTANTIATE_TEST_SUITE_P(Columns, LiveLine, testing::Values(160, 80, 40),
                         [](const auto& test) { return std::to_string(test.param); });

TEST(LiveLineFields, AreOmittedIfTooNarrow) {
  const auto first_line = [](unsigned short columns) {
    Terminal terminal(columns, kEndlessLine);
    terminal.read_until(has_three_lines);
    terminal.press("\x03");
    terminal.wait();
    const std::vector<std::string> lines = live_lines(terminal.written());
    return lines.empty() ? terminal.written() : lines[0];
  };
  const std::string wide = first_line(160), usual = first_line(80), narrow = first_line(40);
  EXPECT_NE(wide.find("iterations/s"), std::string::npos) << wide;
  EXPECT_NE(wide.find("  L "), std::string::npos) << wide;
  EXPECT_NE(usual.find("value "), std::string::npos) << usual;
  EXPECT_NE(usual.find("gap "), std::string::npos) << usual;
  EXPECT_NE(narrow.find("gap "), std::string::npos) << narrow;
  EXPECT_EQ(narrow.find("value "), std::string::npos) << narrow;
}

TEST(LiveLineFields, UnconstrainedRunsHaveGradientNorm) {
  Terminal terminal(120, ACGD_TOOL
                    " solve --objective rosenbrock --dim 2000 --set l2:1 --mode unconstrained "
                    "--x0 gaussian --gap-tolerance 0 --step fixed:1e-9 --max-iterations 1e15");
  terminal.read_until(has_three_lines);
  terminal.press("\x03");
  EXPECT_EQ(terminal.wait(), 130);
  EXPECT_NE(terminal.written().find("  gradient norm "), std::string::npos);
  EXPECT_EQ(terminal.written().find("gap"), std::string::npos) << terminal.written();
}

TEST(LiveLineFields, UnknownWidthIsEightyColumns) {
  Terminal terminal(0, kEndlessLine);
  terminal.read_until(has_three_lines);
  terminal.press("\x03");
  EXPECT_EQ(terminal.wait(), 130);
  for (const std::string& line : live_lines(terminal.written()))
    EXPECT_LE(line.size(), 80u) << line;
}

/// name -> the rest of its line
std::string field(const std::string& summary, const std::string& name) {
  const std::size_t at = summary.find("\n  " + name + " ");
  if (at == std::string::npos) return "";
  const std::size_t begin = summary.find_first_not_of(' ', at + 3 + name.size());
  return summary.substr(begin, summary.find('\n', begin) - begin);
}

TEST(Summary, HasResultOutputsAndUnmetTolerance) {
  const Tool tool;
  // The projection of (3, 0, 0) on the unit ball of l1 is (1, 0, 0).
  tool.file("a.csv", "1,0,0\n0,1,0\n0,0,1\n");
  tool.file("b.csv", "3\n0\n0\n");
  const std::string words =
      "solve --objective least-squares --data a.csv --targets b.csv --set l1:1 --trace t.csv "
      "--result r.json --solution x.npy";
  const std::string reached = tool.run(words).out;
  EXPECT_TRUE(reached.starts_with("gap reached (")) << reached;
  EXPECT_EQ(field(reached, "non-zeros"), "1 of 3");
  EXPECT_EQ(field(reached, "targets"), "b.csv");
  for (const char* file : {"t.csv", "r.json", "x.npy"}) {
    EXPECT_NE(field(reached, "written").find(file), std::string::npos) << reached;
  }
  const std::string stopped = tool.run(words + " --x0 zero --max-iterations 0").out;
  EXPECT_TRUE(stopped.starts_with("iteration limit, not converged (")) << stopped;
  EXPECT_EQ(field(stopped, "non-zeros"), "0 of 3");
}

TEST(Summary, HasRankOfMatrix) {
  const Tool tool;
  tool.file("ratings.csv", "1,1,3\n2,2,4\n3,1,1\n1,2,5\n");
  const std::string out =
      tool.run("solve --objective completion --data ratings.csv --set nuclear:5 --max-iterations 1")
          .out;
  // From 0, one step adds one matrix of rank one.
  EXPECT_EQ(field(out, "rank"), "1 at most, of a 3 x 2 matrix") << out;
}

TEST(Summary, UnconstrainedRunsHaveNormAndGradientNorm) {
  // f = ||x||^2 + s^2 + s^4, s = x_1 / 2: at x = 2 the gradient is 4 + 1 + 2 = 7.
  const Tool tool;
  tool.file("start.csv", "2\n");
  const std::string out =
      tool.run(
              "solve --objective zakharov --dim 1 --set l2:1 --mode unconstrained --x0 start.csv "
              "--max-iterations 0")
          .out;
  EXPECT_EQ(field(out, "gradient norm"), "7") << out;
  EXPECT_EQ(field(out, "norm"), "whose unit ball is the l2 ball of radius 1 in R^1") << out;
  EXPECT_EQ(out.find("gap"), std::string::npos) << out;
  EXPECT_EQ(field(out, "set"), "") << out;
}

TEST(Summary, ImplicitTargetIsLastColumn) {
  const Tool tool;
  tool.file("table.csv", "1,0,3\n0,1,-2\n");
  const Ran ran =
      tool.run("solve --objective least-squares --data table.csv --set l1:1 --result r.json");
  EXPECT_EQ(field(ran.out, "targets"), "last column of table.csv") << ran.out;
  EXPECT_EQ(tool.json("r.json")["problem"]["targets"], "last column of table.csv");
}

}  // namespace
}  // namespace acgd_test
