#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/objective/matrix_completion.hpp"

namespace acgd::io {

struct Ratings {
  Index rows = 0;  ///< users
  Index cols = 0;  ///< items
  std::vector<Observation> observations;
  std::vector<std::string> header = {};  ///< empty: the file has none
  Index first_row = 1;                   ///< what the file calls row 0: 0 or 1
  Index first_col = 1;
};

/// Reads lines of user, item, rating and possibly the time, which is not looked at. They are
/// separated by "::", tabs, semicolons, commas or spaces, whatever the first line has; that line
/// is a header if its first three cells are words. Users are numbers from 1, or from 0 if a 0
/// occurs, and so are items: the highest says how many there are, and must not exceed the ratings
/// by more than kMaxUnused.
///
/// Throws FileError, or InvalidInput with line and column.
Ratings read_ratings(const std::filesystem::path& file);

/// A user and an item, as a file calls them.
struct Pair {
  Index user = 0;
  Index item = 0;
};

/// Reads lines of user and item, and whatever follows, which is not looked at: a file of ratings
/// will do. Throws as read_ratings() does.
std::vector<Pair> read_pairs(const std::filesystem::path& file);

}  // namespace acgd::io
