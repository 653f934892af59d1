// Sets with a list of vertices.
#include "acgd/acgd.hpp"
#include "stress/sets.hpp"

namespace stress {
namespace {

using namespace acgd;

double largest_dot(const Matrix& vertices, const Vector& g) {
  return (vertices.transpose() * g).maxCoeff();
}

/// Membership is only known from the set itself; its LMO is checked against the vertices.
GeneratedSet with_vertices(std::shared_ptr<const Oracle> set, const Matrix& vertices,
                           std::string text) {
  const double size = vertices.cwiseAbs().maxCoeff();
  const auto outside = [set, size](const Vector& x) {
    return size == 0 ? 0 : set->violation(x).distance / size;
  };
  return {set, outside, nullptr, [vertices](const Vector& g) { return largest_dot(vertices, g); },
          std::move(text)};
}

GeneratedSet hull(Draw& draw, const Shape& shape) {
  const Index count = draw.chance(0.2) ? 1 : draw.index(2, 12);
  Matrix points = shape.radius * draw.normals(shape.n, count);
  for (Index j = 1; j < count; ++j) {
    if (draw.chance(0.2)) points.col(j) = points.col(j - 1);
  }
  return with_vertices(std::make_shared<ConvexHull>(points), points,
                       "hull of " + std::to_string(count) + " points, some of them equal");
}

/// Paths from the first to the last node as 0/1 columns, by enumeration.
class Paths {
 public:
  explicit Paths(const FlowGraph& graph) : graph_(graph), path_(Vector::Zero(graph.nodes)) {
    walk(0);
  }
  Matrix columns() const {
    Matrix all(graph_.nodes, static_cast<Index>(found_.size()));
    for (std::size_t j = 0; j < found_.size(); ++j) all.col(static_cast<Index>(j)) = found_[j];
    return all;
  }

 private:
  void walk(Index node) {
    path_[node] = 1;
    if (node == graph_.nodes - 1) found_.push_back(path_);
    for (const auto& edge : graph_.edges) {
      if (edge.from == node) walk(edge.to);
    }
    path_[node] = 0;
  }

  const FlowGraph& graph_;
  Vector path_;
  std::vector<Vector> found_;
};

GeneratedSet flow(Draw& draw, const Shape& shape) {
  FlowGraph graph{.nodes = shape.n};
  for (Index i = 0; i + 1 < shape.n; ++i) {
    graph.edges.push_back({i, i + 1});
    if (i + 2 < shape.n && draw.chance(0.5))
      graph.edges.push_back({i, draw.index(i + 2, shape.n - 1)});
  }
  return with_vertices(std::make_shared<FlowPolytope>(graph), Paths(graph).columns(),
                       "flow polytope");
}

}  // namespace

GeneratedSet draw_polytope(Draw& draw, const Shape& shape) {
  return draw.chance(0.5) ? hull(draw, shape) : flow(draw, shape);
}

}  // namespace stress
