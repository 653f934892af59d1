// The commands shown in the documents are run as they stand there; those of the README by
// python/tests/test_readme.py.
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/tool.hpp"
#include "support/data.hpp"

namespace acgd_test {
namespace {

/// Indented lines that begin with the words, each with the lines that a backslash joins to it and
/// without its comment.
std::vector<std::string> commands_in(const std::string& document, const std::string& words) {
  std::istringstream lines(document);
  std::vector<std::string> commands;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("    acgd " + words)) continue;
    std::string command = line.substr(9);
    while (command.ends_with('\\') && std::getline(lines, line)) {
      command.pop_back();
      command += line;
    }
    commands.push_back(command.substr(0, command.find('#')));
  }
  return commands;
}

/// 40 samples of three features; y is yes where a is above b, but for some.
std::string train_table() {
  std::string table = "a,b,c,y\n";
  for (int i = 0; i < 40; ++i) {
    const int a = i * 7 % 11, b = i * 5 % 13;
    const bool is_yes = (a > b) != (i % 9 == 0);
    table += std::to_string(a) + "," + std::to_string(b) + "," + std::to_string(i % 4) +
             (is_yes ? ",yes\n" : ",no\n");
  }
  return table;
}

class Document : public testing::TestWithParam<const char*> {};

TEST_P(Document, HasCommandsThatWork) {
  const Tool tool;
  for (const std::string name : {"a1a", "a1a.t", "traffic/SiouxFalls_net.tntp",
                                 "traffic/SiouxFalls_trips.tntp", "traffic/SiouxFalls_node.tntp"}) {
    const auto file = data_file(name);
    if (!file) GTEST_SKIP() << name << " is not at ACGD_DATA";
    tool.file(file->filename().string(), bytes_of(*file));
  }
  tool.file("train.csv", train_table());
  tool.file("new.csv", "c,b,a\n1,2,3\n0.5,-1,2\n");
  const std::string document = bytes_of(std::string(ACGD_SOURCE) + "/" + GetParam());
  const auto solve = commands_in(document, "solve --");
  EXPECT_FALSE(solve.empty());
  for (const std::string& command : solve) {
    const Ran ran = tool.run(command);
    EXPECT_EQ(ran.code, 0) << command << ran.error;
    for (const char* file : {"run.csv", "run.json", "x.npy", "run.html"}) {
      const bool named = command.find(file) != std::string::npos;
      EXPECT_TRUE(tool.has(file) || !named) << file;
    }
  }
  for (const std::string& command : commands_in(document, "compare --")) {
    EXPECT_EQ(tool.run(command).code, 0) << command;
  }
  for (const std::string& command : commands_in(document, "path --")) {
    EXPECT_EQ(tool.run(command).code, 0) << command;
  }
  // By models that were learnt above.
  for (const std::string& command : commands_in(document, "predict --")) {
    EXPECT_EQ(tool.run(command).code, 0) << command;
  }
  for (const std::string& command : commands_in(document, "reproduce lasso")) {
    EXPECT_EQ(tool.run(command).code, 0) << command;
  }
}

INSTANTIATE_TEST_SUITE_P(Shown, Document,
                         testing::Values("docs/tool.md", "docs/directions.md", "docs/traffic.md"),
                         [](const auto& test) {
                           return std::filesystem::path(test.param).stem().string();
                         });

}  // namespace
}  // namespace acgd_test
