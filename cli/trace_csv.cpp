#include "cli/trace_csv.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace acgd::cli {

std::string to_csv(const Trace& trace) {
  fmt::memory_buffer out;
  const auto number = [&](double x) {
    if (!std::isnan(x)) fmt::format_to(std::back_inserter(out), "{:.17g}", x);
    out.push_back(',');
  };
  fmt::format_to(std::back_inserter(out), "iteration,time_s,value,gap,step,lipschitz,backtracks\n");
  for (const Record& record : trace) {
    fmt::format_to(std::back_inserter(out), "{},", record.iteration);
    for (const double x :
         {record.seconds, record.value, record.gap, record.step, record.lipschitz}) {
      number(x);
    }
    if (!std::isnan(record.step)) {
      fmt::format_to(std::back_inserter(out), "{}", record.backtracks);
    }
    out.push_back('\n');
  }
  return fmt::to_string(out);
}

}  // namespace acgd::cli
