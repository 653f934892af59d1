#include "app/data/mapped_file.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "acgd/core/error.hpp"
#include "core/files.hpp"

namespace acgd::data {

namespace {

class ReadDescriptor {
 public:
  explicit ReadDescriptor(const std::filesystem::path& file)
      : descriptor_(::open(file.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ < 0) throw FileError(file, "cannot be opened", errno);
  }
  ~ReadDescriptor() { close(descriptor_); }
  ReadDescriptor(const ReadDescriptor&) = delete;
  ReadDescriptor& operator=(const ReadDescriptor&) = delete;

  operator int() const { return descriptor_; }

 private:
  int descriptor_;
};

}  // namespace

std::shared_ptr<const MappedFile> MappedFile::open(const std::filesystem::path& file) {
  return of(ReadDescriptor(file), file);
}

std::shared_ptr<const MappedFile> MappedFile::of(int descriptor,
                                                 const std::filesystem::path& file) {
  struct stat about = {};
  if (fstat(descriptor, &about) != 0) throw FileError(file, "cannot be read", errno);
  if (!S_ISREG(about.st_mode)) {
    throw FileError(file, "cannot be mapped: is not a regular file");
  }
  const auto size = static_cast<std::size_t>(about.st_size);
  if (size == 0) return std::shared_ptr<const MappedFile>(new MappedFile({}));
  void* begin = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (begin == MAP_FAILED) throw FileError(file, "cannot be mapped", errno);
  return std::shared_ptr<const MappedFile>(
      new MappedFile({static_cast<const std::byte*>(begin), size}));
}

void MappedFile::fetch(std::span<const std::byte> part) const {
  if (part.empty()) return;
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const std::uintptr_t loose = reinterpret_cast<std::uintptr_t>(part.data()) % page;
  madvise(const_cast<std::byte*>(part.data()) - loose, part.size() + loose,
          MADV_WILLNEED);  // a hint, which may be ignored
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

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

namespace {

namespace fs = std::filesystem;

/// The least of the limits in files of this name in `folder` and its parents. Where a container does
/// not show the folder of its group, the root has the group's limit.
std::uint64_t least_limit(const fs::path& root, const fs::path& folder, const char* name,
                          std::uint64_t limit) {
  for (fs::path part = folder.relative_path();; part = part.parent_path()) {
    std::uint64_t bytes = 0;  // "max" is no number
    if (std::ifstream(root / part / name) >> bytes) limit = std::min(limit, bytes);
    if (part.empty()) return limit;
  }
}

}  // namespace

std::uint64_t memory_limit(const fs::path& root) {
  auto limit = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
               static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const fs::path limits = root / "sys/fs/cgroup";
  std::ifstream groups(root / "proc/self/cgroup");  // lines as 4:memory:/folder, and 0::/folder
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controller = line.substr(first + 1, second - first - 1);
    const fs::path folder = line.substr(second + 1);
    if (controller == "memory") {
      limit = least_limit(limits / "memory", folder, "memory.limit_in_bytes", limit);
    } else if (controller.empty()) {
      limit = least_limit(limits, folder, "memory.max", limit);
    }
  }
  return limit;
}

}  // namespace acgd::data
