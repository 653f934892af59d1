#pragma once

#include <string>
#include <string_view>

namespace acgd::report {

/// A formula as it is typed, "||Ax - b||^2", as a MathML element. Brackets may be left open; nothing
/// is ever refused.
std::string formula_html(std::string_view formula);

/// Whether letters inside of a formula are a word: "over", and not "rho" or "Qx".
bool is_sentence_word(std::string_view text);

/// Text as HTML. What stands between backticks is a formula with words in it, all of which is set but
/// the words outside of its brackets. Elsewhere whatever looks like a formula is set as one: names of
/// one letter, what has an index, a power, a norm or an equals sign, and the numbers and signs beside
/// these.
std::string prose_html(std::string_view text);

}  // namespace acgd::report
