#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "acgd/core/vector.hpp"

namespace acgd_test {

/// Reads a version 1 .npy file of little-endian doubles, one- or two-dimensional.
inline acgd::Matrix read_npy(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  char magic[8];
  std::uint16_t header_size = 0;
  in.read(magic, 8);
  in.read(reinterpret_cast<char*>(&header_size), 2);
  std::string header(header_size, ' ');
  in.read(header.data(), header_size);
  const std::size_t shape = header.find("'shape': (");
  if (!in || header.find("'<f8'") == std::string::npos || shape == std::string::npos) {
    throw std::runtime_error("not a .npy file of doubles: " + file.string());
  }
  // (rows, cols) or (rows,)
  char* rest = header.data() + shape + std::strlen("'shape': (");
  const long rows = std::strtol(rest, &rest, 10);
  const long second = std::strtol(rest + 1, nullptr, 10);
  const long cols = second > 0 ? second : 1;
  acgd::Matrix stored(rows, cols);
  if (header.find("'fortran_order': True") != std::string::npos) {
    in.read(reinterpret_cast<char*>(stored.data()), rows * cols * 8);
  } else {
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> by_rows(rows, cols);
    in.read(reinterpret_cast<char*>(by_rows.data()), rows * cols * 8);
    stored = by_rows;
  }
  return stored;
}

}  // namespace acgd_test
