#include "io/npy_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>

#include "acgd/core/error.hpp"
#include "io/limits.hpp"
#include "io/text_input.hpp"

namespace acgd::io {
namespace {

/// Reads the few things of Python's that occur in headers.
class Dictionary {
 public:
  Dictionary(std::string_view text, const std::string& file, Index offset)
      : text_(text), rest_(text), file_(file), offset_(offset) {}

  NpyHeader read() {
    NpyHeader header;
    bool typed = false, ordered = false, shaped = false;
    expect("{");
    while (!take("}")) {
      const std::string_view key = string();
      expect(":");
      if (key == "descr") {
        header.type = type();
        typed = true;
      } else if (key == "fortran_order") {
        header.fortran_order = boolean();
        ordered = true;
      } else if (key == "shape") {
        header.shape = shape();
        shaped = true;
      } else {
        fail(key, "must be descr, fortran_order or shape");
      }
      if (!take(",")) {
        expect("}");
        break;
      }
    }
    if (!typed || !ordered || !shaped) fail(text_, "must have descr, fortran_order and shape");
    take("");
    if (!rest_.empty()) fail(rest_, "nothing must follow the dictionary");
    return header;
  }

 private:
  [[noreturn]] void fail(std::string_view at, const std::string& rule) const {
    const Index byte = offset_ + (at.data() - text_.data());
    fail_at_byte(file_, byte, fmt::format("{}: {}", in_quotes(at), rule));
  }

  /// Takes spaces off the rest, and then `token` if that is what it begins with.
  bool take(std::string_view token) {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \n"), rest_.size()));
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  void expect(std::string_view token) {
    if (!take(token)) fail(rest_, fmt::format("must be {}", token));
  }

  std::string_view string() {
    const std::string_view quote = take("\"") ? "\"" : "'";
    if (quote == "'") expect(quote);
    const std::string_view text = rest_.substr(0, rest_.find(quote));
    rest_.remove_prefix(text.size());
    expect(quote);
    return text;
  }

  std::string type() {
    constexpr std::string_view known[] = {"f4", "f8", "b1", "i1", "i2", "i4",
                                          "i8", "u1", "u2", "u4", "u8"};
    if (take("[")) fail(rest_, "the type must be one of numbers, not of records");
    const std::string_view text = string();
    if (text.starts_with('>')) fail(text, "must be little-endian, <");
    const std::string_view name = text.substr(std::min<std::size_t>(1, text.size()));
    const bool ordered = text.starts_with('<') || text.starts_with('|');
    if (!ordered || std::find(std::begin(known), std::end(known), name) == std::end(known)) {
      fail(text, "the type must be one of f4 f8 b1 i1 i2 i4 i8 u1 u2 u4 u8, with < or | before it");
    }
    return std::string(name);
  }

  bool boolean() {
    if (take("True")) return true;
    expect("False");
    return false;
  }

  std::vector<Index> shape() {
    std::vector<Index> sizes;
    expect("(");
    while (!take(")")) {
      sizes.push_back(size());
      if (!take(",")) {
        expect(")");
        break;
      }
    }
    return sizes;
  }

  Index size() {
    take("");
    Index value = 0;
    const auto [end, trouble] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (trouble != std::errc() || value < 1 || value > kMaxDimension) {
      fail(rest_, fmt::format("a size must be an integer from 1 to {}", kMaxDimension));
    }
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  std::string_view text_;
  std::string_view rest_;
  const std::string& file_;
  Index offset_;
};

}  // namespace

NpyHeader read_npy_header(std::string_view text, const std::string& file, Index offset) {
  return Dictionary(text, file, offset).read();
}

std::string npy_header_text(const NpyHeader& header) {
  const bool one = header.shape.size() == 1;
  return fmt::format("{{'descr': '<f8', 'fortran_order': {}, 'shape': ({}{}), }}",
                     header.fortran_order ? "True" : "False", fmt::join(header.shape, ", "),
                     one ? "," : "");
}

void fail_at_byte(const std::string& file, Index byte, const std::string& message) {
  throw InvalidInput(fmt::format("{}: byte {}: {}", file, byte, message));
}

}  // namespace acgd::io
