#include "acgd/trace/trace.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <fstream>
#include <ostream>
#include <utility>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "core/files.hpp"
#include "trace/trace.hpp"

namespace acgd {

namespace {

// Number of bytes buffered before rows are written.
constexpr std::size_t kBuffer = 1 << 16;
constexpr double kSecondsBetweenFlushes = 0.2;

/// Whether the path still refers to the opened file.
bool is_still(const std::string& file, int descriptor) {
  struct stat named = {}, opened = {};
  return stat(file.c_str(), &named) == 0 && fstat(descriptor, &opened) == 0 &&
         named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
}

}  // namespace

std::string TraceStream::partial_of(const std::string& file) {
  return follow_links(file).string() + ".partial";
}

TraceStream::TraceStream(const std::string& file, Index every)
    : file_(replaced_by(file)), partial_(partial_of(file)), every_(every) {
  require_at_least("every", every, 1);
  lock_partial(false);
}

TraceStream::TraceStream(Sink sink, Index every) : sink_(std::move(sink)), every_(every) {
  require_at_least("every", every, 1);
}

TraceStream::~TraceStream() {
  if (descriptor_ >= 0) close(descriptor_);
}

std::optional<std::uintmax_t> TraceStream::end_of_rows(const std::string& file,
                                                       Index iteration) const {
  std::ifstream in(file, std::ios::binary);
  std::string line;
  if (!std::getline(in, line) || line + "\n" != kTraceHeader) return std::nullopt;
  std::uintmax_t end = kTraceHeader.size();
  for (Index k = 0; k < iteration; k += every_) {
    if (!std::getline(in, line) || in.eof()) return std::nullopt;  // a row must be complete
    if (!line.starts_with(std::to_string(k) + ',')) return std::nullopt;
    end += line.size() + 1;
  }
  return end;
}

void TraceStream::resume_at(Index iteration) {
  if (sink_) return;
  for (const std::string& file : {partial_, file_}) {
    if (const auto end = end_of_rows(file, iteration)) {
      former_ = file;
      former_size_ = *end;
      return;
    }
  }
  if (iteration == 0) return;
  throw InvalidInput(
      "trace", file_,
      compose("neither it nor {} has all rows before iteration {}, where the checkpoint was made",
              partial_, iteration));
}

bool TraceStream::lock_partial(bool make) {
  for (;;) {
    descriptor_ =
        ::open(partial_.c_str(), O_RDWR | O_APPEND | O_CLOEXEC | (make ? O_CREAT : 0), 0666);
    if (descriptor_ < 0 && errno == ENOENT && !make) return false;
    if (descriptor_ < 0) fail(partial_, errno);
    // Without support for locks other runs cannot be detected.
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      close(std::exchange(descriptor_, -1));
      throw InvalidInput("trace", file_,
                         compose("another run is writing {}: must be another file", partial_));
    }
    if (is_still(partial_, descriptor_)) return true;
    close(std::exchange(descriptor_, -1));  // another run has just renamed it
  }
}

void TraceStream::open() {
  is_open_ = true;
  if (!former_) rows_ += kTraceHeader;
  if (sink_) return;
  if (descriptor_ < 0) lock_partial(true);
  if (ftruncate(descriptor_, former_ == partial_ ? static_cast<off_t>(former_size_) : 0) != 0) {
    fail(partial_, errno);
  }
  if (former_ && former_ != partial_) copy_former();
}

void TraceStream::copy_former() {
  std::ifstream in(*former_, std::ios::binary);
  std::string bytes(kBuffer, '\0');
  for (std::uintmax_t left = former_size_; left > 0; left -= bytes.size()) {
    bytes.resize(std::min<std::uintmax_t>(left, kBuffer));
    if (!in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) fail(*former_, EIO);
    if (const int error = write_all(descriptor_, bytes)) fail(partial_, error);
  }
}

void TraceStream::add(const Record& record) {
  check();
  if (!is_recorded(record, every_)) return;
  if (!is_open_) open();
  append_row(record, rows_);
  const bool seen = sink_ && record.seconds >= next_flush_;
  if (seen) next_flush_ = record.seconds + kSecondsBetweenFlushes;
  if (seen || rows_.size() >= kBuffer) flush();
}

void TraceStream::flush() {
  check();
  if (sink_) {
    try {
      sink_(rows_);
    } catch (...) {
      trouble_ = std::current_exception();
      throw;
    }
  } else if (const int error = write_all(descriptor_, rows_)) {
    fail(partial_, error);
  }
  rows_.clear();
}

void TraceStream::sync() {
  if (!is_open_) return;
  flush();
  if (!sink_ && fsync(descriptor_) != 0) fail(partial_, errno);
}

void TraceStream::finish() {
  if (!is_open_) return;
  flush();
  if (!sink_) take_place(partial_, file_);
}

void TraceStream::check() const {
  if (trouble_) std::rethrow_exception(trouble_);
}

void TraceStream::fail(const std::string& file, int error) {
  trouble_ = std::make_exception_ptr(FileError(file, "cannot be written", error));
  std::rethrow_exception(trouble_);
}

namespace {

constexpr int kDigits = 17;  // enough to restore the same double

void append_number(double x, std::string& text) {
  if (std::isnan(x)) return;
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), x,
                                 std::chars_format::general, kDigits);
  text.append(digits.data(), end.ptr);
}

}  // namespace

void append_row(const Record& record, std::string& rows) {
  rows += std::to_string(record.iteration) + ',';
  for (const double x : {record.seconds, record.value, record.gap, record.step, record.lipschitz}) {
    append_number(x, rows);
    rows += ',';
  }
  if (!std::isnan(record.step)) rows += std::to_string(record.backtracks);
  rows += ',';
  append_number(record.lower_bound, rows);
  rows += '\n';
}

std::string to_csv(const Trace& trace) {
  std::string text(kTraceHeader);
  for (const Record& record : trace) append_row(record, text);
  return text;
}

void write_trace(std::ostream& out, const Trace& trace) { out << to_csv(trace); }

void write_trace(const std::string& file, const Trace& trace) { write_whole(file, to_csv(trace)); }

}  // namespace acgd
