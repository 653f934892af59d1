#include "cli/output_files.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "acgd/core/error.hpp"
#include "io/npy.hpp"
#include "io/whole_file.hpp"

namespace acgd::cli {
namespace {

namespace fs = std::filesystem;

}  // namespace

void check_output(const std::string& argument, const OutputPath& path) {
  if (!path) return;
  const fs::path folder = path->has_parent_path() ? path->parent_path() : fs::path(".");
  std::error_code error;
  if (!path->has_filename() || fs::is_directory(*path, error)) {
    throw InvalidInput(fmt::format("{} = {}: must name a file", argument, path->string()));
  }
  if (!fs::is_directory(folder, error)) {
    throw InvalidInput(
        fmt::format("{} = {}: there is no folder {}", argument, path->string(), folder.string()));
  }
  if (access(folder.c_str(), W_OK) != 0) {
    throw InvalidInput(fmt::format("{} = {}: the folder {} must be writable", argument,
                                   path->string(), folder.string()));
  }
}

void check_output_folder(const std::string& argument, const OutputPath& path) {
  if (!path) return;
  std::error_code error;
  fs::create_directories(*path, error);
  if (!fs::is_directory(*path) || access(path->c_str(), W_OK) != 0) {
    throw InvalidInput(
        fmt::format("{} = {}: must be a folder that can be written to", argument, path->string()));
  }
}

std::string write_solution(const fs::path& path, const Result& result) {
  if (result.factors.rank() == 0) {
    io::write_whole(path, io::to_npy(ConstVectorRef(result.x)));
    return path.string();
  }
  fs::path left = path, right = path;
  left.replace_extension("left.npy");
  right.replace_extension("right.npy");
  io::write_whole(left, io::to_npy(result.factors.left));
  io::write_whole(right, io::to_npy(result.factors.right));
  return left.string() + ", " + right.string();
}

}  // namespace acgd::cli
