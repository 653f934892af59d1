#include "app/report/formula.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <vector>

#include "app/report/text.hpp"

namespace acgd::report {

namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Names with a symbol of their own, and short names that are not products.
struct Name {
  std::string_view typed, shown;
};
constexpr std::array<Name, 5> kNames = {
    {{"grad", "\u2207"}, {"rho", "\u03c1"}, {"in", "\u2208"}, {"pi", "\u03c0"}, {"tr", "tr"}}};
constexpr std::array<std::string_view, 7> kShortWords = {"of", "to", "at", "is", "or", "by", "on"};
/// Functions that may precede their argument without brackets; not words of prose.
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
/// A bracket of normal height, whatever its content.
std::string bracket(std::string_view shown) {
  return std::string("<mo stretchy=\"false\">").append(shown).append("</mo>");
}
std::string row(const std::string& inner) { return "<mrow>" + inner + "</mrow>"; }

/// Parses a formula from left to right.
class Typesetter {
 public:
  explicit Typesetter(std::string_view text) : rest_(text) {}

  std::string all() { return sequence('\0'); }

 private:
  /// Items up to the closing character (exclusive) or the end.
  std::string sequence(char close) {
    std::string result;
    while (!rest_.empty() && (close == '\0' || rest_.front() != close)) result += item();
    return result;
  }

  /// An atom with its subscript and superscript.
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
    // An inner product <a, b>; in "i < n" a space follows the sign.
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

  /// A name or a word; of a product of letters, the first factor.
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

  /// A subscript or superscript: a group in braces or brackets, or an optional minus and the
  /// letters and digits up to the next sign.
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

// Detection of formulas in prose.

namespace {

enum class Word {
  plain,
  beside,  ///< a number or an operator: part of an adjacent formula
  formula
};

/// A word and the punctuation after it, which is not part of a formula that ends there.
struct Typed {
  std::string_view word, behind;
  Word kind = Word::plain;
  int open = 0;  ///< opening minus closing brackets
};

int open_brackets(std::string_view word) {
  int open = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = word[i];
    const auto is_name_at = [&](std::size_t k) {
      return k < word.size() && std::isalnum(static_cast<unsigned char>(word[k])) != 0;
    };
    // Angle brackets have no inner space: "<a_i, x>", but "i < n".
    if (c == '(' || c == '[' || c == '{' || (c == '<' && is_name_at(i + 1))) ++open;
    if (c == ')' || c == ']' || c == '}' || (c == '>' && i > 0 && is_name_at(i - 1))) --open;
  }
  return open;
}

bool one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

bool is_number(std::string_view word) {
  return word.find_first_of("0123456789") != word.npos &&
         word.find_first_not_of("0123456789.-+/()[],") == word.npos;
}

/// A name of one letter, unless it is an article.
bool is_variable(std::string_view word, bool begins_sentence) {
  if (word.size() != 1 || std::isalpha(static_cast<unsigned char>(word[0])) == 0) return false;
  return word != "a" && word != "I" && !(word == "A" && begins_sentence);
}

bool is_formula(std::string_view word, bool begins_sentence) {
  if (is_variable(word, begins_sentence) || word == "f*") return true;
  if (one_of(word, {"=", "<=", ">=", "<", ">", "+", "..."})) return true;
  if (word.find_first_of("^|=") != word.npos) return true;
  for (const std::string_view function : {"log(", "exp(", "f(", "sigmoid("}) {
    if (word.find(function) != word.npos) return true;
  }
  // An index follows a letter or a bracket: "x_1", "(Ax)_i"; "adaptive_x" is a word.
  const std::size_t index = word.find('_');
  if (index != word.npos && index > 0) {
    return index < 2 || word[index - 1] == ')' ||
           std::isalpha(static_cast<unsigned char>(word[index - 2])) == 0 ||
           word.find("label_") != word.npos || word.find("class_") != word.npos;
  }
  if (word.size() == 4 && word[1] == '(' && word[3] == ')') return true;  // t(s)
  const std::size_t prime = word.find('\'');                              // x'Qx, and not A's
  return prime == 1 && word.size() > 2 && !word.ends_with("'s");
}

Typed typed(std::string_view text, bool begins_sentence) {
  Typed one{.word = text, .behind = {}, .open = open_brackets(text)};
  const std::size_t end = text.find_last_not_of(",;:.");
  const bool dots = text.starts_with("...");
  if (one.open <= 0 && end != text.npos && !dots) {
    one.word = text.substr(0, end + 1);
    one.behind = text.substr(end + 1);
  }
  if (is_formula(dots ? "..." : one.word, begins_sentence)) {
    one.kind = Word::formula;
  } else if (is_number(one.word) || (one.word.size() == 2 && one.word[0] == '(' && one.open == 1) ||
             one_of(one.word, {"-", "/", ":", "{", "}", "(rho", "rho", "pi"})) {
    one.kind = Word::beside;
  }
  return one;
}

std::vector<Typed> words_of(std::string_view text) {
  std::vector<Typed> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    const bool begins = words.empty() || words.back().behind.ends_with('.');
    if (end > 0) words.push_back(typed(text.substr(0, end), begins));
    // After a number, "s" means seconds.
    if (words.size() > 1 && words.back().word.starts_with('s') && words.back().word.size() < 3 &&
        is_number(words[words.size() - 2].word)) {
      words.back().kind = Word::plain;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

/// End (exclusive) of the formula that begins at a word; `begin` if there is none.
std::size_t formula_end(const std::vector<Typed>& words, std::size_t begin) {
  int open = 0;
  bool any = false;
  std::size_t end = begin;
  while (end < words.size() && words[end].kind != Word::plain) {
    any = any || words[end].kind == Word::formula;
    open += words[end].open;
    if (!words[end++].behind.empty() && open <= 0) break;
  }
  return any ? end : begin;
}

/// In text marked as a formula, everything but words outside of brackets is part of it.
void find_words(std::vector<Typed>& words) {
  int open = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool is_article = words[i].word == "a" && i > 0 && words[i - 1].kind == Word::plain;
    const bool is_plain = open <= 0 && (is_sentence_word(words[i].word) || is_article);
    words[i].kind = is_plain ? Word::plain : Word::formula;
    open += words[i].open;
  }
}

std::string words_html(const std::vector<Typed>& words) {
  std::string html;
  for (std::size_t i = 0; i < words.size();) {
    if (!html.empty()) html += ' ';
    const std::size_t end = formula_end(words, i);
    if (end == i) {
      html += escape(words[i].word) + escape(words[i].behind);
      ++i;
      continue;
    }
    std::string formula;
    for (std::size_t k = i; k < end; ++k) {
      formula.append(words[k].word).append(k + 1 < end ? words[k].behind : "");
      formula += ' ';
    }
    html += formula_html(formula) + escape(words[end - 1].behind);
    i = end;
  }
  return html;
}

}  // namespace

std::string prose_html(std::string_view text) {
  const std::string sentence = clean(text);
  std::string html;
  bool is_marked = false;
  for (std::string_view rest = sentence;; is_marked = !is_marked) {
    const std::size_t mark = rest.find('`');
    std::vector<Typed> words = words_of(rest.substr(0, mark));
    if (is_marked) find_words(words);
    if (!html.empty() && rest.starts_with(' ')) html += ' ';
    html += words_html(words);
    if (mark == rest.npos) return html;
    if (mark > 0 && rest[mark - 1] == ' ') html += ' ';
    rest.remove_prefix(mark + 1);
  }
}

}  // namespace acgd::report
