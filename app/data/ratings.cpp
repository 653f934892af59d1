#include "app/data/ratings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>

#include "acgd/core/error.hpp"
#include "app/data/csv.hpp"
#include "app/data/limits.hpp"
#include "app/data/numbers.hpp"
#include "linalg/threads.hpp"

namespace acgd::data {

namespace {

constexpr std::string_view kRatingSeparators[] = {"::", "\t", ";", ",", " "};

/// The range of the numbers in a column.
struct Ids {
  int lowest = std::numeric_limits<int>::max();
  int highest = -1;

  void add(int id) {
    lowest = std::min(lowest, id);
    highest = std::max(highest, id);
  }
  void add(const Ids& others) {
    lowest = std::min(lowest, others.lowest);
    highest = std::max(highest, others.highest);
  }
  IdRange range() const {
    if (highest < 0) return {};
    const Index first = lowest == 0 ? 0 : 1;
    return {first, highest - first + 1};
  }
};

/// The ratings of a block, with users and items as numbered in the file.
struct RatingBlock {
  std::vector<Observation> ratings = {};
  Ids users = {};
  Ids items = {};
};

class RatingParser {
 public:
  explicit RatingParser(const TableHead& head) : head_(&head) {}

  RatingBlock parse(BlockLines& lines) {
    ratings_.clear();
    RatingBlock block;
    skip_header(lines, *head_);
    while (lines.next_line()) {
      Observation rating;
      if (!take_plain(lines.line(), rating)) take(lines, rating);
      block.users.add(rating.row);
      block.items.add(rating.col);
      ratings_.push_back(rating);
    }
    block.ratings = ratings_;  // with no more memory than they need
    return block;
  }

 private:
  /// Fast path; false if the row has quotes or is not valid.
  bool take_plain(std::string_view line, Observation& rating) const {
    PlainRow row(line, head_->separator);
    const bool plain = row.is_plain() && row.take_id(kMaxId, rating.row) && row.next() &&
                       row.take_id(kMaxId, rating.col) && row.next() &&
                       row.take_number(rating.value);
    if (!plain || head_->columns == 3) return plain && !row.next();
    if (!row.next() || !row.is_plain()) return false;
    row.take_cell();
    return !row.next();
  }

  void take(const TextPlace& place, Observation& rating) {
    split_row(place, *head_, cells_);
    rating.row = static_cast<int>(to_integer(place, cells_[0], "user", 0, kMaxId));
    rating.col = static_cast<int>(to_integer(place, cells_[1], "item", 0, kMaxId));
    rating.value = to_finite(place, cells_[2], "rating");
  }

  const TableHead* head_;
  std::vector<std::string_view> cells_;
  std::vector<Observation> ratings_;
};

/// The message at the end of the file if there are too many users or items.
std::optional<std::string> error_of_ids(const char* what, Index ids, Index ratings) {
  if (ids - ratings <= kMaxUnused) return std::nullopt;
  return fmt::format(
      "the file ends, with {} {} and {} ratings: must not exceed them by more than {}", ids, what,
      ratings, kMaxUnused);
}

std::optional<std::string> error_of_ids(const IdRange& users, const IdRange& items, Index ratings) {
  const auto error = error_of_ids("users", users.count, ratings);
  return error ? error : error_of_ids("items", items.count, ratings);
}

/// Joins the blocks, and numbers users and items from 0.
std::vector<Observation> join_ratings(std::vector<RatingBlock> blocks, Index first_row,
                                      Index first_col) {
  std::vector<std::size_t> begins = {0};
  for (const RatingBlock& block : blocks) begins.push_back(begins.back() + block.ratings.size());
  std::vector<Observation> all(begins.back());
  share_any_tasks(std::ssize(blocks), [&](Index task) {
    const auto k = static_cast<std::size_t>(task);
    const std::vector<Observation> ratings = std::move(blocks[k].ratings);
    std::transform(ratings.begin(), ratings.end(), all.data() + begins[k], [&](Observation rating) {
      rating.row -= static_cast<int>(first_row);
      rating.col -= static_cast<int>(first_col);
      return rating;
    });
  });
  return all;
}

}  // namespace

Ratings read_ratings(const std::filesystem::path& data, const Slice& slice) {
  TableBlocks table(data, slice, kRatingSeparators, {.deciding = 3});
  const TableHead& head = table.head();
  if (head.columns != 3 && head.columns != 4) {
    table.fail_at_head(
        fmt::format("{} columns: must be user, item, rating and possibly the time", head.columns));
  }
  auto [blocks, end] = table.parse<RatingBlock>(RatingParser(head));
  Ids users;
  Ids items;
  Index count = 0;
  for (const RatingBlock& block : blocks) {
    users.add(block.users);
    items.add(block.items);
    count += std::ssize(block.ratings);
  }
  if (slice.is_whole()) {
    if (count == 0) end.fail("the file ends: must have a rating below the header");
    if (const auto error = error_of_ids(users.range(), items.range(), count)) end.fail(*error);
  }
  const auto [first_row, rows] = users.range();
  const auto [first_col, cols] = items.range();
  return {.rows = rows,
          .cols = cols,
          .observations = join_ratings(std::move(blocks), first_row, first_col),
          .header = head.names,
          .first_row = first_row,
          .first_col = first_col,
          .bytes_read = table.bytes_read()};
}

IdRange IdRange::merged_with(const IdRange& other) const {
  const Index begin = std::min(first, other.first);
  return {begin, std::max(first + count, other.first + other.count) - begin};
}

void renumber(Ratings& ratings, const IdRange& users, const IdRange& items) {
  const auto down = static_cast<int>(ratings.first_row - users.first);
  const auto right = static_cast<int>(ratings.first_col - items.first);
  for (Observation& rating : ratings.observations) {
    rating.row += down;
    rating.col += right;
  }
  ratings.first_row = users.first;
  ratings.first_col = items.first;
  ratings.rows = users.count;
  ratings.cols = items.count;
}

void check_ids(const std::filesystem::path& data, const IdRange& users, const IdRange& items,
               Index count) {
  if (const auto error = error_of_ids(users, items, count)) {
    throw InvalidInput(data.string(), *error);
  }
}

std::vector<Pair> read_pairs(const std::filesystem::path& file) {
  TableInput table(file, kRatingSeparators, {.deciding = 2});
  if (table.columns() < 2) table.text().fail("1 column: must be user, item and whatever follows");
  std::vector<Pair> pairs;
  while (table.next_row()) {
    Pair pair;
    pair.user = to_integer(table.text(), table.cells()[0], "user", 0, kMaxId);
    pair.item = to_integer(table.text(), table.cells()[1], "item", 0, kMaxId);
    pairs.push_back(pair);
  }
  return pairs;
}

}  // namespace acgd::data
