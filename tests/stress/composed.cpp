// Sets composed of other sets, of atoms and of linear programs.
#include <algorithm>

#include "acgd/acgd.hpp"
#include "stress/sets.hpp"

namespace stress {
namespace {

using namespace acgd;

GeneratedSet scaled(Draw& draw, const Shape& shape) {
  const GeneratedSet plain = draw_plain_set(draw, shape.n, shape.radius);
  const double factor = draw.power(-1, 1);
  GeneratedSet made{std::make_shared<Scaled>(plain.set, factor),
                    [=](const Vector& x) { return plain.outside(x / factor); }, nullptr,
                    [=](const Vector& g) { return factor * plain.support(g); },
                    "scaled " + plain.text};
  if (plain.project) {
    made.project = [=](const Vector& x) -> Vector { return factor * plain.project(x / factor); };
  }
  return made;
}

GeneratedSet shifted(Draw& draw, const Shape& shape) {
  const GeneratedSet plain = draw_plain_set(draw, shape.n, shape.radius);
  const Vector shift = shape.radius * draw.normals(shape.n);
  GeneratedSet made{std::make_shared<Shifted>(plain.set, shift),
                    [=](const Vector& x) { return plain.outside(x - shift); }, nullptr,
                    [=](const Vector& g) { return plain.support(g) + g.dot(shift); },
                    "shifted " + plain.text};
  if (plain.project) {
    made.project = [=](const Vector& x) -> Vector { return plain.project(x - shift) + shift; };
  }
  return made;
}

/// The sum of two boxes is a box.
GeneratedSet sum_of_boxes(Draw& draw, const Shape& shape) {
  const Vector first = shape.radius * draw.normals(shape.n).cwiseAbs();
  const Vector second = shape.radius * draw.normals(shape.n).cwiseAbs();
  const Vector upper = first + second;
  const double size = upper.maxCoeff();
  return {std::make_shared<MinkowskiSum>(Box(-first, first), Box(-second, second)),
          [=](const Vector& x) { return std::max(0.0, (x.cwiseAbs() - upper).maxCoeff() / size); },
          [=](const Vector& x) -> Vector { return x.cwiseMax(-upper).cwiseMin(upper); },
          [=](const Vector& g) { return g.cwiseAbs().dot(upper); }, "sum of two boxes"};
}

/// The image of a simplex is a hull, and the symmetric hull of a hull is one.
GeneratedSet hull_in_disguise(Draw& draw, const Shape& shape) {
  const Index count = draw.index(2, 9);
  const Matrix points = shape.radius * draw.normals(shape.n, count);
  const bool symmetric = draw.chance(0.5);
  Matrix vertices = points;
  if (symmetric) {
    vertices.resize(shape.n, 2 * count);
    vertices << points, -points;
  }
  std::shared_ptr<const Oracle> set;
  if (symmetric) {
    set = std::make_shared<SymmetricHull>(points);
  } else {
    set = std::make_shared<LinearImage>(Simplex(count), points);
  }
  const auto hull = std::make_shared<ConvexHull>(vertices);
  const double size = vertices.cwiseAbs().maxCoeff();
  return {set, [=](const Vector& x) { return hull->violation(x).distance / size; }, nullptr,
          [=](const Vector& g) { return (vertices.transpose() * g).maxCoeff(); },
          symmetric ? "symmetric hull" : "image of a simplex"};
}

GeneratedSet total_variation(const Shape& shape) {
  const double radius = shape.radius;
  return {std::make_shared<TotalVariation>(shape.n, radius),
          [=](const Vector& x) {
            const Index steps = x.size() - 1;
            const double size = (x.tail(steps) - x.head(steps)).cwiseAbs().sum();
            return std::max({0.0, std::abs(x.mean()) / radius, size / radius - 1});
          },
          nullptr,
          [=](const Vector& g) {
            double sum = 0, most = 0;
            for (Index i = 0; i + 1 < g.size(); ++i) {
              sum += g[i] - g.mean();
              most = std::max(most, std::abs(sum));
            }
            return radius * most;
          },
          "total variation"};
}

/// A simplex as a linear program.
GeneratedSet polyhedron(const Shape& shape) {
  const double total = shape.radius;
  const Index n = shape.n;
  const Matrix ones = Matrix::Ones(1, n);
  return {
      std::make_shared<Polyhedron>(LinearProgram{.matrix = ones.sparseView(),
                                                 .row_lower = Vector::Constant(1, total),
                                                 .row_upper = Vector::Constant(1, total),
                                                 .lower = Vector::Zero(n),
                                                 .upper = Vector::Constant(n, range::kInfinity)}),
      [=](const Vector& x) {
        return std::max({0.0, -x.minCoeff() / total, std::abs(x.sum() / total - 1)});
      },
      [=](const Vector& x) { return project_on_simplex(x, total); },
      [=](const Vector& g) { return total * g.maxCoeff(); }, "simplex as a polyhedron"};
}

}  // namespace

GeneratedSet draw_composed_set(Draw& draw, const Shape& shape) {
  switch (draw.index(0, 5)) {
    case 0:
      return scaled(draw, shape);
    case 1:
      return shifted(draw, shape);
    case 2:
      return sum_of_boxes(draw, shape);
    case 3:
      return total_variation(shape);
    case 4:
      return polyhedron(shape);
    default:
      return hull_in_disguise(draw, shape);
  }
}

}  // namespace stress
