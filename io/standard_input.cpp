#include "io/standard_input.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>

#include "acgd/core/error.hpp"

namespace acgd::io {
namespace {

[[noreturn]] void fail(const char* trouble) { throw FileError("standard input", trouble, errno); }

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

void write_all(int descriptor, const char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("cannot be kept in a temporary file");
    bytes += written;
    count -= static_cast<std::size_t>(written);
  }
}

/// Puts a temporary file with all that is to come in the place of standard input.
void keep_in_a_file() {
  const std::unique_ptr<std::FILE, Close> kept(std::tmpfile());
  if (kept == nullptr) fail("cannot be kept in a temporary file");
  const int descriptor = fileno(kept.get());
  std::array<char, 1 << 16> buffer{};
  for (;;) {
    const ssize_t got = read(STDIN_FILENO, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("cannot be read");
    if (got == 0) break;
    write_all(descriptor, buffer.data(), static_cast<std::size_t>(got));
  }
  if (lseek(descriptor, 0, SEEK_SET) != 0 || dup2(descriptor, STDIN_FILENO) != STDIN_FILENO) {
    fail("cannot be kept in a temporary file");
  }
}

}  // namespace

bool is_standard_input(const std::filesystem::path& file) {
  constexpr std::array names = {"-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"};
  return std::find(names.begin(), names.end(), file.native()) != names.end();
}

StandardInputGlance::StandardInputGlance() : begin_(lseek(STDIN_FILENO, 0, SEEK_CUR)) {
  if (begin_ >= 0) return;
  keep_in_a_file();
  begin_ = 0;
}

StandardInputGlance::~StandardInputGlance() { lseek(STDIN_FILENO, begin_, SEEK_SET); }

}  // namespace acgd::io
