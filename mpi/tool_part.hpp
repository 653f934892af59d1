#pragma once

#include "acgd/parallel/team.hpp"

namespace acgd {

/// What the tool finds in its MPI part, a library that it loads under mpirun alone: the tool itself
/// knows nothing of MPI, and runs where there is none.
struct ToolPart {
  const char* version;  ///< of acgd: the tool takes no other than its own
  const char* library;  ///< the MPI that the part is built with

  /// Begins with MPI. The team is there until finish().
  const Team* (*start)(int* argc, char*** argv);
  /// After an error here: whether all ranks have one within so many seconds, and call this.
  bool (*all_have_failed)(double seconds);
  /// Ends with MPI; all ranks call it.
  void (*finish)();
  /// Ends all ranks, whatever they do.
  void (*abort)(int code);
};

/// The one name by which it is found; a function that returns a const ToolPart*.
inline constexpr const char* kToolPartName = "acgd_mpi_tool_part";

}  // namespace acgd
