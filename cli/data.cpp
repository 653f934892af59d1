#include "cli/data.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "acgd/core/error.hpp"
#include "cli/data_sets.hpp"
#include "cli/exit_code.hpp"
#include "cli/paths.hpp"
#include "cli/program.hpp"
#include "cli/streams.hpp"
#include "io/whole_file.hpp"
#include "problem/words.hpp"

namespace acgd::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFile = "file://";

/// What is at the address, if it is what it should be.
std::string fetch(const DataSet& set, const std::string& url) {
  Finished curl = run_program(
      {"curl", "--fail", "--location", "--silent", "--show-error", "--max-time", "600", url});
  if (curl.exit_code != 0) {
    throw InvalidInput(fmt::format("{}: cannot be fetched from {}", set.name, url));
  }
  return std::move(curl.output);
}

std::string checksum(const fs::path& file) {
  return run_program({"sha256sum", "--", file.string()}).output.substr(0, 64);
}

/// Its checksum is right: what has another one leaves nothing behind.
void check_bytes(const DataSet& set, const std::string& url, const std::string& bytes) {
  fs::path raw = fs::temp_directory_path() / fmt::format("acgd-{}-{}", getpid(), set.name);
  io::write_whole(raw, bytes);
  const std::string sum = checksum(raw);
  fs::remove(raw);
  if (sum != set.sha256) {
    throw InvalidInput(fmt::format("{}: what {} has is not what it was: sha256 {}, must be {}",
                                   set.name, url, sum, set.sha256));
  }
}

void fetch_into(const DataSet& set, const std::string& url, const fs::path& folder) {
  std::string bytes = fetch(set, url);
  check_bytes(set, url, bytes);
  if (set.tabs_to_commas) std::replace(bytes.begin(), bytes.end(), '\t', ',');
  write_into(folder, set.file, bytes);
  print(stdout, "{}: {}\n", set.name, (folder / set.file).string());
}

std::string url_of(const DataSet& set, const std::string& mirror) {
  return mirror.empty() ? set.url : mirror + "/" + fs::path(set.url).filename().string();
}

}  // namespace

void Data::add_to(Parser& parser) {
  parser_ = &parser;
  parser.add_command(name(), "fetch the real data of the experiments");
  parser.add_command(name(), "list", "what can be fetched, and from where");
  Arguments fetch = parser.add_command(name(), "fetch", "fetch some of it, or all");
  fetch.add("names", names_, {"NAME", "which; all unless given"});
  fetch.add("--to", folder_, {"DIR", "where it goes; else $ACGD_DATA; else ./data"});
  fetch.add("--mirror", mirror_, {"URL", "another place that has the files"});
}

int Data::run(const Context&) {
  if (!parser_->was_typed(name(), "fetch")) {
    for (const DataSet& set : data_sets()) {
      print(stdout, "{:<14}  {}\n{:<14}  {}\n", set.name, set.sentence, "", set.url);
    }
    return exit_code::usable;
  }
  const char* from_environment = std::getenv("ACGD_DATA");
  const fs::path folder =
      folder_ ? *folder_ : fs::path(from_environment != nullptr ? from_environment : "data");
  if (names_.empty()) {
    for (const DataSet& set : data_sets()) names_.push_back(set.name);
  }
  Paths paths;
  for (const std::string& name : names_) {
    const DataSet& set = problem::find_kind("names", name, data_sets());
    const std::string url = url_of(set, mirror_);
    if (url.starts_with(kFile)) paths.read("--mirror", url.substr(kFile.size()));
    paths.write("--to", folder / set.file);
    check_output_folder("to", folder);
    if (fs::exists(folder)) check_output("to", folder / set.file);
  }
  paths.check();
  for (const std::string& name : names_) {
    const DataSet& set = problem::find_kind("names", name, data_sets());
    fetch_into(set, url_of(set, mirror_), folder);
  }
  print(stdout, "acgd reproduce --data {} uses it.\n", folder.string());
  return exit_code::usable;
}

}  // namespace acgd::cli
