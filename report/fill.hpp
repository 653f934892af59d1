#pragma once

#include <map>
#include <string>
#include <string_view>

namespace acgd::report {

/// The text with each {{name}} replaced by what is given for it. Names that are not given stay as
/// they are, and so does everything inside the replacements.
std::string fill(std::string_view text, const std::map<std::string, std::string, std::less<>>& by);

}  // namespace acgd::report
