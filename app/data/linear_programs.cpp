#include "app/data/linear_programs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "app/data/numbers.hpp"
#include "app/data/text_input.hpp"

namespace acgd::data {

namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

enum class LpKind { name, number, sign, relation, colon, other };

/// A word of the file; `text` is a part of the line.
struct LpToken {
  LpKind kind = LpKind::other;
  std::string_view text = {};
};

bool is_relation_sign(char c) { return c == '<' || c == '>' || c == '='; }

/// Takes the first token off the rest of a line, which does not begin with a blank.
LpToken take_token(std::string_view& rest) {
  const auto take = [&](LpKind kind, std::size_t length) {
    const LpToken token{kind, rest.substr(0, length)};
    rest.remove_prefix(length);
    return token;
  };
  const char c = rest.front();
  if (c == '+' || c == '-') return take(LpKind::sign, 1);
  if (c == ':') return take(LpKind::colon, 1);
  if (is_relation_sign(c)) {
    std::size_t length = 1;
    while (length < rest.size() && length < 2 && is_relation_sign(rest[length])) ++length;
    return take(LpKind::relation, length);
  }
  if ((c >= '0' && c <= '9') || c == '.') {
    double value = 0;
    const auto length = static_cast<std::size_t>(scan_number(rest, value) - rest.data());
    return take(length > 0 ? LpKind::number : LpKind::other, std::max<std::size_t>(length, 1));
  }
  if (c == '[' || c == ']' || c == '*' || c == '^' || c == '/') return take(LpKind::other, 1);
  return take(LpKind::name, std::min(rest.find_first_of(" \t+-:<>=[]*^"), rest.size()));
}

/// Takes blanks off the rest of a line; whether there is more.
bool skip_blanks(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  return !rest.empty();
}

/// A constraint, or a bound, while it is read:
/// [label:] terms relation number, or number relation terms [relation number].
struct LpStatement {
  std::string label = {};
  std::vector<std::pair<Index, double>> terms = {};
  std::vector<char> relations = {};  ///< two at most: < > =
  bool terms_are_right = false;      ///< of the first relation
  double sign = 1;
  bool has_sign = false;  ///< that belongs to what comes next
  std::optional<double> number = {};
  double constant = 0;  ///< on the side that is read
  bool has_constant = false;
  double left = 0;   ///< before the first relation, if that is before the terms
  double shift = 0;  ///< among the terms

  bool is_empty() const {
    return label.empty() && terms.empty() && relations.empty() && !has_constant && !has_sign;
  }
  /// Whether no relation has followed the terms.
  bool is_in_terms() const { return relations.size() == (terms_are_right ? 1u : 0u); }

  void add_term(Index column) {
    terms.emplace_back(column, sign * number.value_or(1));
    forget_factor();
  }
  void add_constant() {
    if (!number) return;
    constant += sign * *number;
    has_constant = true;
    forget_factor();
  }
  void forget_factor() {
    sign = 1;
    has_sign = false;
    number.reset();
  }
  void add_relation(char relation) {
    if (relations.empty() && terms.empty()) {
      terms_are_right = true;
      left = constant;
    } else {
      shift = constant;
    }
    constant = 0;
    has_constant = false;
    relations.push_back(relation);
  }

  /// The bounds on the terms, if each relation has both sides.
  void bounds(double& lower, double& upper) const {
    const auto bound = [&](char relation, double value, char above) {
      if (relation == '=' || relation == above) upper = value;
      if (relation == '=' || relation != above) lower = value;
    };
    const bool has_right = relations.size() == 2 || !terms_are_right;
    if (terms_are_right) bound(relations[0], left - (has_right ? shift : constant), '>');
    if (has_right) bound(relations.back(), constant - shift, '<');
  }
};

Vector to_vector(const std::vector<double>& numbers) {
  return Eigen::Map<const Vector>(numbers.data(), static_cast<Index>(numbers.size()));
}

/// A linear program while it is read: rows and columns by name, in the order of the file. Columns
/// are between 0 and infinity by default.
class ProgramBuilder {
 public:
  explicit ProgramBuilder(const TextInput& input) : input_(input) {}

