// Sets with closed forms, products of them, and the choice of a combination's set.
#include "stress/sets.hpp"

#include <algorithm>

#include "acgd/acgd.hpp"

namespace stress {
namespace {

using namespace acgd;

double excess(double size, double radius) { return std::max(0.0, size / radius - 1); }

GeneratedSet box(Draw& draw, Index n, double radius) {
  Vector lower = radius * draw.normals(n), upper = lower;
  for (double& bound : upper) {
    if (draw.chance(0.8)) bound += radius * draw.uniform();  // else both bounds are equal
  }
  const double size = std::max(lower.cwiseAbs().maxCoeff(), upper.cwiseAbs().maxCoeff());
  return {
      std::make_shared<Box>(lower, upper),
      [=](const Vector& x) {
        return std::max({0.0, (lower - x).maxCoeff() / size, (x - upper).maxCoeff() / size});
      },
      [=](const Vector& x) -> Vector { return x.cwiseMax(lower).cwiseMin(upper); },
      [=](const Vector& g) { return g.cwiseProduct(lower).cwiseMax(g.cwiseProduct(upper)).sum(); },
      "box"};
}

GeneratedSet simplex(Draw& draw, Index n, double total) {
  const bool up_to = draw.chance(0.5);
  const auto below_zero = [total](const Vector& x) { return std::max(0.0, -x.minCoeff() / total); };
  if (!up_to) {
    return {std::make_shared<Simplex>(n, total),
            [=](const Vector& x) { return std::max(below_zero(x), std::abs(x.sum() / total - 1)); },
            [=](const Vector& x) { return project_on_simplex(x, total); },
            [=](const Vector& g) { return total * g.maxCoeff(); }, "simplex"};
  }
  return {std::make_shared<Simplex>(n, total, Relation::at_most),
          [=](const Vector& x) { return std::max(below_zero(x), excess(x.sum(), total)); },
          [=](const Vector& x) -> Vector {
            const Vector positive = x.cwiseMax(0);
            return positive.sum() <= total ? positive : project_on_simplex(x, total);
          },
          [=](const Vector& g) { return total * std::max(0.0, g.maxCoeff()); }, "unit simplex"};
}

double power_norm(const Vector& x, double p) {
  const double top = x.cwiseAbs().maxCoeff();
  return top == 0 ? 0 : top * std::pow((x.cwiseAbs() / top).array().pow(p).sum(), 1 / p);
}

GeneratedSet ball(Draw& draw, Index n, double radius) {
  switch (draw.index(0, 3)) {
    case 0:
      return {std::make_shared<L1Ball>(n, radius),
              [=](const Vector& x) { return excess(x.cwiseAbs().sum(), radius); },
              [=](const Vector& x) { return project_on_l1_ball(x, radius); },
              [=](const Vector& g) { return radius * g.cwiseAbs().maxCoeff(); }, "l1 ball"};
    case 1:
      return {std::make_shared<L2Ball>(n, radius),
              [=](const Vector& x) { return excess(x.stableNorm(), radius); },
              [=](const Vector& x) -> Vector {
                const double size = x.stableNorm();
                return size <= radius ? x : Vector(radius / size * x);
              },
              [=](const Vector& g) { return radius * g.stableNorm(); }, "l2 ball"};
    case 2:
      return {std::make_shared<LinfBall>(n, radius),
              [=](const Vector& x) { return excess(x.cwiseAbs().maxCoeff(), radius); },
              [=](const Vector& x) -> Vector { return x.cwiseMax(-radius).cwiseMin(radius); },
              [=](const Vector& g) { return radius * g.cwiseAbs().sum(); }, "linf ball"};
    default:
      break;
  }
  const double p = draw.uniform(1.2, 6);
  return {std::make_shared<LpBall>(n, p, radius),
          [=](const Vector& x) { return excess(power_norm(x, p), radius); }, nullptr,
          [=](const Vector& g) { return radius * power_norm(g, p / (p - 1)); },
          "lp ball, p = " + std::to_string(p)};
}

/// An ellipsoid as a user would write it.
GeneratedSet ellipsoid(Draw& draw, Index n, double radius) {
  Vector axes(n);
  for (double& axis : axes) axis = radius * draw.power(-1, 1);
  const auto minimizer = [axes](const Vector& g) -> Vector {
    const double top = g.cwiseAbs().maxCoeff();
    if (top == 0) return Vector::Zero(g.size());
    const Vector scaled = axes.cwiseProduct(g / top);
    return -axes.cwiseProduct(scaled) / scaled.norm();
  };
  const auto outside = [axes](const Vector& x) {
    return std::max(0.0, x.cwiseQuotient(axes).norm() - 1);
  };
  return {std::make_shared<CustomSet>(
              n, minimizer,
              CustomSetOptions{.name = "ellipsoid",
                               .violation = [outside](ConstVectorRef x) { return outside(x); },
                               .is_norm_ball = true}),
          outside, nullptr, [axes](const Vector& g) { return axes.cwiseProduct(g).norm(); },
          "ellipsoid, a custom set"};
}

GeneratedSet product(Draw& draw, const Shape& shape) {
  const Index first = draw.index(1, shape.n - 1), second = shape.n - first;
  const GeneratedSet a = draw_plain_set(draw, first, shape.radius);
  const GeneratedSet b = draw_plain_set(draw, second, shape.radius);
  GeneratedSet made{
      std::make_shared<Product>(std::vector<std::shared_ptr<const Oracle>>{a.set, b.set}),
      [=](const Vector& x) {
        return std::max(a.outside(x.head(first)), b.outside(x.tail(second)));
      },
      nullptr,
      [=](const Vector& g) { return a.support(g.head(first)) + b.support(g.tail(second)); },
      "product of " + a.text + " and " + b.text};
  if (a.project && b.project) {
    made.project = [=](const Vector& x) -> Vector {
      Vector y(x.size());
      y << a.project(x.head(first)), b.project(x.tail(second));
      return y;
    };
  }
  return made;
}

}  // namespace

Vector project_on_simplex(const Vector& x, double total) {
  Vector sorted = x;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  double sum = 0, shift = 0;
  for (Index k = 0; k < x.size(); ++k) {
    sum += sorted[k];
    const double candidate = (sum - total) / static_cast<double>(k + 1);
    if (k == 0 || sorted[k] > candidate) shift = candidate;
  }
  return (x.array() - shift).cwiseMax(0);
}

Vector project_on_l1_ball(const Vector& x, double radius) {
  if (x.cwiseAbs().sum() <= radius) return x;
  const Vector sizes = project_on_simplex(x.cwiseAbs(), radius);
  return sizes.cwiseProduct(x.unaryExpr([](double v) { return v < 0 ? -1.0 : 1.0; }));
}

GeneratedSet draw_plain_set(Draw& draw, Index n, double radius) {
  switch (draw.index(0, 8)) {
    case 0:
      return box(draw, n, radius);
    case 1:
    case 2:
      return simplex(draw, n, radius);
    case 3:
      return ellipsoid(draw, n, radius);
    case 4:
    case 5:
    case 6:
      return draw_vector_set(draw, n, radius);
    default:
      return ball(draw, n, radius);
  }
}

GeneratedSet draw_set(Draw& draw, const Shape& shape) {
  const Index kind = draw.index(0, 13);
  if (kind == 0) return draw_matrix_ball(draw, shape);
  if (kind == 1) return draw_polytope(draw, shape);
  if (kind == 2) return draw_combinatorial(draw, shape);
  if (kind <= 4 && shape.n > 1) return product(draw, shape);
  if (kind >= 12) return draw_composed_set(draw, shape);
  return draw_plain_set(draw, shape.n, shape.radius);
}

}  // namespace stress
