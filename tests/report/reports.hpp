#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/report/report.hpp"

namespace acgd_test {

/// A trace with these gaps, one per iteration; values are half the gaps, L is ten times the gap.
inline acgd::Trace trace_of(const std::vector<double>& gaps) {
  acgd::Trace trace;
  for (const double gap : gaps) {
    const auto k = static_cast<acgd::Index>(trace.size());
    trace.push_back({.iteration = k,
                     .seconds = 0.1 * static_cast<double>(k),
                     .value = 0.5 * gap,
                     .gap = gap,
                     .step = 1.0 / static_cast<double>(k + 3),
                     .lipschitz = 10 * gap,
                     .backtracks = static_cast<int>(k % 3)});
  }
  return trace;
}

inline acgd::report::Section section_of(std::vector<acgd::report::Curve> curves) {
  return {.name = "lasso",
          .title = "Lasso",
          .description = "A regression.",
          .command = "acgd run lasso",
          .data = "made up",
          .measure = "gap",
          .curves = std::move(curves),
          .table = {{"strategy", "gap"}, {{"short", "0.1"}}},
          .notes = {"A note."}};
}

inline acgd::report::Report report_of(std::vector<acgd::report::Section> sections) {
  return {.title = "Experiments",
          .command = "acgd run all",
          .version = "1.2.3",
          .machine = "a machine",
          .date = "2026-01-31",
          .sections = std::move(sections)};
}

inline std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

}  // namespace acgd_test