  std::optional<Index> find_row(std::string_view name) const { return find(rows_, name); }
  std::optional<Index> find_column(std::string_view name) const { return find(columns_, name); }
  /// Names must differ; a row may have none.
  Index add_row(std::string_view name) {
    if (!name.empty() && !rows_.emplace(std::string(name), rows()).second) {
      input_.fail(fmt::format("a second row {}: names must differ", in_quotes(name)));
    }
    row_names_.emplace_back(name);
    row_lower_.push_back(-kUnbounded);
    row_upper_.push_back(kUnbounded);
    return rows() - 1;
  }

  /// The column of this name, a new one if there is none.
  Index column(std::string_view name) {
    const auto [place, is_new] = columns_.emplace(std::string(name), columns());
    if (is_new) {
      column_names_.emplace_back(name);
      lower_.push_back(0);
      upper_.push_back(kUnbounded);
    }
    return place->second;
  }

  void add_entry(Index row, Index column, double value) {
    entries_.emplace_back(static_cast<int>(row), static_cast<int>(column), value);
  }

  double& row_lower(Index row) { return row_lower_[row]; }
  double& row_upper(Index row) { return row_upper_[row]; }
  double& lower(Index column) { return lower_[column]; }
  double& upper(Index column) { return upper_[column]; }
  Index rows() const { return static_cast<Index>(row_lower_.size()); }
  Index columns() const { return static_cast<Index>(lower_.size()); }

  /// Adds up entries of one place. Throws InvalidInput if there are no columns, or bounds contradict
  /// each other.
  LinearProgram finish() {
    if (columns() == 0) input_.fail("the file ends: must have a variable");
    for (Index j = 0; j < columns(); ++j) {
      if (lower(j) <= upper(j)) continue;
      input_.fail(
          fmt::format("the file ends, and the variable {} must be from {} to {}, which is "
                      "nothing",
                      in_quotes(column_names_[j]), lower(j), upper(j)));
    }
    LinearProgram program{.row_lower = to_vector(row_lower_),
                          .row_upper = to_vector(row_upper_),
                          .lower = to_vector(lower_),
                          .upper = to_vector(upper_),
                          .row_names = std::move(row_names_),
                          .column_names = std::move(column_names_)};
    program.matrix.resize(program.row_lower.size(), program.lower.size());
    program.matrix.setFromTriplets(entries_.begin(), entries_.end());
    return program;
  }

 private:
  using Names = std::unordered_map<std::string, Index>;
  static std::optional<Index> find(const Names& names, std::string_view name) {
    const auto found = names.find(std::string(name));
    if (found == names.end()) return std::nullopt;
    return found->second;
  }

  const TextInput& input_;
  Names rows_;
  Names columns_;
  std::vector<std::string> row_names_;
  std::vector<std::string> column_names_;
  std::vector<double> row_lower_, row_upper_, lower_, upper_;
  std::vector<Eigen::Triplet<double>> entries_;
};

/// The number that a text is; infinite for inf, and from 1e20 on, as is usual in these formats.
/// Throws InvalidInput with its place if it is none.
double to_bound(const TextInput& input, std::string_view text, const char* what) {
  constexpr double kInfinite = 1e20;
  const bool negative = text.starts_with('-');
  const std::string word =
      lower_case(text.substr(negative || text.starts_with('+') ? 1 : 0, std::string::npos));
  if (word == "inf" || word == "infinity") return negative ? -kUnbounded : kUnbounded;
  const double value = to_finite(input, text, what);
  if (std::abs(value) < kInfinite) return value;
  return value < 0 ? -kUnbounded : kUnbounded;
}

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
        // Only the names of variables matter. A name before a colon is that of the objective.
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

  /// Ends a complete statement before the first token of the next one.
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
    // Terms, a relation and a number are a complete statement.
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
  std::string pending_;  ///< a name whose meaning depends on the next token
  LpStatement now_;
};

}  // namespace

LinearProgram read_lp_format(const std::filesystem::path& file) { return LpReader(file).read(); }

namespace {

/// The words of a line.
struct MpsWords {
  static constexpr std::size_t kMost = 6;
  std::array<std::string_view, kMost> words = {};
  std::size_t count = 0;

