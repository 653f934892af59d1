#include "app/commands/ranks.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "acgd/core/error.hpp"
#include "acgd/version.hpp"
#include "app/commands/streams.hpp"
#include "app/commands/text.hpp"
#include "app/data/specification.hpp"
#include "mpi/tool_part.hpp"
#include "parallel/team.hpp"

namespace acgd::commands {

namespace {

namespace fs = std::filesystem;

/// Rank and size from the environment of the launcher: Open MPI, MPICH and derivatives, and Slurm's
/// srun if it starts tasks as ranks of MPI (--mpi=pmix). Tasks of any other step are plain runs.
struct Started {
  int rank = 0;
  int size = 1;
};

Started started() {
  constexpr const char* names[][2] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                                      {"PMI_RANK", "PMI_SIZE"},
                                      {"PMIX_RANK", "SLURM_STEP_NUM_TASKS"}};
  for (const auto& [rank, size] : names) {
    const char* count = std::getenv(size);
    const char* number = std::getenv(rank);
    if (count == nullptr || number == nullptr || std::atoi(count) < 2) continue;
    return {std::atoi(number), std::atoi(count)};
  }
  return {};
}

/// Beside the tool in a build folder, or where it was installed.
fs::path part_file() {
  const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path();
  for (const char* place : {".", ACGD_MPI_PLACE}) {
    const fs::path file = (folder / place / "libacgd_mpi.so").lexically_normal();
    if (fs::exists(file)) return file;
  }
  return {};
}

const ToolPart& load_part(int ranks) {
  const fs::path file = part_file();
  if (file.empty()) {
    throw InvalidInput(fmt::format(
        "mpirun has started {} ranks, and this acgd is built without MPI: make mpi builds it "
        "with Open MPI",
        ranks));
  }
  // Open MPI looks for parts of its own among what all may see.
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (library == nullptr) throw InvalidInput(fmt::format("the part for mpirun: {}", dlerror()));
  const auto find = reinterpret_cast<const ToolPart* (*)()>(dlsym(library, kToolPartName));
  if (find == nullptr || find()->version != std::string(ACGD_VERSION)) {
    throw InvalidInput(file.string(),
                       fmt::format("is of another version than this acgd {}", ACGD_VERSION));
  }
  return *find();
}

/// The words that differ, behind their flag.
std::string shown_word(const std::vector<std::string>& words, std::size_t place) {
  if (place >= words.size()) return "nothing";
  const bool has_flag = place > 0 && words[place - 1].starts_with("--");
  const std::string word = shell_quoted(words[place]);
  return has_flag && !word.starts_with("--") ? words[place - 1] + " " + word : word;
}

std::vector<std::string> split_words(const std::string& text) {
  std::vector<std::string> words;
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find('\0', begin)) != std::string::npos; begin = end + 1) {
    words.push_back(text.substr(begin, end - begin));
  }
  return words;
}

/// Throws InvalidInput on all ranks unless they were started with the same words.
void compare_words(const Team& team, int argc, char** argv) {
  std::string mine;
  for (int i = 1; i < argc; ++i) mine += argv[i] + std::string(1, '\0');
  const std::vector<std::string> all = gather_texts(team, mine);
  const std::vector<std::string> first = split_words(all[0]);
  for (std::size_t rank = 1; rank < all.size(); ++rank) {
    if (all[rank] == all[0]) continue;
    const std::vector<std::string> words = split_words(all[rank]);
    std::size_t place = 0;
    while (place < words.size() && place < first.size() && words[place] == first[place]) ++place;
    throw InvalidInput(
        "mpirun",
        fmt::format("rank {} has {} where rank 0 has {}: all ranks must have the same command line",
                    rank, shown_word(words, place), shown_word(first, place)));
  }
}

/// A team with added latency, if the environment sets one.
std::shared_ptr<const Team> with_delay(const std::shared_ptr<const Team>& team) {
  constexpr const char* name = "ACGD_MPI_DELAY";
  const char* text = std::getenv(name);
  if (text == nullptr) return team;
  const std::chrono::duration<double> delay(spec::to_seconds(name, text));
  if (delay.count() < 0) {
    throw InvalidInput(name, text, "must be 0 or more, as 0.1ms");
  }
  return delayed_team(team, delay);
}

}  // namespace

void Ranks::begin(int argc, char** argv) {
  const Started told = started();
  if (told.size == 1) return;
  set_silent(told.rank != 0);
  const ToolPart& part = load_part(told.size);
  // MPI may take words of its own from a list; ours stay as they are.
  int count = 1;
  char* name[] = {argv[0], nullptr};
  char** words = name;
  const Team* team = part.start(&count, &words);
  part_ = &part;
  team_ = {std::shared_ptr<const Team>(), team};
  if (team->size() != told.size) {
    throw InvalidInput(fmt::format(
        "mpirun has started {} ranks, and {} sees {}: take the mpirun of the MPI that acgd is "
        "built with",
        told.size, part.library, team->size()));
  }
  set_silent(team->rank() != 0);
  team_ = with_delay(team_);
  compare_words(*team, argc, argv);
}

void Ranks::fail(int code, const std::string& sentence) {
  failed_ = true;
  const int rank = team_->rank();
  if (team_->size() > 1) {
    // The lowest rank of several with an error is the first to lose patience.
    constexpr double kPatience = 1, kEach = 0.1;
    if (!part_->all_have_failed(kPatience + kEach * rank)) {
      set_silent(false);
      print(stderr, "acgd: rank {}: {}\n", rank, sentence);
      part_->abort(code);
    }
  }
  print(stderr, "acgd: {}\n", sentence);
}

// mpirun ends all ranks when the first one leaves with an error, and they cannot talk to each other.
void Ranks::let_rank_0_speak() const {
  constexpr auto kPatience = std::chrono::seconds(2);
  const auto begin = std::chrono::steady_clock::now();
  while (is_silent() && !interrupt_.stop_requested() &&
         std::chrono::steady_clock::now() - begin < kPatience) {
    usleep(5000);
  }
}

int Ranks::finish(int code) {
  if (part_ == nullptr) {
    let_rank_0_speak();
    return code;
  }
  if (!failed_) {
    const std::vector<Index> codes = gather_numbers(*team_, code);
    code = static_cast<int>(codes[0]);
    // The signal is known where it arrived.
    for (const Index other : codes) {
      if (code == exit_code::interrupted && other > 128) code = static_cast<int>(other);
    }
  }
  part_->finish();
  team_ = alone();
  return code;
}

}  // namespace acgd::commands
