#include "cli/live_line.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "cli/live_text.hpp"
#include "cli/streams.hpp"

namespace acgd::cli {
namespace {

constexpr double kSecondsBetween = 0.1;
constexpr const char* kEraseLine = "\r\x1b[K";

/// A line that wraps around could not be erased, nor could the two ^C that a terminal may put
/// behind it.
std::size_t free_columns() {
  constexpr std::size_t kUsual = 80, kBehind = 5;
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  const std::size_t columns = known ? size.ws_col : kUsual;
  return columns > kBehind ? columns - kBehind : 0;
}

}  // namespace

LiveLine::LiveLine(bool quiet, const Options& limits, std::string title, std::string measure)
    : on_terminal_(!quiet && isatty(STDERR_FILENO) == 1),
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
  print(stderr, "{}{}", kEraseLine, text.fit(free_columns()));
  std::fflush(stderr);
}

}  // namespace acgd::cli
