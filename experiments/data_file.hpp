#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/experiment.hpp"

namespace acgd::experiments {

/// The folder that the environment variable ACGD_DATA names; nothing where it is not set.
std::optional<std::filesystem::path> data_from_environment();

/// All that data_file() is asked for.
const std::vector<std::string>& data_file_names();

/// A file of the real data, unless the settings ask for twins: in the folder they name, else in
/// $ACGD_DATA. Nothing where it is absent. Throws InvalidInput if the settings name a folder that
/// does not exist.
std::optional<std::filesystem::path> data_file(const Settings& settings, const std::string& name);

}  // namespace acgd::experiments
