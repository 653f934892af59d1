#include "app/commands/streams.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <utility>
#include <vector>

#include "acgd/core/error.hpp"
#include "app/commands/text.hpp"

namespace acgd::commands {

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

// Our threads block the signals, but libraries may have started threads before main().
std::atomic<pthread_t> watcher_thread;

void pass_to_watcher(int signal) { pthread_kill(watcher_thread, signal); }

}  // namespace

void prepare_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (!is_closed(descriptor)) continue;
    // open() uses the lowest free descriptor. Opened in the wrong mode, so that its use fails.
    const bool input = descriptor == STDIN_FILENO;
    if (open("/dev/null", input ? O_WRONLY : O_RDONLY) < 0) _exit(exit_code::bad_input);
  }
  // Large enough for the output of a command, so that errors occur in the checked flush.
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
  } catch (const std::system_error&) {  // no memory for a thread: signals end the process
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
  // The thread uses members that would be destroyed before it.
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
  return code == commands::exit_code::interrupted && signal_ != 0 ? 128 + signal_ : code;
}

namespace {

struct Field {
  std::string text;
  int rank;  ///< fields of higher rank are omitted first
};

std::string join(const std::vector<Field>& fields) {
  std::string line;
  for (const Field& field : fields) line += (line.empty() ? "" : "  ") + field.text;
  return line;
}

constexpr double kSecondsBetween = 0.1;
constexpr double kFirstSeconds = 0.2;
constexpr const char* kEraseLine = "\r\x1b[K";

bool shows_lines(bool quiet) { return !quiet && isatty(STDERR_FILENO) == 1; }

void put_line(const std::string& text) {
  print(stderr, "{}{}", kEraseLine, text);
  std::fflush(stderr);
}

std::chrono::steady_clock::time_point after(double seconds) {
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

/// Width of a line that can be erased: it must not wrap, and leaves room for "^C" twice.
std::size_t free_columns() {
  constexpr std::size_t kUsual = 80, kBehind = 5;
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  const std::size_t columns = known ? size.ws_col : kUsual;
  return columns > kBehind ? columns - kBehind : 0;
}

/// Contents of a progress line.
struct LiveText {
  std::string title = {};       ///< may be empty
  std::string measure = "gap";  ///< name of the gap
  Record record = {};
  double seconds_left = 0;  ///< upper bound

  /// The line of at most `columns` characters; whole fields are omitted.
  std::string fit(std::size_t columns) const;
};

std::string LiveText::fit(std::size_t columns) const {
  const double rate = static_cast<double>(record.iteration) / record.seconds;
  std::vector<Field> fields = {{fmt::format("iteration {}", record.iteration), 0},
                               {fmt::format("value {:.6g}", record.value), 2}};
  if (!std::isnan(record.gap)) {
    fields.push_back({fmt::format("{} {:.3g}", measure, record.gap), 1});
  }
  if (!title.empty()) fields.insert(fields.begin(), {title, 3});
  if (std::isfinite(record.lipschitz)) {
    fields.push_back({fmt::format("L {:.3g}", record.lipschitz), 6});
  }
  fields.push_back({fmt::format("{} iterations/s", three_digits(rate)), 5});
  if (std::isfinite(seconds_left)) {
    fields.push_back({fmt::format("{} left at most", rough_duration(seconds_left)), 4});
  }
  while (!fields.empty() && join(fields).size() > columns) {
    fields.erase(std::max_element(fields.begin(), fields.end(),
                                  [](const Field& a, const Field& b) { return a.rank < b.rank; }));
  }
  return join(fields);
}

}  // namespace

LiveLine::LiveLine(bool quiet, const Options& limits, std::string title, std::string measure)
    : on_terminal_(shows_lines(quiet)),
      max_iterations_(limits.max_iterations),
      time_limit_(limits.time_limit),
      title_(std::move(title)),
      measure_(std::move(measure)) {}

LiveLine::~LiveLine() {
  // Also if no line was shown, to erase the "^C" of an interruption.
  if (on_terminal_) put(stderr, kEraseLine);
}

double LiveLine::seconds_left(const Record& record) const {
  const double rate = record.seconds / static_cast<double>(record.iteration);
  const double to_limit = rate * static_cast<double>(max_iterations_ - record.iteration);
  return std::min(to_limit, time_limit_ - record.seconds);
}

void LiveLine::show(const Record& record) {
  if (!on_terminal_ || record.seconds < next_ || record.iteration == 0) return;
  next_ = record.seconds + kSecondsBetween;
  const LiveText text{title_, measure_, record, seconds_left(record)};
  put_line(text.fit(free_columns()));
}

ProgressLine::ProgressLine(bool quiet)
    : on_terminal_(shows_lines(quiet)), next_(after(kFirstSeconds)) {}

ProgressLine::~ProgressLine() {
  if (on_terminal_) put(stderr, kEraseLine);
}

void ProgressLine::show(const std::function<std::string()>& text) {
  if (!on_terminal_ || std::chrono::steady_clock::now() < next_) return;
  next_ = after(kSecondsBetween);
  put_line(text().substr(0, free_columns()));
}

std::function<bool(const Record&)> log_lines(Index every, bool quiet, std::string title) {
  if (every == 0) return {};
  require_at_least("log-every", every, 1);
  if (quiet)
    throw InvalidInput("log-every", std::nullopt, "prints nothing with --quiet",
                       "give one of them");
  return [every, title = std::move(title)](const Record& record) {
    if (!is_recorded(record, every)) return false;
    std::string line =
        fmt::format("{}  iteration {}  value {:.10g}", title, record.iteration, record.value);
    if (!std::isnan(record.gap)) line += fmt::format("  gap {:.6g}", record.gap);
    if (std::isfinite(record.lipschitz)) line += fmt::format("  L {:.6g}", record.lipschitz);
    print(stderr, "{}  {:.3f} s\n", line, record.seconds);
    return false;
  };
}

}  // namespace acgd::commands
