#pragma once

#include <cstddef>
#include <string>

#include "acgd/trace/record.hpp"

namespace acgd::cli {

/// What a live line tells.
struct LiveText {
  std::string title = {};       ///< may be empty
  std::string measure = "gap";  ///< what the gap is called
  Record record = {};
  double seconds_left = 0;  ///< at most

  /// As much as fits into so many columns: numbers are whole, fields are left out.
  std::string fit(std::size_t columns) const;
};

}  // namespace acgd::cli
