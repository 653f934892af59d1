#include "io/lp_format.hpp"

#include <fmt/format.h>

#include <utility>

#include "io/letters.hpp"
#include "io/lp_statement.hpp"
#include "io/program_builder.hpp"

namespace acgd::io {
namespace {

/// The titles of sections, in lower case.
enum class LpSection { none, objective, constraints, bounds, integers, binaries, end };
constexpr std::pair<std::string_view, LpSection> kTitles[] = {
    {"minimize", LpSection::objective},
    {"maximize", LpSection::objective},
    {"minimise", LpSection::objective},
    {"maximise", LpSection::objective},
    {"minimum", LpSection::objective},
    {"maximum", LpSection::objective},
    {"min", LpSection::objective},
    {"max", LpSection::objective},
    {"subject to", LpSection::constraints},
    {"such that", LpSection::constraints},
    {"s.t.", LpSection::constraints},
    {"st.", LpSection::constraints},
    {"st", LpSection::constraints},
    {"bounds", LpSection::bounds},
    {"bound", LpSection::bounds},
    {"generals", LpSection::integers},
    {"general", LpSection::integers},
    {"gen", LpSection::integers},
    {"integers", LpSection::integers},
    {"integer", LpSection::integers},
    {"int", LpSection::integers},
    {"binaries", LpSection::binaries},
    {"binary", LpSection::binaries},
    {"bin", LpSection::binaries},
    {"end", LpSection::end}};
constexpr std::string_view kNotLinear[] = {
    "semi-continuous", "semis", "semi", "sos", "sos1", "sos2"};

class LpReader {
 public:
  explicit LpReader(const std::filesystem::path& file) : input_(file), program_(input_) {}

  LinearProgram read() {
    while (section_ != LpSection::end && input_.next_line()) {
      std::string_view rest = input_.line();
      rest = rest.substr(0, rest.find('\\'));
      begin_section(rest);
      while (skip_blanks(rest)) take(take_token(rest));
      if (section_ == LpSection::bounds) end_statement();  // one a line
    }
    end_statement();
    return program_.finish();
  }

 private:
  /// Takes the title of a section off a line that begins with one.
  void begin_section(std::string_view& rest) {
    if (!skip_blanks(rest)) return;
    const std::string line = lower_case(rest);
    for (const auto& [title, section] : kTitles) {
      if (!line.starts_with(title)) continue;
      std::string_view behind = std::string_view(line).substr(title.size());
      if (!behind.empty() && behind.front() != ' ' && behind.front() != '\t') continue;
      // A variable or a row may have such a name, too.
      if (skip_blanks(behind) && std::string_view(":<>=").find(behind[0]) != std::string_view::npos)
        continue;
      end_statement();
      section_ = section;
      rest.remove_prefix(title.size());
      return;
    }
    for (const std::string_view title : kNotLinear) {
      if (line != title) continue;
      input_.fail(rest, fmt::format("a section {}: what it has is not linear", in_quotes(rest)));
    }
  }

  void take(const LpToken& token) {
    switch (section_) {
      case LpSection::none:
        input_.fail(token.text, "must begin with Minimize or Maximize");
      case LpSection::objective:
        // Only the names of variables matter. What a colon follows was the name of the objective.
        if (!pending_.empty() && token.kind != LpKind::colon) program_.column(pending_);
        pending_ = token.kind == LpKind::name ? std::string(token.text) : std::string();
        break;
      case LpSection::constraints:
      case LpSection::bounds:
        take_of_statement(token);
        break;
      case LpSection::binaries:
        take_binary(token);
        break;
      default:
        break;
    }
  }

  void take_binary(const LpToken& token) {
    const auto column = program_.find_column(token.text);
    if (!column) {
      input_.fail(token.text, fmt::format("no variable is called {}", in_quotes(token.text)));
    }
    program_.lower(*column) = 0;
    program_.upper(*column) = 1;
  }

  void take_of_statement(const LpToken& token) {
    if (!pending_.empty()) {
      const std::string name = std::exchange(pending_, {});
      if (token.kind == LpKind::colon) {
        now_.label = name;
        return;
      }
      now_.add_term(program_.column(name));
    }
    switch (token.kind) {
      case LpKind::sign:
        now_.add_constant();
        now_.sign *= token.text == "-" ? -1 : 1;
        now_.has_sign = true;
        break;
      case LpKind::number:
        take_number(token);
        break;
      case LpKind::name:
        take_name(token);
        break;
      case LpKind::relation:
        take_relation(token);
        break;
      default:
        input_.fail(token.text,
                    fmt::format("{} in a constraint: must be linear", in_quotes(token.text)));
    }
  }

