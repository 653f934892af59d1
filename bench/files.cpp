#include "files.hpp"

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace bench {

std::optional<std::filesystem::path> data_file(const std::string& name) {
  const char* given = std::getenv("ACGD_DATA");
  const std::filesystem::path folder = given != nullptr ? given : ACGD_DEFAULT_DATA;
  const std::filesystem::path file = folder / name;
  if (!std::filesystem::exists(file)) return std::nullopt;
  return file;
}

Matrix read_npy(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string start(10, ' ');
  in.read(start.data(), 10);
  const auto low = static_cast<unsigned char>(start[8]);
  const auto high = static_cast<unsigned char>(start[9]);
  std::string header(low + 256u * high, ' ');
  in.read(header.data(), static_cast<std::streamsize>(header.size()));
  std::smatch shape;
  if (!in || header.find("'<f8'") == std::string::npos ||
      !std::regex_search(header, shape, std::regex(R"(\((\d+),\s*(\d*)\))"))) {
    throw std::runtime_error("not a .npy file of doubles: " + file.string());
  }
  const Index rows = std::stol(shape[1]);
  const Index cols = shape[2].length() == 0 ? 1 : std::stol(shape[2]);
  const bool by_columns = header.find("'fortran_order': True") != std::string::npos;
  Matrix stored = by_columns ? Matrix(rows, cols) : Matrix(cols, rows);
  in.read(reinterpret_cast<char*>(stored.data()), rows * cols * 8);
  if (!in) throw std::runtime_error("ends too early: " + file.string());
  if (by_columns) return stored;
  return stored.transpose();
}

std::vector<std::vector<double>> read_csv(const std::filesystem::path& file, bool has_header) {
  std::ifstream in(file);
  std::vector<std::vector<double>> rows;
  std::string line, field;
  if (has_header) std::getline(in, line);
  while (std::getline(in, line)) {
    std::istringstream fields(line);
    rows.emplace_back();
    while (std::getline(fields, field, ',')) rows.back().push_back(std::stod(field));
  }
  return rows;
}

}  // namespace bench
