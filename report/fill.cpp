#include "report/fill.hpp"

namespace acgd::report {

std::string fill(std::string_view text, const std::map<std::string, std::string, std::less<>>& by) {
  std::string result;
  while (true) {
    const std::size_t open = text.find("{{");
    const std::size_t close = text.find("}}", open == std::string_view::npos ? open : open + 2);
    if (open == std::string_view::npos || close == std::string_view::npos) break;
    const auto found = by.find(text.substr(open + 2, close - open - 2));
    if (found == by.end()) {
      result += text.substr(0, open + 1);
      text.remove_prefix(open + 1);
    } else {
      result += text.substr(0, open);
      result += found->second;
      text.remove_prefix(close + 2);
    }
  }
  return result.append(text);
}

}  // namespace acgd::report
