#include "app/commands/outputs.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "acgd/core/error.hpp"
#include "app/commands/result_json.hpp"
#include "app/commands/streams.hpp"
#include "app/data/byte_input.hpp"
#include "app/data/csv.hpp"
#include "app/data/npy.hpp"
#include "app/data/text_input.hpp"
#include "core/files.hpp"

namespace acgd::commands {

namespace {

namespace fs = std::filesystem;

/// Files, folders and pipes; devices such as /dev/null can be shared.
bool is_a_place(const struct stat& about) {
  return S_ISREG(about.st_mode) || S_ISDIR(about.st_mode) || S_ISFIFO(about.st_mode);
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

}  // namespace

std::optional<Paths::Place> Paths::place_of(const fs::path& path) {
  fs::path target = follow_links(path);
  struct stat about = {};
  if (stat(target.c_str(), &about) != 0) {
    // The name may contain folders that do not exist: a/../b is b whether a exists or not.
    std::error_code none;
    target = fs::weakly_canonical(fs::absolute(target, none), none);
    if (target.empty()) target = path;
  }
  fs::path rest;
  while (stat(target.c_str(), &about) != 0) {
    rest = rest.empty() ? target.filename() : target.filename() / rest;
    const fs::path above = folder_of(target);
    if (above == target || target.empty()) return std::nullopt;
    target = above;
  }
  if (!is_a_place(about)) return std::nullopt;
  return Place{about.st_dev, about.st_ino, rest.string()};
}

std::optional<Paths::Place> Paths::place_of_stream(int descriptor) {
  struct stat about = {};
  if (fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode)) return std::nullopt;
  return Place{about.st_dev, about.st_ino};
}

void Paths::read(std::string flag, const OutputPath& path, std::string may_replace) {
  if (!path) return;
  File file{.flag = std::move(flag), .path = *path, .may_replace = std::move(may_replace)};
  if (data::is_standard_input(*path)) {
    file.stream = STDIN_FILENO;
    file.place = place_of_stream(STDIN_FILENO);
  } else {
    file.place = place_of(*path);
    file.folder = place_of(folder_of(follow_links(*path)));
  }
  files_.push_back(std::move(file));
}

void Paths::write(std::string flag, const OutputPath& path) {
  if (!path) return;
  File file{.flag = std::move(flag), .path = *path, .written = true};
  file.stream = output_descriptor(*path);
  if (file.stream) {
    file.place = place_of_stream(*file.stream);
  } else {
    file.place = place_of(*path);
    file.folder = place_of(folder_of(follow_links(*path)));
  }
  files_.push_back(std::move(file));
}

void Paths::write_all(std::string flag, const OutputPath& folder, std::string ending) {
  if (!folder) return;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(*folder, none)) {
    // Other files have one name only, which check_folder() compares.
    const bool has_names = entry.is_symlink(none) || entry.hard_link_count(none) > 1;
    if (has_names && entry.path().string().ends_with(ending)) write(flag, entry.path());
  }
  folders_.push_back({std::move(flag), *folder, std::move(ending), place_of(*folder)});
}

void Paths::check() const {
  check_streams();
  for (std::size_t i = 0; i < files_.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) check_pair(files_[k], files_[i]);
    for (const Folder& folder : folders_) check_folder(folder, files_[i]);
  }
}

/// Redirected standard streams must not be files that are also named by a flag.
void Paths::check_streams() const {
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
    const auto place = place_of_stream(descriptor);
    if (!place) continue;
    for (const File& file : files_) {
      const bool is_the_stream = file.written && file.stream;
      if (is_the_stream || file.place != place) continue;
      throw InvalidInput(fmt::format(
          "{} {}: is the file that {} is redirected to: must be another one", file.flag,
          file.path.string(), descriptor == STDOUT_FILENO ? "standard output" : "standard error"));
    }
  }
}

void Paths::check_pair(const File& a, const File& b) const {
  if (!a.written && !b.written) {
    if (a.stream && b.stream) {
      throw InvalidInput(fmt::format("{} {} and {} {}: standard input can be read once only",
                                     a.flag, a.path.string(), b.flag, b.path.string()));
    }
    return;
  }
  if (a.written && b.written && a.stream && a.stream == b.stream) {
    throw InvalidInput(fmt::format("{} {} and {} {}: only one of them can have the stream", a.flag,
                                   a.path.string(), b.flag, b.path.string()));
  }
  if (!a.place || a.place != b.place) return;
  if (a.flag == b.flag && a.path == b.path) return;
  if (a.written && b.may_replace == a.flag) return;
  if (b.written && a.may_replace == b.flag) return;
  const char* rule = a.written && b.written ? "each needs a file of its own"
                                            : "what is read must not be written to";
  throw InvalidInput(fmt::format("{} {} and {} {} are one file: {}", a.flag, a.path.string(),
                                 b.flag, b.path.string(), rule));
}

