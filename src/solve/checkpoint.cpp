#include "acgd/solve/checkpoint.hpp"

#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>

#include "acgd/core/archive.hpp"
#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "core/files.hpp"
#include "solve/checkpoint.hpp"

namespace acgd {

namespace {

constexpr char kMagic[8] = {'a', 'c', 'g', 'd', ' ', 'c', 'k', '\n'};
/// Format version of the file and of every state in it. Increase it when a class saves different
/// fields.
constexpr std::int64_t kVersion = 7;

/// File header; the state follows.
struct Header {
  char magic[8];
  std::int64_t version;  ///< differs on machines with another byte order
  std::int64_t length;   ///< of the state
  std::int64_t iteration;
  std::uint64_t checksum;  ///< of this header, with the checksum of the state in this field
};

std::uint64_t checksum_of(Header header, std::string_view state) {
  header.checksum = checksum(state);
  return checksum({reinterpret_cast<const char*>(&header), sizeof header});
}

std::string read_whole(const std::string& file) {
  std::error_code trouble;
  const auto size = std::filesystem::file_size(file, trouble);
  if (trouble) throw FileError(file, "cannot be opened", trouble.value());
  std::ifstream in(file, std::ios::binary);
  if (!in) throw FileError(file, "cannot be opened", errno);
  std::string bytes(size, '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(size));
  bytes.resize(static_cast<std::size_t>(in.gcount()));
  return bytes;
}

}  // namespace

void write_checkpoint(const std::string& file, const Checkpoint& checkpoint) {
  Header header = {};
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  header.version = kVersion;
  header.length = static_cast<std::int64_t>(checkpoint.state.size());
  header.iteration = checkpoint.iteration;
  header.checksum = checksum_of(header, checkpoint.state);
  std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
  bytes += checkpoint.state;
  write_whole(file, bytes);
}

Checkpoint read_checkpoint(const std::string& file) {
  std::string bytes = read_whole(file);
  const auto refuse = [&](const std::string& trouble) {
    throw InvalidInput("resume", file, trouble);
  };
  Header header = {};
  if (bytes.size() < sizeof kMagic || std::memcmp(bytes.data(), kMagic, sizeof kMagic) != 0) {
    refuse("is not a checkpoint");
  }
  if (bytes.size() < sizeof header) refuse("the checkpoint has been cut off");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.version != kVersion) {
    refuse(
        compose("is a checkpoint of version {}, must be of version {}", header.version, kVersion));
  }
  bytes.erase(0, sizeof header);
  if (header.length != static_cast<std::int64_t>(bytes.size())) {
    refuse(compose("the checkpoint has been cut off or extended: {} bytes, must be {}",
                   bytes.size(), header.length));
  }
  if (header.checksum != checksum_of(header, bytes)) {
    refuse("the checkpoint has been altered: its checksum is another one");
  }
  return {header.iteration, std::move(bytes)};
}

namespace {

bool could_go_on(Status status) {
  return is_converged(status) || status == Status::iteration_limit ||
         status == Status::time_limit || status == Status::evaluation_limit ||
         status == Status::stopped_by_observer || status == Status::interrupted;
}

}  // namespace

Checkpoints::Checkpoints(const Options& options, Run& run) : options_(options), run_(run) {
  if (options.checkpoint.save) {
    Archive rehearsal;  // fails now if a rule does not support checkpoints
    rehearsal(run);
  }
  if (!options.resume) return;
  Archive archive{std::string_view(options.resume->state)};
  archive(run);
  archive.end();
  Archive::require(run.iteration() == options.resume->iteration, "it is of another iteration");
  last_iteration_ = run.iteration();
  last_seconds_.reset();
}

std::optional<Stop> Checkpoints::keep(std::optional<Stop> stop) {
  if (!options_.checkpoint.save) return stop;
  const bool wanted = stop ? could_go_on(stop->status) : is_due();
  if (wanted) {
    if (auto failure = save()) return failure;
  }
  return stop;
}

bool Checkpoints::is_due() {
  const CheckpointOptions& when = options_.checkpoint;
  if (!last_seconds_) last_seconds_ = run_.seconds();
  if (run_.iteration() == last_iteration_) return false;
  return (when.every > 0 && run_.iteration() % when.every == 0) ||
         run_.seconds() - *last_seconds_ >= when.every_seconds;
}

std::optional<Stop> Checkpoints::save() {
  const Team& team = *options_.team;
  std::optional<std::string> failure = make();
  if (team.size() > 1) {  // rank 0 saves
    const bool failed = gather_numbers(team, failure ? 1 : 0).front() == 1;
    failure = failed ? std::optional(broadcast(team, failure.value_or(""))) : std::nullopt;
  }
  if (failure) return Stop{Status::checkpoint_failed, *failure};
  last_iteration_ = run_.iteration();
  // Excludes the time spent on saving. The other ranks receive the time of rank 0 at the next
  // iteration.
  last_seconds_.reset();
  if (team.size() == 1) last_seconds_ = run_.elapsed();
  return std::nullopt;
}

std::optional<std::string> Checkpoints::make() {
  try {
    Archive archive(std::move(checkpoint_.state));
    archive(run_);
    checkpoint_.iteration = run_.iteration();
    checkpoint_.state = std::move(archive).take();
    options_.checkpoint.save(checkpoint_);
    return std::nullopt;
  } catch (const std::exception& error) {
    return error.what();
  }
}

Description CheckpointOptions::describe() {
  return {{"checkpoint.every", every, range::from_0,
           "save a checkpoint at iterations every, 2 every, ...; 0: at none of them"},
          {"checkpoint.every_seconds", every_seconds, range::seconds_above_0,
           "seconds from one checkpoint to the next", "none"}};
}

}  // namespace acgd
