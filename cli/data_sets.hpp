#pragma once

#include <string>
#include <vector>

#include "problem/kind.hpp"

namespace acgd::cli {

/// A file that can be fetched.
struct DataSet : problem::Kind {
  std::string file;    ///< its name in the folder of the data
  std::string url;     ///< at its official site
  std::string sha256;  ///< of what is there
  bool tabs_to_commas = false;
};

const std::vector<DataSet>& data_sets();

}  // namespace acgd::cli
