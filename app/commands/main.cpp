// The tool: commands over the library.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <vector>

#include "acgd/core/error.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/ranks.hpp"
#include "app/commands/streams.hpp"
#include "app/commands/text.hpp"
#include "app/commands/threads.hpp"

namespace {

using namespace acgd::commands;

std::vector<std::unique_ptr<Command>> all_commands() {
  std::vector<std::unique_ptr<Command>> commands;
  for (const auto make :
       {make_solve, make_path, make_predict, make_compare, make_recommend, make_reproduce,
        make_list, make_help, make_data, make_convert, make_completion}) {
    commands.push_back(make());
  }
  return commands;
}

/// Throws InvalidInput for a command that runs on one process only.
void check_team(const Command& command, const acgd::Team& team) {
  if (team.size() == 1 || command.runs_in_team()) return;
  throw acgd::InvalidInput(fmt::format(
      "mpirun has started {} ranks of acgd {}, which runs alone: start it without mpirun",
      team.size(), command.name()));
}

int run(int argc, char** argv, const Context& context) {
  const auto commands = all_commands();
  Parser parser;
  for (const auto& command : commands) command->add_to(parser);
  if (const auto code = parser.parse(argc, argv)) return *code;
  for (const auto& command : commands) {
    if (!parser.was_typed(command->name())) continue;
    check_team(*command, *context.team);
    try {
      return command->run(context);
    } catch (const acgd::InvalidInput& error) {
      throw parser.with_flag(error);
    }
  }
  return exit_code::bad_input;
}

}  // namespace

int main(int argc, char** argv) {
  calm_libraries(argv);
  prepare_streams();
  const Interruption interruption;
  Ranks ranks(interruption.token());
  int code = exit_code::bad_input;
  try {
    use_threads(std::nullopt);
    ranks.begin(argc, argv);
    code = run(argc, argv, {interruption.token(), command_line(argc, argv), ranks.team()});
  } catch (const std::bad_alloc&) {
    ranks.fail(code, "out of memory");
  } catch (const std::length_error&) {  // more than there could be
    ranks.fail(code, "out of memory");
  } catch (const std::exception& error) {
    // If it was standard output that failed, finish_streams() says so.
    if (std::ferror(stdout) == 0) ranks.fail(code, error.what());
  }
  return ranks.finish(finish_streams(interruption.exit_code(code)));
}
