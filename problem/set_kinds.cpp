#include "problem/set_kinds.hpp"

#include <fmt/format.h>

#include "acgd/core/error.hpp"
#include "acgd/oracle/box.hpp"
#include "acgd/oracle/flow_polytope.hpp"
#include "acgd/oracle/hull.hpp"
#include "acgd/oracle/l1_ball.hpp"
#include "acgd/oracle/l2_ball.hpp"
#include "acgd/oracle/linf_ball.hpp"
#include "acgd/oracle/lp_ball.hpp"
#include "acgd/oracle/nuclear_ball.hpp"
#include "acgd/oracle/simplex.hpp"
#include "acgd/oracle/spectral_ball.hpp"
#include "acgd/oracle/unit_simplex.hpp"
#include "io/edges.hpp"
#include "io/matrix_file.hpp"
#include "problem/words.hpp"

namespace acgd::problem {
namespace {

using Parameters = SetKind::Parameters;
using Set = std::shared_ptr<const Oracle>;

double number(const Parameters& parameters, std::size_t i) {
  return to_number("set", parameters[i]);
}

template <class Ball>
Set ball(const Parameters& parameters, const Shape& shape) {
  return std::make_shared<Ball>(shape.dimension, number(parameters, 0));
}

Set lp_ball(const Parameters& parameters, const Shape& shape) {
  return std::make_shared<LpBall>(shape.dimension, number(parameters, 0), number(parameters, 1));
}

Set box(const Parameters& parameters, const Shape& shape) {
  return std::make_shared<Box>(shape.dimension, number(parameters, 0), number(parameters, 1));
}

/// R, or R:MxN where the objective does not know that its variable is a matrix.
template <class Ball>
Set matrix_ball(const Parameters& parameters, const Shape& shape) {
  const Sides sides = parameters.size() > 1 ? to_sides("set", parameters[1], shape.dimension)
                                            : Sides{shape.rows, shape.cols};
  if (sides.rows == 0) {
    throw InvalidInput(
        "set: this objective has a vector of variables; say which matrix it is, as in "
        "nuclear:10:20x30");
  }
  return std::make_shared<Ball>(sides.rows, sides.cols, number(parameters, 0));
}

/// Variables are the nodes if there are as many, else the edges.
Set dag(const Parameters& parameters, const Shape& shape) {
  FlowGraph graph{.edges = io::read_edges(parameters[0])};
  for (const FlowGraph::Edge& edge : graph.edges) {
    graph.nodes = std::max({graph.nodes, edge.from + 1, edge.to + 1});
  }
  const auto edges = static_cast<Index>(graph.edges.size());
  if (graph.nodes != shape.dimension && edges == shape.dimension) {
    return std::make_shared<FlowPolytope>(std::move(graph), FlowCosts::edges);
  }
  // Nodes after the last one with an edge stand alone.
  graph.nodes = std::max(graph.nodes, shape.dimension);
  return std::make_shared<FlowPolytope>(std::move(graph));
}

/// A file of points, one a row, as tables have them.
Set hull(const Parameters& parameters, const Shape&) {
  return std::make_shared<ConvexHull>(Matrix(io::read_dense(parameters[0]).transpose()));
}

struct Expected {
  std::size_t least;
  std::size_t most;
};

SetKind kind(Kind words, Expected count, Set (*make)(const Parameters&, const Shape&)) {
  return {words, [words, count, make](const Parameters& parameters, const Shape& shape) {
            if (parameters.size() < count.least || parameters.size() > count.most) {
              throw InvalidInput(fmt::format("set: {} has {} parameters, must be {}", words.name,
                                             parameters.size(), words.syntax));
            }
            return make(parameters, shape);
          }};
}

}  // namespace

const std::vector<SetKind>& set_kinds() {
  static const std::vector<SetKind> kinds = {
      kind({"l1", "l1:R", "vectors whose absolute entries sum to at most R; sparse steps"}, {1, 1},
           ball<L1Ball>),
      kind({"l2", "l2:R", "the Euclidean ball of radius R"}, {1, 1}, ball<L2Ball>),
      kind({"linf", "linf:R", "vectors with all entries in [-R, R]"}, {1, 1}, ball<LinfBall>),
      kind({"lp", "lp:P:R", "the ball of radius R of the lp norm, 1 < P < infinity"}, {2, 2},
           lp_ball),
      kind({"simplex", "simplex[:T]", "non-negative vectors that sum to T (1 unless given)"},
           {0, 1},
           [](const Parameters& p, const Shape& shape) -> Set {
             return std::make_shared<Simplex>(shape.dimension, p.empty() ? 1 : number(p, 0));
           }),
      kind({"unit-simplex", "unit-simplex[:T]",
            "non-negative vectors that sum to at most T (1 unless given)"},
           {0, 1},
           [](const Parameters& p, const Shape& shape) -> Set {
             return std::make_shared<UnitSimplex>(shape.dimension, p.empty() ? 1 : number(p, 0));
           }),
      kind({"box", "box:LO:HI", "vectors with all entries in [LO, HI]"}, {2, 2}, box),
      kind({"nuclear", "nuclear:R[:MxN]",
            "matrices whose singular values sum to at most R; steps of rank one"},
           {1, 2}, matrix_ball<NuclearBall>),
      kind({"spectral", "spectral:R[:MxN]", "matrices whose singular values are at most R"}, {1, 2},
           matrix_ball<SpectralBall>),
      kind({"dag", "dag:EDGES.csv",
            "flows of one unit through an acyclic graph; variables are its nodes, or its edges"},
           {1, 1}, dag),
      kind({"hull", "hull:FILE", "the convex hull of the rows of a matrix file"}, {1, 1}, hull)};
  return kinds;
}

std::optional<std::filesystem::path> file_of_set(const std::string& text) {
  for (const std::string_view name : {"dag:", "hull:"}) {
    if (text.starts_with(name)) return text.substr(name.size());
  }
  return std::nullopt;
}

std::shared_ptr<const Oracle> make_set(const std::string& text, const Shape& shape) {
  const std::size_t colon = text.find(':');
  const std::string name = text.substr(0, colon);
  const SetKind& kind = find_kind("set", name, set_kinds());
  if (colon == std::string::npos) return kind.make({}, shape);
  // File names may have colons.
  if (const auto file = file_of_set(text)) return kind.make({file->string()}, shape);
  return kind.make(split(text.substr(colon + 1), ':'), shape);
}

}  // namespace acgd::problem
