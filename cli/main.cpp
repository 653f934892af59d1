// The tool: commands over the library.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <memory>
#include <new>

#include "acgd/core/error.hpp"
#include "acgd/version.hpp"
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

struct Entry {
  std::unique_ptr<Command> command;
  CLI::App* app;
};

std::vector<Entry> add_commands(CLI::App& program) {
  std::vector<Entry> entries;
  const auto add = [&](std::unique_ptr<Command> command) {
    CLI::App* app = command->add_to(program);
    entries.push_back({std::move(command), app});
  };
  add(std::make_unique<Solve>());
  add(std::make_unique<Compare>());
  add(std::make_unique<Reproduce>());
  add(std::make_unique<List>());
  add(std::make_unique<Help>());
  add(std::make_unique<Data>());
  add(std::make_unique<Completion>());
  return entries;
}

int run(CLI::App& program, int argc, char** argv) {
  const Interruption interruption;
  const std::vector<Entry> entries = add_commands(program);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // Requests for help and the version come as errors, too.
    if (error.get_exit_code() == 0) return program.exit(error);
    fmt::print(stderr, "acgd: {}; see acgd --help\n", error.what());
    return exit_code::bad_input;
  }
  for (const Entry& entry : entries) {
    if (!entry.app->parsed()) continue;
    return entry.command->run({interruption.token(), command_line(argc, argv)});
  }
  fmt::print("{}", program.help());
  return exit_code::bad_input;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App program("Projection-free optimisation with adaptive conditional gradients", "acgd");
  program.set_version_flag("--version", "acgd " ACGD_VERSION);
  program.require_subcommand(0, 1);
  try {
    return run(program, argc, argv);
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "acgd: out of memory\n");
    return exit_code::trouble;
  } catch (const std::exception& error) {
    fmt::print(stderr, "acgd: {}\n", error.what());
    return exit_code::bad_input;
  }
}
