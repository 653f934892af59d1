#include "app/commands/help.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "acgd/core/error.hpp"
#include "acgd/version.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/streams.hpp"
#include "app/data/specification.hpp"
#include "app/experiments/experiment.hpp"
#include "app/spec/objectives.hpp"
#include "app/spec/rules.hpp"
#include "app/spec/sets.hpp"
#include "app/spec/starts.hpp"

namespace acgd::commands {

namespace {

using spec::Kind;
using spec::plain_kinds;

std::vector<Kind> formats() {
  return {
      {"libsvm", "FILE", "label index:value ...; indices from 1; any name not listed below"},
      {"npy", "FILE.npy", "NumPy arrays of real numbers"},
      {"mtx", "FILE.mtx", "Matrix Market, dense or sparse"},
      {"csv", "FILE.csv, FILE.tsv", "tables of numbers, with a header or without"},
      {"ratings", "FILE", "user,item,rating[,time] (or tabs); ids from 1"},
      {"edges", "FILE", "from,to of each edge of a graph; nodes from 0"},
      {"tntp", "*_net.tntp, *_trips.tntp", "roads, and trips between their zones; nodes from 1"},
      {"gz", "FILE.gz", "any of these, compressed"}};
}

std::vector<Kind> experiment_kinds() {
  std::vector<Kind> kinds;
  for (const experiments::Experiment& e : experiments::all()) {
    kinds.push_back({e.name, e.name, e.title});
  }
  return kinds;
}

}  // namespace

const std::vector<Topic>& topics() {
  static const std::vector<Topic> list = {
      {"sets", "Sets (--set)", plain_kinds(spec::set_kinds())},
      {"objectives", "Objectives (--objective)", plain_kinds(spec::objective_kinds())},
      {"steps", "Step rules (--step)", plain_kinds(spec::step_kinds())},
      {"directions", "Direction rules (--direction)", plain_kinds(spec::direction_kinds())},
      {"norms", "Norms (--norm)", spec::norm_kinds()},
      {"starts", "Starts (--x0)", spec::start_kinds()},
      {"formats", "File formats", formats()},
      {"experiments", "Experiments (acgd reproduce)", experiment_kinds()}};
  return list;
}

std::string to_text(const Topic& topic) {
  constexpr std::size_t kWidest = 24;
  std::size_t width = 0;
  for (const Kind& kind : topic.kinds) {
    if (kind.syntax.size() <= kWidest) width = std::max(width, kind.syntax.size());
  }
  std::size_t parameter_width = 0;
  for (const Kind& kind : topic.kinds) {
    for (const auto& [name, sentence] : kind.parameters) {
      parameter_width = std::max(parameter_width, name.size());
    }
  }
  std::string text = topic.title + "\n";
  for (const Kind& kind : topic.kinds) {
    if (kind.syntax.size() <= width) {
      text += fmt::format("  {:<{}}  {}\n", kind.syntax, width, kind.sentence);
    } else {
      text += fmt::format("  {}\n  {:<{}}  {}\n", kind.syntax, "", width, kind.sentence);
    }
    for (const auto& [name, sentence] : kind.parameters) {
      text += fmt::format("    :{:<{}}  {}\n", name + "=", parameter_width + 1, sentence);
    }
  }
  return text;
}

namespace {

const std::string kLogistic = "acgd solve --objective logistic --data samples.txt --set l1:5";
const std::string kTableRun = "acgd solve --objective least-squares --data table.csv --set l1:2";
const std::string kRatingsRun =
    "acgd solve --objective completion --data ratings.csv --set nuclear:20";
const std::string kDecrease =
    "t = min(gap / (L ||d||^2), 1), and L grows until f(x + t d) <= f - t gap + L t^2 ||d||^2 / 2";

const std::string kMatrix = "acgd solve --objective rosenbrock --dim 6 --set spectral:2:2x3";
const std::pair<std::string, std::string> kShape = {
    "MxN", "shape of X, as 20x30; default: that of the objective's matrix"};

Explanation step(const std::string& name, std::vector<std::string> formula,
                 const std::string& more = "") {
  return {"steps", name, std::move(formula), {}, kLogistic + " --step " + name + more};
}

Explanation norm(const std::string& name, const std::string& formula) {
  return {"norms", name, {formula}, {}, kLogistic + " --norm " + name};
}

std::vector<Explanation> steps() {
  return {
      step("adaptive-constant",
           {"L = gamma (||g_k - g_{k-1}||_* / ||x_k - x_{k-1}|| + delta)", kDecrease},
           ":gamma=0.5:beta=3"),
      step("adaptive-adjustable",
           {"L = gamma (||g_k - g_{k-1}||_* / ||x_k - x_{k-1}|| + delta)", kDecrease,
            "after each period: gamma = 0.9 gamma if there were no backtracks,",
            "min(1, 1.1 gamma) if there were more backtracks than iterations in the period"},
           " --period 20"),
      step("backtracking", {"L = shrink times the L of the step before", kDecrease}, ":shrink=0.8"),
      step("short",
           {"t = min(gap / (L ||d||^2), 1), L a Lipschitz constant of the gradient everywhere"}),
      step("open-loop", {"t = l / (k + l) at iteration k = 0, 1, ..."}, ":l=4"),
      step("line-search", {"t = argmin of f(x + t d) over 0 <= t <= 1"}),
      step("secant",
           {"t near a zero of the slope <grad f(x + t d), d>, by secant steps from the t before"}),
      step("inverse-square-root", {"t = 1 / sqrt(k + 1) at iteration k = 0, 1, ..."}),
      {"steps",
       "fixed",
       {"t = length"},
       {},
       kLogistic + " --step fixed:0.1 --max-iterations 100",
       {"fixed:0.1", "fixed:0.01"}}};
}

Explanation direction(const std::string& name, std::vector<std::string> formula,
                      const std::string& more = "") {
  return {"directions",
          name,
          std::move(formula),
          {},
          kLogistic + " --max-iterations 50 --direction " + name + more};
}

std::vector<Explanation> directions() {
  return {
      direction("auto",
                {"for polytopes corrective if f provides its curvature, else blended-pairwise;",
                 "frank-wolfe for other sets; steepest-descent if x is unconstrained"}),
      direction("frank-wolfe", {"d = v - x, v = the LMO's vertex"}),
      direction("away", {"d = v - x or d = x - a, whichever has the smaller <g, d>,",
                         "v = the LMO's vertex, a = the active atom of the largest <g, a>"}),
      direction("pairwise",
                {"d = v - a, v = the LMO's vertex, a = the active atom of the largest <g, a>"},
                ":lazy=true"),
      direction("blended-pairwise",
                {"d = b - a, of the active atoms b with the least and a with the largest <g, .>,",
                 "if <g, a - b> >= <g, x - v>; else d = v - x, v = the LMO's vertex"},
                ":lazy=true"),
      direction("corrective",
                {"d = sum of p_i a_i over the active atoms a_i with weights w_i,",
                 "p = argmin of sum <g, a_i> p_i + p'Hp / 2 where w + p >= 0 and sum p_i = 0,",
                 "H_ij = <a_i, (Hessian of f) a_j>"},
                ":max-atoms=500"),
      direction("steepest-descent",
                {"d = v, v = the LMO's vertex in the unit ball of a norm or gauge"},
                " --mode unconstrained")};
}

std::vector<Explanation> norms() {
  return {norm("l2", "||x|| = sqrt(x_1^2 + ... + x_n^2)"),
          norm("l1", "||x|| = |x_1| + ... + |x_n|"),
          norm("linf", "||x|| = max |x_i|"),
          {"norms",
           "lp",
           {"||x|| = (|x_1|^P + ... + |x_n|^P)^(1/P)"},
           {{"P", "the exponent, 1 < P < infinity"}},
           kLogistic + " --norm lp:3",
           {"lp:1.5", "lp:3"}},
          {"norms",
           "frobenius",
           {"||X|| = sqrt(sum of X_ij^2)"},
           {},
           kRatingsRun + " --norm frobenius"},
          {"norms",
           "nuclear",
           {"||X|| = s_1 + s_2 + ..., s_i the singular values of X"},
           {kShape},
           kMatrix + " --norm nuclear:2x3"},
          {"norms",
           "spectral",
           {"||X|| = s_1, the largest singular value of X"},
           {kShape},
           kMatrix + " --norm spectral:2x3"},
          {"norms",
           "schatten",
           {"||X|| = (s_1^P + s_2^P + ...)^(1/P), s_i the singular values of X"},
           {{"P", "the exponent, 1 < P < infinity"}, kShape},
           kMatrix + " --norm schatten:3:2x3",
           {"schatten:1.5", "schatten:3"}}};
}

std::vector<Explanation> starts() {
  return {{"starts", "vertex", {"x_0 = a vertex of the set"}, {}, kLogistic + " --x0 vertex"},
          {"starts", "zero", {"x_0 = 0, which must be in the set"}, {}, kLogistic + " --x0 zero"},
          {"starts",
           "random-vertex",
           {"x_0 = argmin { <g, v> : v in C }, g of independent numbers of mean 0 and variance 1"},
           {{"--seed N", "random seed; default: 1"}},
           kLogistic + " --x0 random-vertex --seed 7"},
          {"starts",
           "gaussian",
           {"x_0 = independent numbers of mean 0 and variance 1"},
           {{"--seed N", "random seed; default: 1"}},
           "acgd solve --objective zakharov --dim 10 --set l2:1 --mode unconstrained --x0 gaussian "
           "--seed 7"},
          {"starts",
           "file",
           {"x_0 = the numbers of the file, a point of the set"},
           {{"FILE", "one number for each variable"}},
           "acgd solve --objective zakharov --dim 4 --set l1:5 --x0 start.csv"}};
}

std::vector<Explanation> formats_explained() {
  return {{"formats",
           "libsvm",
           {"+1 1:0.5 3:-1.25", "-1 2:2"},
           {{"--features N", "number of features; default: the highest index"}},
           kLogistic + " --features 4"},
          {"formats",
           "npy",
           {"NumPy's format (numpy.save): one or two dimensions, real numbers"},
           {},
           "acgd solve --objective least-squares --data table.csv --set l1:2 --solution x.npy"},
          {"formats",
           "mtx",
           {"%%MatrixMarket matrix coordinate real general", "2 2 3", "1 1 0.5"},
           {},
           "acgd solve --objective matrix-balancing --data matrix.mtx --set l2:2"},
          {"formats",
           "csv",
           {"size,age,price", "1,0.5,3"},
           {{"--targets FILE", "targets of the samples; default: the last column"}},
           kTableRun},
          {"formats", "ratings", {"1,17,4.5"}, {}, kRatingsRun},
          {"formats",
           "edges",
           {"0,1", "1,3"},
           {},
           "acgd solve --objective zakharov --dim 4 --set dag:edges.csv"},
          {"formats",
           "tntp",
           {"<NUMBER OF NODES> 2 ... <END OF METADATA>",
            "init_node term_node capacity length free_flow_time b power speed toll link_type ;",
            "Origin 1", "2 : 100.0;"},
           {},
           "acgd solve --objective traffic --network town_net.tntp --trips town_trips.tntp"},
          {"formats",
           "gz",
           {"gzip's format; the name need not end in .gz"},
           {},
           "acgd solve --objective least-squares --data table.csv.gz --set l1:2"}};
}

// Sets and objectives are explained by their tables.
Explanation explain(const spec::SetKind& set) {
  return {.topic = "sets",
          .name = set.name,
          .formula = spec::split(set.formula, '\n'),
          .parameters = spec::parameters_of(set),
          .example = "acgd solve " + set.example,
          .values = set.values};
}

Explanation explain(const spec::ObjectiveKind& kind) {
  return {.topic = "objectives",
          .name = kind.name,
          .formula = spec::split(kind.formula, '\n'),
          .example = "acgd solve --objective " + kind.name + " " + kind.example};
}

/// Rules without a formula here are explained by their sentence.
template <class RuleKind, class Make>
void add_rules(const std::vector<Explanation>& with_formula, const std::vector<RuleKind>& kinds,
               const Make& make, std::vector<Explanation>& list) {
  list.insert(list.end(), with_formula.begin(), with_formula.end());
  for (const RuleKind& kind : kinds) {
    const bool has_formula = std::ranges::any_of(
        with_formula, [&](const Explanation& one) { return one.name == kind.name; });
    if (!has_formula) list.push_back(make(kind.name, {kind.sentence}, ""));
  }
}

/// All explanations in the order of the lists. tests/cli/help_test.cpp runs the examples.
std::vector<Explanation> explain_all() {
  std::vector<Explanation> list;
  for (const auto& set : spec::set_kinds()) list.push_back(explain(set));
  for (const auto& kind : spec::objective_kinds()) list.push_back(explain(kind));
  add_rules(steps(), spec::step_kinds(), step, list);
  add_rules(directions(), spec::direction_kinds(), direction, list);
  for (const auto& more : {norms(), starts(), formats_explained()}) {
    list.insert(list.end(), more.begin(), more.end());
  }
  return list;
}

}  // namespace

const Explanation* find_explanation(const std::string& topic, const std::string& name) {
  static const std::vector<Explanation> all = explain_all();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Explanation& one) {
    return one.topic == topic && one.name == name;
  });
  return found != all.end() ? &*found : nullptr;
}

