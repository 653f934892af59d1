#include "io/libsvm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <deque>
#include <system_error>
#include <vector>

#include "acgd/core/error.hpp"
#include "io/limits.hpp"
#include "io/numbers.hpp"
#include "io/text_input.hpp"
#include "io/words.hpp"

namespace acgd::io {
namespace {

/// The samples read so far, in the compressed form of SparseRows. A deque grows without moving what
/// it has; moving it, with the memory that takes, was half of the time.
struct Rows {
  std::vector<double> labels;
  std::vector<int> starts = {0};
  std::deque<int> indices;
  std::deque<double> values;
  int highest = 0;  ///< index, from 1
};

/// What to do where a file seems to be a table: a row of cells begins with this word, or its first
/// two are the label and this word.
std::string_view way_out(std::string_view word, bool is_label) {
  double number = 0;
  if (word.find_first_of(",;") != std::string_view::npos) {
    return "; a table is in a file named .csv, or --format csv says so";
  }
  const bool whole = scan_number(word, number) == word.data() + word.size();
  return whole && !is_label ? "; if these are numbers between spaces, --format text says so" : "";
}

/// Says what is wrong with a token that add_entry() could not use.
[[noreturn]] void refuse(const TextInput& input, std::string_view token, Index features,
                         bool is_first) {
  const std::size_t colon = token.find(':');
  if (colon == std::string_view::npos) {
    input.fail(token, fmt::format("{}: must be index:value{}", in_quotes(token),
                                  is_first ? way_out(token, false) : ""));
  }
  to_integer(input, token.substr(0, colon), "index", 1, features);
  to_finite(input, token.substr(colon + 1), "value");
  input.fail(token, fmt::format("{}: must be index:value", in_quotes(token)));
}

/// Takes index:value off `rest`, which begins with it.
void add_entry(const TextInput& input, Index features, int previous, std::string_view& rest,
               Rows& rows) {
  const char* last = rest.data() + rest.size();
  std::string_view token = rest;
  int index = 0;
  double value = 0;
  const auto [colon, trouble] = std::from_chars(rest.data(), last, index);
  bool good =
      trouble == std::errc() && colon != last && *colon == ':' && index >= 1 && index <= features;
  if (good) {
    const char* begin = colon + 1;
    const char* end = scan_number({begin, last}, value);
    good = end != begin && (end == last || *end == ' ' || *end == '\t') && std::isfinite(value);
    rest = {end, last};
  }
  if (!good) refuse(input, take_word(token), features, previous == 0);
  if (index <= previous) {
    input.fail(token,
               fmt::format("index {}: must be above {}, the one before it", index, previous));
  }
  rows.indices.push_back(index - 1);
  rows.values.push_back(value);
}

void add_sample(const TextInput& input, Index features, Rows& rows) {
  std::string_view rest = input.line();
  rest = rest.substr(0, rest.find('#'));
  const std::string_view label = take_word(rest);
  if (label.empty()) return;
  if (const std::string_view way = way_out(label, true); !way.empty()) {
    input.fail(label, fmt::format("label {}: must be a finite number{}", in_quotes(label), way));
  }
  rows.labels.push_back(to_finite(input, label, "label"));

  int previous = 0;
  for (;;) {
    while (!rest.empty() && (rest[0] == ' ' || rest[0] == '\t')) rest.remove_prefix(1);
    if (rest.empty()) break;
    if (rest.starts_with("qid:")) {
      take_word(rest);
      continue;
    }
    add_entry(input, features, previous, rest, rows);
    previous = rows.indices.back() + 1;
  }
  rows.highest = std::max(rows.highest, previous);
  if (rows.indices.size() > kMaxEntries || rows.labels.size() > kMaxDimension) {
    input.fail("too many: there must be fewer than 2^31 entries, and 2^31 - 1 samples");
  }
  rows.starts.push_back(static_cast<int>(rows.indices.size()));
}

/// Where nobody says how many features there are.
void check_highest(const TextInput& input, const Rows& rows) {
  if (rows.highest == 0) input.fail("the file ends: must have an index:value");
  const auto entries = static_cast<Index>(rows.indices.size());
  if (rows.highest - entries > kMaxUnused) {
    input.fail(fmt::format(
        "the file ends, with index {} among {} entries: must not exceed them by more than {} "
        "unless the number of features is given",
        rows.highest, entries, kMaxUnused));
  }
}

}  // namespace

LabelledSamples read_libsvm(const std::filesystem::path& file, Index features) {
  if (features < 0 || features > kMaxDimension) {
    throw InvalidInput(fmt::format("features = {}: must be from 0 to {}", features, kMaxDimension));
  }
  TextInput input(file);
  Rows rows;
  while (input.next_line()) add_sample(input, features > 0 ? features : kMaxDimension, rows);
  if (rows.labels.empty()) input.fail("the file ends: must have at least one sample");
  if (features == 0) check_highest(input, rows);

  const auto count = static_cast<Index>(rows.labels.size());
  LabelledSamples result;
  result.samples.resize(count, features > 0 ? features : rows.highest);
  result.samples.resizeNonZeros(rows.starts.back());
  std::copy(rows.starts.begin(), rows.starts.end(), result.samples.outerIndexPtr());
  std::copy(rows.indices.begin(), rows.indices.end(), result.samples.innerIndexPtr());
  std::copy(rows.values.begin(), rows.values.end(), result.samples.valuePtr());
  result.labels = Eigen::Map<const Vector>(rows.labels.data(), count);
  return result;
}

}  // namespace acgd::io
