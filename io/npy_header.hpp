#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd::io {

/// What the header of a .npy file says of the numbers behind it.
struct NpyHeader {
  std::string type;  ///< without the byte order: f8
  bool fortran_order = false;
  std::vector<Index> shape;
};

/// Reads the dictionary in a header. Throws InvalidInput that begins with `file` and `offset` plus
/// the place in `text`, unless it is such a dictionary of little-endian numbers.
NpyHeader read_npy_header(std::string_view text, const std::string& file, Index offset);

/// The dictionary as NumPy writes it, of type <f8.
std::string npy_header_text(const NpyHeader& header);

/// Throws InvalidInput "file: byte 10: message".
[[noreturn]] void fail_at_byte(const std::string& file, Index byte, const std::string& message);

}  // namespace acgd::io
