#include "app/data/matrix_market.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "app/data/limits.hpp"
#include "app/data/numbers.hpp"
#include "app/data/text_input.hpp"

namespace acgd::data {

namespace {

enum class Symmetry { general, symmetric, skew };

/// From the first line.
struct Kind {
  bool coordinate = false;
  bool pattern = false;
  Symmetry symmetry = Symmetry::general;
};

/// From the line after the comments.
struct Size {
  Index rows = 0;
  Index cols = 0;
  Index entries = 0;  ///< in the file
};

using Entries = std::vector<Eigen::Triplet<double, int>>;

void require_end(const TextInput& input, std::string_view rest, const char* rule) {
  const std::string_view word = take_word(rest);
  if (!word.empty()) input.fail(word, fmt::format("{}: {}", in_quotes(word), rule));
}

Kind read_kind(TextInput& input) {
  input.next_line();
  std::string_view rest = input.line();
  const auto choose = [&](std::initializer_list<std::string_view> allowed, const char* rule) {
    const std::string_view word = take_word(rest);
    const auto* found = std::find(allowed.begin(), allowed.end(), lower_case(word));
    if (found == allowed.end()) input.fail(word, fmt::format("{}: {}", in_quotes(word), rule));
    return found - allowed.begin();
  };
  Kind kind;
  choose({"%%matrixmarket"}, "the file must begin with %%MatrixMarket");
  choose({"matrix"}, "must be matrix");
  kind.coordinate = choose({"array", "coordinate"}, "must be array or coordinate") == 1;
  if (kind.coordinate) {
    kind.pattern = choose({"pattern", "real", "double", "integer"},
                          "must be real, double, integer or pattern") == 0;
  } else {
    choose({"real", "double", "integer"}, "must be real, double or integer in an array");
  }
  kind.symmetry = static_cast<Symmetry>(choose({"general", "symmetric", "skew-symmetric"},
                                               "must be general, symmetric or skew-symmetric"));
  require_end(input, rest, "the line must end before it");
  return kind;
}

/// Goes to the next line that is not a comment.
bool next_line(TextInput& input) {
  do {
    if (!input.next_line()) return false;
  } while (input.line().starts_with('%'));
  return true;
}

/// The number of values of an array in its file.
Index listed(const Kind& kind, Index rows, Index cols) {
  if (kind.symmetry == Symmetry::general) return rows * cols;
  return kind.symmetry == Symmetry::symmetric ? rows * (rows + 1) / 2 : rows * (rows - 1) / 2;
}

Size read_size(TextInput& input, const Kind& kind) {
  if (!next_line(input)) input.fail("the file ends: must have a line of its size");
  std::string_view rest = input.line();
  Size size;
  size.rows = to_integer(input, take_word(rest), "rows", 1, kMaxDimension);
  size.cols = to_integer(input, take_word(rest), "cols", 1, kMaxDimension);
  if (kind.symmetry != Symmetry::general && size.rows != size.cols) {
    input.fail(
        fmt::format("{} x {}: a matrix with a symmetry must be square", size.rows, size.cols));
  }
  if (kind.coordinate) {
    size.entries = to_integer(input, take_word(rest), "entries", 0, kMaxEntries);
    if (std::max(size.rows, size.cols) > size.entries + kMaxUnused) {
      input.fail(
          fmt::format("{} x {} with {} entries: rows and cols must not exceed the entries by "
                      "more than {}",
                      size.rows, size.cols, size.entries, kMaxUnused));
    }
  } else {
    size.entries = listed(kind, size.rows, size.cols);
  }
  require_end(input, rest, "the size must end before it");
  if (static_cast<std::uint64_t>(size.entries) > input.most_bytes()) {
    input.fail(fmt::format("{} entries: must be no more than the file has bytes", size.entries));
  }
  return size;
}

/// Throws InvalidInput at `place` if all entries were read.
void require_more(const TextInput& input, std::string_view place, Index count, const Size& size) {
  if (count < size.entries) return;
  input.fail(place, fmt::format("another entry: must be the end after {}", size.entries));
}

void require_all(const TextInput& input, Index count, const Size& size) {
  if (count == size.entries) return;
  input.fail(fmt::format("the file ends after {} entries: must have {}", count, size.entries));
}

void add_entry(const TextInput& input, const Kind& kind, const Size& size, Entries& entries) {
  std::string_view rest = input.line();
  const std::string_view place = rest;
  const auto row = static_cast<int>(to_integer(input, take_word(rest), "row", 1, size.rows)) - 1;
  const auto col = static_cast<int>(to_integer(input, take_word(rest), "col", 1, size.cols)) - 1;
  const double value = kind.pattern ? 1 : to_finite(input, take_word(rest), "value");
  require_end(input, rest, "the entry must end before it");
  entries.emplace_back(row, col, value);
  if (kind.symmetry == Symmetry::general) return;
  if (row < col || (row == col && kind.symmetry == Symmetry::skew)) {
    input.fail(place, fmt::format("entry ({}, {}): must lie {} the diagonal", row + 1, col + 1,
                                  kind.symmetry == Symmetry::skew ? "below" : "on or below"));
  }
  if (row != col) {
    entries.emplace_back(col, row, kind.symmetry == Symmetry::skew ? -value : value);
  }
}

SparseMatrix read_coordinates(TextInput& input, const Kind& kind, const Size& size) {
  Entries entries;
  Index count = 0;
  for (; next_line(input); ++count) {
    require_more(input, input.line(), count, size);
    add_entry(input, kind, size, entries);
  }
  require_all(input, count, size);
  if (entries.size() > kMaxEntries) input.fail("too many entries: must be fewer than 2^31");
  SparseMatrix result(size.rows, size.cols);
  result.setFromTriplets(entries.begin(), entries.end());
  for (Index k = 0; k < result.nonZeros(); ++k) {
    if (!std::isfinite(result.valuePtr()[k])) {
      input.fail("entries of the same place add up to infinity: must be finite");
    }
  }
  return result;
}

Matrix read_array(TextInput& input, const Kind& kind, const Size& size) {
  Matrix result(size.rows, size.cols);
  auto mirrored = result.transpose();
  if (kind.symmetry == Symmetry::skew) result.diagonal().setZero();
  const auto first_row = [&](Index col) {
    if (kind.symmetry == Symmetry::general) return Index{0};
    return kind.symmetry == Symmetry::skew ? col + 1 : col;
  };
  Index count = 0;
  Index col = 0;
  Index row = first_row(0);
  while (next_line(input)) {
    std::string_view rest = input.line();
    for (auto word = take_word(rest); !word.empty(); word = take_word(rest), ++count) {
      require_more(input, word, count, size);
      const double value = to_finite(input, word, "value");
      result(row, col) = value;
      if (kind.symmetry == Symmetry::symmetric) mirrored(row, col) = value;
      if (kind.symmetry == Symmetry::skew) mirrored(row, col) = -value;
      if (++row == size.rows) row = first_row(++col);
    }
  }
  require_all(input, count, size);
  return result;
}

}  // namespace

AnyMatrix read_matrix_market(const std::filesystem::path& file) {
  TextInput input(file);
  const Kind kind = read_kind(input);
  const Size size = read_size(input, kind);
  if (kind.coordinate) return read_coordinates(input, kind, size);
  return read_array(input, kind, size);
}

}  // namespace acgd::data
