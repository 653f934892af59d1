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

struct LinearProgram;

/// Of a sum to its limit, in the definition of a set.
enum class Relation { equal, at_most };

/// Edge of a graph; nodes are numbered from 0.
struct Edge {
  Index from = 0;
  Index to = 0;
};

/// Edge with a capacity.
struct CapacityEdge {
  Index from = 0;
  Index to = 0;
  double capacity = std::numeric_limits<double>::infinity();
};

/// Reads the data files of sets. The library itself opens no files.
class SetFiles {
 public:
  virtual ~SetFiles() = default;

  virtual Matrix matrix(const std::string& file) const = 0;
  /// The numbers of each line; lines may differ in length.
  virtual std::vector<Vector> lines(const std::string& file) const = 0;
  virtual std::vector<Edge> edges(const std::string& file) const = 0;
  virtual LinearProgram linear_program(const std::string& file) const = 0;
  /// Edges with capacities; infinite if the file has no such column.
  virtual std::vector<CapacityEdge> arcs(const std::string& file) const = 0;
};

/// Shape of the variable: a vector, or a matrix as stacked columns.
struct Variable {
  Index dimension = 0;
  Index rows = 0;  ///< of a matrix; 0 for a vector
  Index cols = 0;
};

/// Context in which a set is constructed.
struct SetContext {
  Variable variable = {};
  const SetFiles* files = nullptr;  ///< reader of data files; may be null

  /// Throws InvalidInput if there is no reader.
  const SetFiles& reader() const;
};

/// A set whose dimension is not known yet: a struct of parameters, such as L1Ball::Parameters,
/// whose begin() constructs the set.
///
///     SetChoice choice = L1Ball::Parameters{.radius = 50};
///     std::unique_ptr<const Oracle> set = choice.begin({.variable = {.dimension = 123}});
///
/// A parameter called `file` names a file and comes last.
using SetChoice = Choice<const Oracle, SetContext>;

/// Numbers of rows and columns of matrix sets.
inline Parameter rows_parameter(std::optional<Index>& rows) {
  return {"rows", rows, range::from_1, "rows of X", "those of the objective's matrix"};
}
inline Parameter cols_parameter(std::optional<Index>& cols) {
  return {"cols", cols, range::from_1, "columns of X", "those of the objective's matrix"};
}

/// Side of square matrices.
inline Parameter side_parameter(std::optional<Index>& side) {
  return {"side", side, range::from_1, "rows and columns of X",
          "the square root of the number of variables"};
}
/// The given side, or that of the variable. Throws InvalidInput unless the variable is a square
/// matrix of that side, or a vector with as many entries.
Index square_side(const std::optional<Index>& side, const Variable& variable);

/// Entry of the table of named sets.
struct KnownSet {
  SetChoice choice;               ///< with default parameters
  std::string_view formula;       ///< may have several lines
  std::string_view cost;          ///< of one LMO call
  std::string_view missing = "";  ///< required library that this build lacks, such as "Clp"

  std::string_view name() const { return choice.name(); }
  std::string_view sentence() const { return choice.sentence(); }
};

/// All named sets.
const std::vector<KnownSet>& known_sets();

}  // namespace acgd
