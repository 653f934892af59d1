#include "app/data/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace acgd::io {

namespace {

constexpr std::size_t kLongestQuote = 40;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

TextError::TextError(const std::filesystem::path& file, Index line, Index column,
                     std::string message)
    : InvalidInput(fmt::format("{}:{}:{}: {}", file.string(), line, column, message)),
      file_(file),
      line_(line),
      column_(column),
      message_(std::move(message)) {}

void TextPlace::fail(std::string_view at, const std::string& message) const {
  throw TextError(file_, line_number_, at.data() - line_.data() + 1, message);
}

void TextPlace::set_line(std::string_view text, bool begins_file) {
  ++line_number_;
  if (text.ends_with('\r')) text.remove_suffix(1);
  if (begins_file && text.starts_with(kByteOrderMark)) {
    text.remove_prefix(kByteOrderMark.size());
  }
  line_ = text;
}

void TextPlace::pass_end() {
  ++line_number_;
  line_ = {};
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r\v\f") == std::string_view::npos;
}

std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  for (const char c : text.substr(0, kLongestQuote)) {
    if (c >= ' ' && c <= '~') {
      result += c;
    } else {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  return result + (text.size() > kLongestQuote ? "...\"" : "\"");
}

std::string shown_name(std::string_view name) {
  const auto is_plain = [](char c) { return c >= ' ' && c <= '~' && c != '"'; };
  const bool plain = !name.empty() && name.size() <= kLongestQuote &&
                     std::all_of(name.begin(), name.end(), is_plain);
  return plain ? std::string(name) : in_quotes(name);
}

}  // namespace acgd::io
