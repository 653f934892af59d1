#include "cli/streams.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <system_error>

namespace acgd::cli {
namespace {

bool silent = false;
int output_error = 0;  ///< the first errno of standard output

bool is_closed(int descriptor) { return fcntl(descriptor, F_GETFD) < 0 && errno == EBADF; }

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kOneRequest(500);

sigset_t watched_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  struct sigaction hangup = {};
  sigaction(SIGHUP, nullptr, &hangup);
  if (hangup.sa_handler != SIG_IGN) sigaddset(&signals, SIGHUP);
  return signals;
}

// Our threads block the signals, but libraries may have started some of theirs before main().
std::atomic<pthread_t> watcher_thread;

void pass_to_watcher(int signal) { pthread_kill(watcher_thread, signal); }

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

void set_silent(bool wanted) { silent = wanted; }
bool is_silent() { return silent; }

void put(std::FILE* stream, std::string_view text) noexcept {
  if (silent) return;
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

bool has_failed(Status status) {
  return status == Status::checkpoint_failed || status == Status::out_of_memory;
}

int exit_code_of(Status status) {
  if (status == Status::interrupted) return exit_code::interrupted;
  if (has_failed(status)) return exit_code::bad_input;
  return is_usable(status) ? exit_code::usable : exit_code::trouble;
}

Interruption::Interruption() {
  const sigset_t signals = watched_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  try {
    watcher_ = std::jthread([this](const std::stop_token& end) { watch(end); });
  } catch (const std::system_error&) {  // not even room for a thread: signals end the process
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
    return;
  }
  watcher_thread = watcher_.native_handle();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (sigismember(&signals, signal) != 1) continue;
    struct sigaction pass_on = {};
    pass_on.sa_handler = &pass_to_watcher;
    pass_on.sa_flags = SA_RESTART;
    sigaction(signal, &pass_on, nullptr);
  }
}

Interruption::~Interruption() {
  if (!watcher_.joinable()) return;
  // The thread uses what would be gone before it.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction now = {};
    sigaction(signal, nullptr, &now);
    if (now.sa_handler == &pass_to_watcher) ::signal(signal, SIG_DFL);
  }
  watcher_.request_stop();
  watcher_.join();
}

void Interruption::watch(const std::stop_token& end) {
  const sigset_t signals = watched_signals();
  const timespec patience{.tv_sec = 0, .tv_nsec = 50'000'000};
  Clock::time_point first;
  while (!end.stop_requested()) {
    const int signal = sigtimedwait(&signals, nullptr, &patience);
    if (signal < 0) continue;
    if (!requested_.stop_requested()) {
      first = Clock::now();
      signal_ = signal;
      requested_.request_stop();
    } else if (Clock::now() - first >= kOneRequest) {
      _exit(128 + signal);
    }
  }
}

int Interruption::exit_code(int code) const {
  return code == cli::exit_code::interrupted && signal_ != 0 ? 128 + signal_ : code;
}

}  // namespace acgd::cli
