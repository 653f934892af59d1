#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "problem/kind.hpp"

namespace acgd::cli {

/// A file that can be fetched, or a synthetic twin of it made.
struct DataSet : problem::Kind {
  std::string file;    ///< its name in the folder of the data
  std::string url;     ///< at its official site
  std::string sha256;  ///< of what is there
  std::string twin;    ///< the name of its twin, which nobody takes for the real one
  std::string (*make_twin)() = nullptr;
  bool tabs_to_commas = false;
};

const std::vector<DataSet>& data_sets();

/// Throws InvalidInput if there is no such file, and one of this name can be fetched or made.
void tell_where_to_fetch(const std::filesystem::path& file);

}  // namespace acgd::cli
