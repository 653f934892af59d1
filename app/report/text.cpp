#include "app/report/text.hpp"

#include <algorithm>
#include <set>

namespace acgd::report {

namespace {

constexpr std::string_view kReplacement = "\uFFFD";

/// Number of bytes of the leading character; 0 if XML does not accept it.
std::size_t leading_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) {
    return first >= 0x20 || first == '\t' || first == '\n' || first == '\r' ? 1 : 0;
  }
  const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || size > text.size()) return 0;
  char32_t code = first & (0x7FU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return 0;
    code = (code << 6U) | (byte(i) & 0x3FU);
  }
  const bool shortest = code >= (size == 2 ? 0x80U : size == 3 ? 0x800U : 0x10000U);
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  const bool forbidden = code == 0xFFFE || code == 0xFFFF || code > 0x10FFFF;
  return shortest && !surrogate && !forbidden ? size : 0;
}

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

bool fit_for_a_file(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '-' || c == '_';
}

std::string file_name(std::string_view name) {
  std::string result;
  for (const char c : name) result += fit_for_a_file(c) ? c : '-';
  const bool hidden = result.empty() || result.front() == '.' || result.front() == '-';
  return hidden ? "section" + result : result;
}

}  // namespace

std::string clean(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t size = leading_character(text);
    result += size > 0 ? text.substr(0, size) : kReplacement;
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return result;
}

std::string escape(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (const char c : clean(text)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::size_t length(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

std::string shorten(std::string_view text, std::size_t most) {
  if (length(text) <= most) return std::string(text);
  std::size_t end = 0;
  for (std::size_t seen = 0; end < text.size(); ++end) {
    if (begins_character(text[end]) && ++seen >= most) break;
  }
  return std::string(text.substr(0, end)) + "\u2026";
}

std::vector<std::string> file_names(const std::vector<std::string>& names) {
  std::vector<std::string> result;
  std::set<std::string> taken;
  for (const std::string& name : names) {
    const std::string wanted = file_name(name);
    std::string candidate = wanted;
    for (int copy = 2; !taken.insert(candidate).second; ++copy) {
      candidate = wanted + "-" + std::to_string(copy);
    }
    result.push_back(candidate);
  }
  return result;
}

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