namespace {

using Parameters = std::vector<std::pair<std::string, std::string>>;

/// The flags that apply to a name, without dashes: required ones first.
std::vector<std::string> flags_of_kind(const std::string& topic, const std::string& name) {
  std::vector<std::string> flags;
  if (topic != "objectives") return flags;
  const auto& kind = spec::find_kind("objective", name, spec::objective_kinds());
  flags = kind.needs;
  flags.insert(flags.end(), kind.takes.begin(), kind.takes.end());
  return flags;
}

/// The same with the help text of each flag.
Parameters explained(const std::vector<std::string>& names, const CLI::App& solve) {
  Parameters list;
  for (const std::string& name : names) {
    for (const Flag& flag : flags_of(solve)) {
      if (flag.name == "--" + name) list.emplace_back(flag.name + " " + flag.value, flag.sentence);
    }
  }
  return list;
}

std::string in_columns(const Parameters& parameters) {
  std::size_t width = 0;
  for (const auto& [name, sentence] : parameters) width = std::max(width, name.size());
  std::string text;
  for (const auto& [name, sentence] : parameters) {
    text += fmt::format("    {:<{}}  {}\n", name, width, sentence);
  }
  return text;
}

std::string explain(const Topic& topic, const spec::Kind& kind, const CLI::App& solve) {
  std::string text = to_text(Topic{topic.name, topic.title, {kind}});
  const Explanation* more = find_explanation(topic.name, kind.name);
  Parameters parameters;
  if (more != nullptr) {
    text += "\n";
    for (const std::string& line : more->formula) text += fmt::format("    {}\n", line);
    parameters = more->parameters;
  }
  for (auto& one : explained(flags_of_kind(topic.name, kind.name), solve)) {
    parameters.push_back(std::move(one));
  }
  if (!parameters.empty()) text += "\n" + in_columns(parameters);
  const std::string example = topic.name == "experiments"
                                  ? "acgd reproduce " + kind.name + " --quick"
                              : more != nullptr ? more->example
                                                : "";
  if (!example.empty()) text += fmt::format("\n    {}\n", example);
  return text;
}

/// acgd list: the names of sets, objectives, rules, ...
class List final : public Command {
 public:
  std::string name() const override { return "list"; }
  void add_to(Parser& parser) override;
  int run(const Context& context) override;

