#pragma once

#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/oracle/polyhedra.hpp"
#include "app/data/text_input.hpp"

/// Pieces of files in the LP format.
namespace acgd::io {

enum class LpKind { name, number, sign, relation, colon, other };

/// A word of the file; `text` is a part of the line.
struct LpToken {
  LpKind kind = LpKind::other;
  std::string_view text = {};
};

/// Takes the first token off the rest of a line, which does not begin with a blank.
LpToken take_token(std::string_view& rest);

/// Takes blanks off the rest of a line; whether there is more.
bool skip_blanks(std::string_view& rest);

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

  /// What the terms are between, if each relation has both sides.
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

inline constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// A linear program while it is read: rows and columns by name, in the order of the file. Columns
/// are between 0 and infinity until something else is said.
class ProgramBuilder {
 public:
  explicit ProgramBuilder(const TextInput& input) : input_(input) {}

  std::optional<Index> find_row(std::string_view name) const { return find(rows_, name); }
  std::optional<Index> find_column(std::string_view name) const { return find(columns_, name); }
  /// Refused if there is one of this name. One without a name is free to have none.
  Index add_row(std::string_view name);
  /// The column of this name, a new one if there is none.
  Index column(std::string_view name);
  void add_entry(Index row, Index column, double value);

  double& row_lower(Index row) { return row_lower_[row]; }
  double& row_upper(Index row) { return row_upper_[row]; }
  double& lower(Index column) { return lower_[column]; }
  double& upper(Index column) { return upper_[column]; }
  Index rows() const { return static_cast<Index>(row_lower_.size()); }
  Index columns() const { return static_cast<Index>(lower_.size()); }

  /// Entries of one place are added up. Refused if there are no columns, or bounds that contradict
  /// each other.
  LinearProgram finish();

 private:
  using Names = std::unordered_map<std::string, Index>;
  static std::optional<Index> find(const Names& names, std::string_view name);

  const TextInput& input_;
  Names rows_;
  Names columns_;
  std::vector<std::string> row_names_;
  std::vector<std::string> column_names_;
  std::vector<double> row_lower_, row_upper_, lower_, upper_;
  std::vector<Eigen::Triplet<double>> entries_;
};

/// The number that a text is; infinite if it says so, or is 1e20 or more in size, as these formats
/// have it. Throws InvalidInput with its place if it is none.
double to_bound(const TextInput& input, std::string_view text, const char* what);

/// Reads the constraints of a linear program in the LP format of CPLEX. Variables are in the order
/// in which the file names them, objective included. What the objective is, and integrality, are
/// passed over; binary variables are from 0 to 1. Bounds are one a line.
///
/// Throws FileError, or InvalidInput with line and column.
LinearProgram read_lp_format(const std::filesystem::path& file);

/// Reads the constraints of a linear program in the MPS format, fixed or free; names have no
/// spaces. Its objective, other free rows and integrality are passed over.
///
/// Throws FileError, or InvalidInput with line and column.
LinearProgram read_mps(const std::filesystem::path& file);

/// The same in the LP format (of CPLEX) if the name ends in .lp or .lp.gz, else in the MPS format.
LinearProgram read_linear_program(const std::filesystem::path& file);

}  // namespace acgd::io
