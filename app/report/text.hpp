#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace acgd::report {

/// Replaces bytes that are not UTF-8 and control characters that XML forbids by U+FFFD.
std::string clean(std::string_view text);

/// Cleans and escapes text for elements and quoted attributes of HTML and XML.
std::string escape(std::string_view text);

/// Number of characters of clean text.
std::size_t length(std::string_view text);

/// Clean text, truncated with an ellipsis if it has more than `most` characters.
std::string shorten(std::string_view text, std::size_t most);

/// A unique file name for each name, of letters, digits, dots, dashes and underscores.
std::vector<std::string> file_names(const std::vector<std::string>& names);

/// Replaces each {{name}} by its value. Unknown names and the replacements themselves are left
/// unchanged.
std::string fill(std::string_view text, const std::map<std::string, std::string, std::less<>>& by);

}  // namespace acgd::report
