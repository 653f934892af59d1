#pragma once

#include <optional>

namespace acgd::cli {

/// Starts the program anew where memory is limited, with one thread for LAPACK. That may be OpenBLAS,
/// which starts threads before main() that ask for 128 MB each until they get them: for ever, and
/// the program would not end, or with a crash. Call it first.
void calm_libraries(char** argv);

/// Has so many threads work from now on; absent: as many as the machine has. Where memory is
/// limited, no more than there is room for: OpenMP would end the program. Throws InvalidInput if
/// they are too many.
void use_threads(std::optional<int> count);

}  // namespace acgd::cli
