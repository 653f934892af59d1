#include "cli/log_lines.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <utility>

#include "acgd/core/error.hpp"
#include "cli/streams.hpp"

namespace acgd::cli {

std::function<bool(const Record&)> log_lines(Index every, bool quiet, std::string title) {
  if (every == 0) return {};
  require_at_least("log-every", every, 1);
  if (quiet) throw InvalidInput("log-every: prints nothing with --quiet; must be one of them");
  return [every, title = std::move(title)](const Record& record) {
    if (!is_kept(record, every)) return false;
    std::string line = fmt::format("{}  iteration {}  value {:.10g}  gap {:.6g}", title,
                                   record.iteration, record.value, record.gap);
    if (std::isfinite(record.lipschitz)) line += fmt::format("  L {:.6g}", record.lipschitz);
    print(stderr, "{}  {:.3f} s\n", line, record.seconds);
    return false;
  };
}

}  // namespace acgd::cli
