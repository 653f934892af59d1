#include "io/text_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "acgd/core/error.hpp"
#include "io/limits.hpp"

namespace acgd::io {
namespace {

// Grows from one to the other, so that small files take little.
constexpr std::size_t kFirstBuffer = 8 << 10;
constexpr std::size_t kTextBuffer = 256 << 10;
constexpr std::size_t kLongestQuote = 40;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\v\f") == std::string_view::npos;
}

}  // namespace

TextInput::TextInput(const std::filesystem::path& file) : bytes_(file), buffer_(kFirstBuffer) {}

bool TextInput::next_line() {
  do {
    if (!take_line()) {
      line_ = {};
      return false;
    }
  } while (is_blank(line_));
  return true;
}

bool TextInput::take_line() {
  std::size_t searched = 0;
  const void* newline = nullptr;
  do {
    const char* from = buffer_.data() + begin_ + searched;
    newline = std::memchr(from, '\n', end_ - begin_ - searched);
    searched = end_ - begin_;
  } while (newline == nullptr && refill());

  ++line_number_;
  if (newline == nullptr && begin_ == end_) return false;
  const char* first = buffer_.data() + begin_;
  const std::size_t length =
      newline == nullptr ? end_ - begin_
                         : static_cast<std::size_t>(static_cast<const char*>(newline) - first);
  line_ = {first, length};
  begin_ += length + (newline == nullptr ? 0 : 1);
  if (line_.ends_with('\r')) line_.remove_suffix(1);
  if (line_number_ == 1 && line_.starts_with(kByteOrderMark)) {
    line_.remove_prefix(kByteOrderMark.size());
  }
  return true;
}

/// Reads more behind the line that has begun, which moves to the front; false at the file's end.
bool TextInput::refill() {
  const std::size_t kept = end_ - begin_;
  if (kept > kMaxLine) {
    ++line_number_;
    line_ = {};
    fail(fmt::format("a line: must be at most {} bytes", kMaxLine));
  }
  std::memmove(buffer_.data(), buffer_.data() + begin_, kept);
  begin_ = 0;
  if (buffer_.size() < kTextBuffer || 2 * kept > buffer_.size()) buffer_.resize(2 * buffer_.size());
  end_ = kept + bytes_.read({buffer_.data() + kept, buffer_.size() - kept});
  return end_ > kept;
}

void TextInput::fail(std::string_view at, const std::string& message) const {
  const Index column = at.data() - line_.data() + 1;
  throw InvalidInput(
      fmt::format("{}:{}:{}: {}", bytes_.file().string(), line_number_, column, message));
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
