#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "acgd/core/vector.hpp"

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

}  // namespace acgd
