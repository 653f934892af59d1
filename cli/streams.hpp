#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

namespace acgd::cli {

/// Makes sure that descriptors 0, 1 and 2 are taken: the next file to be opened would otherwise
/// become a standard stream of a program that was started with one closed, and be written over.
/// Reading and writing these fails as it does with a closed one. A pipe that nobody reads any more
/// is then an error like a full disk, and so is a file that may not grow.
void prepare_streams();

/// Writes to a standard stream. Never throws: what standard output could not take, finish_streams()
/// tells at the end, so that a run is not lost for its summary.
void put(std::FILE* stream, std::string_view text) noexcept;

template <class... Values>
void print(std::FILE* stream, fmt::format_string<Values...> format, Values&&... values) {
  put(stream, fmt::format(format, std::forward<Values>(values)...));
}

/// What the shell is told, once all that was printed is out: `code`, unless it could not be
/// written.
int finish_streams(int code) noexcept;

/// The descriptor that a name of an output stands for: 1 for -, N for /dev/fd/N, ...
std::optional<int> output_descriptor(const std::filesystem::path& file);

/// Writes all of it. Returns 0, or the system's errno.
int write_all(int descriptor, std::string_view bytes) noexcept;

}  // namespace acgd::cli
