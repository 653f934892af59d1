// Functions, convex and not, with values and gradients only; and the choice of a combination's
// objective.
#include "stress/objectives.hpp"

#include "acgd/acgd.hpp"

namespace stress {
namespace {

using namespace acgd;

GeneratedObjective constant(const Shape& shape) {
  return {std::make_shared<Function>(
              shape.n, [](const Vector&) { return 3.25; },
              [](const Vector&, Vector& g) { g.setZero(); }),
          true, false, "the constant 3.25"};
}

GeneratedObjective linear(Draw& draw, const Shape& shape) {
  const Vector c = draw.scale() * draw.normals(shape.n);
  return {std::make_shared<Function>(
              shape.n, [c](const Vector& x) { return c.dot(x); },
              [c](const Vector&, Vector& g) { g = c; }),
          true, false, "a linear function"};
}

/// The distance to a point, to the power p: flat or sharp at its minimum.
GeneratedObjective power(Draw& draw, const Shape& shape) {
  const Vector centre = shape.radius * draw.normals(shape.n);
  const double p = draw.uniform(1.5, 5), scale = draw.scale();
  return {std::make_shared<Function>(
              shape.n, [=](const Vector& x) { return scale * std::pow((x - centre).norm(), p); },
              [=](const Vector& x, Vector& g) {
                const double r = (x - centre).norm();
                g = r == 0 ? Vector::Zero(x.size()).eval()
                           : Vector(scale * p * std::pow(r, p - 2) * (x - centre));
              }),
          true, false, "a power of the distance to a point"};
}

GeneratedObjective log_sum_exp(Draw& draw, const Shape& shape) {
  const Matrix a = (draw.chance(0.7) ? 1.0 : 30.0) / shape.radius * draw.normals(6, shape.n);
  const double scale = draw.scale();
  const auto terms = [a](const Vector& x, double& top) -> Vector {
    const Vector z = a * x;
    top = z.maxCoeff();
    return (z.array() - top).exp();
  };
  return {std::make_shared<Function>(
              shape.n,
              [=](const Vector& x) {
                double top = 0;
                const Vector e = terms(x, top);
                return scale * (top + std::log(e.sum()));
              },
              [=](const Vector& x, Vector& g) {
                double top = 0;
                const Vector e = terms(x, top);
                g = scale * (a.transpose() * (e / e.sum()));
              }),
          true, false, "log-sum-exp"};
}

GeneratedObjective test_function(Draw& draw, const Shape& shape) {
  switch (draw.index(0, 3)) {
    case 0:
      if (shape.n >= 2) return {std::make_shared<Rosenbrock>(shape.n), false, false, "rosenbrock"};
      [[fallthrough]];
    case 1:
      return {std::make_shared<Levy>(shape.n), false, false, "levy"};
    case 2:
      return {std::make_shared<Zakharov>(shape.n), true, false, "zakharov"};
    default:
      return {std::make_shared<SumOfSquares>(shape.n), false, false, "sum of squares"};
  }
}

GeneratedObjective balancing(Draw& draw, const Shape& shape) {
  Matrix a = (draw.normals(shape.n, shape.n)).cwiseAbs() * draw.scale();
  for (double& entry : a.reshaped()) {
    if (draw.chance(0.3)) entry = 0;
  }
  return {std::make_shared<MatrixBalancing>(a), true, false, "matrix balancing"};
}

GeneratedObjective completion(Draw& draw, const Shape& shape) {
  std::vector<Observation> observed;
  const Index count = draw.index(1, 2 * shape.n);
  const double scale = shape.radius * draw.scale();
  for (Index k = 0; k < count; ++k) {
    observed.push_back({static_cast<int>(draw.index(0, shape.rows - 1)),
                        static_cast<int>(draw.index(0, shape.cols - 1)), scale * draw.normal(),
                        draw.uniform(0.01, 3)});
  }
  const CompletionOptions options{
      .loss = draw.chance(0.5) ? CompletionLoss::huber : CompletionLoss::squared,
      .rho = scale * draw.power(-2, 1),
      .scaling = draw.chance(0.5) ? Scaling::mean : Scaling::sum,
      .max_terms = draw.index(2, 8)};
  return {std::make_shared<MatrixCompletion>(shape.rows, shape.cols, observed, options), true, true,
          options.loss == CompletionLoss::huber ? "completion, huber" : "completion, squared"};
}

GeneratedObjective sum(Draw& draw, const Shape& shape) {
  std::vector<Sum::Part> parts;
  std::vector<double> weights;
  GeneratedObjective made{nullptr, true, false, "the sum of"};
  const auto add = [&](const GeneratedObjective& part, double weight) {
    parts.push_back(part.f);
    weights.push_back(weight);
    made.convex = made.convex && part.convex;
    made.text += (parts.size() > 1 ? " and " : " ") + part.text;
  };
  add(draw_composite(draw, shape), draw.power(-1, 1));
  if (draw.chance(0.3)) add(draw_least_squares(draw, shape), draw.power(-1, 1));
  if (draw.chance(0.3)) add(draw_quadratic(draw, shape), draw.power(-1, 1));
  if (draw.chance(0.2)) add(log_sum_exp(draw, shape), draw.power(-1, 1));
  if (parts.size() == 1 || draw.chance(0.3)) {
    const double l = draw.power(-2, 1) / (shape.radius * shape.radius);
    add({std::make_shared<Ridge>(shape.n, l), true, false, "a ridge"}, 1);
  }
  made.f = std::make_shared<Sum>(parts, weights);
  return made;
}

}  // namespace

GeneratedObjective draw_objective(Draw& draw, const Shape& shape) {
  switch (draw.index(0, 17)) {
    case 0:
      return constant(shape);
    case 1:
      return linear(draw, shape);
    case 2:
      return power(draw, shape);
    case 3:
      return log_sum_exp(draw, shape);
    case 4:
    case 5:
      return test_function(draw, shape);
    case 6:
      return balancing(draw, shape);
    case 7:
      return completion(draw, shape);
    case 8:
    case 9:
      return draw_quadratic(draw, shape);
    case 10:
    case 11:
      return draw_least_squares(draw, shape);
    case 12:
    case 13:
      return sum(draw, shape);
    default:
      return draw_composite(draw, shape);
  }
}

}  // namespace stress
