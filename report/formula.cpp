#include "report/formula.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "report/text.hpp"

namespace acgd::report {
namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Names of more than one letter; other runs of letters are products.
struct LongName {
  std::string_view typed, shown;
};
constexpr std::array<LongName, 18> kLongNames = {{{"log", "log"},
                                                  {"exp", "exp"},
                                                  {"sin", "sin"},
                                                  {"cos", "cos"},
                                                  {"tr", "tr"},
                                                  {"max", "max"},
                                                  {"min", "min"},
                                                  {"sigmoid", "sigmoid"},
                                                  {"label", "label"},
                                                  {"class", "class"},
                                                  {"true", "true"},
                                                  {"psd", "psd"},
                                                  {"grad", "\u2207"},
                                                  {"rho", "\u03c1"},
                                                  {"in", "\u2208"},
                                                  {"capacity", "capacity"},
                                                  {"power", "power"},
                                                  {"pi", "\u03c0"}}};
struct Sign {
  std::string_view typed, shown;
};
constexpr std::array<Sign, 13> kSigns = {{{"...", "\u2026"},
                                          {"<=", "\u2264"},
                                          {">=", "\u2265"},
                                          {"-", "\u2212"},
                                          {"<", "&lt;"},
                                          {">", "&gt;"},
                                          {"+", "+"},
                                          {"=", "="},
                                          {"/", "/"},
                                          {",", ","},
                                          {";", ";"},
                                          {":", ":"},
                                          {"*", "\u2217"}}};

std::string sign(std::string_view shown) {
  return std::string("<mo>").append(shown).append("</mo>");
}
/// As high as letters, whatever stands inside.
std::string bracket(std::string_view shown) {
  return std::string("<mo stretchy=\"false\">").append(shown).append("</mo>");
}
std::string row(const std::string& inner) { return "<mrow>" + inner + "</mrow>"; }

/// Reads a formula from left to right.
class Typesetter {
 public:
  explicit Typesetter(std::string_view text) : rest_(text) {}

  std::string all() { return sequence('\0'); }

 private:
  /// Up to and without the character that closes it, or the end.
  std::string sequence(char close) {
    std::string result;
    while (!rest_.empty() && (close == '\0' || rest_.front() != close)) result += item();
    return result;
  }

  /// Something with whatever stands below and above it.
  std::string item() {
    if (rest_.front() == ' ') return take(1), "";
    const bool name = is_letter(rest_.front());
    std::string base = atom(), below, above;
    while (!rest_.empty()) {
      const char c = rest_.front();
      if (c == '_' && below.empty()) {
        below = (take(1), script());
      } else if (c == '^' && above.empty()) {
        above = (take(1), script());
      } else if (c == '\'' && above.empty()) {
        above = (take(1), sign("\u22a4"));
      } else if (c == '*' && name && above.empty()) {
        above = (take(1), sign("\u2217"));
      } else {
        break;
      }
    }
    if (below.empty() && above.empty()) return base;
    if (above.empty()) return "<msub>" + base + below + "</msub>";
    if (below.empty()) return "<msup>" + base + above + "</msup>";
    return "<msubsup>" + base + below + above + "</msubsup>";
  }

  std::string atom() {
    const char c = rest_.front();
    if (is_letter(c)) return name();
    if (is_digit(c) || (c == '.' && rest_.size() > 1 && is_digit(rest_[1]))) return number();
    if (rest_.starts_with("||")) return norm("||", "\u2016");
    if (c == '|') return norm("|", "|");
    if (c == '(') return group(')', "(", ")");
    if (c == '[') return group(']', "[", "]");
    for (const auto& [typed, shown] : kSigns) {
      if (rest_.starts_with(typed)) return take(typed.size()), sign(shown);
    }
    std::size_t size = 1;  // a character, which may have several bytes
    while (size < rest_.size() && (static_cast<unsigned char>(rest_[size]) & 0xC0U) == 0x80U)
      ++size;
    return sign(escape(take(size)));
  }

  /// A name; of several letters that are none, the first.
  std::string name() {
    std::size_t size = 0;
    while (size < rest_.size() && is_letter(rest_[size])) ++size;
    for (const auto& [typed, shown] : kLongNames) {
      if (rest_.substr(0, size) == typed) {
        take(size);
        return std::string("<mi>").append(shown).append("</mi>");
      }
    }
    return std::string("<mi>").append(take(1)).append("</mi>");
  }

  std::string number() {
    std::size_t size = 0;
    while (size < rest_.size() && (is_digit(rest_[size]) || rest_[size] == '.')) ++size;
    while (size > 1 && rest_[size - 1] == '.') --size;
    return std::string("<mn>").append(take(size)).append("</mn>");
  }

  std::string norm(std::string_view bar, std::string_view shown) {
    take(bar.size());
    std::string inner;
    while (!rest_.empty() && !rest_.starts_with(bar)) inner += item();
    if (rest_.empty()) return sign(shown) + inner;
    take(bar.size());
    return row(sign(shown) + inner + sign(shown));
  }

  std::string group(char close, std::string_view open_sign, std::string_view close_sign) {
    take(1);
    const std::string inner = sequence(close);
    if (rest_.empty()) return sign(open_sign) + inner;
    take(1);
    return row(bracket(open_sign) + inner + bracket(close_sign));
  }

  /// What stands below or above: a group in braces, or the letters and digits up to the next sign.
  std::string script() {
    if (rest_.empty()) return row("");
    if (rest_.front() == '{') {
      take(1);
      const std::string inner = sequence('}');
      if (!rest_.empty()) take(1);
      return row(inner);
    }
    const bool digits = is_digit(rest_.front());
    std::string inner;
    do {
      inner += digits ? number() : atom();
    } while (!rest_.empty() && (digits ? is_digit(rest_.front()) : is_letter(rest_.front())));
    return row(inner);
  }

  std::string_view take(std::size_t size) {
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(taken.size());
    return taken;
  }

  std::string_view rest_;
};

}  // namespace

std::string formula_html(std::string_view formula) {
  const std::string text = clean(formula);
  return "<math>" + Typesetter(text).all() + "</math>";
}

}  // namespace acgd::report
