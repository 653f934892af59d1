#include "io/mps.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <unordered_set>

#include "io/letters.hpp"
#include "io/lp_format.hpp"
#include "io/numbers.hpp"
#include "io/program_builder.hpp"
#include "io/words.hpp"

namespace acgd::io {
namespace {

/// The words of a line.
struct MpsWords {
  static constexpr std::size_t kMost = 6;
  std::array<std::string_view, kMost> words = {};
  std::size_t count = 0;

  explicit MpsWords(const TextInput& input) {
    std::string_view rest = input.line();
    while (true) {
      const std::string_view word = take_word(rest);
      if (word.empty()) return;
      if (count == kMost) input.fail(word, "a word too many: a line has six at most");
      words[count++] = word;
    }
  }
  std::string_view operator[](std::size_t i) const { return words[i]; }
};

class MpsReader {
 public:
  explicit MpsReader(const std::filesystem::path& file) : input_(file), program_(input_) {}

  LinearProgram read() {
    while (input_.next_line()) {
      if (input_.line().starts_with('*')) continue;
      const MpsWords words(input_);
      if (words.count == 0) continue;
      const char first = input_.line().front();
      if (first != ' ' && first != '\t') {
        if (words[0] == "ENDATA") return finish();
        begin_section(words);
      } else {
        (this->*section_)(words);
      }
    }
    input_.fail("the file ends: must end with ENDATA");
  }

 private:
  using Section = void (MpsReader::*)(const MpsWords& words);

  void begin_section(const MpsWords& words) {
    const std::string_view name = words[0];
    if (name == "ROWS") {
      section_ = &MpsReader::take_row;
    } else if (name == "COLUMNS") {
      section_ = &MpsReader::take_column;
    } else if (name == "RHS") {
      section_ = &MpsReader::take_right_side;
    } else if (name == "RANGES") {
      section_ = &MpsReader::take_range;
    } else if (name == "BOUNDS") {
      section_ = &MpsReader::take_bound;
    } else if (name == "NAME" || name == "OBJSENSE" || name == "OBJNAME" || name == "QUADOBJ" ||
               name == "QSECTION" || name == "QMATRIX" || name == "LAZYCONS") {
      section_ = &MpsReader::pass_over;
    } else {
      input_.fail(name, fmt::format("a section {}: must be NAME, OBJSENSE, ROWS, COLUMNS, RHS, "
                                    "RANGES, BOUNDS or ENDATA",
                                    in_quotes(name)));
    }
  }

  void refuse_line(const MpsWords&) { input_.fail("a line before the first section"); }
  /// What is said of the objective.
  void pass_over(const MpsWords&) {}

  void take_row(const MpsWords& words) {
    if (words.count != 2) input_.fail("a row must be its type and its name");
    const std::string type = lower_case(words[0]);
    if (type == "n") {
      free_rows_.emplace(words[1]);
      return;
    }
    if (type != "e" && type != "l" && type != "g") {
      input_.fail(words[0],
                  fmt::format("a row of type {}: must be N, E, L or G", in_quotes(words[0])));
    }
    program_.add_row(words[1]);
    types_.push_back(type[0]);
    right_sides_.push_back(0);
    ranges_.push_back(not_given_);
  }

  /// The row of this name; none if it is a free one.
  std::optional<Index> row_named(std::string_view name) const {
    if (const auto row = program_.find_row(name)) return row;
    if (free_rows_.contains(std::string(name))) return std::nullopt;
    input_.fail(name, fmt::format("no row is called {}", in_quotes(name)));
  }

  void take_column(const MpsWords& words) {
    if (words.count == 3 && words[1] == "'MARKER'") return;  // of integers
    if (words.count != 3 && words.count != 5) {
      input_.fail("a column must be its name, and a row and a number once or twice");
    }
    if (current_.empty() || words[0] != current_) {
      if (program_.find_column(words[0])) {
        input_.fail(words[0], fmt::format("the column {} again: its lines must follow each other",
                                          in_quotes(words[0])));
      }
      current_ = words[0];
      seen_.clear();
    }
    const Index column = program_.column(words[0]);
    for (std::size_t k = 1; k < words.count; k += 2) {
      const auto row = row_named(words[k]);
      const double value = to_finite(input_, words[k + 1], "coefficient");
      if (!row) continue;
      if (!seen_.insert(*row).second) {
        input_.fail(words[k], fmt::format("the column has the row {} twice", in_quotes(words[k])));
      }
      program_.add_entry(*row, column, value);
    }
  }

