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
#include "app/commands/command_words.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/outputs.hpp"
#include "app/commands/streams.hpp"
#include "app/data/words.hpp"
#include "app/experiments/data.hpp"
#include "app/experiments/synthetic.hpp"
#include "core/files.hpp"

namespace acgd::cli {

const std::vector<DataSet>& data_sets() {
  static const std::vector<DataSet> sets = {
      {{"a1a", "a1a", "LIBSVM a1a (UCI Adult), training set: 1605 x 123"},
       "a1a",
       "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary/a1a",
       "eb54c45f1bdb51286f803dd092eb8202b44637a858fc6c4e533a2d64a0d94b4e",
       "a1a-twin",
       a1a_twin_text},
      {{"a1a.t", "a1a.t", "LIBSVM a1a, test set: 30956 x 123"},
       "a1a.t",
       "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary/a1a.t",
       "0212d0c4a3996fe6fb6a0ab54033d9f4fa4b60369b6e3bb141821d9ffc40c04d",
       "a1a-twin.t",
       a1a_test_twin_text},
      {{"movielens100k", "movielens100k", "MovieLens 100K: 100000 ratings, 943 x 1682"},
       "movielens100k.csv",
       "https://files.grouplens.org/datasets/movielens/ml-100k/u.data",
       "06416e597f82b7342361e41163890c81036900f418ad91315590814211dca490",
       "movielens100k-twin.csv",
       movielens_twin_text,
       true}};
  return sets;
}

void tell_where_to_fetch(const std::filesystem::path& file) {
  std::error_code unknown;
  if (std::filesystem::exists(file, unknown)) return;
  const std::string folder = file.has_parent_path() ? file.parent_path().string() : ".";
  for (const DataSet& set : data_sets()) {
    if (file.filename() == set.twin) {
      throw InvalidInput(
          fmt::format("{}: there is no such file; acgd data make {} --to {} makes it",
                      file.string(), set.name, quoted_word(folder)));
    }
    if (file.filename() != set.file && file.filename() != set.name) continue;
    const bool other_name = file.filename() != set.file;
    throw InvalidInput(fmt::format(
        "{}: there is no such file; acgd data fetch {} --to {} fetches it{}", file.string(),
        set.name, quoted_word(folder), other_name ? " as " + set.file : ""));
  }
}

namespace {

const std::uint64_t kSeed = experiments::Settings{}.seed;

/// When the first and the last of the real ratings were given, in seconds since 1970.
constexpr Index kFirstTime = 874724710, kLastTime = 893286638;

/// A line a sample: the label, then index:value from 1, as LIBSVM has them.
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

std::string a1a_twin_text() { return libsvm_text(experiments::a1a_twin(kSeed)); }

std::string a1a_test_twin_text() { return libsvm_text(experiments::a1a_test_twin(kSeed)); }

std::string movielens_twin_text() {
  const experiments::RatedItems twin = experiments::movielens_twin(kSeed);
  experiments::Random random("movielens twin times", kSeed);
  std::string text;
  for (const Observation& rating : twin.ratings) {
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

/// Runs another program with this as its standard input, and waits for it: it prints nothing before
/// it has read all. Returns its exit code and what it printed. Throws InvalidInput if there is no
/// such program.
Finished run_program(const std::vector<std::string>& words, std::string_view input = {}) {
  std::array<int, 2> pipe_ends{}, input_ends{};
  if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0 || pipe2(input_ends.data(), O_CLOEXEC) != 0) {
    throw InvalidInput("no pipe can be made");
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
  // It takes signals as a program of its own does, whatever we ignore or wait for.
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
  // One that stops reading says why itself.
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

/// Behind whatever it has fetched before it said that.
std::string last_line(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

/// What is at the address, if it is what it should be.
std::string fetch(const DataSet& set, const std::string& url) {
  Finished curl = run_program({"curl", "--fail", "--location", "--silent", "--show-error",
                               "--stderr", "-", "--max-time", "600", "--", url});
  if (curl.exit_code != 0) {
    throw InvalidInput(fmt::format(
        "{}: cannot be fetched from {}: {}: --mirror names another place, and acgd data "
        "make {} makes a synthetic twin",
        set.name, url, last_line(curl.output), set.name));
  }
  return std::move(curl.output);
}

/// Its checksum is right. Bytes with another one are written nowhere.
void check_bytes(const DataSet& set, const std::string& url, const std::string& bytes) {
  const std::string sum = run_program({"sha256sum"}, bytes).output.substr(0, 64);
  if (sum != set.sha256) {
    throw InvalidInput(fmt::format("{}: the file at {} has changed: sha256 {}, must be {}",
                                   set.name, url, sum, set.sha256));
  }
}

void fetch_into(const DataSet& set, const std::string& url, const fs::path& folder) {
  std::string bytes = fetch(set, url);
  check_bytes(set, url, bytes);
  if (set.tabs_to_commas) std::replace(bytes.begin(), bytes.end(), '\t', ',');
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw FileError(folder, "cannot be made", error.value());
  // A link that has come there since is replaced, not followed.
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

/// acgd data: the real data of the experiments, from where it is published, and twins of it.
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
  /// Adds a file to what is written, and looks whether it can be.
  void expect(Paths& paths, const std::string& file) const;

  const Parser* parser_ = nullptr;
  std::vector<std::string> names_;
  OutputPath folder_;
  std::string mirror_;
};

}  // namespace

void Data::add_to(Parser& parser) {
  parser_ = &parser;
  parser.add_command(name(), "the real data of the experiments, or synthetic twins of it");
  parser.add_command(name(), "list", "what can be fetched, and from where");
  Arguments fetch = parser.add_command(name(), "fetch", "fetch some of it, or all");
  Arguments make = parser.add_command(name(), "make", "make synthetic twins of it, offline");
  for (Arguments* arguments : {&fetch, &make}) {
    arguments->add("names", names_, {"NAME", "which; all unless given"});
    arguments->add("--to", folder_, {"DIR", "where it goes; else $ACGD_DATA; else ./data"});
  }
  fetch.add("--mirror", mirror_, {"URL", "another place that has the files"});
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
    sets.push_back(problem::find_kind("names", name, data_sets()));
  }
  return sets;
}

fs::path Data::folder() const {
  const char* from_environment = std::getenv("ACGD_DATA");
  return folder_ ? *folder_ : fs::path(from_environment != nullptr ? from_environment : "data");
}

void Data::expect(Paths& paths, const std::string& file) const {
  const bool is_told = !folder_ && std::getenv("ACGD_DATA") != nullptr;
  const std::string place = is_told ? "ACGD_DATA" : "--to";
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
      throw InvalidInput(
          fmt::format("{}: is a link: must be a file; remove the link, or fetch to another folder",
                      file.string()));
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
  for (const DataSet& set : sets) expect(paths, set.twin);
  paths.check();
  for (const DataSet& set : sets) {
    write_into(folder(), set.twin, set.make_twin());
    print(stdout, "{}: {} is a synthetic twin, not the real data\n", set.name,
          (folder() / set.twin).string());
  }
  return exit_code::usable;
}

std::unique_ptr<Command> make_data() { return std::make_unique<Data>(); }

}  // namespace acgd::cli
