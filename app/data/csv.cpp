#include "app/data/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "app/data/numbers.hpp"
#include "app/data/table.hpp"
#include "app/data/text.hpp"
#include "app/data/text_input.hpp"
#include "linalg/threads.hpp"

namespace acgd::io {

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

namespace {

/// Whether they are a header, to this reader and on one line.
bool make_a_header(const std::vector<std::string>& names) {
  const auto breaks = [](const std::string& name) {
    return is_number(name) || name.find_first_of("\r\n") != std::string::npos;
  };
  const auto says = [](const std::string& name) { return !name.empty(); };
  return std::none_of(names.begin(), names.end(), breaks) &&
         std::any_of(names.begin(), names.end(), says);
}

class NumberParser {
 public:
  explicit NumberParser(const TableHead& head) : head_(&head) {}

  std::vector<double> parse(BlockLines& lines) {
    rows_.clear();
    skip_header(lines, *head_);
    while (lines.next_line()) {
      const std::size_t before = rows_.size();
      if (take_plain(lines.line())) continue;
      rows_.resize(before);
      split_row(lines, *head_, cells_);
      for (const std::string_view cell : cells_) rows_.push_back(to_finite(lines, cell, "cell"));
    }
    return rows_;
  }

 private:
  /// False if it must be looked at more closely.
  bool take_plain(std::string_view line) {
    PlainRow row(line, head_->separator);
    for (std::size_t k = 0; k < head_->columns; ++k) {
      double value = 0;
      if ((k > 0 && !row.next()) || !row.is_plain() || !row.take_number(value)) return false;
      rows_.push_back(value);
    }
    return !row.next();
  }

  const TableHead* head_;
  std::vector<double> rows_;
  std::vector<std::string_view> cells_;
};

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

CsvTable read_csv(const std::filesystem::path& data) {
  constexpr std::string_view separators[] = {"\t", ";", ","};
  TableBlocks table(data, {}, separators, static_cast<std::size_t>(-1));
  auto [parts, end] = table.parse<std::vector<double>>(NumberParser(table.head()));
  Matrix values = join_rows(parts, static_cast<Index>(table.head().columns));
  if (values.rows() == 0) end.fail("the file ends: must have a row below the header");
  return {table.head().names, std::move(values)};
}

Matrix read_plain_text(const std::filesystem::path& file) {
  TextInput input(file);
  RowStack rows;
  Index cols = 0;
  while (input.next_line()) {
    const Index before = rows.size();
    std::string_view rest = input.line();
    rest = rest.substr(0, rest.find('#'));
    for (auto word = take_word(rest); !word.empty(); word = take_word(rest)) {
      rows.push_back(to_finite(input, word, "value"));
    }
    const Index found = rows.size() - before;
    if (cols == 0) cols = found;
    if (found != cols && found != 0) {
      input.fail(fmt::format("{} numbers: must be {}, as on the first line", found, cols));
    }
  }
  if (rows.empty()) input.fail("the file ends: must have at least one number");
  return rows.matrix(cols);
}

std::vector<Vector> read_lines(const std::filesystem::path& file) {
  constexpr std::string_view separators = ",; \t";
  TextInput input(file);
  std::vector<Vector> lines;
  std::vector<double> numbers;
  while (input.next_line()) {
    numbers.clear();
    std::string_view left = input.line().substr(0, input.line().find('#'));
    while (true) {
      left.remove_prefix(std::min(left.find_first_not_of(separators), left.size()));
      if (left.empty()) break;
      const std::string_view word = left.substr(0, left.find_first_of(separators));
      numbers.push_back(to_finite(input, word, "entry"));
      left.remove_prefix(word.size());
    }
    if (numbers.empty()) continue;
    lines.push_back(Eigen::Map<const Vector>(numbers.data(), static_cast<Index>(numbers.size())));
  }
  return lines;
}

}  // namespace acgd::io