  /// Rows and numbers, with or without the name of their set in front.
  template <class Take>
  void take_pairs(const MpsWords& words, const char* what, const Take& take) {
    if (words.count < 2 || words.count > 5) {
      input_.fail(fmt::format("a {} must be a row and a number, once or twice", what));
    }
    for (std::size_t k = words.count % 2; k < words.count; k += 2) {
      const auto row = row_named(words[k]);
      const double value = to_bound(input_, words[k + 1], what);
      if (row) take(static_cast<std::size_t>(*row), value);
    }
  }
  void take_right_side(const MpsWords& words) {
    take_pairs(words, "right-hand side",
               [&](std::size_t row, double value) { right_sides_[row] = value; });
  }
  void take_range(const MpsWords& words) {
    take_pairs(words, "range", [&](std::size_t row, double value) { ranges_[row] = value; });
  }

  void take_bound(const MpsWords& words) {
    const std::string type = lower_case(words[0]);
    static const std::set<std::string> plain = {"fr", "mi", "pl", "bv"};
    static const std::set<std::string> valued = {"up", "lo", "fx", "ui", "li"};
    const bool has_value = valued.contains(type);
    if (!has_value && !plain.contains(type)) {
      input_.fail(words[0],
                  fmt::format("a bound of type {}: must be UP, LO, FX, FR, MI, PL, BV, UI "
                              "or LI",
                              in_quotes(words[0])));
    }
    // With the name of the set or without it; what stands behind a column that needs no number is
    // passed over.
    std::size_t at = words.count >= (has_value ? 4 : 3) ? 2 : 1;
    if (words.count <= at + (has_value ? 1 : 0)) {
      input_.fail(
          fmt::format("a bound must be its type, a column{}, with the name of a set in "
                      "between or not",
                      has_value ? " and a number" : ""));
    }
    if (!has_value && !program_.find_column(words[at]) && program_.find_column(words[1])) at = 1;
    const auto column = program_.find_column(words[at]);
    if (!column)
      input_.fail(words[at], fmt::format("no column is called {}", in_quotes(words[at])));
    const double value = has_value ? to_bound(input_, words[at + 1], "bound") : 0;
    set_bound(type, *column, value);
  }

  void set_bound(const std::string& type, Index column, double value) {
    double& lower = program_.lower(column);
    double& upper = program_.upper(column);
    if (type == "up" || type == "ui") {
      // As most readers have it: a negative upper bound takes the lower one away, if that is 0.
      if (value < 0 && lower == 0) lower = -kUnbounded;
      upper = value;
    } else if (type == "lo" || type == "li") {
      lower = value;
    } else if (type == "fx") {
      lower = upper = value;
    } else if (type == "fr") {
      lower = -kUnbounded;
      upper = kUnbounded;
    } else if (type == "mi") {
      lower = -kUnbounded;
    } else if (type == "pl") {
      upper = kUnbounded;
    } else {
      lower = 0;
      upper = 1;
    }
  }

  LinearProgram finish() {
    for (std::size_t i = 0; i < types_.size(); ++i) {
      double& lower = program_.row_lower(static_cast<Index>(i));
      double& upper = program_.row_upper(static_cast<Index>(i));
      if (types_[i] != 'l') lower = right_sides_[i];
      if (types_[i] != 'g') upper = right_sides_[i];
      const double range = ranges_[i];
      if (std::isnan(range)) continue;
      if (types_[i] == 'l' || (types_[i] == 'e' && range < 0)) lower = upper - std::abs(range);
      if (types_[i] == 'g' || (types_[i] == 'e' && range >= 0)) upper = lower + std::abs(range);
    }
    return program_.finish();
  }

  static constexpr double not_given_ = std::numeric_limits<double>::quiet_NaN();

  TextInput input_;
  ProgramBuilder program_;
  Section section_ = &MpsReader::refuse_line;
  std::unordered_set<std::string> free_rows_;
  std::vector<char> types_;
  std::vector<double> right_sides_;
  std::vector<double> ranges_;
  std::string current_;             ///< the column whose lines are read
  std::unordered_set<Index> seen_;  ///< its rows
};

}  // namespace

LinearProgram read_mps(const std::filesystem::path& file) { return MpsReader(file).read(); }

LinearProgram read_linear_program(const std::filesystem::path& file) {
  std::string name = lower_case(file.string());
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  return name.ends_with(".lp") ? read_lp_format(file) : read_mps(file);
}

}  // namespace acgd::io
