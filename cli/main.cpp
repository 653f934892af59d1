// The tool: commands over the library.
#include <fmt/format.h>

#include <csignal>
#include <exception>
#include <memory>
#include <new>
#include <vector>

#include "acgd/core/error.hpp"
#include "cli/command_line.hpp"
#include "cli/compare.hpp"
#include "cli/completion.hpp"
#include "cli/data.hpp"
#include "cli/exit_code.hpp"
#include "cli/help.hpp"
#include "cli/interruption.hpp"
#include "cli/list.hpp"
#include "cli/reproduce.hpp"
#include "cli/solve.hpp"

namespace {

using namespace acgd::cli;

std::vector<std::unique_ptr<Command>> all_commands() {
  std::vector<std::unique_ptr<Command>> commands;
  commands.push_back(std::make_unique<Solve>());
  commands.push_back(std::make_unique<Compare>());
  commands.push_back(std::make_unique<Reproduce>());
  commands.push_back(std::make_unique<List>());
  commands.push_back(std::make_unique<Help>());
  commands.push_back(std::make_unique<Data>());
  commands.push_back(std::make_unique<Completion>());
  return commands;
}

int run(int argc, char** argv) {
  const Interruption interruption;
  const auto commands = all_commands();
  Parser parser;
  for (const auto& command : commands) command->add_to(parser);
  if (const auto code = parser.parse(argc, argv)) return *code;
  for (const auto& command : commands) {
    if (!parser.was_typed(command->name())) continue;
    try {
      return command->run({interruption.token(), command_line(argc, argv)});
    } catch (const acgd::InvalidInput& error) {
      throw acgd::InvalidInput(parser.as_typed(error.what()));
    }
  }
  return exit_code::bad_input;
}

}  // namespace

int main(int argc, char** argv) {
  // A file that may not grow any more is then an error like a full disk, and not the end.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "acgd: out of memory\n");
    return exit_code::trouble;
  } catch (const std::exception& error) {
    fmt::print(stderr, "acgd: {}\n", error.what());
    return exit_code::bad_input;
  }
}