 private:
  std::string topic_;
};

/// acgd help TOPIC: help on a command, a list, or a name of a list.
class Help final : public Command {
 public:
  std::string name() const override { return "help"; }
  void add_to(Parser& parser) override;
  int run(const Context& context) override;

 private:
  const Parser* parser_ = nullptr;
  std::string topic_;
  bool man_ = false;
};

}  // namespace

void Help::add_to(Parser& parser) {
  parser_ = &parser;
  Arguments arguments = parser.add_command(name(), "help on a command, a list or a name in a list");
  arguments.add("topic", topic_, {"TOPIC", "command, list or name"});
  arguments.add_flag("--man", man_, "complete help as a man page: acgd help --man | man -l -");
}

int Help::run(const Context&) {
  if (man_) {
    if (!topic_.empty()) {
      throw InvalidInput(fmt::format("--man: prints the complete help; leave out {}", topic_));
    }
    put(stdout, manual(parser_->program()));
    return exit_code::usable;
  }
  if (topic_.empty()) {
    put(stdout, help_of(parser_->program()));
    return exit_code::usable;
  }
  const CLI::App& program = parser_->program();
  std::vector<std::string> names = command_names(program);
  std::vector<std::string> texts;
  if (std::find(names.begin(), names.end(), topic_) != names.end()) {
    texts.push_back(help_of(*program.get_subcommand(topic_)));
  }
  // A name may be in several lists (l1 is a set and a norm) and a command (completion).
  const CLI::App& solve = *program.get_subcommand("solve");
  for (const Topic& topic : topics()) {
    names.push_back(topic.name);
    if (topic.name == topic_) texts.push_back(to_text(topic));
    for (const spec::Kind& kind : topic.kinds) {
      names.push_back(kind.name);
      if (kind.name == topic_) texts.push_back(explain(topic, kind, solve));
    }
  }
  if (texts.empty()) throw spec::unknown_name("topic", topic_, names);
  put(stdout, fmt::format("{}", fmt::join(texts, "\n")));
  return exit_code::usable;
}