void Paths::check_folder(const Folder& folder, const File& file) const {
  if (file.flag == folder.flag || !folder.place || file.folder != folder.place) return;
  if (!follow_links(file.path).string().ends_with(folder.ending)) return;
  throw InvalidInput(fmt::format("{} {} is among the files that {} {} writes: must be another one",
                                 file.flag, file.path.string(), folder.flag, folder.path.string()));
}

void Paths::compare(const Team& team) const {
  for (const File& file : files_) {
    if (file.written || file.stream || !file.may_replace.empty()) continue;
    data::require_same_files(team, file.flag, file.path);
  }
}

std::FILE* Paths::text() const {
  for (const File& file : files_) {
    if (file.written && file.stream == STDOUT_FILENO) return stderr;
  }
  return stdout;
}

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& argument, const fs::path& path,
                         const std::string& rule) {
  throw InvalidInput(argument, path.string(), rule);
}

bool is_writable(const fs::path& path) {
  return faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) == 0;
}

/// In a folder with the sticky bit, such as /tmp, files of other users cannot be replaced.
bool is_kept_by_its_folder(const fs::path& file, const fs::path& folder) {
  struct stat of_file = {}, of_folder = {};
  if (stat(file.c_str(), &of_file) != 0 || stat(folder.c_str(), &of_folder) != 0) return false;
  const uid_t we = geteuid();
  return (of_folder.st_mode & S_ISVTX) != 0 && we != 0 && we != of_file.st_uid &&
         we != of_folder.st_uid;
}

void check_direct(const std::string& argument, const fs::path& path) {
  const auto descriptor = output_descriptor(path);
  const int mode = descriptor ? fcntl(*descriptor, F_GETFL) & O_ACCMODE : 0;
  if (descriptor ? mode != O_WRONLY && mode != O_RDWR : !is_writable(path)) {
    refuse(argument, path, "cannot be written to");
  }
}

void check_file(const std::string& argument, const fs::path& path) {
  const fs::path target = follow_links(path);
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  std::error_code error;
  if (!target.has_filename() || fs::is_directory(target, error)) {
    refuse(argument, path, "must name a file");
  }
  if (!fs::is_directory(folder, error)) {
    refuse(argument, path, fmt::format("there is no folder {}", folder.string()));
  }
  if (fs::exists(target, error) && !is_writable(target)) {
    refuse(argument, path, "already exists, and must be writable to be replaced");
  }
  if (!is_writable(folder)) {
    refuse(argument, path, fmt::format("the folder {} must be writable", folder.string()));
  }
  if (is_kept_by_its_folder(target, folder)) {
    refuse(argument, path,
           fmt::format("belongs to another user, and the folder {} lets only them replace it",
                       folder.string()));
  }
}

}  // namespace

