#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <regex>
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
  std::smatch shape;
  if (!in || header.find("'<f8'") == std::string::npos ||
      !std::regex_search(header, shape, std::regex(R"(\((\d+),\s*(\d*)\))"))) {
    throw std::runtime_error("not a .npy file of doubles: " + file.string());
  }
  const auto rows = std::stol(shape[1]);
  const auto cols = shape[2].length() == 0 ? 1 : std::stol(shape[2]);
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
