#pragma once

#include <array>
#include <string>
#include <string_view>

#include "report/report.hpp"

namespace acgd::report {

/// The three pictures of a section.
enum class Panel { gap, lipschitz, time };

inline constexpr std::array kPanels = {Panel::gap, Panel::lipschitz, Panel::time};

/// As in file names.
std::string_view to_string(Panel panel);

/// What a record is drawn at: the iteration or the seconds, and the measure or L.
double across(Panel panel, const Record& record);
double up(Panel panel, const Section& section, const Record& record);

/// What the first and last panel show: the section's gap, or the distance to the optimal value.
std::string measure(const Section& section);

/// In words, for axes and headings.
std::string across_label(Panel panel);
std::string up_label(Panel panel, const Section& section);
std::string heading(Panel panel, const Section& section);

}  // namespace acgd::report
