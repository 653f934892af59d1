// The catalogues of docs/ match the descriptions of sets, objectives, rules and options.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "acgd/solve/options.hpp"
#include "app/spec/objectives.hpp"
#include "app/spec/rules.hpp"
#include "app/spec/sets.hpp"
#include "support/temporary_folder.hpp"

namespace acgd::spec {
namespace {

using Parameters = std::vector<std::pair<std::string, std::string>>;

/// The bar of norms separates columns of tables, so it is escaped.
std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c == '\n' ? ' ' : c;
  }
  return escaped;
}

std::string parameter_rows(std::string_view name, const Parameters& parameters) {
  std::string rows;
  for (const auto& [parameter, sentence] : parameters) {
    rows += fmt::format("| `{}` | `{}` | {} |\n", name, parameter, cell(sentence));
  }
  return rows;
}

/// An entry of a catalogue: formula, parameters and an example command.
struct Entry {
  std::string_view name, syntax, sentence, cost, formula;
  Parameters parameters;
  std::string example;
};

/// A table of all entries, followed by a section for each.
std::string catalogue(const std::string& title, const std::vector<Entry>& entries) {
  const bool has_cost = !entries.front().cost.empty();
  std::string table =
      has_cost ? fmt::format("| {} | what | cost of the oracle |\n|---|---|---|\n", title)
               : fmt::format("| {} | what |\n|---|---|\n", title);
  std::string sections;
  for (const Entry& entry : entries) {
    table += fmt::format("| [{0}](#{0}) | {1} |", entry.name, cell(entry.sentence));
    table += has_cost ? fmt::format(" {} |\n", entry.cost) : "\n";
    sections += fmt::format("\n## {}\n\n`{}`: {}\n\n```text\n{}\n```\n\n", entry.name, entry.syntax,
                            entry.sentence, entry.formula);
    sections += fmt::format("    acgd solve {}\n", entry.example);
    if (!entry.parameters.empty()) sections += "\n";
    for (const auto& [parameter, sentence] : entry.parameters) {
      sections += fmt::format("- `{}`: {}\n", parameter, sentence);
    }
  }
  return table + sections;
}

std::string sets_page() {
  std::vector<Entry> entries;
  for (const SetKind& set : set_kinds()) {
    entries.push_back({set.name, set.syntax, set.choice.sentence(), set.cost, set.formula,
                       parameters_of(set), set.example});
  }
  return "# Sets\n\n"
         "What follows `--set` on the command line and is taken by Python as a text, too. "
         "Parameters are typed in\n"
         "order or by name: `lp:3:2` is `lp:p=3:radius=2`. Numbers come first, a file last. `acgd "
         "help NAME` tells\n"
         "the same. This page is written from what the headers of the sets say, and checked by a "
         "test; the commands\n"
         "are run by another.\n\n" +
         catalogue("set", entries);
}

std::string objectives_page() {
  std::vector<Entry> entries;
  for (const ObjectiveKind& kind : objective_kinds()) {
    entries.push_back({kind.name, kind.syntax, kind.sentence, "", kind.formula, kind.parameters,
                       "--objective " + kind.name + " " + kind.example});
  }
  return "# Objectives\n\n"
         "What follows `--objective` on the command line. Parameters follow the name, as in\n"
         "`--objective least-squares:factor=0.5:route=gram-matrix`. `acgd help NAME` tells the "
         "same.\n"
         "`--ridge L` adds L/2 ||x||^2 to any loss of samples, those with `--data` and a "
         "target; in C++ and Python\n"
         "functions are added up as in `Sum({f, g}, {2, 1})`, a ridge is `Ridge(n, L)`.\n"
         "This page is written from what the headers of the objectives say, and checked by a "
         "test; the commands are run\n"
         "by another.\n\n" +
         catalogue("objective", entries);
}

/// A line for each rule, and for each of its parameters.
template <class RuleKind>
std::string rules_table(const std::vector<RuleKind>& kinds) {
  std::string table = "| rule | |\n|---|---|\n", parameters;
  for (const RuleKind& kind : kinds) {
    table += fmt::format("| `{}` | {} |\n", kind.name, cell(kind.sentence));
    parameters += parameter_rows(kind.name, kind.parameters);
  }
  if (parameters.empty()) return table;
  return table + "\n| rule | parameter | |\n|---|---|---|\n" + parameters;
}

/// The options that are flags of `acgd solve`.
std::string options_table() {
  std::string table = "| flag | |\n|---|---|\n";
  Options options;
  for (const auto& [name, sentence] : parameters_of(options.describe())) {
    if (name.starts_with("trace") || name.starts_with("checkpoint")) continue;
    table += fmt::format("| `--{}` | {} |\n", name, cell(sentence));
  }
  return table;
}

/// The document with a table between the two marks of its name.
std::string with_table(const std::string& document, const std::string& name,
                       const std::string& table) {
  const std::string begin = fmt::format("<!-- {}, as they describe themselves -->\n", name);
  const std::string end = fmt::format("<!-- end of {} -->\n", name);
  const std::size_t from = document.find(begin), to = document.find(end);
  if (from == std::string::npos || to == std::string::npos) return "there are no marks: " + name;
  return document.substr(0, from) + begin + "\n" + table + "\n" + document.substr(to);
}

/// With ACGD_WRITE_DOCS in the environment the page is written instead.
void expect_page(const std::string& name, const std::string& text) {
  const std::filesystem::path file = std::filesystem::path(ACGD_SOURCE) / "docs" / name;
  if (std::getenv("ACGD_WRITE_DOCS") != nullptr) std::ofstream(file) << text;
  EXPECT_EQ(acgd_test::bytes_of(file), text)
      << "write it anew: ACGD_WRITE_DOCS=1 acgd_tools_tests --gtest_filter='Docs.*'";
}

/// The page has the table between its marks.
void expect_table(const std::string& page, const std::string& name, const std::string& table) {
  const std::string text = acgd_test::bytes_of(std::filesystem::path(ACGD_SOURCE) / "docs" / page);
  expect_page(page, with_table(text, name, table));
}

TEST(Docs, OfToolMatchOptions) { expect_table("tool.md", "options", options_table()); }

TEST(Docs, OfStepRulesMatchDescriptions) {
  expect_table("steps.md", "step rules", rules_table(step_kinds()));
}

TEST(Docs, OfDirectionRulesMatchDescriptions) {
  expect_table("directions.md", "direction rules", rules_table(direction_kinds()));
}

TEST(Docs, OfSetsMatchDescriptions) { expect_page("sets.md", sets_page()); }

TEST(Docs, OfObjectivesMatchDescriptions) { expect_page("objectives.md", objectives_page()); }

}  // namespace
}  // namespace acgd::spec
