#pragma once

#include <string>
#include <vector>

#include "report/report.hpp"

namespace acgd::report {

/// A section element with this identifier: the answer, its pictures as SVG, its table and its notes.
/// Whether it is the only one of its page, and whether it needs a title beside that of the page.
std::string section_html(const Section& section, const std::string& id,
                         const std::vector<std::string>& strategies, bool alone, bool titled);

/// A command and a button to copy it.
std::string command_html(const std::string& command);

}  // namespace acgd::report
