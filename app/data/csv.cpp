#include "app/data/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "linalg/threads.hpp"

namespace acgd::data {

namespace {

constexpr std::string_view kSpaces = " ";
constexpr std::string_view kCellSeparators[] = {"\t", ";", ","};
constexpr const char* kEmptyTable = "the file is empty: must have at least one row";
constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

/// Takes spaces between cells off `rest`.
void skip_spaces(std::string_view separator, std::string_view& rest) {
  const std::string_view skipped = separator == kSpaces ? " \t" : " ";
  rest.remove_prefix(std::min(rest.find_first_not_of(skipped), rest.size()));
}

/// Takes a cell in quotes off `rest`, which begins with its first quote.
std::string_view take_quoted(const TextPlace& input, std::string_view& rest) {
  for (std::size_t at = 1; at < rest.size(); ++at) {
    if (rest[at] != '"') continue;
    if (rest.substr(at).starts_with("\"\"")) {
      ++at;
      continue;
    }
    const std::string_view cell = rest.substr(1, at - 1);
    rest.remove_prefix(at + 1);
    return cell;
  }
  input.fail(rest, fmt::format("{}: its quotes must end on the same line", in_quotes(rest)));
}

/// Takes a cell without quotes off `rest`.
std::string_view take_plain(std::string_view separator, std::string_view& rest) {
  const std::size_t end = std::min(
      separator == kSpaces ? rest.find_first_of(" \t") : rest.find(separator), rest.size());
  std::string_view cell = rest.substr(0, end);
  rest.remove_prefix(end);
  while (cell.ends_with(' ')) cell.remove_suffix(1);
  return cell;
}

/// The first of `separators` that occurs in `line`, other than inside quotes; the last of them if
/// none does.
std::string_view find_separator(std::string_view line,
                                std::span<const std::string_view> separators) {
  for (const std::string_view separator : separators) {
    bool inside = false;
    for (std::size_t at = 0; at < line.size(); ++at) {
      if (line[at] == '"') inside = !inside;
      if (!inside && line.substr(at).starts_with(separator)) return separator;
    }
  }
  return separators.back();
}

/// Splits the input's line at `separator`; " " stands for any number of spaces and tabs.
void split_cells(const TextPlace& input, std::string_view separator,
                 std::vector<std::string_view>& cells) {
  cells.clear();
  std::string_view rest = input.line();
  skip_spaces(separator, rest);
  for (;;) {
    const bool has_quotes = rest.starts_with('"');
    cells.push_back(has_quotes ? take_quoted(input, rest) : take_plain(separator, rest));
    const std::string_view behind = rest;
    skip_spaces(separator, rest);
    if (rest.empty()) return;
    if (separator == kSpaces) {
      if (rest.size() < behind.size()) continue;
    } else if (rest.starts_with(separator)) {
      rest.remove_prefix(separator.size());
      skip_spaces(separator, rest);
      continue;
    }
    input.fail(rest, fmt::format("{}: a cell in quotes must end with them", in_quotes(rest)));
  }
}

/// Whether a cell marks a missing value: empty, NA, NaN, ? or null, in upper or lower case.
bool is_missing(std::string_view cell) {
  if (cell.size() > 4) return false;
  const std::string letters = lower_case(cell);
  return letters.empty() || letters == "na" || letters == "nan" || letters == "?" ||
         letters == "null";
}

/// A cell as text: doubled quotes inside quotes become single.
std::string cell_text(std::string_view cell) {
  std::string result;
  for (std::size_t at = 0; at < cell.size(); ++at) {
    result += cell[at];
    if (cell.substr(at).starts_with("\"\"")) ++at;
  }
  return result;
}

using Cells = std::vector<std::string_view>;

bool is_header(const TextPlace& place, const Cells& cells, const HeaderRule& rule) {
  const auto count = static_cast<Index>(std::min(rule.deciding, cells.size()));
  const Index target = rule.target.value_or(count);
  std::optional<Index> word, number;
  for (Index k = count; k-- > 0;) {
    if (is_missing(cells[k])) continue;
    if (is_number(cells[k])) {
      number = k;
    } else if (k != (target < 0 ? count + target : target)) {
      word = k;
    }
  }
  if (!word) return false;
  if (!number) return true;
  std::string rule_text = fmt::format("must be a number, as {} is; a header has no number in it",
                                      in_quotes(cells[*number]));
  if (rule.target) {
    rule_text += fmt::format(
        ", and no feature is a word: --target-column {} if it is what should be predicted",
        *word + 1);
  }
  place.fail(cells[*word], fmt::format("cell {} of column {}: {}", in_quotes(cells[*word]),
                                       *word + 1, rule_text));
}

/// Reads the first line of a table, and leaves its cells.
TableHead read_head(const TextPlace& place, std::span<const std::string_view> separators,
                    const HeaderRule& rule, Cells& cells) {
  TableHead head;
  head.separator = find_separator(place.line(), separators);
  split_cells(place, head.separator, cells);
  head.columns = cells.size();
  if (!is_header(place, cells, rule)) return head;
  for (const std::string_view cell : cells) head.names.push_back(cell_text(cell));
  return head;
}

}  // namespace

void split_row(const TextPlace& place, const TableHead& head, Cells& cells) {
  split_cells(place, head.separator, cells);
  if (cells.size() == head.columns) return;
  const std::string_view line = place.line();
  const std::string_view end =
      cells.size() > head.columns ? cells[head.columns] : line.substr(line.size());
  place.fail(end,
             fmt::format("{} cells: must be {}, as on the first line", cells.size(), head.columns));
}

TableInput::TableInput(const std::filesystem::path& file,
                       std::span<const std::string_view> separators, const HeaderRule& rule)
    : text_(file) {
  if (!text_.next_line()) text_.fail(kEmptyTable);
  head_ = read_head(text_, separators, rule, cells_);
  have_row_ = !head_.has_header();
}

bool TableInput::next_row() {
  if (have_row_) {
    have_row_ = false;
    return true;
  }
  if (!text_.next_line()) return false;
  split_row(text_, head_, cells_);
  return true;
}

TableBlocks::TableBlocks(const std::filesystem::path& data, const Slice& slice,
                         std::span<const std::string_view> separators, const HeaderRule& rule)
    : input_(data, slice) {
  const TextBlock& peeked = input_.peek();
  const bool is_head = slice.is_whole() || (slice.part == 0 && peeked.size > 0);
  const TextBlock first = is_head ? peeked : input_.read_first_line();
  BlockLines lines(first);
  if (!lines.next_line()) lines.fail(kEmptyTable);
  Cells cells;
  head_ = read_head(lines, separators, rule, cells);
  file_ = first.file;
  line_ = lines.lines();
}

void TableBlocks::fail_at_head(const std::string& message) const {
  throw TextError(file_, line_, 1, message);
}

void skip_header(BlockLines& lines, const TableHead& head) {
  if (!lines.begins_file() || !head.has_header() || !lines.next_line()) return;
  Cells cells;
  split_cells(lines, head.separator, cells);
  const auto is_same = [](std::string_view cell, const std::string& name) {
    return cell_text(cell) == name;
  };
  if (std::equal(cells.begin(), cells.end(), head.names.begin(), head.names.end(), is_same)) return;
  lines.fail("another header than that of the first file: must be the same");
}

namespace {

/// The rows of `cols` numbers of all parts, one after the other; the parts are freed.
Matrix join_rows(std::vector<std::vector<double>>& parts, Index cols) {
  std::vector<Index> begins = {0};
  for (const std::vector<double>& part : parts) {
    begins.push_back(begins.back() + std::ssize(part) / cols);
  }
  Matrix result(begins.back(), cols);
  share_any_tasks(std::ssize(parts), [&](Index task) {
    const auto k = static_cast<std::size_t>(task);
    const std::vector<double> rows = std::move(parts[k]);
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Index count = std::ssize(rows) / cols;
    result.middleRows(begins[k], count) = Eigen::Map<const RowMajor>(rows.data(), count, cols);
  });
  return result;
}

/// A finite number, if the cell is one.
std::optional<double> number_in(std::string_view cell) {
  double value = 0;
  const bool whole = scan_number(cell, value) == cell.data() + cell.size() && !cell.empty();
  if (!whole || !std::isfinite(value)) return std::nullopt;
  return value;
}

/// Targets while they are read: numbers, until one of them is a word.
class TargetBuilder {
 public:
  /// NaN if it is missing.
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
  void append(TargetBuilder other) {
    for (const double value : other.numbers_) push_number(value);
    for (std::string& word : other.words_) push_word(std::move(word));
  }
  void clear() {
    numbers_.clear();
    words_.clear();
  }
  Targets finish() {
    return {Eigen::Map<const Vector>(numbers_.data(), std::ssize(numbers_)), std::move(words_)};
  }

