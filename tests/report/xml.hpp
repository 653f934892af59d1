#pragma once

#include <regex>
#include <string>
#include <vector>

namespace acgd_test {

/// The reason why a text is not well-formed XML, as far as elements, attributes and entities go;
/// empty if it is.
inline std::string xml_complaint(const std::string& text) {
  static const std::regex tag(R"rx(^<(/?)([A-Za-z]\w*)((?:\s+[\w:-]+="[^"<]*")*)\s*(/?)>)rx");
  static const std::regex entity("^&(amp|lt|gt|quot|#\\d+);");
  std::vector<std::string> open;
  bool ended = false;
  for (std::size_t at = 0; at < text.size();) {
    std::smatch match;
    const auto from = text.begin() + static_cast<std::ptrdiff_t>(at);
    if (text[at] == '<') {
      const auto stop = text.find('>', at);
      // The expression matches one tag only: it is recursive, and path data is long.
      const std::string piece = text.substr(at, stop == text.npos ? stop : stop - at + 1);
      const std::string brief = std::regex_replace(piece, std::regex(" d=\"[^\"<&]*\""), " d=\"\"");
      if (ended || !std::regex_search(brief, match, tag)) return "bad tag " + piece.substr(0, 80);
      if (match[1].length() > 0) {
        if (open.empty() || open.back() != match[2]) return "unexpected end of " + match[2].str();
        open.pop_back();
      } else if (match[4].length() == 0) {
        open.push_back(match[2]);
      }
      ended = open.empty();
      at += piece.size();
    } else if (text[at] == '&') {
      if (!std::regex_search(from, text.end(), match, entity)) return "bad entity";
      at += static_cast<std::size_t>(match.length());
    } else {
      const bool space = text[at] == '\n' || text[at] == ' ';
      if (open.empty() && !space) return "text outside of elements";
      if (static_cast<unsigned char>(text[at]) < 0x20 && !space) return "control character";
      ++at;
    }
  }
  return open.empty() && ended ? "" : "elements left open";
}

}  // namespace acgd_test
