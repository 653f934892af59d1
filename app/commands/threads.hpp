#pragma once

#include <optional>

namespace acgd::commands {

/// Restarts the program with one LAPACK thread if memory is limited. OpenBLAS starts threads before
/// main() that retry allocating 128 MB each: the program would hang or crash. Must be called first.
void calm_libraries(char** argv);

/// Sets the number of threads; absent: all of the machine. If memory is limited, at most as many as
/// can be started, because OpenMP would end the program. Throws InvalidInput if there are too many.
void use_threads(std::optional<int> count);

}  // namespace acgd::commands
