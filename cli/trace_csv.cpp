#include "cli/trace_csv.hpp"

#include <cmath>
#include <iterator>

namespace acgd::cli {

const std::string_view csv_header = "iteration,time_s,value,gap,step,lipschitz,backtracks\n";

void add_csv_row(const Record& record, fmt::memory_buffer& out) {
  const auto number = [&](double x) {
    if (!std::isnan(x)) fmt::format_to(std::back_inserter(out), "{:.17g}", x);
    out.push_back(',');
  };
  fmt::format_to(std::back_inserter(out), "{},", record.iteration);
  for (const double x : {record.seconds, record.value, record.gap, record.step, record.lipschitz}) {
    number(x);
  }
  if (!std::isnan(record.step)) fmt::format_to(std::back_inserter(out), "{}", record.backtracks);
  out.push_back('\n');
}

std::string to_csv(const Trace& trace) {
  fmt::memory_buffer out;
  out.append(csv_header);
  for (const Record& record : trace) add_csv_row(record, out);
  return fmt::to_string(out);
}

}  // namespace acgd::cli
