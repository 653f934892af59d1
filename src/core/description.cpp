#include "acgd/core/description.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <type_traits>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"

namespace acgd {
namespace {

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

template <class T>
constexpr bool kIsNumber = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

/// Calls `see` with the value of a parameter (a Word for an enum), unless it is absent.
template <class See>
void with_value(const Parameter& parameter, const See& see) {
  std::visit(
      [&](const auto& member) {
        using Member = std::decay_t<decltype(member)>;
        if constexpr (std::is_same_v<Member, Word>) {
          see(member);
        } else if constexpr (IsOptional<std::remove_pointer_t<Member>>::value) {
          if (*member) see(**member);
        } else {
          see(*member);
        }
      },
      parameter.member);
}

std::string text_of(const Word& word) { return std::string(word.get()); }
std::string text_of(const std::string& value) { return value; }
std::string text_of(bool value) { return value ? "true" : "false"; }
template <class Number>
requires kIsNumber<Number> std::string text_of(Number value) { return compose("{}", value); }

/// Whether a limit is infinite.
template <class T>
bool is_endless(const T& value) {
  if constexpr (std::is_same_v<T, double>) return value == range::kInfinity;
  if constexpr (std::is_same_v<T, Index>) return value == std::numeric_limits<Index>::max();
  return false;
}

/// Parses the whole text as a number; a double that underflows is 0.
template <class Number>
bool read_number(std::string_view text, Number& value) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size()) return false;
  const bool tiny = error == std::errc::result_out_of_range && std::is_same_v<Number, double> &&
                    text.find("e-") != std::string_view::npos;
  if (tiny) value = 0;
  return error == std::errc() || tiny;
}

bool read(std::string_view text, bool& value) {
  value = text == "true";
  return value || text == "false";
}
bool read(std::string_view text, std::string& value) {
  value = text;
  return true;
}
bool read(std::string_view text, double& value) {
  return read_number(text, value) && std::isfinite(value);
}
template <std::integral Count>
bool read(std::string_view text, Count& value) {
  if (read_number(text, value)) return true;
  double number = 0;  // such as 1e4; above 2^53 doubles skip integers
  if (!read(text, number) || std::trunc(number) != number || std::abs(number) > 0x1p53)
    return false;
  value = static_cast<Count>(number);
  return static_cast<double>(value) == number;
}

/// "none" makes an optional absent, and a limit infinite.
template <class T>
bool read_none(T& value) {
  if constexpr (IsOptional<T>::value) value.reset();
  if constexpr (std::is_same_v<T, double>) value = range::kInfinity;
  if constexpr (std::is_same_v<T, Index>) value = std::numeric_limits<Index>::max();
  return IsOptional<T>::value || is_endless(value);
}

/// Whether it is an integer below the range; assign() rejects such a text.
template <class T>
bool is_below(const T& value, const Range& range) {
  if constexpr (IsOptional<T>::value) return value && is_below(*value, range);
  if constexpr (std::is_integral_v<T> && kIsNumber<T>) {
    return static_cast<double>(value) < range.least;
  }
  return false;
}

/// Describes the valid texts for a T of this range.
template <class T>
std::string must_be(const Range& range, std::string_view text) {
  if constexpr (IsOptional<T>::value) {
    return must_be<typename T::value_type>(range, text);
  } else if constexpr (std::is_same_v<T, bool>) {
    return "true or false";
  } else if constexpr (std::is_same_v<T, double>) {
    return "a finite number";
  } else if constexpr (std::is_same_v<T, std::string>) {
    return "a text";
  } else if (Index number = 0; read(text, number) && number > std::numeric_limits<T>::max()) {
    return compose("at most {}", std::numeric_limits<T>::max());
  } else {
    return std::isfinite(range.least) ? compose("an integer >= {}", range.least) : "an integer";
  }
}

/// "paper or published"
std::string alternatives(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words)
    text += (text.empty() ? "" : " or ") + std::string(word);
  return text;
}

/// Compares names; dashes equal underscores.
bool same_name(std::string_view a, std::string_view b) {
  const auto plain = [](char c) { return c == '-' ? '_' : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return plain(x) == plain(y); });
}

}  // namespace

Parameter::Parameter(const Parameter& other) = default;
Parameter::Parameter(Parameter&& other) noexcept = default;
Parameter& Parameter::operator=(const Parameter& other) = default;
Parameter& Parameter::operator=(Parameter&& other) noexcept = default;
Parameter::~Parameter() = default;

bool Range::contains(double value) const {
  const bool above = includes_least ? value >= least : value > least;
  const bool below = includes_most ? value <= most : value < most;
  return above && below;
}

bool Word::set(std::string_view word) const {
  const auto found = std::find(words_.begin(), words_.end(), word);
  if (found == words_.end()) return false;
  set_(static_cast<std::size_t>(found - words_.begin()));
  return true;
}

bool is_optional(const Parameter& parameter) {
  return std::visit(
      [](const auto& member) {
        return IsOptional<std::remove_pointer_t<std::decay_t<decltype(member)>>>::value;
      },
      parameter.member);
}

bool is_absent(const Parameter& parameter) {
  bool absent = true;
  with_value(parameter, [&](const auto& value) { absent = is_endless(value); });
  return absent;
}

std::string value_text(const Parameter& parameter) {
  std::string text = "none";
  with_value(parameter, [&](const auto& value) {
    if (!is_endless(value)) text = text_of(value);
  });
  return text;
}

std::string default_text(const Parameter& parameter) {
  return is_absent(parameter) ? std::string(parameter.absent) : value_text(parameter);
}

Parameter* find(Description& description, std::string_view name) {
  for (Parameter& parameter : description) {
    if (same_name(parameter.name, name)) return &parameter;
  }
  return nullptr;
}

void assign(Parameter& parameter, std::string_view text) {
  const auto refuse = [&](std::string_view what) {
    throw InvalidInput(parameter.name, text, compose("must be {}", what));
  };
  std::visit(
      [&](auto& member) {
        using Member = std::decay_t<decltype(member)>;
        if constexpr (std::is_same_v<Member, Word>) {
          if (!member.set(text)) refuse(alternatives(member.words()));
        } else {
          using Value = std::remove_pointer_t<Member>;
          if (text == "none" && !parameter.absent.empty() && read_none(*member)) return;
          bool fits = false;
          if constexpr (IsOptional<Value>::value) {
            fits = read(text, member->emplace());
          } else {
            fits = read(text, *member);
          }
          if (!fits || is_below(*member, parameter.range)) {
            refuse(must_be<Value>(parameter.range, text));
          }
        }
      },
      parameter.member);
}

void validate(const Description& description) {
  for (const Parameter& parameter : description) {
    with_value(parameter, [&](const auto& value) {
      if constexpr (kIsNumber<std::decay_t<decltype(value)>>) {
        if (parameter.range.contains(static_cast<double>(value))) return;
        throw InvalidInput(parameter.name, text_of(value), std::string(parameter.range.rule));
      }
    });
  }
}

void expect(Archive& archive, const Description& description) {
  for (const Parameter& parameter : description) {
    if (const auto* number = std::get_if<std::optional<double>*>(&parameter.member)) {
      archive.expect(parameter.name, **number);  // as a double, not as text
    } else if (is_optional(parameter)) {
      archive.expect(parameter.name, value_text(parameter));
    } else {
      with_value(parameter, [&](const auto& value) {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, Word>) {
          archive.expect(parameter.name, value.get());
        } else {
          archive.expect(parameter.name, value);
        }
      });
    }
  }
}

}  // namespace acgd
