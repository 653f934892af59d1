#include "io/ratings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>

#include "io/limits.hpp"
#include "io/numbers.hpp"
#include "io/table_input.hpp"

namespace acgd::io {
namespace {

constexpr std::string_view kSeparators[] = {"::", "\t", ";", ",", " "};

/// The numbers of a column.
struct Ids {
  int lowest = std::numeric_limits<int>::max();
  int highest = 0;

  int read(const TextInput& input, std::string_view cell, const char* what) {
    const auto id = static_cast<int>(to_integer(input, cell, what, 0, kMaxId));
    lowest = std::min(lowest, id);
    highest = std::max(highest, id);
    return id;
  }

  int first() const { return lowest == 0 ? 0 : 1; }
  Index count() const { return Index{highest} - first() + 1; }
};

void check_count(const TextInput& input, const char* what, Index count, std::size_t ratings) {
  if (count - static_cast<Index>(ratings) <= kMaxUnused) return;
  input.fail(
      fmt::format("the file ends, with {} {} and {} ratings: must not exceed them by more "
                  "than {}",
                  count, what, ratings, kMaxUnused));
}

}  // namespace

Ratings read_ratings(const std::filesystem::path& file) {
  TableInput table(file, kSeparators, 3);
  if (table.columns() != 3 && table.columns() != 4) {
    table.text().fail(fmt::format("{} columns: must be user, item, rating and possibly the time",
                                  table.columns()));
  }
  Ratings result;
  result.header = table.names();
  Ids users;
  Ids items;
  while (table.next_row()) {
    Observation rating;
    rating.row = users.read(table.text(), table.cells()[0], "user");
    rating.col = items.read(table.text(), table.cells()[1], "item");
    rating.value = to_finite(table.text(), table.cells()[2], "rating");
    result.observations.push_back(rating);
  }
  if (result.observations.empty()) {
    table.text().fail("the file ends: must have a rating below the header");
  }
  for (Observation& rating : result.observations) {
    rating.row -= users.first();
    rating.col -= items.first();
  }
  check_count(table.text(), "users", users.count(), result.observations.size());
  check_count(table.text(), "items", items.count(), result.observations.size());
  result.first_row = users.first();
  result.first_col = items.first();
  result.rows = users.count();
  result.cols = items.count();
  return result;
}

std::vector<Pair> read_pairs(const std::filesystem::path& file) {
  TableInput table(file, kSeparators, 2);
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

}  // namespace acgd::io
