// Pages of `acgd help NAME`; their examples run unchanged.
#include <gtest/gtest.h>

#include <cstdlib>
#include <regex>

#include "commands/tool.hpp"
#include "data/gzip.hpp"

namespace acgd_test {
namespace {

constexpr const char* kTable = "size,age,price\n1,0,3\n0,1,-2\n1,1,1\n2,1,4\n";

/// The files that the examples of the help texts read.
void write_example_files(const Tool& tool) {
  tool.file("samples.txt",
            "+1 1:0.5 3:-1.25\n-1 2:2\n+1 1:1 2:0.1 3:0.3\n-1 1:-2 3:1\n+1 3:-0.5\n");
  tool.file("table.csv", kTable);
  tool.file("table.csv.gz", gzip(kTable));
  tool.file("counts.csv", "1,0,3\n0,1,2\n1,1,5\n");
  tool.file("ratings.csv", "1,1,3\n2,2,4\n3,1,1\n1,2,5\n2,3,2\n");
  tool.file("edges.csv", "0,1\n0,2\n1,3\n2,3\n");
  tool.file("points.csv", "0,0\n1,0\n0,1\n");
  tool.file("atoms.csv", "1,0\n0.6,0.8\n");
  tool.file("weights.csv", "3\n2\n");
  tool.file("groups.csv", "0\n1\n");
  tool.file("axes.csv", "0,1\n1,2\n");
  tool.file("bounds.csv", "-1,1\n0,2\n");
  tool.file("row.csv", "0,1,1\n0,2,1\n");
  tool.file("likelihoods.csv", "0.9,0.1\n0.2,0.8\n");
  tool.file("first.csv", "0,1,0\n1,0,1\n0,1,0\n");
  tool.file("second.csv", "0,1,1\n1,0,0\n1,0,0\n");
  tool.file("values.csv", "1\n2\n3\n");
  tool.file("pairs.csv", "0,0\n0,1\n1,0\n1,1\n");
  tool.file("roads.csv", "0,1\n1,2\n2,3\n3,0\n0,2\n");
  tool.file("margins.csv", "3,3\n2,2,2\n");
  tool.file("network.csv", "from,to,capacity\n0,1,2\n0,2,2\n1,2,1\n1,3,2\n2,3,2\n");
  tool.file("supplies.csv", "0,3\n3,-3\n");
  tool.file("blend.mps",
            "ROWS\n N cost\n L most\n G least\nCOLUMNS\n x most 1 least 1\n y most 2 least 1\n"
            "RHS\n r most 4 least 1\nENDATA\n");
  tool.file("matrix.csv", "2,1,0\n1,3,1\n0,1,2\n");
  tool.file("matrix.mtx",
            "%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 1\n1 2 4\n2 1 1\n");
  tool.file("start.csv", "1\n0\n-1\n0\n");
  tool.file("town_net.tntp",
            "<NUMBER OF ZONES> 2\n<NUMBER OF NODES> 2\n<NUMBER OF LINKS> 2\n<END OF METADATA>\n"
            "1 2 4 3 10 1 1 0 5 1 ;\n1 2 9 1 15 0 0 0 0 1 ;\n");
  tool.file("town_trips.tntp", "<NUMBER OF ZONES> 2\n<END OF METADATA>\nOrigin 1\n2 : 6.0;\n");
}

/// The names listed by `acgd list TOPIC`, without their syntax.
std::vector<std::string> names_in(const Tool& tool, const std::string& topic) {
  if (topic == "starts") return {"vertex", "zero", "random-vertex", "gaussian", "file"};
  if (topic == "formats") return {"libsvm", "npy", "mtx", "csv", "ratings", "edges", "tntp", "gz"};
  std::istringstream lines(tool.run("list " + topic).out);
  std::vector<std::string> names;
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    if (line.starts_with("   ")) continue;  // the second line of a kind
    names.push_back(line.substr(2, line.find_first_of(" :[", 2) - 2));
  }
  return names;
}

/// The indented commands of a text, without the name of the program.
std::vector<std::string> commands_in(const std::string& text) {
  std::istringstream lines(text);
  std::vector<std::string> commands;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("    acgd solve ")) commands.push_back(line.substr(9));
  }
  return commands;
}

/// Formulas in headings, descriptions and notes of a page that are not typeset: indices, powers,
/// comparisons, bars, names in capitals.
std::vector<std::string> leftovers(const std::string& page) {
  std::vector<std::string> found;
  const std::regex part(
      "<(h1|h2|p class=\"description\"|ul class=\"notes\")>([^]*?)</(h1|h2|p|ul)>");
  const std::regex raw("[_^`|]|&lt;|&gt;|<=|>=|\\b[A-Z]{2,}\\b");
  for (std::sregex_iterator it(page.begin(), page.end(), part), end; it != end; ++it) {
    const std::string bars =
        std::regex_replace((*it)[2].str(), std::regex("<mo>(\\||&lt;)</mo>"), "");
    const std::string text = std::regex_replace(bars, std::regex("<[^>]*>"), "");
    if (std::regex_search(text, raw)) found.push_back(text);
  }
  return found;
}

class HelpOf : public testing::TestWithParam<const char*> {};

