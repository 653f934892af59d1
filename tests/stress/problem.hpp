#pragma once

#include <functional>
#include <memory>
#include <string>

#include "acgd/objective/objective.hpp"
#include "acgd/oracle/oracle.hpp"
#include "stress/draw.hpp"

namespace stress {

/// What all parts of a combination agree on.
struct Shape {
  Index n = 1;  ///< variables, rows * cols of them
  Index rows = 1, cols = 1;
  double radius = 1;  ///< how large the set is
};

struct GeneratedObjective {
  std::shared_ptr<const acgd::Objective> f = nullptr;
  bool convex = false;
  bool completion = false;  ///< keeps its variable as a low-rank matrix
  std::string text = {};
};

struct GeneratedSet {
  std::shared_ptr<const acgd::Oracle> set;
  /// How far x is outside, relative to the size of the set, by a formula of our own.
  std::function<double(const Vector& x)> outside;
  /// The nearest point of the set; null where no formula is known.
  std::function<Vector(const Vector& x)> project;
  /// max { <g, v> : v in C } by a formula of our own; null where none is known.
  std::function<double(const Vector& g)> support;
  std::string text = {};
  /// Whether its oracle is only as accurate as the gap needs it.
  bool searches = false;
};

GeneratedObjective draw_objective(Draw& draw, const Shape& shape);
GeneratedSet draw_set(Draw& draw, const Shape& shape);
/// One whose atoms are matrices of low rank: the nuclear ball, or of square ones another.
GeneratedSet draw_low_rank_set(Draw& draw, const Shape& shape);

}  // namespace stress