  explicit MpsWords(const TextInput& input) {
    std::string_view rest = input.line();
    while (true) {
      const std::string_view word = take_word(rest);
      if (word.empty()) return;
      if (count == kMost) input.fail(word, "a word too many: a line has six at most");
      words[count++] = word;
    }
  }
  std::string_view operator[](std::size_t i) const { return words[i]; }
};

class MpsReader {
 public:
  explicit MpsReader(const std::filesystem::path& file) : input_(file), program_(input_) {}

  LinearProgram read() {
    while (input_.next_line()) {
      if (input_.line().starts_with('*')) continue;
      const MpsWords words(input_);
      if (words.count == 0) continue;
      const char first = input_.line().front();
      if (first != ' ' && first != '\t') {
        if (words[0] == "ENDATA") return finish();
        begin_section(words);
      } else {
        (this->*section_)(words);
      }
    }
    input_.fail("the file ends: must end with ENDATA");
  }

 private:
  using Section = void (MpsReader::*)(const MpsWords& words);

  void begin_section(const MpsWords& words) {
    const std::string_view name = words[0];
    if (name == "ROWS") {
      section_ = &MpsReader::take_row;
    } else if (name == "COLUMNS") {
      section_ = &MpsReader::take_column;
    } else if (name == "RHS") {
      section_ = &MpsReader::take_right_side;
    } else if (name == "RANGES") {
      section_ = &MpsReader::take_range;
    } else if (name == "BOUNDS") {
      section_ = &MpsReader::take_bound;
    } else if (name == "NAME" || name == "OBJSENSE" || name == "OBJNAME" || name == "QUADOBJ" ||
               name == "QSECTION" || name == "QMATRIX" || name == "LAZYCONS") {
      section_ = &MpsReader::ignore;
    } else {
      input_.fail(name, fmt::format("a section {}: must be NAME, OBJSENSE, ROWS, COLUMNS, RHS, "
                                    "RANGES, BOUNDS or ENDATA",
                                    in_quotes(name)));
    }
  }

  void refuse_line(const MpsWords&) { input_.fail("a line before the first section"); }
  /// Sections about the objective.
  void ignore(const MpsWords&) {}

  void take_row(const MpsWords& words) {
    if (words.count != 2) input_.fail("a row must be its type and its name");
    const std::string type = lower_case(words[0]);
    if (type == "n") {
      free_rows_.emplace(words[1]);
      return;
    }
    if (type != "e" && type != "l" && type != "g") {
      input_.fail(words[0],
                  fmt::format("a row of type {}: must be N, E, L or G", in_quotes(words[0])));
    }
    program_.add_row(words[1]);
    types_.push_back(type[0]);
    right_sides_.push_back(0);
    ranges_.push_back(not_given_);
  }

  /// The row of this name; none if it is a free one.
  std::optional<Index> row_named(std::string_view name) const {
    if (const auto row = program_.find_row(name)) return row;
    if (free_rows_.contains(std::string(name))) return std::nullopt;
    input_.fail(name, fmt::format("no row is called {}", in_quotes(name)));
  }

  void take_column(const MpsWords& words) {
    if (words.count == 3 && words[1] == "'MARKER'") return;  // of integers
    if (words.count != 3 && words.count != 5) {
      input_.fail("a column must be its name, and a row and a number once or twice");
    }
    if (current_.empty() || words[0] != current_) {
      if (program_.find_column(words[0])) {
        input_.fail(words[0], fmt::format("the column {} again: its lines must follow each other",
                                          in_quotes(words[0])));
      }
      current_ = words[0];
      seen_.clear();
    }
    const Index column = program_.column(words[0]);
    for (std::size_t k = 1; k < words.count; k += 2) {
      const auto row = row_named(words[k]);
      const double value = to_finite(input_, words[k + 1], "coefficient");
      if (!row) continue;
      if (!seen_.insert(*row).second) {
        input_.fail(words[k], fmt::format("the column has the row {} twice", in_quotes(words[k])));
      }
      program_.add_entry(*row, column, value);
    }
  }

