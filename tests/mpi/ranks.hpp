#pragma once

#include "commands/same_run.hpp"

namespace acgd_test {

/// The tool under mpirun, in a folder of its own. mpirun's own messages are disabled where
/// possible.
class Ranks : public Tool {
 public:
  Ran run(int ranks, const std::string& words) const { return shell(start(ranks, words)); }
  /// Quoted as in a shell.
  Ran shell(const std::string& line) const {
    file("line.sh", line + "\n");
    const Ran ran = run_script("line.sh");
    std::filesystem::remove(path("line.sh"));
    return ran;
  }
  static std::string start(int ranks, const std::string& words) {
    return mpirun() + " -n " + std::to_string(ranks) + " " ACGD_TOOL " " + words;
  }
  static std::string mpirun() { return ACGD_MPIRUN; }
  /// The rank, in a shell started by mpirun: of Open MPI, or of mpich.
  static std::string number() { return "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}"; }
};

}  // namespace acgd_test
