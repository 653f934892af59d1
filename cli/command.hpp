#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "cli/parser.hpp"

namespace acgd::cli {

/// What a command knows of the program it is part of.
struct Context {
  std::stop_token interrupt;
  std::string line;  ///< what was typed, quoted so that a shell takes it again
};

/// A command of the tool. It declares its arguments, and runs once they are read. Throws
/// InvalidInput or io::FileError for bad input.
class Command {
 public:
  virtual ~Command() = default;
  virtual std::string name() const = 0;
  virtual void add_to(Parser& parser) = 0;
  /// Returns the exit code.
  virtual int run(const Context& context) = 0;
};

}  // namespace acgd::cli