  /// Rows and numbers, with or without the name of their set in front.
  template <class Take>
  void take_pairs(const MpsWords& words, const char* what, const Take& take) {
    if (words.count < 2 || words.count > 5) {
      input_.fail(fmt::format("a {} must be a row and a number, once or twice", what));
    }
    for (std::size_t k = words.count % 2; k < words.count; k += 2) {
      const auto row = row_named(words[k]);
      const double value = to_bound(input_, words[k + 1], what);
      if (row) take(static_cast<std::size_t>(*row), value);
    }
  }
  void take_right_side(const MpsWords& words) {
    take_pairs(words, "right-hand side",
               [&](std::size_t row, double value) { right_sides_[row] = value; });
  }
  void take_range(const MpsWords& words) {
    take_pairs(words, "range", [&](std::size_t row, double value) { ranges_[row] = value; });
  }

  void take_bound(const MpsWords& words) {
    const std::string type = lower_case(words[0]);
    static const std::set<std::string> plain = {"fr", "mi", "pl", "bv"};
    static const std::set<std::string> valued = {"up", "lo", "fx", "ui", "li"};
    const bool has_value = valued.contains(type);
    if (!has_value && !plain.contains(type)) {
      input_.fail(words[0],
                  fmt::format("a bound of type {}: must be UP, LO, FX, FR, MI, PL, BV, UI "
                              "or LI",
                              in_quotes(words[0])));
    }
    // With the name of the set or without it; numbers behind columns that need none are ignored.
    std::size_t at = words.count >= (has_value ? 4 : 3) ? 2 : 1;
    if (words.count <= at + (has_value ? 1 : 0)) {
      input_.fail(
          fmt::format("a bound must be its type, a column{}, with the name of a set in "
                      "between or not",
                      has_value ? " and a number" : ""));
    }
    if (!has_value && !program_.find_column(words[at]) && program_.find_column(words[1])) at = 1;
    const auto column = program_.find_column(words[at]);
    if (!column)
      input_.fail(words[at], fmt::format("no column is called {}", in_quotes(words[at])));
    const double value = has_value ? to_bound(input_, words[at + 1], "bound") : 0;
    set_bound(type, *column, value);
  }

  void set_bound(const std::string& type, Index column, double value) {
    double& lower = program_.lower(column);
    double& upper = program_.upper(column);
    if (type == "up" || type == "ui") {
      // As in most readers: a negative upper bound removes a lower bound of 0.
      if (value < 0 && lower == 0) lower = -kUnbounded;
      upper = value;
    } else if (type == "lo" || type == "li") {
      lower = value;
    } else if (type == "fx") {
      lower = upper = value;
    } else if (type == "fr") {
      lower = -kUnbounded;
      upper = kUnbounded;
    } else if (type == "mi") {
      lower = -kUnbounded;
    } else if (type == "pl") {
      upper = kUnbounded;
    } else {
      lower = 0;
      upper = 1;
    }
  }

  LinearProgram finish() {
    for (std::size_t i = 0; i < types_.size(); ++i) {
      double& lower = program_.row_lower(static_cast<Index>(i));
      double& upper = program_.row_upper(static_cast<Index>(i));
      if (types_[i] != 'l') lower = right_sides_[i];
      if (types_[i] != 'g') upper = right_sides_[i];
      const double range = ranges_[i];
      if (std::isnan(range)) continue;
      if (types_[i] == 'l' || (types_[i] == 'e' && range < 0)) lower = upper - std::abs(range);
      if (types_[i] == 'g' || (types_[i] == 'e' && range >= 0)) upper = lower + std::abs(range);
    }
    return program_.finish();
  }

  static constexpr double not_given_ = std::numeric_limits<double>::quiet_NaN();

  TextInput input_;
  ProgramBuilder program_;
  Section section_ = &MpsReader::refuse_line;
  std::unordered_set<std::string> free_rows_;
  std::vector<char> types_;
  std::vector<double> right_sides_;
  std::vector<double> ranges_;
  std::string current_;             ///< the column whose lines are read
  std::unordered_set<Index> seen_;  ///< its rows
};

}  // namespace

LinearProgram read_mps(const std::filesystem::path& file) { return MpsReader(file).read(); }

LinearProgram read_linear_program(const std::filesystem::path& file) {
  std::string name = lower_case(file.string());
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  return name.ends_with(".lp") ? read_lp_format(file) : read_mps(file);
}

}  // namespace acgd::data