  /// Whether a statement that needs nothing more is followed by another one.
  void begin_another_after(const LpToken& token) {
    if (now_.terms.empty() || now_.has_sign || now_.number) return;
    if (now_.relations.empty()) {
      input_.fail(token.text, fmt::format("{} behind a variable: must be a sign or a relation",
                                          in_quotes(token.text)));
    }
    if (now_.is_in_terms()) end_statement();
  }

  void take_number(const LpToken& token) {
    if (now_.number) input_.fail(token.text, "a number behind a number");
    begin_another_after(token);
    now_.number = to_bound(input_, token.text, "number");
    // Terms, a relation, a number: that is all.
    if (!now_.terms.empty() && !now_.is_in_terms()) {
      now_.add_constant();
      end_statement();
    }
  }

  void take_name(const LpToken& token) {
    const std::string word = lower_case(token.text);
    if ((word == "inf" || word == "infinity") && !now_.number) return take_number(token);
    const bool is_alone = now_.terms.size() == 1 && now_.relations.empty() && !now_.has_sign;
    if (section_ == LpSection::bounds && word == "free" && is_alone) {
      program_.lower(now_.terms[0].first) = -kUnbounded;
      program_.upper(now_.terms[0].first) = kUnbounded;
      now_ = {};
      return;
    }
    begin_another_after(token);
    if (now_.is_empty() && !now_.number) {
      pending_ = token.text;  // perhaps the name of the row
      return;
    }
    if (!now_.terms.empty() && !now_.is_in_terms()) {
      input_.fail(token.text, "variables must be on one side of a constraint");
    }
    now_.add_term(program_.column(token.text));
  }

  void take_relation(const LpToken& token) {
    now_.add_constant();
    if (now_.has_sign) input_.fail(token.text, "a sign before nothing");
    if (now_.terms.empty() && !now_.has_constant) {
      input_.fail(token.text, "a relation that nothing precedes");
    }
    if (!now_.terms.empty() && !now_.is_in_terms()) {
      input_.fail(token.text, "a relation too many");
    }
    const auto has = [&](char c) { return token.text.find(c) != std::string_view::npos; };
    now_.add_relation(has('<') ? '<' : has('>') ? '>' : '=');
  }

  void end_statement() {
    if (!pending_.empty()) {
      const Index column = program_.column(std::exchange(pending_, {}));
      if (section_ == LpSection::objective) return;
      now_.add_term(column);
    }
    now_.add_constant();
    if (now_.is_empty()) return;
    if (now_.terms.empty()) input_.fail("a constraint without variables");
    if (now_.relations.empty()) input_.fail("a constraint without a relation");
    if (now_.has_sign) input_.fail("a constraint that ends with a sign");
    if (!now_.is_in_terms() && !now_.has_constant) input_.fail("a relation that nothing follows");
    if (section_ == LpSection::bounds) {
      end_bound();
    } else {
      end_row();
    }
    now_ = {};
  }

  void end_row() {
    const Index row = program_.add_row(now_.label);
    for (const auto& [column, value] : now_.terms) program_.add_entry(row, column, value);
    now_.bounds(program_.row_lower(row), program_.row_upper(row));
    if (program_.row_lower(row) <= program_.row_upper(row)) return;
    input_.fail("a constraint whose bounds contradict each other");
  }

  void end_bound() {
    if (now_.terms.size() != 1 || now_.terms[0].second != 1 || !now_.label.empty()) {
      input_.fail("a bound must be like 0 <= x <= 5, x <= 5, x = 5 or x free");
    }
    const Index column = now_.terms[0].first;
    now_.bounds(program_.lower(column), program_.upper(column));
  }

  TextInput input_;
  ProgramBuilder program_;
  LpSection section_ = LpSection::none;
  std::string pending_;  ///< a name of which only the next token tells what it is
  LpStatement now_;
};

}  // namespace

LinearProgram read_lp_format(const std::filesystem::path& file) { return LpReader(file).read(); }

}  // namespace acgd::io
