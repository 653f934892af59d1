#include "cli/live_line.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#include "acgd/core/error.hpp"
#include "cli/streams.hpp"
#include "cli/text.hpp"

namespace acgd::cli {
namespace {

struct Field {
  std::string text;
  int rank;  ///< the higher, the sooner it is left out
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
  using Clock = std::chrono::steady_clock;
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

/// A line that wraps around could not be erased, nor could the two ^C that a terminal may put
/// behind it.
std::size_t free_columns() {
  constexpr std::size_t kUsual = 80, kBehind = 5;
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  const std::size_t columns = known ? size.ws_col : kUsual;
  return columns > kBehind ? columns - kBehind : 0;
}

/// What a live line tells.
struct LiveText {
  std::string title = {};       ///< may be empty
  std::string measure = "gap";  ///< what the gap is called
  Record record = {};
  double seconds_left = 0;  ///< at most

  /// As much as fits into so many columns: numbers are whole, fields are left out.
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
  // Also without a line: the ^C of an interruption is there all the same.
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
  if (quiet) throw InvalidInput("log-every: prints nothing with --quiet; give one of them");
  return [every, title = std::move(title)](const Record& record) {
    if (!is_kept(record, every)) return false;
    std::string line =
        fmt::format("{}  iteration {}  value {:.10g}", title, record.iteration, record.value);
    if (!std::isnan(record.gap)) line += fmt::format("  gap {:.6g}", record.gap);
    if (std::isfinite(record.lipschitz)) line += fmt::format("  L {:.6g}", record.lipschitz);
    print(stderr, "{}  {:.3f} s\n", line, record.seconds);
    return false;
  };
}

}  // namespace acgd::cli
