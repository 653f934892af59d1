#include "io/spool.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>

#include "acgd/core/error.hpp"
#include "core/files.hpp"

namespace acgd::io {
namespace {

constexpr std::size_t kSpoolBuffer = std::size_t{1} << 18;

int open_nameless(const std::filesystem::path& folder) {
#ifdef O_TMPFILE
  const int descriptor = open(folder.c_str(), O_RDWR | O_TMPFILE | O_CLOEXEC, 0600);
  if (descriptor >= 0) return descriptor;
#endif
  std::string name = (folder / "acgd-XXXXXX").string();
  const int named = mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) unlink(name.c_str());
  return named;
}

}  // namespace

SpoolFile::SpoolFile(std::filesystem::path beside)
    : beside_(std::move(beside)),
      descriptor_(open_nameless(beside_.has_parent_path() ? beside_.parent_path() : ".")) {
  if (descriptor_ < 0) throw FileError(beside_, "cannot be written", errno);
}

SpoolFile::~SpoolFile() { close(descriptor_); }

void SpoolFile::append(std::span<const std::byte> bytes) {
  buffer_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (buffer_.size() >= kSpoolBuffer) flush();
}

void SpoolFile::flush() {
  if (const int error = write_all(descriptor_, buffer_)) {
    throw FileError(beside_, "cannot be written", error);
  }
  buffer_.clear();
}

std::shared_ptr<const MappedFile> SpoolFile::map() {
  flush();
  return MappedFile::of(descriptor_, beside_);
}

}  // namespace acgd::io
