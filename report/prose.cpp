// Formulas in the middle of sentences.
#include <algorithm>
#include <cctype>
#include <vector>

#include "report/formula.hpp"
#include "report/text.hpp"

namespace acgd::report {
namespace {

enum class Word {
  plain,
  beside,  ///< part of a formula that it stands beside: a number, a sign
  formula
};

/// A word with the punctuation behind it, which is no part of a formula that ends there.
struct Typed {
  std::string_view word, behind;
  Word kind = Word::plain;
  int open = 0;  ///< brackets that it opens, less those that it closes
};

int open_brackets(std::string_view word) {
  int open = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = word[i];
    const auto is_name_at = [&](std::size_t k) {
      return k < word.size() && std::isalnum(static_cast<unsigned char>(word[k])) != 0;
    };
    // Angles have no space inside of them: "<a_i, x>", but "i < n".
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
  // An index stands behind a letter or a bracket: "x_1", "(Ax)_i"; "adaptive_x" is a word.
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
    // Behind a number it stands for seconds.
    if (words.size() > 1 && words.back().word.starts_with('s') && words.back().word.size() < 3 &&
        is_number(words[words.size() - 2].word)) {
      words.back().kind = Word::plain;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

/// Where the formula that begins at a word ends; the word itself where none does.
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

/// Of a text that is marked as a formula: all that is no word, or stands inside of brackets.
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
