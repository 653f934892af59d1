#include "app/commands/data.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <iterator>

#include "acgd/core/error.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/outputs.hpp"
#include "app/commands/streams.hpp"
#include "app/commands/text.hpp"
#include "app/data/specification.hpp"
#include "app/experiments/data.hpp"
#include "app/experiments/synthetic.hpp"
#include "core/files.hpp"

namespace acgd::commands {

const std::vector<DataSet>& data_sets() {
  static const std::vector<DataSet> sets = {
      {{"a1a", "a1a", "LIBSVM a1a (UCI Adult), training set: 1605 x 123"},
       "a1a",
       "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary/a1a",
       "eb54c45f1bdb51286f803dd092eb8202b44637a858fc6c4e533a2d64a0d94b4e",
       "a1a-synthetic",
       synthetic_a1a_text},
      {{"a1a.t", "a1a.t", "LIBSVM a1a, test set: 30956 x 123"},
       "a1a.t",
       "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary/a1a.t",
       "0212d0c4a3996fe6fb6a0ab54033d9f4fa4b60369b6e3bb141821d9ffc40c04d",
       "a1a-synthetic.t",
       synthetic_a1a_test_text},
      {{"movielens100k", "movielens100k", "MovieLens 100K: 100000 ratings, 943 x 1682"},
       "movielens100k.csv",
       "https://files.grouplens.org/datasets/movielens/ml-100k/u.data",
       "06416e597f82b7342361e41163890c81036900f418ad91315590814211dca490",
       "movielens100k-synthetic.csv",
       synthetic_movielens_text,
       true}};
  return sets;
}

void tell_where_to_fetch(const std::filesystem::path& file) {
  std::error_code unknown;
  if (std::filesystem::exists(file, unknown)) return;
  const std::string folder = file.has_parent_path() ? file.parent_path().string() : ".";
  for (const DataSet& set : data_sets()) {
    if (file.filename() == set.synthetic_file) {
      throw InvalidInput(
          file.string(), std::nullopt, "there is no such file",
          fmt::format("acgd data make {} --to {} makes it", set.name, shell_quoted(folder)));
    }
    if (file.filename() != set.file && file.filename() != set.name) continue;
    const bool other_name = file.filename() != set.file;
    throw InvalidInput(file.string(), std::nullopt, "there is no such file",
                       fmt::format("acgd data fetch {} --to {} fetches it{}", set.name,
                                   shell_quoted(folder), other_name ? " as " + set.file : ""));
  }
}

namespace {

const std::uint64_t kSeed = experiments::Settings{}.seed;

/// Time stamps of the first and the last real rating, in seconds since 1970.
constexpr Index kFirstTime = 874724710, kLastTime = 893286638;

/// LIBSVM's format: a line per sample with the label and index:value, indices from 1.
std::string libsvm_text(const experiments::Classification& data) {
  using Rows = Eigen::SparseMatrix<double, Eigen::RowMajor>;
  const Rows rows = data.samples;
  std::string text;
  for (Index row = 0; row < rows.outerSize(); ++row) {
    text += data.labels[row] > 0 ? "+1 " : "-1 ";
    for (Rows::InnerIterator entry(rows, row); entry; ++entry) {
      fmt::format_to(std::back_inserter(text), "{}:{} ", entry.index() + 1, entry.value());
    }
    text += '\n';
  }
  return text;
}

}  // namespace

std::string synthetic_a1a_text() { return libsvm_text(experiments::synthetic_a1a(kSeed)); }

std::string synthetic_a1a_test_text() {
  return libsvm_text(experiments::synthetic_a1a_test(kSeed));
}

std::string synthetic_movielens_text() {
  const experiments::RatedItems data = experiments::synthetic_movielens(kSeed);
  experiments::Random random("movielens twin times", kSeed);
  std::string text;
  for (const Observation& rating : data.ratings) {
    const Index time = kFirstTime + random.index(kLastTime - kFirstTime + 1);
    fmt::format_to(std::back_inserter(text), "{},{},{},{}\n", rating.row + 1, rating.col + 1,
                   rating.value, time);
  }
  return text;
}

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFile = "file://";

struct Finished {
  int exit_code = 0;
  std::string output;
};

/// Runs a program with this standard input and waits for it; the program must read all input before
/// it prints. Returns its exit code and output. Throws InvalidInput if the program does not exist.
Finished run_program(const std::vector<std::string>& words, std::string_view input = {}) {
  std::array<int, 2> pipe_ends{}, input_ends{};
  if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0 || pipe2(input_ends.data(), O_CLOEXEC) != 0) {
    throw InvalidInput("cannot create a pipe");
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input_ends[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], STDOUT_FILENO);
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  // Default signal handling, whatever this process ignores or blocks.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, ignored;
  sigemptyset(&none);
  sigemptyset(&ignored);
  sigaddset(&ignored, SIGPIPE);
  sigaddset(&ignored, SIGXFSZ);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &ignored);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  const int failed =
      posix_spawnp(&child, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  close(pipe_ends[1]);
  close(input_ends[0]);
  // A program that stops reading reports its own error.
  if (failed == 0) write_all(input_ends[1], input);
  close(input_ends[1]);
  if (failed != 0) {
    close(pipe_ends[0]);
    throw InvalidInput(
        fmt::format("the program {} is needed for this, and is not installed", words[0]));
  }
  Finished finished;
  std::array<char, 4096> buffer{};
  for (ssize_t count = 0; (count = read(pipe_ends[0], buffer.data(), buffer.size())) > 0;) {
    finished.output.append(buffer.data(), static_cast<std::size_t>(count));
  }
  close(pipe_ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  finished.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  return finished;
}

/// The last line of the output, which is the error message after any downloaded data.
std::string last_line(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

/// Downloads the address and verifies the checksum.
std::string fetch(const DataSet& set, const std::string& url) {
  Finished curl = run_program({"curl", "--fail", "--location", "--silent", "--show-error",
                               "--stderr", "-", "--max-time", "600", "--", url});
  if (curl.exit_code != 0) {
    throw InvalidInput(set.name,
                       fmt::format("cannot be fetched from {}: {}: --mirror names another site, "
                                   "and acgd data make {} generates a synthetic stand-in",
                                   url, last_line(curl.output), set.name));
  }
  return std::move(curl.output);
}

/// Throws InvalidInput if the checksum is wrong; such data is never written.
void check_bytes(const DataSet& set, const std::string& url, const std::string& bytes) {
  const std::string sum = run_program({"sha256sum"}, bytes).output.substr(0, 64);
  if (sum != set.sha256) {
    throw InvalidInput(set.name, fmt::format("the file at {} has changed: sha256 {}, must be {}",
                                             url, sum, set.sha256));
  }
}

void fetch_into(const DataSet& set, const std::string& url, const fs::path& folder) {
  std::string bytes = fetch(set, url);
  check_bytes(set, url, bytes);
  if (set.tabs_to_commas) std::replace(bytes.begin(), bytes.end(), '\t', ',');
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw FileError(folder, "cannot be made", error.value());
  // A link created in the meantime is replaced, not followed.
  const fs::path file = folder / set.file;
  TemporaryFile complete(file, file);
  complete.copy_permissions();
  complete.write(bytes);
  complete.rename_to_target();
  print(stdout, "{}: {}\n", set.name, file.string());
}

std::string url_of(const DataSet& set, const std::string& mirror) {
  return mirror.empty() ? set.url : mirror + "/" + fs::path(set.url).filename().string();
}

/// acgd data: downloads the real data of the experiments, or generates synthetic stand-ins.
class Data final : public Command {
 public:
  std::string name() const override { return "data"; }
  void add_to(Parser& parser) override;
  int run(const Context& context) override;

 private:
  int list() const;
  int fetch_all() const;
  int make_all() const;

  std::vector<DataSet> chosen() const;
  fs::path folder() const;
  /// Adds an output file and checks that it can be written.
  void expect(Paths& paths, const std::string& file) const;

  const Parser* parser_ = nullptr;
  std::vector<std::string> names_;
  OutputPath folder_;
  std::string mirror_;
};

}  // namespace

void Data::add_to(Parser& parser) {
  parser_ = &parser;
  parser.add_command(name(), "the real data of the experiments, or synthetic stand-ins for it");
  parser.add_command(name(), "list", "list the data sets and their sources");
  Arguments fetch = parser.add_command(name(), "fetch", "download data sets");
  Arguments make = parser.add_command(name(), "make", "generate synthetic stand-ins, offline");
  for (Arguments* arguments : {&fetch, &make}) {
    arguments->add("names", names_, {"NAME", "data sets; default: all"});
    arguments->add("--to", folder_, {"DIR", "output folder; default: $ACGD_DATA, else ./data"});
  }
  fetch.add("--mirror", mirror_, {"URL", "alternative site with the files"});
}

int Data::run(const Context&) {
  if (parser_->was_typed(name(), "fetch")) return fetch_all();
  if (parser_->was_typed(name(), "make")) return make_all();
  return list();
}

int Data::list() const {
  for (const DataSet& set : data_sets()) {
    print(stdout, "{:<14}  {}\n{:<14}  {}\n", set.name, set.sentence, "", set.url);
  }
  return exit_code::usable;
}

std::vector<DataSet> Data::chosen() const {
  if (names_.empty()) return data_sets();
  std::vector<DataSet> sets;
  for (const std::string& name : names_) {
    sets.push_back(spec::find_kind("names", name, data_sets()));
  }
  return sets;
}

fs::path Data::folder() const {
  const char* from_environment = std::getenv("ACGD_DATA");
  return folder_ ? *folder_ : fs::path(from_environment != nullptr ? from_environment : "data");
}

void Data::expect(Paths& paths, const std::string& file) const {
  const bool from_environment = !folder_ && std::getenv("ACGD_DATA") != nullptr;
  const std::string place = from_environment ? "ACGD_DATA" : "--to";
  paths.write(place, folder() / file);
  check_output_folder(place, folder());
  if (fs::exists(folder())) check_output(place, folder() / file);
}

int Data::fetch_all() const {
  const std::vector<DataSet> sets = chosen();
  Paths paths;
  for (const DataSet& set : sets) {
    const std::string url = url_of(set, mirror_);
    if (url.starts_with(kFile)) paths.read("--mirror", url.substr(kFile.size()));
    expect(paths, set.file);
    if (const fs::path file = folder() / set.file; fs::is_symlink(file)) {
      throw InvalidInput(file.string(), std::nullopt, "is a link: must be a file",
                         "remove the link, or fetch to another folder");
    }
  }
  paths.check();
  for (const DataSet& set : sets) fetch_into(set, url_of(set, mirror_), folder());
  print(stdout, "acgd reproduce --data {} uses it.\n", folder().string());
  return exit_code::usable;
}

int Data::make_all() const {
  const std::vector<DataSet> sets = chosen();
  Paths paths;
  for (const DataSet& set : sets) expect(paths, set.synthetic_file);
  paths.check();
  for (const DataSet& set : sets) {
    write_into(folder(), set.synthetic_file, set.make_synthetic());
    print(stdout, "{}: {} is a synthetic stand-in, not the real data\n", set.name,
          (folder() / set.synthetic_file).string());
  }
  return exit_code::usable;
}

std::unique_ptr<Command> make_data() { return std::make_unique<Data>(); }

}  // namespace acgd::commands
