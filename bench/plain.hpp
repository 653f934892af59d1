#pragma once

#include <functional>
#include <limits>

#include "acgd/core/vector.hpp"

/// The textbook implementation that acgd is compared with: a dense iterate, f recomputed at every
/// trial point, the gradient recomputed at every iterate. Independent of acgd.
namespace bench {

using acgd::Index;
using acgd::Vector;

enum class Rule { adaptive_adjustable, adaptive_constant, backtracking };

struct PlainProblem {
  std::function<double(const Vector& x)> value;
  std::function<void(const Vector& x, Vector& g)> gradient;
  /// v = argmin { <g, v> : v in C }
  std::function<void(const Vector& g, Vector& v)> lmo;
  bool constrained = true;
  std::function<double(const Vector& v)> norm = [](const Vector& v) { return v.norm(); };
  std::function<double(const Vector& g)> dual_norm = [](const Vector& g) { return g.norm(); };
};

struct PlainOptions {
  Rule rule = Rule::adaptive_adjustable;
  Index iterations = 0;
  double target = -std::numeric_limits<double>::infinity();  ///< stop when f <= target
  double gradient_tolerance = 0;                             ///< stop when ||g||_* <= this
};

struct PlainResult {
  Index iterations = 0;
  double value = 0;
  Vector x;
};

PlainResult run_plain(const PlainProblem& problem, Vector x, const PlainOptions& options);

// Linear minimisation oracles with dense results.
std::function<void(const Vector&, Vector&)> l1_ball_lmo(double radius);
std::function<void(const Vector&, Vector&)> l2_ball_lmo(double radius);
std::function<void(const Vector&, Vector&)> linf_ball_lmo(double radius);
std::function<void(const Vector&, Vector&)> simplex_lmo();
std::function<void(const Vector&, Vector&)> box_lmo(double lower, double upper);

}  // namespace bench
