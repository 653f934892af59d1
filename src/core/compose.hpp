#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace acgd {

/// One argument of compose(): a number or a string.
class ComposeArgument {
 public:
  ComposeArgument(double value) : value_(value) {}
  ComposeArgument(std::integral auto value) : value_(static_cast<long long>(value)) {}
  ComposeArgument(std::string_view value) : value_(value) {}
  ComposeArgument(const std::string& value) : value_(value) {}
  ComposeArgument(const char* value) : value_(value) {}

  const std::variant<double, long long, std::string_view>& value() const { return value_; }

 private:
  std::variant<double, long long, std::string_view> value_;
};

/// A literal with exactly one pair of braces per argument; anything else does not compile.
template <std::size_t Arguments>
struct ComposePattern {
  consteval ComposePattern(const char* literal) : text(literal) {
    std::size_t braces = 0;
    for (const char c : text) braces += c == '{';
    if (braces != Arguments) throw "the braces of a pattern must match its arguments";
  }
  std::string_view text;
};

std::string compose_list(std::string_view pattern,
                         std::initializer_list<ComposeArgument> arguments);

/// fmt::format for these types. Only compose_list() includes fmt, which would dominate the compile
/// time of every file.
template <class... Arguments>
std::string compose(std::type_identity_t<ComposePattern<sizeof...(Arguments)>> pattern,
                    const Arguments&... arguments) {
  return compose_list(pattern.text, {ComposeArgument(arguments)...});
}

}  // namespace acgd
