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

/// Names that are shown otherwise, and short ones that are no products.
struct Name {
  std::string_view typed, shown;
};
constexpr std::array<Name, 5> kNames = {
    {{"grad", "\u2207"}, {"rho", "\u03c1"}, {"in", "\u2208"}, {"pi", "\u03c0"}, {"tr", "tr"}}};
constexpr std::array<std::string_view, 7> kShortWords = {"of", "to", "at", "is", "or", "by", "on"};
/// What stands before its argument without a bracket: no word of a sentence.
constexpr std::array<std::string_view, 6> kFunctions = {"log", "exp", "sin", "cos", "max", "min"};

/// Runs of one or two letters are products, as in "x'Qx"; longer ones are names or words.
bool is_word(std::string_view letters) {
  return letters.size() > 2 || std::ranges::find(kShortWords, letters) != kShortWords.end();
}

std::size_t letters_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, is_letter) - text.begin());
}

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
    if (rest_.front() == ' ') return take(1), was_space_ = true, "";
    const bool name = is_letter(rest_.front());
    std::string base = atom(), below, above;
    was_space_ = false;
    was_number_ = base.starts_with("<mn>");
    was_word_ = base.starts_with("<mtext>");
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
    // <a, b>, where "i < n" has a space behind the sign.
    if (c == '<' && rest_.size() > 1 && is_letter(rest_[1])) {
      return group('>', "\u27e8", "\u27e9");
    }
    for (const auto& [typed, shown] : kSigns) {
      if (rest_.starts_with(typed)) return take(typed.size()), sign(shown);
    }
    std::size_t size = 1;  // a character, which may have several bytes
    while (size < rest_.size() && (static_cast<unsigned char>(rest_[size]) & 0xC0U) == 0x80U)
      ++size;
    return sign(escape(take(size)));
  }

  /// A name, or a word between others; of letters that are a product, the first.
  std::string name() {
    const std::string_view letters = rest_.substr(0, letters_of(rest_));
    for (const auto& [typed, shown] : kNames) {
      if (letters == typed) return take(letters.size()), identifier(shown);
    }
    const bool times = letters == "x" && was_number_ && rest_.size() > 2 && rest_[1] == ' ';
    if (times && is_digit(rest_[2])) return take(1), sign("\u00d7");
    if (!is_word(letters)) return identifier(take(1));
    std::string word(take(letters.size()));
    while (rest_.starts_with('_') && letters_of(rest_.substr(1)) > 2) {  // free_flow_time
      word.append(" ").append(take(1 + letters_of(rest_.substr(1))).substr(1));
    }
    const bool is_function = std::ranges::find(kFunctions, word) != kFunctions.end();
    const bool has_more = !rest_.empty() && rest_.find_first_of("(_^'") == 0;
    if (is_function || has_more) return identifier(word);
    const std::string_view before = was_space_ && !was_word_ ? "\u00a0" : "";
    const std::string_view behind = rest_.starts_with(' ') ? "\u00a0" : "";
    return std::string("<mtext>").append(before).append(word).append(behind) + "</mtext>";
  }

  static std::string identifier(std::string_view shown) {
    return std::string("<mi>").append(shown).append("</mi>");
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

  /// What stands below or above: a group in braces or brackets, or the letters and digits up to the
  /// next sign, behind a minus or not.
  std::string script() {
    if (rest_.empty()) return row("");
    if (rest_.front() == '{') {
      take(1);
      const std::string inner = sequence('}');
      if (!rest_.empty()) take(1);
      return row(inner);
    }
    std::string inner;
    if (rest_.front() == '-') inner = (take(1), sign("\u2212"));
    if (rest_.empty() || !(is_letter(rest_.front()) || is_digit(rest_.front()))) {
      return row(rest_.empty() ? inner : inner + atom());
    }
    while (!rest_.empty() && (is_letter(rest_.front()) || is_digit(rest_.front()))) {
      inner += is_digit(rest_.front()) ? number() : name();
    }
    return row(inner);
  }

  std::string_view take(std::size_t size) {
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(taken.size());
    return taken;
  }

  std::string_view rest_;
  bool was_space_ = false, was_number_ = false, was_word_ = false;
};

}  // namespace

std::string formula_html(std::string_view formula) {
  const std::string text = clean(formula);
  return "<math>" + Typesetter(text).all() + "</math>";
}

bool is_sentence_word(std::string_view text) {
  const bool is_name = std::ranges::any_of(kNames, [&](const Name& n) { return n.typed == text; });
  return !text.empty() && letters_of(text) == text.size() && is_word(text) && !is_name;
}

}  // namespace acgd::report
