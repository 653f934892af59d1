#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/data/specification.hpp"

namespace acgd::commands {

/// A data set that can be downloaded, or replaced by a synthetic stand-in.
struct DataSet : spec::Kind {
  std::string file;            ///< name in the data folder
  std::string url;             ///< official site
  std::string sha256;          ///< checksum of the download
  std::string synthetic_file;  ///< name of the synthetic stand-in
  std::string (*make_synthetic)() = nullptr;
  bool tabs_to_commas = false;
};

const std::vector<DataSet>& data_sets();

/// Throws InvalidInput with a hint if the file does not exist but can be downloaded or generated.
void tell_where_to_fetch(const std::filesystem::path& file);

/// Contents of the synthetic stand-ins in the format of the real files: the data on which acgd
/// reproduce runs without real data.
std::string synthetic_a1a_text();
std::string synthetic_a1a_test_text();
std::string synthetic_movielens_text();

}  // namespace acgd::commands
