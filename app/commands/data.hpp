#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/data/words.hpp"

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

/// Synthetic twins of data sets as files in the format of the real ones, always the same: those on
/// which acgd reproduce runs without data.
std::string a1a_twin_text();
std::string a1a_test_twin_text();
std::string movielens_twin_text();

}  // namespace acgd::cli
