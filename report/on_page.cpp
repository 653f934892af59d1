#include "report/on_page.hpp"

#include <array>
#include <string_view>

namespace acgd::report {
namespace {

constexpr std::string_view kGround = "<rect class=\"ground\"";

/// How long the attribute at the front is, if it is one that the style sheet has; else 0.
std::size_t told_attribute(std::string_view text) {
  constexpr std::array<std::string_view, 4> attributes = {" fill=\"#", " stroke=\"#", " xmlns=\"",
                                                          " font-family=\""};
  for (const std::string_view attribute : attributes) {
    if (text.starts_with(attribute)) return text.find('"', attribute.size()) + 1;
  }
  return 0;
}

/// How much of the front the page does without; `inside` of a tag there are attributes.
std::size_t idle(std::string_view text, bool inside) {
  if (inside) return told_attribute(text);
  if (text.starts_with(kGround)) return text.find('>') + 1;
  return text.starts_with("\n<") || text == "\n" ? 1 : 0;
}

}  // namespace

std::string on_page(const std::string& svg) {
  std::string result;
  bool inside = false;
  for (std::string_view rest = svg; !rest.empty();) {
    if (const std::size_t size = idle(rest, inside); size > 0) {
      rest.remove_prefix(size);
      continue;
    }
    // Text has neither of these: it is escaped.
    inside = rest.front() == '<' || (inside && rest.front() != '>');
    result += rest.front();
    rest.remove_prefix(1);
  }
  return result + '\n';
}

}  // namespace acgd::report
