#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "commands/tool.hpp"

/// A problem of compare, and what it prints.
namespace acgd_test {

/// Columns of a trace.
enum TraceColumn : std::size_t { kIteration, kSeconds, kValue, kGap };

inline const std::string kLeastSquares = "compare --objective least-squares --data data.csv ";

/// More samples than features, so that runs share A'A; the last column is the target.
inline std::string samples() {
  std::string csv;
  for (int i = 0; i < 40; ++i) {
    for (int j = 0; j < 6; ++j) csv += std::to_string((i * (j + 3) + j * j) % 11 - 5) + ",";
    csv += std::to_string(i % 7) + "\n";
  }
  return csv;
}

/// The name of the trace file of a run.
inline std::string file_name(std::string run) {
  std::replace(run.begin(), run.end(), ':', '-');
  return run;
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// With line breaks and repeated spaces replaced by one space.
inline std::string in_one_line(const std::string& text) {
  std::istringstream words(text);
  std::string line;
  for (std::string word; words >> word;) line += (line.empty() ? "" : " ") + word;
  return line;
}

inline void expect_at_most_80_columns(const std::string& text) {
  for (const std::string& line : lines_of(text)) EXPECT_LE(line.size(), 80u) << line;
}

}  // namespace acgd_test