void List::add_to(Parser& parser) {
  Arguments arguments = parser.add_command(name(), "sets, objectives, rules, formats, experiments");
  arguments.add("topic", topic_, {"TOPIC", "one list only"});
}

int List::run(const Context&) {
  if (!topic_.empty()) {
    put(stdout, to_text(spec::find_kind("topic", topic_, topics())));
    return exit_code::usable;
  }
  const char* separator = "";
  for (const Topic& topic : topics()) {
    print(stdout, "{}{}", separator, to_text(topic));
    separator = "\n";
  }
  return exit_code::usable;
}

std::unique_ptr<Command> make_list() { return std::make_unique<List>(); }
std::unique_ptr<Command> make_help() { return std::make_unique<Help>(); }

namespace {

/// Escapes text for troff: ASCII dashes, straight quotes, and no lines that begin like a request.
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

/// A term with its meaning indented below it.
std::string entry(const std::string& term, std::string_view meaning) {
  return fmt::format(".TP\n{}\n{}\n", term, set_plain(meaning));
}

/// Lines without filling.
std::string lines(const std::vector<std::string>& text) {
  std::string out = ".PP\n.nf\n";
  for (const std::string& line : text) out += set_plain(line) + "\n";
  return out + ".fi\n";
}

std::string set(const CLI::App& command) {
  std::string text = fmt::format(".SS \"{}\"\n{}\n", set_plain(full_name(command)),
                                 set_plain(command.get_description()));
  for (const Flag& flag : flags_of(command)) {
    std::string term = bold(flag.name);
    if (!flag.value.empty()) term += " " + slanted(flag.value);
    text += entry(term, flag.sentence + (flag.required ? "; required" : ""));
  }
  for (const CLI::App* inner : commands_of(command)) text += set(*inner);
  return text;
}

/// The syntax, after the name if that differs, as for file formats.
std::string term_of(const spec::Kind& kind) {
  if (kind.syntax.empty()) return bold(kind.name);
  if (kind.syntax.starts_with(kind.name)) return bold(kind.syntax);
  return bold(kind.name) + ": " + slanted(kind.syntax);
}

std::string set(const Topic& topic, const spec::Kind& kind) {
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
           {exit_code::bad_input,
            "invalid input, output that cannot be written, or not enough memory"},
           {exit_code::trouble, "numerical trouble; the best point is written"},
           {exit_code::incomplete,
            "compare: a rule cannot run; the results of the others are written"},
           {exit_code::interrupted, "interrupted by Ctrl-C; 128 + signal for other signals"}}) {
    text += entry(bold(std::to_string(code)), meaning);
  }
  return text;
}

}  // namespace