TEST_P(HelpOf, EveryNameHasFormulaAndWorkingExample) {
  const Tool tool;
  write_example_files(tool);
  const std::vector<std::string> names = names_in(tool, GetParam());
  EXPECT_GE(names.size(), 3u);
  for (const std::string& name : names) {
    const Ran help = tool.run("help " + name);
    ASSERT_EQ(help.code, 0) << name << help.error;
    const std::vector<std::string> examples = commands_in(help.out);
    ASSERT_FALSE(examples.empty()) << help.out;
    for (const std::string& example : examples) {
      // Limits keep slow examples short.
      const bool has_limit = example.find("--max-iterations") != std::string::npos;
      const Ran ran =
          tool.run(example + (has_limit ? "" : " --max-iterations 300") + " --report page.html");
      const bool is_missing = help.out.find("(not in this build: needs ") != std::string::npos;
      EXPECT_EQ(ran.code, is_missing ? 2 : 0) << "acgd " << example << "\n" << ran.error << ran.out;
      if (is_missing) continue;
      EXPECT_EQ(leftovers(tool.read("page.html")), std::vector<std::string>()) << example;
    }
    // The line of the list, an empty line, the formula.
    EXPECT_NE(help.out.find("\n\n    "), std::string::npos) << help.out;
  }
}

/// The tool as built without Clp.
TEST(AcgdList, MarksSetsMissingInThisBuild) {
  const Tool tool;
  write_example_files(tool);
  const std::string note = "(not in this build: needs Clp)";
  const Ran list = tool.run_program(ACGD_TOOL_WITHOUT_SOLVERS, "list sets");
  const std::size_t place = list.out.find("  polyhedron:");
  ASSERT_NE(place, std::string::npos) << list.out;
  EXPECT_LT(list.out.find(note, place), list.out.find("\n  product", place)) << list.out;
  EXPECT_NE(tool.run_program(ACGD_TOOL_WITHOUT_SOLVERS, "help polyhedron").out.find(note),
            std::string::npos);
  const Ran ran = tool.run_program(ACGD_TOOL_WITHOUT_SOLVERS,
                                   "solve --objective zakharov --dim 2 --set polyhedron:blend.mps");
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.error.find("acgd was built without Clp, which solves linear programs; install"),
            std::string::npos)
      << ran.error;
}

/// A loss is declared as a sum or a mean: in its list, in its formula and beside its value.
TEST(AcgdHelp, DeclaresEveryLossAsSumOrMean) {
  const Tool tool;
  write_example_files(tool);
  for (const std::string name : {"least-squares", "logistic", "softmax", "sigmoid", "huber",
                                 "squared-hinge", "poisson", "completion", "traffic"}) {
    const std::string help = tool.run("help " + name).out;
    const std::string word = name == "least-squares" || name == "traffic" ? "sum" : "mean";
    const std::size_t begin = help.find("Objectives (--objective)");
    const std::size_t end = std::min(help.find("\n    :", begin), help.find("\n\n", begin));
    EXPECT_NE(help.substr(begin, end - begin).find(word), std::string::npos) << help;
    const std::string example = commands_in(help).at(0);
    const Ran ran = tool.run(example + " --max-iterations 20");
    EXPECT_NE(ran.out.find(" (" + word + " over the "), std::string::npos) << ran.out;
  }
  const std::string sums =
      "solve --objective logistic:scaling=sum --data samples.txt --set l1:5 --report r.html";
  EXPECT_NE(tool.run(sums).out.find(" (sum over the samples)"), std::string::npos);
  EXPECT_NE(tool.read("r.html").find("sum over the samples of <math>"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Lists, HelpOf,
                         testing::Values("sets", "objectives", "steps", "directions", "norms",
                                         "starts", "formats"),
                         [](const auto& test) { return std::string(test.param); });

TEST(AcgdHelp, HasParametersWithDefaults) {
  const Tool tool;
  const std::string adaptive = tool.run("help adaptive-adjustable").out;
  for (const char* words :
       {":gamma= ", "must be in (0, 1]; 0.25 unless given", ":period= ", "10 unless given",
        ":delta= ", ":initial-lipschitz= ", ":counting= ", "paper, published"}) {
    EXPECT_NE(adaptive.find(words), std::string::npos) << words << "\n" << adaptive;
  }
  EXPECT_EQ(tool.run("help line-search").out.find("gamma"), std::string::npos);
  EXPECT_NE(tool.run("list steps").out.find(":shrink= "), std::string::npos);
  const std::string flags = tool.run("help solve").out;
  for (const char* words : {"--gamma NUMBER", "--period N", "--counting paper|published",
                            "--check-gradient true|false", "--time-limit SECONDS"}) {
    EXPECT_NE(flags.find(words), std::string::npos) << words << "\n" << flags;
  }
  EXPECT_NE(tool.run("help simplex").out.find("1 unless given"), std::string::npos);
  EXPECT_NE(tool.run("help huber").out.find("--targets FILE"), std::string::npos);
  const std::string both = tool.run("help l1").out;
  EXPECT_NE(both.find("Sets"), std::string::npos);
  EXPECT_NE(both.find("Norms"), std::string::npos);
  EXPECT_NE(tool.run("help lasso").out.find("acgd reproduce lasso --quick"), std::string::npos);
}

TEST(AcgdHelp, DescribesCommandsAndLists) {
  const Tool tool;
  EXPECT_NE(tool.run("help").out.find("reproduce"), std::string::npos);
  EXPECT_NE(tool.run("help sets").out.find("nuclear:R"), std::string::npos);
  EXPECT_NE(tool.run("help backtracking").out.find("raises it"), std::string::npos);
  EXPECT_EQ(tool.run("help solve").out, tool.run("solve --help").out);
  EXPECT_EQ(tool.run("solve --max-iterations x --help").code, 0);
  EXPECT_NE(tool.run("data fetch --help").out.find("--mirror"), std::string::npos);
  const Ran ran = tool.run("help setz");
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.error.find("sets?"), std::string::npos) << ran.error;
  EXPECT_NE(tool.run("help logistc").error.find("logistic?"), std::string::npos);
}

}  // namespace
}  // namespace acgd_test