bool is_direct(const fs::path& path) {
  if (output_descriptor(path)) return true;
  struct stat about = {};
  return stat(path.c_str(), &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

void check_output(const std::string& argument, const OutputPath& path) {
  if (!path || is_silent()) return;
  if (is_direct(*path)) return check_direct(argument, *path);
  check_file(argument, *path);
}

void check_replaced_output(const std::string& argument, const OutputPath& path) {
  if (!path || is_silent()) return;
  if (is_direct(*path))
    refuse(argument, *path, "must be a file, because it is replaced during the run");
  check_file(argument, *path);
}

void check_output_folder(const std::string& argument, const OutputPath& path) {
  if (!path || is_silent()) return;
  // The nearest existing folder must be writable.
  fs::path nearest = follow_links(*path);
  std::error_code error;
  while (!nearest.empty() && !fs::exists(nearest, error) && nearest != nearest.parent_path()) {
    nearest = nearest.parent_path();
  }
  if (nearest.empty()) nearest = ".";
  if (path->empty() || is_direct(*path) || !fs::is_directory(nearest, error) ||
      !is_writable(nearest)) {
    refuse(argument, *path, "must be a folder that can be written to");
  }
}

fs::path shown_output(const fs::path& path) {
  return path == "-" ? fs::path("standard output") : path;
}

DirectOutput::~DirectOutput() {
  if (descriptor_ >= 0) close(descriptor_);
}

void DirectOutput::write(std::string_view bytes) {
  if (is_silent()) return;
  if (descriptor_ < 0) {
    const auto named = output_descriptor(path_);
    if (named == STDOUT_FILENO) std::fflush(stdout);
    descriptor_ =
        named ? fcntl(*named, F_DUPFD_CLOEXEC, 3) : open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) throw FileError(shown_output(path_), "cannot be written", errno);
  }
  if (const int error = write_all(descriptor_, bytes)) {
    throw FileError(shown_output(path_), "cannot be written", error);
  }
}

void write_output(const fs::path& path, std::string_view bytes) {
  if (is_silent()) return;
  if (!is_direct(path)) return write_whole(path, bytes);
  DirectOutput(path).write(bytes);
}

void write_into(const fs::path& folder, const std::string& name, std::string_view bytes) {
  if (is_silent()) return;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw FileError(folder, "cannot be made", error.value());
  write_output(folder / name, bytes);
}

void Outputs::write(const std::function<void()>& output) {
  try {
    output();
  } catch (const FileError& error) {
    print(stderr, "acgd: {}\n", error.what());
    failed_ = true;
  }
}

int Outputs::exit_code(int code) const {
  const bool matters = code == commands::exit_code::usable || code == commands::exit_code::trouble;
  return failed_ && matters ? commands::exit_code::bad_input : code;
}

namespace {

std::string to_text(const Matrix& values) {
  fmt::memory_buffer out;
  for (Index row = 0; row < values.rows(); ++row) {
    for (Index col = 0; col < values.cols(); ++col) {
      fmt::format_to(std::back_inserter(out), "{}{:.17g}", col > 0 ? " " : "", values(row, col));
    }
    out.push_back('\n');
  }
  return fmt::to_string(out);
}

std::string to_bytes(const std::string& ending, const Matrix& values) {
  if (ending == ".npy") return data::to_npy(values);
  return ending == ".csv" ? data::to_csv({{}, values}) : to_text(values);
}

std::string to_bytes(const std::string& ending, const Vector& x,
                     const std::vector<std::string>& names) {
  if (ending == ".npy") return data::to_npy(x);
  if (ending == ".txt") return to_text(x);
  if (ending == ".csv") {
    return names.empty() ? data::to_csv({{}, x}) : data::to_csv({names, x.transpose()});
  }
  nlohmann::ordered_json json;
  if (!names.empty()) json["names"] = names;
  json["x"] = std::vector<double>(x.begin(), x.end());
  return dump(json);
}

nlohmann::ordered_json columns_of(const data::CsvTable& table) {
  nlohmann::ordered_json columns;
  for (Index col = 0; col < table.values.cols(); ++col) {
    nlohmann::ordered_json column = nlohmann::ordered_json::array();
    for (const double value : table.values.col(col)) {
      const auto whole = static_cast<std::int64_t>(value);
      // Integers, such as node numbers.
      if (std::abs(value) < 1e15 && static_cast<double>(whole) == value) {
        column.push_back(whole);
      } else {
        column.push_back(value);
      }
    }
    columns[table.names[col]] = std::move(column);
  }
  return columns;
}

nlohmann::ordered_json rows_of(const Matrix& values) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (Index i = 0; i < values.rows(); ++i) {
    const Vector row = values.row(i);
    rows.push_back(std::vector<double>(row.begin(), row.end()));
  }
  return rows;
}

}  // namespace

std::string SolutionFile::ending() const {
  return is_direct(*path_) ? ".txt" : data::lower_case(path_->extension().string());
}

std::filesystem::path SolutionFile::part(const char* name) const {
  if (is_direct(*path_)) return *path_;
  std::filesystem::path file = *path_;
  return file.replace_extension(name + path_->extension().string());
}

void SolutionFile::declare(Paths& paths) const {
  paths.write("--solution", path_);
  if (!path_ || is_direct(*path_) || ending() == ".json") return;
  paths.write("--solution", part("left"));
  paths.write("--solution", part("right"));
}

void SolutionFile::check() const {
  if (!path_) return;
  const std::string end = ending();
  if (end != ".npy" && end != ".csv" && end != ".txt" && end != ".json") {
    throw InvalidInput("solution", path_->string(),
                       "the name must end in .npy, .csv, .txt or .json, which selects the format");
  }
  check_output("solution", path_);
}

std::string SolutionFile::write(const Result& result,
                                const spec::LoadedObjective& objective) const {
  const LowRank& factors = result.factors;
  const std::string end = ending();
  if (objective.table && (end == ".csv" || end == ".json")) {
    const data::CsvTable table = objective.table(result);
    write_output(*path_, end == ".csv" ? data::to_csv(table) : dump(columns_of(table)));
    return path_->string();
  }
  if (factors.rows() == 0) {
    const Vector x =
        objective.scale.size() == 0 ? result.x : Vector(result.x.cwiseQuotient(objective.scale));
    write_output(*path_, to_bytes(end, x, spec::variable_names(objective)));
    return path_->string();
  }
  if (end == ".json") {
    nlohmann::ordered_json json;
    json["left"] = rows_of(factors.left);
    json["right"] = rows_of(factors.right);
    write_output(*path_, dump(json));
    return path_->string();
  }
  write_output(part("left"), to_bytes(end, factors.left));
  write_output(part("right"), to_bytes(end, factors.right));
  return part("left").string() + ", " + part("right").string();
}

}  // namespace acgd::commands
