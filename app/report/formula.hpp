#pragma once

#include <string>
#include <string_view>

namespace acgd::report {

/// Converts a plain-text formula, "||Ax - b||^2", to a MathML element. Accepts any input, including
/// unbalanced brackets.
std::string formula_html(std::string_view formula);

/// Whether letters within a formula are a word of prose: "over", not "rho" or "Qx".
bool is_sentence_word(std::string_view text);

/// Converts prose to HTML. Text between backticks is typeset as a formula, except words outside of
/// its brackets. Elsewhere formulas are detected: names of one letter, terms with an index, a
/// power, a norm or an equals sign, and numbers and operators next to these.
std::string prose_html(std::string_view text);

}  // namespace acgd::report
