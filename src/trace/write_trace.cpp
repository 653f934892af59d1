#include "acgd/trace/write_trace.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <ostream>

#include "core/files.hpp"
#include "trace/csv_rows.hpp"

namespace acgd {
namespace {

constexpr int kDigits = 17;  // so many give the same double again

void append_number(double x, std::string& text) {
  if (std::isnan(x)) return;
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), x,
                                 std::chars_format::general, kDigits);
  text.append(digits.data(), end.ptr);
}

}  // namespace

void append_row(const Record& record, std::string& rows) {
  rows += std::to_string(record.iteration) + ',';
  for (const double x : {record.seconds, record.value, record.gap, record.step, record.lipschitz}) {
    append_number(x, rows);
    rows += ',';
  }
  if (!std::isnan(record.step)) rows += std::to_string(record.backtracks);
  rows += ',';
  append_number(record.lower_bound, rows);
  rows += '\n';
}

std::string to_csv(const Trace& trace) {
  std::string text(kTraceHeader);
  for (const Record& record : trace) append_row(record, text);
  return text;
}

void write_trace(std::ostream& out, const Trace& trace) { out << to_csv(trace); }

void write_trace(const std::filesystem::path& file, const Trace& trace) {
  write_whole(file, to_csv(trace));
}

}  // namespace acgd
