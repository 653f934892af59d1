#pragma once

#include <filesystem>
#include <string_view>

namespace acgd::io {

/// Writes a file that appears whole or not at all: its bytes go into a temporary file beside it,
/// which then takes its name. A file that is replaced passes its permissions on, and through a link
/// the file it leads to is replaced.
///
/// Throws FileError, and then leaves what was there before.
void write_whole(const std::filesystem::path& file, std::string_view bytes);

}  // namespace acgd::io
