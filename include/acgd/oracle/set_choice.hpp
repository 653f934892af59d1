#pragma once

#include "acgd/core/description.hpp"
#include "acgd/oracle/oracle.hpp"
#include "acgd/oracle/set_files.hpp"

namespace acgd {

/// What a problem varies: a vector, or a matrix as its stacked columns.
struct Variable {
  Index dimension = 0;
  Index rows = 0;  ///< of a matrix; 0 if it is a vector
  Index cols = 0;
};

/// What a set is made for.
struct SetContext {
  Variable variable = {};
  const SetFiles* files = nullptr;  ///< who reads the files that sets are made of

  /// Throws InvalidInput if there is nobody.
  const SetFiles& reader() const;
};

/// A set before it is known how many variables there are: a struct of parameters, such as
/// L1Ball::Parameters, whose begin() makes the set.
///
///     SetChoice choice = L1Ball::Parameters{.radius = 50};
///     std::unique_ptr<const Oracle> set = choice.begin({.variable = {.dimension = 123}});
///
/// A parameter called `file` names a file. It is the last one.
using SetChoice = Choice<const Oracle, SetContext>;

/// The sides of the matrices in a set.
inline Parameter rows_parameter(std::optional<Index>& rows) {
  return {"rows", rows, range::from_1, "rows of X", "those of the objective's matrix"};
}
inline Parameter cols_parameter(std::optional<Index>& cols) {
  return {"cols", cols, range::from_1, "columns of X", "those of the objective's matrix"};
}

/// The side of square matrices, typed as N or NxN.
inline Parameter side_parameter(std::optional<Index>& side) {
  return {"side", side, range::from_1, "rows and columns of X",
          "the root of how many variables there are"};
}
/// The side that was given, or that of the variable. Throws InvalidInput unless the variable is a
/// square matrix of that side, or a vector of as many entries.
Index square_side(const std::optional<Index>& side, const Variable& variable);

}  // namespace acgd
