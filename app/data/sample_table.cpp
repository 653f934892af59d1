#include "app/data/sample_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "app/data/csv.hpp"
#include "app/data/numbers.hpp"
#include "app/data/table.hpp"

namespace acgd::io {

namespace {

constexpr std::string_view kCellSeparators[] = {"\t", ";", ","};
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
  void append(Targets other) {
    for (const double value : other.numbers_) push_number(value);
    for (std::string& word : other.words_) push_word(std::move(word));
  }
  void clear() {
    numbers_.clear();
    words_.clear();
  }
  Vector numbers() const {
    return Eigen::Map<const Vector>(numbers_.data(), static_cast<Index>(numbers_.size()));
  }
  std::vector<std::string> take_words() { return std::move(words_); }

 private:
  std::vector<double> numbers_;
  std::vector<std::string> words_;
};

/// The samples of a block.
struct SampleBlock {
  Index rows = 0;
  std::vector<double> features = {};  ///< row after row
  std::vector<double> weights = {};
  Targets targets = {};

  void clear() {
    rows = 0;
    features.clear();
    weights.clear();
    targets.clear();
  }
};

class SampleParser {
 public:
  SampleParser(const SampleTableRequest& request, const TableHead& head,
               const std::vector<ColumnRole>& roles)
      : request_(&request), head_(&head), roles_(&roles) {}

  SampleBlock parse(BlockLines& lines) {
    block_.clear();
    skip_header(lines, *head_);
    for (; lines.next_line(); ++block_.rows) {
      const std::size_t before = block_.features.size();
      if (take_plain(lines.line())) continue;
      block_.features.resize(before);
      split_row(lines, *head_, cells_);
      for (std::size_t k = 0; k < head_->columns; ++k) take(lines, k);
    }
    return block_;
  }

 private:
  /// Takes a row whose cells are what most are. False if it is none, and must be looked at more
  /// closely: then it has left nothing but features.
  bool take_plain(std::string_view line) {
    PlainRow row(line, head_->separator);
    std::optional<double> target, weight;
    std::string_view word;
    for (std::size_t k = 0; k < head_->columns; ++k) {
      if ((k > 0 && !row.next()) || !row.is_plain()) return false;
      const ColumnRole role = (*roles_)[k];
      double value = 0;
      if (role == ColumnRole::ignored) {
        row.take_cell();
      } else if (row.take_number(value)) {
        if (role == ColumnRole::feature) block_.features.push_back(value);
        if (role == ColumnRole::target) target = value;
        if (role == ColumnRole::weight) weight = value;
      } else {
        word = row.take_cell();
        if (role != ColumnRole::target || !is_class(word)) return false;
      }
    }
    if (row.next()) return false;
    if (target) block_.targets.push_number(*target);
    if (!word.empty()) block_.targets.push_word(cell_text(word));
    if (weight) block_.weights.push_back(*weight);
    return true;
  }

  /// Whether it is a word that a target may be.
  bool is_class(std::string_view cell) const {
    return request_->cure_of_words.empty() && !is_missing(cell) && !is_number(cell);
  }

  void take(const TextPlace& place, std::size_t column) {
    const std::string_view cell = cells_[column];
    const std::optional<double> number = number_in(cell);
    switch ((*roles_)[column]) {
      case ColumnRole::feature:
        return block_.features.push_back(number ? *number : missing(place, column));
      case ColumnRole::weight:
        return block_.weights.push_back(number ? *number : missing(place, column));
      case ColumnRole::target:
        if (number) return block_.targets.push_number(*number);
        if (!is_missing(cell) && !is_number(cell)) return take_word(place, column);
        return block_.targets.push_number(missing(place, column));
      case ColumnRole::ignored:
        return;
    }
  }

  void take_word(const TextPlace& place, std::size_t column) {
    const std::string_view cell = cells_[column];
    if (request_->cure_of_words.empty()) return block_.targets.push_word(cell_text(cell));
    place.fail(cell, fmt::format("cell {} of {}: must be a number; {}", in_quotes(cell),
                                 shown(column), request_->cure_of_words));
  }

  /// NaN, if the cell of this column is missing and may be. Throws InvalidInput otherwise.
  double missing(const TextPlace& place, std::size_t column) const {
    const std::string_view cell = cells_[column];
    const bool is_feature = (*roles_)[column] == ColumnRole::feature;
    if (is_missing(cell)) {
      const std::string& cure = is_feature ? request_->cure_of_features : request_->cure_of_others;
      if (cure.empty()) return kMissing;
      place.fail(cell,
                 fmt::format("cell {} of {} is missing: {}", in_quotes(cell), shown(column), cure));
    }
    const char* rule = is_feature && !is_number(cell)
                           ? "must be a number; only a target may be a word"
                           : "must be a finite number";
    place.fail(cell, fmt::format("cell {} of {}: {}", in_quotes(cell), shown(column), rule));
  }

  /// "column 3 (age)"
  std::string shown(std::size_t column) const {
    const bool has_name = !head_->names.empty() && !head_->names[column].empty();
    return fmt::format("column {}{}", column + 1,
                       has_name ? fmt::format(" ({})", shown_name(head_->names[column])) : "");
  }

  const SampleTableRequest* request_;
  const TableHead* head_;
  const std::vector<ColumnRole>* roles_;
  std::vector<std::string_view> cells_;
  SampleBlock block_;
};

SampleTable join_samples(std::vector<SampleBlock> blocks, Index feature_count) {
  SampleTable table;
  std::vector<std::vector<double>> features;
  std::vector<double> weights;
  Targets targets;
  Index rows = 0;
  for (SampleBlock& block : blocks) {
    rows += block.rows;
    weights.insert(weights.end(), block.weights.begin(), block.weights.end());
    targets.append(std::move(block.targets));
    features.push_back(std::move(block.features));
  }
  table.features = feature_count > 0 ? join_rows(features, feature_count) : Matrix(rows, 0);
  table.targets = targets.numbers();
  table.words = targets.take_words();
  table.weights = Eigen::Map<const Vector>(weights.data(), std::ssize(weights));
  return table;
}

}  // namespace

std::string class_name(double number) {
  return std::isnan(number) ? "" : fmt::format("{}", number);
}

SampleTable read_sample_table(const std::filesystem::path& data, const SampleTableRequest& request,
                              const Slice& slice) {
  TableBlocks table(data, slice, kCellSeparators, SampleCells{.word = request.target});
  const TableHead& head = table.head();
  const std::vector<ColumnRole> roles =
      request.roles({head.names, static_cast<Index>(head.columns)});
  auto [blocks, end] = table.parse<SampleBlock>(SampleParser(request, head, roles));
  SampleTable result =
      join_samples(std::move(blocks), std::count(roles.begin(), roles.end(), ColumnRole::feature));
  if (slice.is_whole() && result.rows() == 0) {
    end.fail("the file ends: must have a row below the header");
  }
  result.header = head.names;
  result.bytes_read = table.bytes_read();
  return result;
}

}  // namespace acgd::io
