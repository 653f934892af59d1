#include "cli/live_line.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "cli/streams.hpp"

namespace acgd::cli {
namespace {

constexpr double kSecondsBetween = 0.1;
constexpr const char* kEraseLine = "\r\x1b[K";

std::string duration(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

/// A line that wraps around could not be erased.
std::size_t terminal_width() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 2) return 200;
  return size.ws_col - 1u;
}

}  // namespace

LiveLine::LiveLine(bool quiet, const Options& limits, std::string title)
    : on_terminal_(!quiet && isatty(STDERR_FILENO) == 1),
      max_iterations_(limits.max_iterations),
      time_limit_(limits.time_limit),
      title_(title.empty() ? title : title + "  ") {}

LiveLine::~LiveLine() {
  if (shown_) put(stderr, kEraseLine);
}

double LiveLine::seconds_left(const Record& record) const {
  const double rate = record.seconds / static_cast<double>(record.iteration);
  const double to_limit = rate * static_cast<double>(max_iterations_ - record.iteration);
  return std::min(to_limit, time_limit_ - record.seconds);
}

void LiveLine::show(const Record& record) {
  if (!on_terminal_ || record.seconds < next_ || record.iteration == 0) return;
  next_ = record.seconds + kSecondsBetween;
  shown_ = true;
  std::string line = fmt::format("{}iteration {}  value {:.6g}  gap {:.3g}", title_,
                                 record.iteration, record.value, record.gap);
  if (std::isfinite(record.lipschitz)) line += fmt::format("  L {:.3g}", record.lipschitz);
  line += fmt::format("  {:.3g} iterations/s  at most {} left",
                      static_cast<double>(record.iteration) / record.seconds,
                      duration(seconds_left(record)));
  print(stderr, "{}{}", kEraseLine, line.substr(0, terminal_width()));
  std::fflush(stderr);
}

}  // namespace acgd::cli
