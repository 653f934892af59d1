// Parsing of command lines, one argument per line.
#include <cstdio>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "acgd/core/error.hpp"
#include "app/commands/arguments.hpp"
#include "app/commands/problem_arguments.hpp"
#include "app/commands/run_arguments.hpp"
#include "app/commands/text.hpp"
#include "app/data/specification.hpp"
#include "support.hpp"

using namespace acgd_fuzz;

namespace {

/// Discards the parser's output.
void be_silent() {
  static std::FILE* const nowhere = std::fopen("/dev/null", "w");
  stdout = nowhere;
  stderr = nowhere;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  be_silent();
  std::vector<std::string> words = acgd::spec::split(text_of(data, size), '\n');
  std::vector<const char*> typed = {"acgd"};
  for (const std::string& word : words) typed.push_back(word.c_str());
  const int count = static_cast<int>(typed.size());

  acgd::commands::Parser parser;
  acgd::commands::ProblemArguments problem;
  acgd::commands::RunArguments run;
  std::vector<std::string> steps;
  acgd::commands::Arguments arguments = parser.add_command("solve", "solve a problem");
  problem.add_to(arguments);
  arguments.add("--steps", steps, {"RULES", "with commas between them"});
  run.add_to(arguments);
  require(!acgd::commands::command_line(count, typed.data()).empty(), "a command line is empty");
  std::optional<int> ended;
  if (!accepted([&] { ended = parser.parse(count, typed.data()); }) || ended) return 0;
  require(parser.was_typed("solve"), "another command was typed");
  accepted([&] { validate(run.options({.dimension = 6, .rows = 2, .cols = 3})); });
  return 0;
}
