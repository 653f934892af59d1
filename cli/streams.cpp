#include "cli/streams.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>

#include "cli/exit_code.hpp"

namespace acgd::cli {
namespace {

int output_error = 0;  ///< the first errno of standard output

bool is_closed(int descriptor) { return fcntl(descriptor, F_GETFD) < 0 && errno == EBADF; }

}  // namespace

void prepare_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (!is_closed(descriptor)) continue;
    // The lowest free one is taken. Opened the wrong way round, so that its use is an error.
    const bool input = descriptor == STDIN_FILENO;
    if (open("/dev/null", input ? O_WRONLY : O_RDONLY) < 0) _exit(exit_code::bad_input);
  }
  // All that a command prints fits in, so that a stream fails where its error is looked at.
  static char buffer[1 << 18];
  if (isatty(STDOUT_FILENO) == 0) std::setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
}

void put(std::FILE* stream, std::string_view text) noexcept {
  errno = 0;
  const bool failed = std::fwrite(text.data(), 1, text.size(), stream) != text.size();
  if (failed && stream == stdout && output_error == 0) output_error = errno;
}

int finish_streams(int code) noexcept {
  errno = 0;
  const bool failed = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  if (!failed) return code;
  const int error = output_error != 0 ? output_error : errno != 0 ? errno : EIO;
  put(stderr, "acgd: standard output: cannot be written: ");
  put(stderr, std::strerror(error));
  put(stderr, "\n");
  return code == exit_code::usable || code == exit_code::trouble ? exit_code::bad_input : code;
}

std::optional<int> output_descriptor(const std::filesystem::path& file) {
  const std::string_view name = file.native();
  if (name == "-" || name == "/dev/stdout") return STDOUT_FILENO;
  if (name == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!name.starts_with(folder)) continue;
    int descriptor = -1;
    const char* last = name.data() + name.size();
    const auto [end, trouble] = std::from_chars(name.data() + folder.size(), last, descriptor);
    if (trouble == std::errc() && end == last && descriptor >= 0) return descriptor;
  }
  return std::nullopt;
}

int write_all(int descriptor, std::string_view bytes) noexcept {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

}  // namespace acgd::cli
