#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.hpp"

namespace acgd::report {

/// The pictures of a section.
enum class Panel { gap, value, lipschitz, time };

/// Those it has: the last one only where runs took long enough for their times to mean anything,
/// and a panel without a number is left out.
std::vector<Panel> panels(const Section& section);

/// Runs below so many seconds are drawn over iterations alone: their clock shows the scheduler.
inline constexpr double kShortestTime = 0.1;

/// What the gap is called in a section.
std::string gap_name(const Section& section);

/// As in file names.
std::string_view to_string(Panel panel);

/// From where values are told: the optimal one, or the lowest seen.
double lowest_value(const Section& section);

/// What a record is drawn at: the iteration (1 for 0, which a logarithmic axis does not have) or
/// the seconds, and the gap, the value above the lowest or L.
double across(Panel panel, const Record& record);
double up(Panel panel, double lowest, const Record& record);

/// Whether its curve is the best so far; else it is the median of what is near.
bool is_best_so_far(Panel panel);

/// In words, for axes and headings.
std::string across_label(Panel panel);
std::string up_label(Panel panel, const Section& section);
std::string heading(Panel panel, const Section& section);

}  // namespace acgd::report
