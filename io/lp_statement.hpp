#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "acgd/core/vector.hpp"

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

}  // namespace acgd::io
