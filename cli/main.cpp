// The tool: commands over the library.
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <vector>

#include "acgd/core/error.hpp"
#include "cli/command_words.hpp"
#include "cli/commands.hpp"
#include "cli/streams.hpp"

namespace {

using namespace acgd::cli;

std::vector<std::unique_ptr<Command>> all_commands() {
  std::vector<std::unique_ptr<Command>> commands;
  for (const auto make :
       {make_solve, make_path, make_predict, make_compare, make_recommend, make_reproduce,
        make_list, make_help, make_data, make_convert, make_completion}) {
    commands.push_back(make());
  }
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
      return interruption.exit_code(command->run({interruption.token(), command_line(argc, argv)}));
    } catch (const acgd::InvalidInput& error) {
      throw acgd::InvalidInput(parser.as_typed(error.what()));
    }
  }
  return exit_code::bad_input;
}

}  // namespace

int main(int argc, char** argv) {
  prepare_streams();
  int code = exit_code::bad_input;
  try {
    code = run(argc, argv);
  } catch (const std::bad_alloc&) {
    put(stderr, "acgd: out of memory\n");
  } catch (const std::length_error&) {  // more than there could be
    put(stderr, "acgd: out of memory\n");
  } catch (const std::exception& error) {
    // If it was standard output that failed, finish_streams() says so.
    if (std::ferror(stdout) == 0) print(stderr, "acgd: {}\n", error.what());
  }
  return finish_streams(code);
}
