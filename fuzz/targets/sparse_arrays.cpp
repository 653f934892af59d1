// Sparse matrices from Python: arrays of indices and values with any contents. An accepted matrix
// must equal the sum of its entries.
//
// The input is text: a word (csr, csc, bsr, coo or seen; with a second word, wide, indices have 64
// bits) and the sides, of blocks too; then three or four lines of numbers.
#include "bindings/sparse_arrays.hpp"

#include <cstdlib>
#include <limits>
#include <map>
#include <sstream>

#include "app/data/limits.hpp"
#include "support.hpp"

using namespace acgd_fuzz;
using acgd::Index;
namespace python = acgd::python;

namespace {

struct Input {
  std::string kind;
  bool is_wide = false;
  Index rows = 0, cols = 0, block_rows = 1, block_cols = 1;
  std::vector<std::vector<std::string>> lines;

  explicit Input(std::string_view text) : lines(4) {
    std::istringstream all{std::string(text)};
    std::string line, word;
    std::getline(all, line);
    std::istringstream first(line);
    first >> kind >> word;
    is_wide = word == "wide";
    if (is_wide) first >> word;
    rows = std::strtoll(word.c_str(), nullptr, 10);
    first >> cols >> block_rows >> block_cols;
    for (auto& words : lines) {
      std::getline(all, line);
      for (std::istringstream rest(line); rest >> word;) words.push_back(word);
    }
  }

  template <class Int>
  std::vector<Int> integers(std::size_t line) const {
    std::vector<Int> numbers;
    for (const std::string& word : lines[line]) {
      numbers.push_back(static_cast<Int>(std::strtoll(word.c_str(), nullptr, 10)));
    }
    return numbers;
  }

  std::vector<double> values(std::size_t line) const {
    std::vector<double> numbers;
    for (const std::string& word : lines[line]) {
      numbers.push_back(std::strtod(word.c_str(), nullptr));
    }
    return numbers;
  }
};

using Entries = std::map<std::pair<Index, Index>, double>;

void check_same(const acgd::SparseMatrix& matrix, const Entries& expected) {
  check_matrix(matrix);
  require(matrix.nonZeros() == static_cast<Index>(expected.size()),
          "an entry is missing or duplicated");
  for (const auto& [place, value] : expected) {
    require(matrix.coeff(place.first, place.second) == value,
            "an entry is not the sum of its duplicates");
  }
}

template <class Int>
void read_lines(const Input& input) {
  const bool are_rows = input.kind != "csc";
  const Index height = input.block_rows, width = input.block_cols;
  const std::vector<Int> starts = input.integers<Int>(0), indices = input.integers<Int>(1);
  const std::vector<double> values = input.values(2);
  const acgd::SparseMatrix matrix = python::read_sparse(
      python::SparseLines{"A", are_rows, input.rows, input.cols, std::span(starts),
                          std::span(indices), values, height, width});
  Entries expected;
  for (std::size_t line = 0; line + 1 < starts.size(); ++line) {
    for (Index k = starts[line]; k < starts[line + 1]; ++k) {
      for (Index b = 0; b < height * width; ++b) {
        const Index major = static_cast<Index>(line) * height + b / width;
        const Index minor = indices.at(static_cast<std::size_t>(k)) * width + b % width;
        expected[are_rows ? std::pair(major, minor) : std::pair(minor, major)] +=
            values.at(static_cast<std::size_t>(k * height * width + b));
      }
    }
  }
  check_same(matrix, expected);
}

template <class Int>
void read_entries(const Input& input) {
  const std::vector<Int> row = input.integers<Int>(0), col = input.integers<Int>(1);
  const std::vector<double> values = input.values(2);
  const acgd::SparseMatrix matrix = python::read_sparse(
      python::SparseEntries{"A", input.rows, input.cols, std::span(row), std::span(col), values});
  Entries expected;
  for (std::size_t k = 0; k < row.size(); ++k) expected[{row[k], col.at(k)}] += values.at(k);
  check_same(matrix, expected);
}

template <class Int>
void read_seen(const Input& input) {
  const std::vector<Int> row = input.integers<Int>(0), col = input.integers<Int>(1);
  const std::vector<double> values = input.values(2), weights = input.values(3);
  const auto seen = python::read_observations(
      {{input.rows, input.cols}, std::span(row), std::span(col), values, weights});
  require(seen.size() == values.size(), "an observation is lost");
  require(weights.empty() || weights.size() == seen.size(), "a weight is missing");
  for (std::size_t k = 0; k < seen.size(); ++k) {
    require(seen[k].row >= 0 && seen[k].row == row.at(k), "a row has changed");
    require(seen[k].col >= 0 && seen[k].col == col.at(k), "a column has changed");
  }
}

template <class Int>
void read_any(const Input& input) {
  if (input.kind == "coo") return read_entries<Int>(input);
  if (input.kind == "seen") return read_seen<Int>(input);
  read_lines<Int>(input);
}

/// Within the limits, but slow: memory and time per line.
bool is_large(Index side) { return side > 100000 && side < 2 * acgd::data::kMaxUnused; }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Input input(text_of(data, size));
  if (is_large(input.rows) || is_large(input.cols)) return 0;
  accepted_file(
      [&] { input.is_wide ? read_any<std::int64_t>(input) : read_any<std::int32_t>(input); });
  return 0;
}