 private:
  std::vector<double> numbers_;
  std::vector<std::string> words_;
};

/// The samples of a block of text.
struct SampleBlock {
  Index rows = 0;
  std::vector<double> features = {};  ///< row after row
  std::vector<double> weights = {};
  TargetBuilder targets = {};

  void clear() {
    rows = 0;
    features.clear();
    weights.clear();
    targets.clear();
  }
};

class SampleParser {
 public:
  SampleParser(const ReadOptions& options, const TableHead& head,
               const std::vector<ColumnRole>& roles)
      : options_(&options), head_(&head), roles_(&roles) {}

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
  /// Fast path for rows of numbers without quotes, where the target may be a word. False for any
  /// other row; only features may have been added then.
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

  /// Whether a cell is a word that is allowed as target.
  bool is_class(std::string_view cell) const {
    return options_->word_target.empty() && !is_missing(cell) && !is_number(cell);
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
    if (options_->word_target.empty()) return block_.targets.push_word(cell_text(cell));
    place.fail(cell, fmt::format("cell {} of {}: must be a number; {}", in_quotes(cell),
                                 shown(column), options_->word_target));
  }

  /// NaN, if the cell of this column is missing and may be. Throws InvalidInput otherwise.
  double missing(const TextPlace& place, std::size_t column) const {
    const std::string_view cell = cells_[column];
    const bool is_feature = (*roles_)[column] == ColumnRole::feature;
    if (is_missing(cell)) {
      const std::string& advice = is_feature ? options_->missing_feature : options_->missing_other;
      if (advice.empty()) return kMissing;
      place.fail(cell, fmt::format("cell {} of {} is missing: {}", in_quotes(cell), shown(column),
                                   advice));
    }
    const bool has_target = std::ranges::count(*roles_, ColumnRole::target) > 0;
    const char* rule = is_feature && has_target && !is_number(cell)
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

  const ReadOptions* options_;
  const TableHead* head_;
  const std::vector<ColumnRole>* roles_;
  std::vector<std::string_view> cells_;
  SampleBlock block_;
};

void join_blocks(std::vector<SampleBlock> blocks, Dataset& result) {
  std::vector<std::vector<double>> features;
  std::vector<double> weights;
  TargetBuilder targets;
  Index rows = 0;
  for (SampleBlock& block : blocks) {
    rows += block.rows;
    weights.insert(weights.end(), block.weights.begin(), block.weights.end());
    targets.append(std::move(block.targets));
    features.push_back(std::move(block.features));
  }
  const Index columns = std::ranges::count(result.roles, ColumnRole::feature);
  *result.dense() = columns > 0 ? join_rows(features, columns) : Matrix(rows, 0);
  result.targets = targets.finish();
  result.weights = Eigen::Map<const Vector>(weights.data(), std::ssize(weights));
}

}  // namespace

Dataset read_table(const std::filesystem::path& data, const ReadOptions& options) {
  TableBlocks table(data, options.slice, kCellSeparators, {.target = options.target});
  const TableHead& head = table.head();
  Dataset result{.columns = {head.names, static_cast<Index>(head.columns)}};
  result.roles = options.roles(result.columns);
  auto [blocks, end] = table.parse<SampleBlock>(SampleParser(options, head, result.roles));
  join_blocks(std::move(blocks), result);
  if (options.slice.is_whole() && result.count() == 0) {
    end.fail("the file ends: must have a row below the header");
  }
  result.bytes_read = table.bytes_read();
  return result;
}

CsvTable read_csv(const std::filesystem::path& data) {
  const auto roles = [](const TableColumns& columns) {
    return std::vector(static_cast<std::size_t>(columns.count), ColumnRole::feature);
  };
  Dataset read = read_table(data, {.roles = roles, .missing_feature = "must be a finite number"});
  return {std::move(read.columns.names), std::move(*read.dense())};
}

namespace {

/// Whether these names can be read as a header.
bool make_a_header(const std::vector<std::string>& names) {
  const auto breaks = [](const std::string& name) {
    return is_number(name) || name.find_first_of("\r\n") != std::string::npos;
  };
  const auto is_given = [](const std::string& name) { return !name.empty(); };
  return std::none_of(names.begin(), names.end(), breaks) &&
         std::any_of(names.begin(), names.end(), is_given);
}

}  // namespace

std::string csv_cell(const std::string& text) {
  const bool plain = text.find_first_of(",;\t\"") == std::string::npos && !text.starts_with(' ') &&
                     !text.ends_with(' ');
  if (plain) return text;
  std::string cell = "\"";
  for (const char c : text) {
    if (c == '"') cell += '"';
    cell += c;
  }
  return cell + '"';
}

std::string to_csv(const CsvTable& table) {
  fmt::memory_buffer out;
  if (make_a_header(table.names)) {
    for (std::size_t k = 0; k < table.names.size(); ++k) {
      if (k > 0) out.push_back(',');
      out.append(csv_cell(table.names[k]));
    }
    out.push_back('\n');
  }
  for (Index row = 0; row < table.values.rows(); ++row) {
    for (Index col = 0; col < table.values.cols(); ++col) {
      if (col > 0) out.push_back(',');
      fmt::format_to(std::back_inserter(out), "{:.17g}", table.values(row, col));
    }
    out.push_back('\n');
  }
  return fmt::to_string(out);
}

namespace {

/// Calls use(numbers) for each line of numbers between separators.
template <class Use>
void for_each_line(TextInput& input, std::string_view separators, const char* what,
                   const Use& use) {
  std::vector<double> numbers;
  while (input.next_line()) {
    numbers.clear();
    std::string_view rest = input.line().substr(0, input.line().find('#'));
    while (true) {
      rest.remove_prefix(std::min(rest.find_first_not_of(separators), rest.size()));
      if (rest.empty()) break;
      const std::string_view word = rest.substr(0, rest.find_first_of(separators));
      numbers.push_back(to_finite(input, word, what));
      rest.remove_prefix(word.size());
    }
    if (!numbers.empty()) use(numbers);
  }
}

}  // namespace

Matrix read_plain_text(const std::filesystem::path& file) {
  TextInput input(file);
  std::vector<std::vector<double>> rows(1);
  std::size_t cols = 0;
  for_each_line(input, " \t", "value", [&](const std::vector<double>& row) {
    if (cols == 0) cols = row.size();
    if (row.size() != cols) {
      input.fail(fmt::format("{} numbers: must be {}, as on the first line", row.size(), cols));
    }
    rows[0].insert(rows[0].end(), row.begin(), row.end());
  });
  if (cols == 0) input.fail("the file ends: must have at least one number");
  return join_rows(rows, static_cast<Index>(cols));
}

std::vector<Vector> read_lines(const std::filesystem::path& file) {
  TextInput input(file);
  std::vector<Vector> lines;
  for_each_line(input, ",; \t", "entry", [&](const std::vector<double>& numbers) {
    lines.push_back(Eigen::Map<const Vector>(numbers.data(), std::ssize(numbers)));
  });
  return lines;
}

}  // namespace acgd::data
