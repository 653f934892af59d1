#include "experiments/data_file.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "acgd/core/error.hpp"

namespace acgd::experiments {
namespace {

std::optional<std::filesystem::path> folder(const Settings& settings) {
  if (settings.data) {
    if (std::filesystem::is_directory(*settings.data)) return settings.data;
    throw InvalidInput(fmt::format("data: \"{}\" is not a folder", settings.data->string()));
  }
  return data_from_environment();
}

}  // namespace

std::optional<std::filesystem::path> data_from_environment() {
  const char* given = std::getenv("ACGD_DATA");
  if (given == nullptr || *given == '\0') return std::nullopt;
  return given;
}

const std::vector<std::string>& data_file_names() {
  static const std::vector<std::string> names = {"a1a",
                                                 "movielens100k.csv",
                                                 "matrix-balancing/A.npy",
                                                 "matrix-balancing/x0.npy",
                                                 "video-colocalization/A.npy",
                                                 "video-colocalization/b.npy",
                                                 "video-colocalization/x0.npy",
                                                 "video-colocalization/edges.csv"};
  return names;
}

std::optional<std::filesystem::path> data_file(const Settings& settings, const std::string& name) {
  if (settings.twin) return std::nullopt;
  const auto place = folder(settings);
  if (!place || !std::filesystem::exists(*place / name)) return std::nullopt;
  return *place / name;
}

}  // namespace acgd::experiments
