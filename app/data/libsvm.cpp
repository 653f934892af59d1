#include "app/data/libsvm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "acgd/core/error.hpp"
#include "app/data/limits.hpp"
#include "app/data/numbers.hpp"
#include "app/data/text_input.hpp"
#include "linalg/threads.hpp"

namespace acgd::data {

namespace {

/// The samples of a block.
struct Rows {
  std::vector<double> labels = {};
  std::vector<int> ends = {};  ///< of each one's entries
  std::vector<int> indices = {};
  std::vector<double> values = {};
  int highest = 0;  ///< index, from 1

  void clear() {
    labels.clear();
    ends.clear();
    indices.clear();
    values.clear();
    highest = 0;
  }
};

bool is_space(char c) { return c == ' ' || c == '\t'; }

/// Advice for a file that seems to be a table: its first word, the label, or the word after it is
/// this one.
std::string_view advice_on(std::string_view word, bool is_label) {
  double number = 0;
  if (word.find_first_of(",;") != std::string_view::npos) {
    return "; a table is in a file named .csv, or --format csv says so";
  }
  const bool whole = scan_number(word, number) == word.data() + word.size();
  return whole && !is_label ? "; if these are numbers between spaces, --format text says so" : "";
}

/// Throws InvalidInput for a token that is no valid entry.
[[noreturn]] void refuse(const TextPlace& input, std::string_view token, Index features,
                         bool is_first) {
  const std::size_t colon = token.find(':');
  if (colon == std::string_view::npos) {
    input.fail(token, fmt::format("{}: must be index:value{}", in_quotes(token),
                                  is_first ? advice_on(token, false) : ""));
  }
  to_integer(input, token.substr(0, colon), "index", 1, features);
  to_finite(input, token.substr(colon + 1), "value");
  input.fail(token, fmt::format("{}: must be index:value", in_quotes(token)));
}

class RowParser {
 public:
  /// Indices go up to `features`.
  explicit RowParser(Index features) : features_(features) {}

  Rows parse(BlockLines& lines) {
    rows_.clear();
    while (lines.next_line()) add_sample(lines);
    return rows_;  // a copy, with no more memory than it needs
  }

 private:
  void add_sample(const TextPlace& place) {
    std::string_view rest = place.line();
    rest = rest.substr(0, rest.find('#'));
    const char* last = rest.data() + rest.size();
    const char* at = add_label(place, rest);
    if (at == nullptr) return;

    int previous = 0;
    for (;;) {
      while (at != last && is_space(*at)) ++at;
      if (at == last) break;
      rest = {at, last};
      if (*at == 'q' && rest.starts_with("qid:")) {
        take_word(rest);
        at = rest.data();
        continue;
      }
      at = add_entry(place, rest, previous);
      previous = rows_.indices.back() + 1;
    }
    rows_.highest = std::max(rows_.highest, previous);
    rows_.ends.push_back(static_cast<int>(rows_.indices.size()));
  }

  /// Returns where it ends, or nullptr if the line has nothing but a comment.
  const char* add_label(const TextPlace& place, std::string_view rest) {
    const std::string_view label = take_word(rest);
    if (label.empty()) return nullptr;
    double value = 0;
    if (scan_number(label, value) != rest.data() || !std::isfinite(value)) {
      if (const std::string_view advice = advice_on(label, true); !advice.empty()) {
        place.fail(label,
                   fmt::format("label {}: must be a finite number{}", in_quotes(label), advice));
      }
      value = to_finite(place, label, "label");
    }
    rows_.labels.push_back(value);
    return rest.data();
  }

  /// Takes index:value, which `rest` begins with. Returns where it ends.
  const char* add_entry(const TextPlace& place, std::string_view rest, int previous) {
    const char* last = rest.data() + rest.size();
    Index index = 0;
    const char* colon = scan_integer(rest, index);
    if (colon == last || *colon != ':' || index < 1 || index > features_) {
      refuse(place, take_word(rest), features_, previous == 0);
    }
    const char* begin = colon + 1;
    double value = 0;
    const char* end = scan_number({begin, last}, value);
    if (end == begin || (end != last && !is_space(*end)) || !std::isfinite(value)) {
      refuse(place, take_word(rest), features_, previous == 0);
    }
    if (index <= previous) {
      place.fail(rest,
                 fmt::format("index {}: must be above {}, the one before it", index, previous));
    }
    rows_.indices.push_back(static_cast<int>(index) - 1);
    rows_.values.push_back(value);
    return end;
  }

