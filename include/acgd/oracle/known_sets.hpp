#pragma once

#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "acgd/core/description.hpp"
#include "acgd/core/vector.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

class Oracle;
struct LinearProgram;
struct Variable;

/// From node to node of a graph; nodes are numbered from 0.
struct Edge {
  Index from = 0;
  Index to = 0;
};

/// An edge that carries at most so much.
struct CapacityEdge {
  Index from = 0;
  Index to = 0;
  double capacity = std::numeric_limits<double>::infinity();
};

/// Reads what some sets are made of. The library itself opens no file.
class SetFiles {
 public:
  virtual ~SetFiles() = default;

  virtual Matrix matrix(const std::string& file) const = 0;
  /// The numbers of each line, of which there may be more in one than in another.
  virtual std::vector<Vector> lines(const std::string& file) const = 0;
  virtual std::vector<Edge> edges(const std::string& file) const = 0;
  virtual LinearProgram linear_program(const std::string& file) const = 0;
  /// The sets that a text such as "3*simplex,5*l1:2" names, which have the variable among them.
  virtual std::vector<std::shared_ptr<const Oracle>> parts(const std::string& text,
                                                           const Variable& variable) const = 0;
  /// Edges with capacities, infinite where the file has none.
  virtual std::vector<CapacityEdge> arcs(const std::string& file) const = 0;
};

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

/// A set that has a name, and what its own header says of it. Lists, help, completions, the shell
/// and the tables of the docs follow.
struct KnownSet {
  /// As in "lp:P:R" or "simplex[:T]": a letter a parameter, in order; brackets around those that
  /// need not be given. MxN stands for rows and cols.
  std::string_view syntax;
  std::string_view formula;  ///< lines
  std::string_view cost;     ///< of minimising over it
  std::string_view example;  ///< arguments of `acgd solve`
  std::string_view values;   ///< with the parameters filled in, for completions: "l1:1 l1:10"
  std::string_view missing;  ///< the library that it needs and this build lacks: "Clp"; else empty
  SetChoice choice;          ///< with default parameters

  std::string_view name() const { return choice.name(); }
  std::string_view sentence() const { return choice.sentence(); }
  /// How many parameters must be given.
  std::size_t required() const;
};

/// All of them: the one table of sets.
const std::vector<KnownSet>& known_sets();

}  // namespace acgd