std::string manual(const CLI::App& program) {
  std::string text = ".TH ACGD 1 \"\" \"acgd " ACGD_VERSION "\" \"User Commands\"\n.SH NAME\n";
  text += "acgd \\- projection\\-free optimisation without a Lipschitz constant\n.SH SYNOPSIS\n";
  text += fmt::format("{} {} [{}...]\n", bold("acgd"), slanted("COMMAND"), slanted("FLAG "));
  text += ".SH DESCRIPTION\n";
  text += set_plain(
      "Minimises a smooth function over a convex set given by its linear minimisation oracle, or "
      "over R^n. Integers may be written as 10000 or 1e4, times as 90, 90s, 5min or 2h. Parameters "
      "of sets and rules follow the name after colons, by position or by name: lp:3:2 is "
      "lp:p=3:radius=2.\n");
  text += ".SH COMMANDS\n";
  for (const CLI::App* command : commands_of(program)) text += set(*command);
  for (const Topic& topic : topics()) {
    std::string title = topic.title;
    for (char& c : title) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    text += fmt::format(".SH \"{}\"\n", set_plain(title.substr(0, title.find(" ("))));
    for (const spec::Kind& kind : topic.kinds) text += set(topic, kind);
  }
  text += exit_codes() + ".SH ENVIRONMENT\n";
  text += entry(bold("ACGD_DATA"), "default of --data of acgd reproduce");
  text += entry(bold("OMP_NUM_THREADS"), "maximum number of threads; results do not depend on it");
  return text;
}

}  // namespace acgd::commands
