#include "stress/combination.hpp"

#include "acgd/acgd.hpp"

namespace stress {
namespace {

using namespace acgd;

Shape draw_shape(Draw& draw) {
  Shape shape;
  shape.n = draw.chance(0.1) ? 1 : draw.chance(0.15) ? 2 : draw.index(3, 12);
  for (Index rows = 1; rows * rows <= shape.n; ++rows) {
    if (shape.n % rows == 0) shape.rows = rows;
  }
  shape.cols = shape.n / shape.rows;
  if (draw.chance(0.5)) std::swap(shape.rows, shape.cols);
  // Usually of size 1, sometimes tiny or huge.
  shape.radius = draw.chance(0.7) ? draw.power(-1, 1) : draw.power(-8, 6);
  return shape;
}

std::shared_ptr<const Norm> draw_norm(Draw& draw, const Combination& c, std::string& text) {
  const Index kind = c.objective.completion ? 9 : draw.index(0, 9);
  switch (kind) {
    case 0:
      text = "l1";
      return l1_norm();
    case 1:
      text = "linf";
      return linf_norm();
    case 2:
      text = "lp";
      return lp_norm(draw.uniform(1.2, 6));
    case 3:
      text = "nuclear";
      return nuclear_norm(c.shape.rows, c.shape.cols);
    case 4:
      text = "spectral";
      return spectral_norm(c.shape.rows, c.shape.cols);
    default:
      text = "l2";
      return l2_norm();
  }
}

Atom draw_start(Draw& draw, const Combination& c, std::string& text) {
  const Index kind = draw.index(0, 4);
  const Vector zero = Vector::Zero(c.shape.n);
  if (kind == 0 && (!c.constrained() || c.set.outside(zero) == 0)) {
    text = "zero";
    return Atom(zero);
  }
  if (!c.constrained()) {
    text = "anywhere";
    return Atom(Vector(c.shape.radius * draw.scale() * draw.normals(c.shape.n)));
  }
  if (kind == 1) {
    text = "a vertex";
    return Atom(draw_vertex(draw, c));
  }
  if (kind == 2) {
    text = "the interior";
    return Atom(draw_interior(draw, c));
  }
  if (kind == 3 && c.set.project) {
    // The end of a step of steepest descent: close to the solution, if it is well scaled.
    Vector g(c.shape.n);
    const Vector x = draw_interior(draw, c);
    c.objective.f->gradient(x, g);
    const double length = g.allFinite() && g.norm() > 0 ? c.shape.radius / g.norm() : 0;
    const Vector near = c.set.project(x - length * g);
    if (near.allFinite() && c.set.outside(near) < 1e-12) {
      text = "near a solution";
      return Atom(near);
    }
  }
  text = "the set's own start";
  return c.set.set->start();
}

void draw_options(Draw& draw, Combination& c, std::string& text) {
  Options& o = c.options;
  o.trace = true;
  o.max_iterations = draw.chance(0.1) ? draw.index(0, 3) : draw.index(10, 300);
  o.gap_tolerance = draw.chance(0.4) ? 0 : draw.power(-12, -2);
  if (draw.chance(0.3)) o.relative_gap_tolerance = draw.power(-12, -2);
  if (draw.chance(0.1)) o.gradient_tolerance = draw.power(-8, 0);
  if (draw.chance(0.1)) o.optimal_value = draw.normal();
  if (draw.chance(0.1)) o.max_evaluations = draw.index(1, 200);
  // No time limits: the same combination ends the same way every time.
  if (draw.chance(0.05)) o.time_limit = draw.chance(0.5) ? 0 : 1e6;
  if (draw.chance(0.1)) c.observer_stops_at = draw.index(0, 40);
  text = "at most " + std::to_string(o.max_iterations) + " iterations";
}

}  // namespace

Vector draw_vertex(Draw& draw, const Combination& c) {
  return linear_minimizer(*c.set.set, draw.normals(c.shape.n));
}

Vector draw_interior(Draw& draw, const Combination& c) {
  const Vector weights = draw.weights(4);
  Vector x = Vector::Zero(c.shape.n);
  for (const double weight : weights) x += weight * draw_vertex(draw, c);
  return x;
}

Combination draw_combination(std::uint64_t seed) {
  Draw draw(seed);
  Combination c;
  c.seed = seed;
  c.shape = draw_shape(draw);
  c.objective = draw_objective(draw, c.shape);
  c.set = c.objective.completion ? draw_low_rank_set(draw, c.shape) : draw_set(draw, c.shape);
  const bool free = c.set.set->is_norm_ball() && draw.chance(0.3);
  c.mode = free ? Mode::unconstrained : Mode::constrained;
  std::string norm, start, limits;
  c.x0 = draw_start(draw, c, start);
  c.rule = draw_rule(draw, *c.objective.f, {c.x0.to_dense(), c.shape.radius}, c.constrained());
  c.options.step = c.rule.step;
  if (c.constrained()) c.options.direction = FrankWolfe{};
  c.options.norm = draw_norm(draw, c, norm);
  draw_options(draw, c, limits);
  c.text = c.objective.text + (c.constrained() ? " over the " : " descending in the ") +
           c.set.text + " (n = " + std::to_string(c.shape.n) + ", radius " +
           std::to_string(c.shape.radius) + ") by " + c.rule.text + " in " + norm + " from " +
           start + ", " + limits;
  return c;
}

Combination draw_remembering(std::uint64_t seed) {
  Combination c = draw_combination(seed);
  if (!c.constrained()) return c;
  Draw draw(seed + 1'000'000'007);
  c.remembers = true;
  c.lazy = draw.chance(0.3);
  const bool bends = c.objective.f->has_curvature() && draw.chance(0.5);
  if (bends) c.lazy = false;
  const Index most = draw.chance(0.3) ? draw.index(2, 8) : MemoryLimits{}.max_atoms;
  switch (bends ? 3 : draw.index(0, 2)) {
    case 0:
      c.options.direction = Away{.lazy = c.lazy, .max_atoms = most};
      break;
    case 1:
      c.options.direction = Pairwise{.lazy = c.lazy, .max_atoms = most};
      break;
    case 3:
      c.options.direction = Corrective{.max_atoms = most};
      break;
    default:
      c.options.direction = BlendedPairwise{.lazy = c.lazy, .max_atoms = most};
  }
  c.text += ", " + std::string(c.options.direction.name()) + (c.lazy ? ", lazy" : "") +
            " with at most " + std::to_string(most) + " atoms";
  return c;
}

Result run(const Combination& c) {
  Options options = c.options;
  if (c.observer_stops_at) {
    options.observer = [at = *c.observer_stops_at](const Record& r) { return r.iteration == at; };
  }
  return solve(c.mode, *c.objective.f, *c.set.set, c.x0, options);
}

}  // namespace stress
