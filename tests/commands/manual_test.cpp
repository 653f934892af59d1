// The manual page has the content of help and lists, and man typesets it without warnings.
#include <gtest/gtest.h>

#include <regex>

#include "commands/tool.hpp"

namespace acgd_test {
namespace {

/// As troff writes it: dashes that stay dashes.
std::string dashes_kept(const std::string& text) {
  return std::regex_replace(text, std::regex("-"), "\\-");
}

/// All matches in the output of a command, by their first group.
std::vector<std::string> found_in(const std::string& text, const char* pattern) {
  const std::regex expression(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at) {
    found.push_back((*at)[1]);
  }
  return found;
}

/// The lines of a section, or of a command, up to the next one.
std::string part_of(const std::string& page, const std::string& heading) {
  const std::size_t from = page.find(heading);
  if (from == std::string::npos) return "";
  const std::size_t to = page.find("\n.S", from + heading.size());
  return page.substr(from, to - from);
}

TEST(Manual, HasEveryCommandWithItsFlags) {
  const Tool tool;
  const std::string page = tool.run("help --man").out;
  for (const char* command : {"solve", "path", "predict", "compare", "recommend", "reproduce",
                              "list", "help", "data fetch", "convert", "completion"}) {
    const std::string part = part_of(page, std::string(".SS \"acgd ") + command + "\"\n");
    ASSERT_FALSE(part.empty()) << command;
    const std::string help = tool.run(std::string(command) + " --help").out;
    for (const std::string& flag : found_in(help, "\n +(--[a-z0-9-]+)")) {
      if (flag == "--help") continue;
      EXPECT_NE(part.find("\\fB" + dashes_kept(flag) + "\\fR"), std::string::npos)
          << command << " " << flag;
    }
  }
}

TEST(Manual, HasEveryNameOfLists) {
  const Tool tool;
  const std::string page = tool.run("help --man").out;
  const std::vector<std::pair<std::string, std::string>> lists = {{"sets", "SETS"},
                                                                  {"objectives", "OBJECTIVES"},
                                                                  {"steps", "STEP RULES"},
                                                                  {"directions", "DIRECTION RULES"},
                                                                  {"norms", "NORMS"},
                                                                  {"starts", "STARTS"},
                                                                  {"formats", "FILE FORMATS"},
                                                                  {"experiments", "EXPERIMENTS"}};
  for (const auto& [topic, title] : lists) {
    const std::string part = part_of(page, ".SH \"" + title + "\"\n");
    auto names = found_in(tool.run("list " + topic).out, "\n  ([a-z][A-Za-z0-9-]*)");
    if (topic == "formats") names = {"libsvm", "npy", "mtx", "csv", "ratings", "edges", "tntp"};
    EXPECT_GT(names.size(), 3u) << topic;
    for (const std::string& name : names) {
      EXPECT_NE(part.find("\n\\fB" + dashes_kept(name)), std::string::npos) << topic << " " << name;
    }
  }
  // With formula, parameter and example.
  for (const char* part : {"max |x_i|", ":gamma", "\\-\\-set l1:2"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
}

TEST(Manual, RejectsTopicWithEverything) {
  const Ran ran = Tool().run("help l1 --man");
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.error.find("--man: prints the complete help; leave out l1"), std::string::npos)
      << ran.error;
}

/// A typesetting program, if it is installed.
class Typesetter : public testing::TestWithParam<const char*> {};

TEST_P(Typesetter, GivesNoWarnings) {
  const Tool tool;
  const std::string program = GetParam();
  tool.file("has", "command -v " + program.substr(0, program.find(' ')));
  if (tool.run_script("has").code != 0) GTEST_SKIP() << program << " is not here";
  tool.file("acgd.1", tool.run("help --man").out);
  tool.file("set", program + " acgd.1");
  const Ran ran = tool.run_script("set");
  EXPECT_EQ(ran.code, 0) << ran.error << ran.out;
  EXPECT_EQ(ran.error, "");
  if (program.find("lint") != std::string::npos) return;
  // Text copied from it works in a shell.
  EXPECT_NE(ran.out.find("--max-iterations N"), std::string::npos);
  EXPECT_NE(ran.out.find("acgd solve --objective least-squares --data table.csv --set l1:2"),
            std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Manual, Typesetter,
                         testing::Values("groff -man -ww -Tutf8 -P-cbou",
                                         "mandoc -T lint -W error"),
                         [](const auto& test) {
                           const std::string name = test.param;
                           return name.substr(0, name.find(' '));
                         });

}  // namespace
}  // namespace acgd_test
