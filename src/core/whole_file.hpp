#pragma once

#include <filesystem>
#include <string_view>

namespace acgd {

/// Writes a file that appears whole or not at all: its bytes go into a temporary file beside it,
/// which then takes its name, once they are on the disk. A file that is replaced passes its
/// permissions on, and through a link the file it leads to is replaced, or made if there is none. A
/// file that we may not write to is not replaced.
///
/// Throws FileError, and then leaves what was there before.
void write_whole(const std::filesystem::path& file, std::string_view bytes);

/// Where a link, and each one behind it, leads, whether there is a file or not. Throws FileError if
/// they go in a circle.
std::filesystem::path follow_links(const std::filesystem::path& file);

/// The file that writing to `file` replaces: through a link the one it leads to. Throws FileError
/// unless it is a regular one that we may write to, or none yet.
std::filesystem::path replaced_by(const std::filesystem::path& file);

/// Gives a file that is complete the name of another one in the same folder, which it replaces as
/// write_whole() does.
void take_place(const std::filesystem::path& complete, const std::filesystem::path& file);

/// Writes all of it to an open file or stream. Returns 0, or the system's errno.
int write_all(int descriptor, std::string_view bytes) noexcept;

}  // namespace acgd
