#include "cli/trace_stream.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <utility>

#include "acgd/core/error.hpp"
#include "acgd/core/file_error.hpp"
#include "acgd/core/whole_file.hpp"
#include "cli/output_files.hpp"
#include "cli/streams.hpp"
#include "cli/trace_csv.hpp"

namespace acgd::cli {
namespace {

namespace fs = std::filesystem;

// Rows are written so many bytes at a time.
constexpr std::size_t kBuffer = 1 << 16;
constexpr double kSecondsBetweenFlushes = 0.2;

/// Whether the name still leads to what was opened by it.
bool is_still(const fs::path& file, int descriptor) {
  struct stat named = {}, opened = {};
  return stat(file.c_str(), &named) == 0 && fstat(descriptor, &opened) == 0 &&
         named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
}

}  // namespace

fs::path TraceStream::partial_of(const fs::path& file) {
  fs::path partial = follow_links(file);
  return partial += ".partial";
}

TraceStream::TraceStream(const fs::path& file, Index every)
    : file_(is_direct(file) ? file : replaced_by(file)),
      direct_(is_direct(file)),
      partial_(direct_ ? fs::path() : partial_of(file)),
      every_(every) {
  if (!direct_) lock_partial(false);
}

TraceStream::~TraceStream() {
  if (descriptor_ >= 0) close(descriptor_);
}

std::optional<std::uintmax_t> TraceStream::end_of_rows(const fs::path& file,
                                                       Index iteration) const {
  std::ifstream in(file, std::ios::binary);
  std::string line;
  if (!std::getline(in, line) || line + "\n" != csv_header) return std::nullopt;
  std::uintmax_t end = csv_header.size();
  for (Index k = 0; k < iteration; k += every_) {
    if (!std::getline(in, line) || in.eof()) return std::nullopt;  // a row without its end is none
    if (!line.starts_with(fmt::format("{},", k))) return std::nullopt;
    end += line.size() + 1;
  }
  return end;
}

void TraceStream::resume_at(Index iteration) {
  if (direct_) return;  // what was written before is wherever it went
  for (const fs::path& file : {partial_, file_}) {
    if (const auto end = end_of_rows(file, iteration)) {
      former_ = file;
      former_size_ = *end;
      return;
    }
  }
  if (iteration == 0) return;
  throw InvalidInput(
      fmt::format("trace = {}: neither it nor {} has all rows before iteration {}, where the "
                  "checkpoint was made",
                  file_.string(), partial_.string(), iteration));
}

bool TraceStream::lock_partial(bool make) {
  for (;;) {
    descriptor_ =
        ::open(partial_.c_str(), O_RDWR | O_APPEND | O_CLOEXEC | (make ? O_CREAT : 0), 0666);
    if (descriptor_ < 0 && errno == ENOENT && !make) return false;
    if (descriptor_ < 0) fail(partial_, errno);
    // Where files cannot be locked, there is no way to tell.
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      close(std::exchange(descriptor_, -1));
      throw InvalidInput(fmt::format("trace = {}: another run is writing {}: must be another file",
                                     file_.string(), partial_.string()));
    }
    if (is_still(partial_, descriptor_)) return true;
    close(std::exchange(descriptor_, -1));  // another run has just given it its name
  }
}

void TraceStream::open() {
  is_open_ = true;
  if (!former_) rows_.append(csv_header);
  if (direct_) {
    descriptor_ = open_direct(file_);
    return;
  }
  if (descriptor_ < 0) lock_partial(true);
  if (ftruncate(descriptor_, former_ == partial_ ? static_cast<off_t>(former_size_) : 0) != 0) {
    fail(partial_, errno);
  }
  if (!former_ || former_ == partial_) return;
  std::ifstream in(*former_, std::ios::binary);
  std::string bytes(kBuffer, '\0');
  for (std::uintmax_t left = former_size_; left > 0; left -= bytes.size()) {
    bytes.resize(std::min<std::uintmax_t>(left, kBuffer));
    if (!in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) fail(*former_, EIO);
    if (const int error = write_all(descriptor_, bytes)) fail(partial_, error);
  }
}

void TraceStream::add(const Record& record) {
  if (error_ != 0) fail(direct_ ? file_ : partial_, error_);
  if (!is_kept(record, every_)) return;
  if (!is_open_) open();
  add_csv_row(record, rows_);
  const bool seen = direct_ && record.seconds >= next_flush_;
  if (seen) next_flush_ = record.seconds + kSecondsBetweenFlushes;
  if (seen || rows_.size() >= kBuffer) flush();
}

void TraceStream::flush() {
  const fs::path& file = direct_ ? file_ : partial_;
  if (error_ != 0) fail(file, error_);
  if (const int error = write_all(descriptor_, {rows_.data(), rows_.size()})) fail(file, error);
  rows_.clear();
}

void TraceStream::sync() {
  if (!is_open_) return;
  flush();
  if (!direct_ && fsync(descriptor_) != 0) fail(partial_, errno);
}

void TraceStream::finish() {
  if (!is_open_) return;
  flush();
  if (!direct_) take_place(partial_, file_);
}

void TraceStream::fail(const fs::path& file, int error) {
  error_ = error;
  throw FileError(shown_output(file), "cannot be written", error);
}

}  // namespace acgd::cli
