#include "cli/trace_stream.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>

#include "acgd/core/error.hpp"
#include "acgd/core/file_error.hpp"
#include "acgd/core/whole_file.hpp"
#include "cli/trace_csv.hpp"

namespace acgd::cli {
namespace {

namespace fs = std::filesystem;

// Rows are written so many bytes at a time.
constexpr std::size_t kBuffer = 1 << 16;

}  // namespace

TraceStream::TraceStream(const fs::path& file, Index every)
    : file_(replaced_by(file)), partial_(file_), every_(every) {
  partial_ += ".partial";
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

void TraceStream::open() {
  if (former_) {
    std::error_code trouble;
    if (*former_ != partial_) {
      fs::copy_file(*former_, partial_, fs::copy_options::overwrite_existing, trouble);
    }
    if (!trouble) fs::resize_file(partial_, former_size_, trouble);
    if (trouble) fail(trouble.value());
  }
  descriptor_ = ::open(partial_.c_str(),
                       O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (former_ ? 0 : O_TRUNC), 0666);
  if (descriptor_ < 0) fail(errno);
  if (!former_) rows_.append(csv_header);
}

void TraceStream::add(const Record& record) {
  if (error_ != 0) fail(error_);
  if (!is_kept(record, every_)) return;
  if (descriptor_ < 0) open();
  add_csv_row(record, rows_);
  if (rows_.size() >= kBuffer) flush();
}

void TraceStream::flush() {
  if (error_ != 0) fail(error_);
  std::string_view bytes(rows_.data(), rows_.size());
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  rows_.clear();
}

void TraceStream::sync() {
  flush();
  if (descriptor_ >= 0 && fsync(descriptor_) != 0) fail(errno);
}

void TraceStream::finish() {
  if (descriptor_ < 0) return;
  flush();
  take_place(partial_, file_);
}

void TraceStream::fail(int error) {
  error_ = error;
  throw FileError(partial_, "cannot be written", error);
}

}  // namespace acgd::cli
