#pragma once

#include <functional>
#include <memory>
#include <string>

#include "acgd/objective/objective.hpp"
#include "acgd/oracle/oracle.hpp"
#include "stress/draw.hpp"

namespace stress {

/// Dimensions that all parts of a combination share.
struct Shape {
  Index n = 1;  ///< number of variables, rows * cols
  Index rows = 1, cols = 1;
  double radius = 1;  ///< size of the set
};

struct GeneratedObjective {
  std::shared_ptr<const acgd::Objective> f = nullptr;
  bool convex = false;
  bool completion = false;  ///< the variable is a low-rank matrix
  std::string text = {};
};

struct GeneratedSet {
  std::shared_ptr<const acgd::Oracle> set;
  /// Distance of x outside the set, relative to its size, by an independent formula.
  std::function<double(const Vector& x)> outside;
  /// The nearest point of the set; null where no formula is known.
  std::function<Vector(const Vector& x)> project;
  /// max { <g, v> : v in C } by an independent formula; null where none is known.
  std::function<double(const Vector& g)> support;
  std::string text = {};
  /// Whether its LMO is only as accurate as the gap requires.
  bool searches = false;
};

GeneratedObjective draw_objective(Draw& draw, const Shape& shape);
GeneratedSet draw_set(Draw& draw, const Shape& shape);
/// A set whose atoms are low-rank matrices: the nuclear ball, or for square matrices another one.
GeneratedSet draw_low_rank_set(Draw& draw, const Shape& shape);

}  // namespace stress
