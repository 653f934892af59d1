#pragma once

#include <string>
#include <vector>

#include "report/report.hpp"

namespace acgd::report {

/// A section element with this identifier: its text, its pictures as SVG (which the page shows
/// where it cannot draw charts, and when printed), its table and its notes.
std::string section_html(const Section& section, const std::string& id,
                         const std::vector<std::string>& strategies);

/// A command and a button to copy it.
std::string command_html(const std::string& command);

}  // namespace acgd::report
