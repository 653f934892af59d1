#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace acgd::report {

/// The text with every byte that is not UTF-8, and every control character that XML forbids,
/// replaced by U+FFFD.
std::string clean(std::string_view text);

/// Clean text that is nothing but text inside HTML and XML, elements and quoted attributes alike.
std::string escape(std::string_view text);

/// How many characters clean text has.
std::size_t length(std::string_view text);

/// The first characters of clean text, with an ellipsis for the rest if it is longer than most.
std::string shorten(std::string_view text, std::size_t most);

/// For each name a different one of letters, digits, dots, dashes and underscores only.
std::vector<std::string> file_names(const std::vector<std::string>& names);

/// The text with each {{name}} replaced by what is given for it. Names that are not given stay as
/// they are, and so does everything inside the replacements.
std::string fill(std::string_view text, const std::map<std::string, std::string, std::less<>>& by);

}  // namespace acgd::report
