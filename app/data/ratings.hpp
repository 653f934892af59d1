#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/objective/matrix_completion.hpp"
#include "app/data/byte_input.hpp"

namespace acgd::io {

struct Ratings {
  Index rows = 0;  ///< users
  Index cols = 0;  ///< items
  std::vector<Observation> observations;
  std::vector<std::string> header = {};  ///< empty: the file has none
  Index first_row = 1;                   ///< what the file calls row 0: 0 or 1
  Index first_col = 1;
  std::uint64_t bytes_read = 0;  ///< of the files, decompressed
};

/// Reads lines of user, item, rating and possibly the time, which is not looked at. They are
/// separated by "::", tabs, semicolons, commas or spaces, whatever the first line has; that line
/// is a header if its first three cells are words. Users are numbers from 1, or from 0 if a 0
/// occurs, and so are items: the highest says how many there are, and must not exceed the ratings
/// by more than kMaxUnused. Several files may make one data set: see data_files(). The threads share
/// the work.
///
/// A slice may have no rating. It goes by its own users and items, and leaves it to check_ids()
/// whether there are too many. Throws FileError, or InvalidInput with line and column.
Ratings read_ratings(const std::filesystem::path& data, const Slice& slice = {});

/// What is known of the users, or of the items, of some ratings: an empty slice has none.
struct IdRange {
  Index first = 1;  ///< 0 if a 0 occurs
  Index count = 0;  ///< from `first` to the highest

  /// Those of both.
  IdRange merged_with(const IdRange& other) const;
};

/// Has ratings of a slice count as all slices do: `users` and `items` are those of all of them.
void renumber(Ratings& ratings, const IdRange& users, const IdRange& items);

/// Throws InvalidInput if the users or items of all `count` ratings are too many for them.
void check_ids(const std::filesystem::path& data, const IdRange& users, const IdRange& items,
               Index count);

/// A user and an item, as a file calls them.
struct Pair {
  Index user = 0;
  Index item = 0;
};

/// Reads lines of user and item, and whatever follows, which is not looked at: a file of ratings
/// will do. Throws as read_ratings() does.
std::vector<Pair> read_pairs(const std::filesystem::path& file);

}  // namespace acgd::io
