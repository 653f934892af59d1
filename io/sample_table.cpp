#include "io/sample_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "io/cells.hpp"
#include "io/numbers.hpp"
#include "io/row_stack.hpp"
#include "io/table_input.hpp"

namespace acgd::io {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

/// A finite number, if the cell is one.
std::optional<double> number_in(std::string_view cell) {
  double value = 0;
  const bool whole = scan_number(cell, value) == cell.data() + cell.size() && !cell.empty();
  if (!whole || !std::isfinite(value)) return std::nullopt;
  return value;
}

/// The targets read so far: numbers, until one of them is a word.
class Targets {
 public:
  /// NaN: it is missing.
  void push_number(double value) {
    if (words_.empty()) {
      numbers_.push_back(value);
    } else {
      words_.push_back(class_name(value));
    }
  }
  void push_word(std::string word) {
    if (words_.empty()) {
      for (const double value : numbers_) words_.push_back(class_name(value));
      numbers_.clear();
    }
    words_.push_back(std::move(word));
  }
  Vector numbers() const {
    return Eigen::Map<const Vector>(numbers_.data(), static_cast<Index>(numbers_.size()));
  }
  std::vector<std::string> take_words() { return std::move(words_); }

 private:
  std::vector<double> numbers_;
  std::vector<std::string> words_;
};

class Reader {
 public:
  Reader(const std::filesystem::path& file, const SampleTableRequest& request)
      : request_(request), table_(file, kSeparators, {.word = request.target}) {
    roles_ = request.roles({table_.names(), static_cast<Index>(table_.columns())});
  }

  SampleTable read() {
    Index rows = 0;
    for (; table_.next_row(); ++rows) {
      for (std::size_t k = 0; k < roles_.size(); ++k) take(k);
    }
    if (rows == 0) table_.text().fail("the file ends: must have a row below the header");
    const Index features = std::count(roles_.begin(), roles_.end(), ColumnRole::feature);
    return {
        .header = table_.names(),
        .features = features > 0 ? features_.matrix(features) : Matrix(rows, 0),
        .targets = targets_.numbers(),
        .words = targets_.take_words(),
        .weights = Eigen::Map<const Vector>(weights_.data(), static_cast<Index>(weights_.size()))};
  }

 private:
  static constexpr std::string_view kSeparators[] = {"\t", ";", ","};

  void take(std::size_t column) {
    const std::string_view cell = table_.cells()[column];
    const std::optional<double> number = number_in(cell);
    switch (roles_[column]) {
      case ColumnRole::feature:
        return features_.push_back(number ? *number : missing(column));
      case ColumnRole::weight:
        return weights_.push_back(number ? *number : missing(column));
      case ColumnRole::target:
        if (number) return targets_.push_number(*number);
        if (!is_missing(cell) && !is_number(cell)) return take_word(column);
        return targets_.push_number(missing(column));
      case ColumnRole::ignored:
        return;
    }
  }

  void take_word(std::size_t column) {
    const std::string_view cell = table_.cells()[column];
    if (request_.cure_of_words.empty()) return targets_.push_word(cell_text(cell));
    table_.text().fail(cell, fmt::format("cell {} of {}: must be a number; {}", in_quotes(cell),
                                         shown(column), request_.cure_of_words));
  }

  /// NaN, if the cell of this column is missing and may be. Throws InvalidInput otherwise.
  double missing(std::size_t column) const {
    const std::string_view cell = table_.cells()[column];
    const bool is_feature = roles_[column] == ColumnRole::feature;
    if (is_missing(cell)) {
      const std::string& cure = is_feature ? request_.cure_of_features : request_.cure_of_others;
      if (cure.empty()) return kMissing;
      table_.text().fail(
          cell, fmt::format("cell {} of {} is missing: {}", in_quotes(cell), shown(column), cure));
    }
    const char* rule = is_feature && !is_number(cell)
                           ? "must be a number; only a target may be a word"
                           : "must be a finite number";
    table_.text().fail(cell,
                       fmt::format("cell {} of {}: {}", in_quotes(cell), shown(column), rule));
  }

  /// "column 3 (age)"
  std::string shown(std::size_t column) const {
    const bool has_name = !table_.names().empty() && !table_.names()[column].empty();
    return fmt::format("column {}{}", column + 1,
                       has_name ? fmt::format(" ({})", shown_name(table_.names()[column])) : "");
  }

  const SampleTableRequest& request_;
  TableInput table_;
  std::vector<ColumnRole> roles_;
  RowStack features_;
  Targets targets_;
  std::vector<double> weights_;
};

}  // namespace

std::string class_name(double number) {
  return std::isnan(number) ? "" : fmt::format("{}", number);
}

SampleTable read_sample_table(const std::filesystem::path& file,
                              const SampleTableRequest& request) {
  return Reader(file, request).read();
}

}  // namespace acgd::io
