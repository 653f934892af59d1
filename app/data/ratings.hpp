#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/objective/matrix_completion.hpp"
#include "app/data/byte_input.hpp"

namespace acgd::data {

struct Ratings {
  Index rows = 0;  ///< users
  Index cols = 0;  ///< items
  std::vector<Observation> observations;
  std::vector<std::string> header = {};  ///< empty: the file has none
  Index first_row = 1;                   ///< number of the first user in the file: 0 or 1
  Index first_col = 1;
  std::uint64_t bytes_read = 0;  ///< of the files, decompressed
};

/// Reads lines of user, item, rating and possibly the time, which is ignored. They are
/// separated by "::", tabs, semicolons, commas or spaces, as in the first line; that line
/// is a header if its first three cells are words. Users are numbers from 1, or from 0 if a 0
/// occurs, and so are items: the highest number is their count, and must not exceed that of ratings
/// by more than kMaxUnused. Several files may make one data set: see data_files(). The work is
/// shared by the threads.
///
/// A slice may have no rating. It has its own users and items, and check_ids() is left to the caller,
/// which has all slices. Throws FileError, or InvalidInput with line and column.
Ratings read_ratings(const std::filesystem::path& data, const Slice& slice = {});

/// The range of users or items in some ratings.
struct IdRange {
  Index first = 1;  ///< 0 if a 0 occurs
  Index count = 0;  ///< from `first` to the highest

  /// The union of both.
  IdRange merged_with(const IdRange& other) const;
};

/// Renumbers the ratings of a slice by the users and items of all slices.
void renumber(Ratings& ratings, const IdRange& users, const IdRange& items);

/// Throws InvalidInput if the users or items of all `count` ratings are too many for them.
void check_ids(const std::filesystem::path& data, const IdRange& users, const IdRange& items,
               Index count);

/// A user and an item, as numbered in the file.
struct Pair {
  Index user = 0;
  Index item = 0;
};

/// Reads lines of user and item; further cells are ignored. Throws as read_ratings() does.
std::vector<Pair> read_pairs(const std::filesystem::path& file);

}  // namespace acgd::data
