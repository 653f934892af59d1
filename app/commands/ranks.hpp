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

/// The ranks of the tool that mpirun has started, or this process alone. Rank 0 speaks and writes
/// for all of them.
class Ranks {
 public:
  /// Made of nothing but this process, until begin().
  explicit Ranks(std::stop_token interrupt) : interrupt_(std::move(interrupt)) {}

  /// Loads the MPI part and begins with it, if the environment tells of several ranks. Throws
  /// InvalidInput if there is no such part, or if the ranks were not started with the same words:
  /// never are there several runs that know nothing of each other.
  void begin(int argc, char** argv);
  const std::shared_ptr<const Team>& team() const { return team_; }

  /// Tells of an error, once: either all ranks have one, and rank 0 tells its own, or this is not
  /// to be waited for, and the process ends here, with all others.
  void fail(int code, const std::string& sentence);
  /// What the shell is told by every rank where this one would say `code`.
  int finish(int code);

 private:
  void let_rank_0_speak() const;

  std::stop_token interrupt_;
  const ToolPart* part_ = nullptr;
  std::shared_ptr<const Team> team_ = alone();
  bool failed_ = false;
};

}  // namespace acgd::commands
