#include "cli/manual.hpp"

#include <fmt/format.h>

#include "acgd/version.hpp"
#include "cli/explanation.hpp"
#include "cli/streams.hpp"
#include "cli/topics.hpp"

namespace acgd::cli {
namespace {

/// Text that troff sets as it is: dashes that a shell takes when they are copied, quotes that stay
/// straight, and no line that begins like a request.
std::string set_plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool begins_line = out.empty() || out.back() == '\n';
    if (begins_line && (c == '.' || c == '\'')) out += "\\&";
    switch (c) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += "\\-";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '~':
        out += "\\(ti";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string bold(std::string_view text) { return "\\fB" + set_plain(text) + "\\fR"; }
std::string slanted(std::string_view text) { return "\\fI" + set_plain(text) + "\\fR"; }

/// A term, as it is set, with what it means indented below it.
std::string entry(const std::string& term, std::string_view meaning) {
  return fmt::format(".TP\n{}\n{}\n", term, set_plain(meaning));
}

/// Lines that are not filled.
std::string lines(const std::vector<std::string>& text) {
  std::string out = ".PP\n.nf\n";
  for (const std::string& line : text) out += set_plain(line) + "\n";
  return out + ".fi\n";
}

std::string set(const CommandWords& command) {
  std::string text =
      fmt::format(".SS \"{}\"\n{}\n", set_plain(command.name), set_plain(command.sentence));
  for (const FlagWords& flag : command.flags) {
    std::string term = bold(flag.name);
    if (!flag.value.empty()) term += " " + slanted(flag.value);
    text += entry(term, flag.sentence + (flag.required ? "; must be given" : ""));
  }
  for (const CommandWords& inner : command.commands) text += set(inner);
  return text;
}

/// How it is typed, behind its name where that is another one: files have names of their own.
std::string term_of(const problem::Kind& kind) {
  if (kind.syntax.empty()) return bold(kind.name);
  if (kind.syntax.starts_with(kind.name)) return bold(kind.syntax);
  return bold(kind.name) + ": " + slanted(kind.syntax);
}

std::string set(const Topic& topic, const problem::Kind& kind) {
  std::string text = entry(term_of(kind), kind.sentence);
  const Explanation* more = find_explanation(topic.name, kind.name);
  std::string details;
  if (more != nullptr) details += lines(more->formula);
  const auto& parameters =
      more != nullptr && kind.parameters.empty() ? more->parameters : kind.parameters;
  for (const auto& [name, sentence] : parameters) details += entry(bold(name), sentence);
  if (more != nullptr && !more->example.empty()) details += lines({more->example});
  return details.empty() ? text : text + ".RS\n" + details + ".RE\n";
}

std::string exit_codes() {
  std::string text = ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] : std::initializer_list<std::pair<int, const char*>>{
           {exit_code::usable, "a usable result"},
           {exit_code::bad_input, "bad input, output that cannot be written, or no memory"},
           {exit_code::trouble, "numerical trouble; the best point is written"},
           {exit_code::incomplete, "compare: a rule cannot run; all is written of the others"},
           {exit_code::interrupted, "interrupted by Ctrl-C; 128 and the signal by others"}}) {
    text += entry(bold(std::to_string(code)), meaning);
  }
  return text;
}

}  // namespace

std::string manual(const std::vector<CommandWords>& commands) {
  std::string text = ".TH ACGD 1 \"\" \"acgd " ACGD_VERSION "\" \"User Commands\"\n.SH NAME\n";
  text += "acgd \\- projection\\-free optimisation without a Lipschitz constant\n.SH SYNOPSIS\n";
  text += fmt::format("{} {} [{}...]\n", bold("acgd"), slanted("COMMAND"), slanted("FLAG "));
  text += ".SH DESCRIPTION\n";
  text += set_plain(
      "Minimises a smooth function over a convex set that it touches only through linear "
      "minimisation, or over all of R^n. Flags may have short forms of their values: integers as "
      "10000 or 1e4, times as 90, 90s, 5min or 2h. Parameters of sets and rules follow their name "
      "behind colons, in order or by name: lp:3:2 is lp:p=3:radius=2.\n");
  text += ".SH COMMANDS\n";
  for (const CommandWords& command : commands) text += set(command);
  for (const Topic& topic : topics()) {
    std::string title = topic.title;
    for (char& c : title) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    text += fmt::format(".SH \"{}\"\n", set_plain(title.substr(0, title.find(" ("))));
    for (const problem::Kind& kind : topic.kinds) text += set(topic, kind);
  }
  text += exit_codes() + ".SH ENVIRONMENT\n";
  text += entry(bold("ACGD_DATA"), "where reproduce looks for data, unless --data says so");
  text += entry(bold("OMP_NUM_THREADS"), "at most so many threads; results do not depend on it");
  return text;
}

}  // namespace acgd::cli
