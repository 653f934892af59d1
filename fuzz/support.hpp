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

/// Common code of the targets: a file in memory for the readers, and checks of their results.
namespace acgd_fuzz {

/// The input as text.
inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Writes `bytes` to the process's file in memory, and returns a name of it with this ending, such
/// as ".npy".
std::filesystem::path memory_file(std::string_view bytes, const std::string& ending = "");

/// Aborts with this sentence unless `good`.
void require(bool good, const char* sentence);

/// Runs `action` and returns whether it succeeded: it may throw InvalidInput. Other exceptions are
/// crashes.
bool accepted(const std::function<void()>& action);

/// The same for reading a file: an error must be one printable sentence, whatever the file
/// contains.
bool accepted_file(const std::function<void()>& action);

/// Requires finite entries and indices in range.
void check_matrix(const acgd::Matrix& matrix);
void check_matrix(const acgd::SparseMatrix& matrix);
void check_matrix(const Eigen::SparseMatrix<double, Eigen::RowMajor>& matrix);

/// Requires finite points, and an LMO vertex that is at least as good as the start.
void check_set(const acgd::Oracle& set);

}  // namespace acgd_fuzz