  Index features_;
  Rows rows_;  ///< of the block
};

/// The numbers of samples and entries before each block, and in all.
struct Places {
  std::vector<Index> samples = {0};
  std::vector<Index> entries = {0};
  int highest = 0;
};

Places find_places(const std::vector<Rows>& parts, const TextEnd& end) {
  Places places;
  for (const Rows& part : parts) {
    places.samples.push_back(places.samples.back() + std::ssize(part.labels));
    places.entries.push_back(places.entries.back() + std::ssize(part.indices));
    places.highest = std::max(places.highest, part.highest);
  }
  if (places.entries.back() > kMaxEntries || places.samples.back() > kMaxDimension) {
    end.fail("too many: there must be fewer than 2^31 entries, and 2^31 - 1 samples");
  }
  return places;
}

/// Copies all blocks into one matrix, and frees them one by one.
Dataset join_rows(std::vector<Rows> parts, const Places& places, Index features) {
  Eigen::SparseMatrix<double, Eigen::RowMajor> samples(places.samples.back(), features);
  samples.resizeNonZeros(places.entries.back());
  Dataset result{.is_libsvm = true};
  result.targets.numbers.resize(places.samples.back());
  int* ends = samples.outerIndexPtr();
  ends[0] = 0;
  share_any_tasks(std::ssize(parts), [&](Index block) {
    const auto k = static_cast<std::size_t>(block);
    const Rows rows = std::move(parts[k]);
    std::ranges::copy(rows.labels, result.targets.numbers.data() + places.samples[k]);
    std::ranges::copy(rows.indices, samples.innerIndexPtr() + places.entries[k]);
    std::ranges::copy(rows.values, samples.valuePtr() + places.entries[k]);
    std::ranges::transform(rows.ends, ends + places.samples[k] + 1,
                           [&](int end) { return static_cast<int>(places.entries[k]) + end; });
  });
  result.features = std::make_shared<SparseMatrix>(samples);
  return result;
}

/// The message at the end of the file, if the highest index is invalid.
std::optional<std::string> error_of_highest(Index highest, Index entries) {
  if (highest == 0) return "the file ends: must have an index:value";
  if (highest - entries <= kMaxUnused) return std::nullopt;
  return fmt::format(
      "the file ends, with index {} among {} entries: must not exceed them by more than {} unless "
      "the number of "
      "features is given",
      highest, entries, kMaxUnused);
}

void check_features(Index features) {
  if (features >= 0 && features <= kMaxDimension) return;
  throw InvalidInput("features", features, fmt::format("must be from 0 to {}", kMaxDimension));
}

RowParser parser_of(Index features) { return RowParser(features > 0 ? features : kMaxDimension); }

}  // namespace

Dataset read_libsvm(const std::filesystem::path& data, Index features, const Slice& slice) {
  check_features(features);
  BlockInput input(data, slice);
  auto [parts, end] = parse_blocks<Rows>(input, parser_of(features));
  const Places places = find_places(parts, end);
  if (slice.is_whole() && places.samples.back() == 0) {
    end.fail("the file ends: must have at least one sample");
  }
  if (slice.is_whole() && features == 0) {
    const auto error = error_of_highest(places.highest, places.entries.back());
    if (error) end.fail(*error);
  }
  Dataset result = join_rows(std::move(parts), places, features > 0 ? features : places.highest);
  result.bytes_read = input.bytes_read();
  return result;
}

void for_each_libsvm_block(const std::filesystem::path& data, Index features,
                           const std::function<void(const LibsvmBlock&)>& use) {
  check_features(features);
  BlockInput input(data);
  std::mutex mutex;
  std::map<std::size_t, Rows> waiting;  // for those before them
  std::size_t taken = 0;
  Index samples = 0, entries = 0;
  int highest = 0;
  const TextEnd end = share_blocks(input, [&] {
    return [&, parser = parser_of(features)](BlockLines& lines, std::size_t number) mutable {
      Rows parsed = parser.parse(lines);
      const std::lock_guard lock(mutex);
      waiting.emplace(number, std::move(parsed));
      while (!waiting.empty() && waiting.begin()->first == taken) {
        const Rows rows = std::move(waiting.extract(waiting.begin()).mapped());
        use({rows.labels, rows.ends, rows.indices, rows.values, rows.highest});
        ++taken;
        samples += std::ssize(rows.labels);
        entries += std::ssize(rows.indices);
        highest = std::max(highest, rows.highest);
      }
    };
  });
  if (samples == 0) end.fail("the file ends: must have at least one sample");
  if (features > 0) return;
  if (const auto error = error_of_highest(highest, entries)) end.fail(*error);
}

void check_highest(const std::filesystem::path& data, Index highest, Index entries) {
  if (const auto error = error_of_highest(highest, entries)) {
    throw InvalidInput(data.string(), *error);
  }
}

RowSpool::RowSpool(const std::filesystem::path& beside)
    : labels_(beside), ends_(beside), indices_(beside), values_(beside) {}

void RowSpool::append(const LibsvmBlock& block) {
  labels_.append(block.labels);
  std::vector<std::int64_t> ends(block.ends.size());
  std::ranges::transform(block.ends, ends.begin(), [&](int end) { return entries_ + end; });
  ends_.append(ends);
  indices_.append(block.indices);
  values_.append(block.values);
  count_ += std::ssize(block.labels);
  columns_ = std::max(columns_, block.columns);
  entries_ += std::ssize(block.indices);
}

Vector RowSpool::labels() { return Eigen::Map<const Vector>(labels_.numbers().data(), count_); }

Index RowSpool::entries_between(Index first, Index last) {
  return start_of(last) - start_of(first);
}

SparseLines RowSpool::columns_of(Index first, Index last, Index cols) {
  const std::int64_t begin = start_of(first);
  std::vector<int> starts;
  for (Index row = first; row <= last; ++row) {
    starts.push_back(static_cast<int>(start_of(row) - begin));
  }
  const auto from = static_cast<std::size_t>(begin);
  return transpose({starts, indices_.numbers().subspan(from), values_.numbers().subspan(from)},
                   cols);
}

}  // namespace acgd::data
