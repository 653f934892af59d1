#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "acgd/parallel/team.hpp"
#include "app/commands/arguments.hpp"

namespace acgd::commands {

/// The program that a command belongs to.
struct Context {
  std::stop_token interrupt;
  std::string line;  ///< what was typed, quoted so that a shell takes it again
  std::shared_ptr<const Team> team = alone();  ///< the ranks that run the command
};

/// A command of the tool. It declares its arguments, and runs once they are read. Throws
/// InvalidInput or FileError for bad input.
class Command {
 public:
  virtual ~Command() = default;
  virtual std::string name() const = 0;
  virtual void add_to(Parser& parser) = 0;
  /// Whether several ranks do it together; they refuse all else.
  virtual bool runs_in_team() const { return false; }
  /// Returns the exit code.
  virtual int run(const Context& context) = 0;
};

std::unique_ptr<Command> make_solve();      ///< one problem of the user's own, one rule
std::unique_ptr<Command> make_compare();    ///< one problem, several rules side by side
std::unique_ptr<Command> make_recommend();  ///< what a user may like
std::unique_ptr<Command> make_predict();    ///< what a model says of other data
std::unique_ptr<Command> make_path();       ///< fits of growing radius, and the best of them
std::unique_ptr<Command> make_reproduce();  ///< the paper's evaluation
std::unique_ptr<Command> make_list();       ///< what there is
std::unique_ptr<Command> make_help();     ///< about a command, a list, a thing of one of the lists
std::unique_ptr<Command> make_data();     ///< real data of the experiments
std::unique_ptr<Command> make_convert();  ///< samples into a file that is mapped
std::unique_ptr<Command> make_completion();  ///< scripts for shells

}  // namespace acgd::commands
