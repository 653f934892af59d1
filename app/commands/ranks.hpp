#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <utility>

#include "acgd/parallel/team.hpp"

namespace acgd {
struct ToolPart;
}

namespace acgd::commands {

/// The ranks of the tool that mpirun has started, or this process alone. Rank 0 prints and writes
/// files for all of them.
class Ranks {
 public:
  /// Made of nothing but this process, until begin().
  explicit Ranks(std::stop_token interrupt) : interrupt_(std::move(interrupt)) {}

  /// Loads the MPI part and begins with it, if the environment has several ranks. Throws
  /// InvalidInput if there is no such part, or if the command lines of the ranks differ: ranks
  /// never run independently of each other.
  void begin(int argc, char** argv);
  const std::shared_ptr<const Team>& team() const { return team_; }

  /// Prints an error once: if all ranks have one, rank 0 prints its own; otherwise, after a short
  /// wait, this rank prints it and ends all processes.
  void fail(int code, const std::string& sentence);
  /// The exit code of all ranks, where that of this rank is `code`.
  int finish(int code);

 private:
  void let_rank_0_speak() const;

  std::stop_token interrupt_;
  const ToolPart* part_ = nullptr;
  std::shared_ptr<const Team> team_ = alone();
  bool failed_ = false;
};

}  // namespace acgd::commands
