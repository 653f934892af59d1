#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "acgd/core/vector.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/oracle/oracle.hpp"

/// What the targets share: a file in memory for the readers, and the examination of what they read.
namespace acgd_fuzz {

/// The input as text.
inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Makes `bytes` the content of a file in memory, of which a process has one, and returns a name of
/// it with this ending, such as ".npy".
std::filesystem::path memory_file(std::string_view bytes, const std::string& ending = "");

/// Ends the process as a crash does, with this sentence, unless `good`.
void require(bool good, const char* sentence);

/// Does `action`, and returns whether it came to its end: it may refuse its input as bad. Every
/// other exception is a crash.
bool accepted(const std::function<void()>& action);

/// The same for reading a file: a refusal must be one sentence that a terminal can show, whatever
/// the file has in it.
bool accepted_file(const std::function<void()>& action);

/// Entries finite, and in as many rows and columns as there are.
void check_matrix(const acgd::Matrix& matrix);
void check_matrix(const acgd::SparseMatrix& matrix);
void check_matrix(const Eigen::SparseMatrix<double, Eigen::RowMajor>& matrix);

/// Its points are finite, and the one for a direction is as good as the one to start from.
void check_set(const acgd::Oracle& set);

}  // namespace acgd_fuzz
