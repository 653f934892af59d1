#include "acgd/oracle/matching.hpp"

#include <cassert>

#include "core/compose.hpp"
#include "oracle/cheapest_matching.hpp"
#include "oracle/entries.hpp"

namespace acgd {

std::unique_ptr<Oracle> Matching::Parameters::begin(const SetContext& context) const {
  return std::make_unique<Matching>(BipartiteGraph::of(context.reader().edges(file)));
}

Matching::Matching(BipartiteGraph graph) : graph_(std::move(graph)) {
  require_edges_between_sides(graph_);
  sort_by_left(graph_, starts_, by_left_);
}

std::string Matching::name() const {
  return compose("matchings of a bipartite graph with {}", size_of(graph_));
}

void Matching::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  CheapestMatching& search = answer.memory<CheapestMatching>();
  search.solve(graph_, starts_, by_left_, g, Partners::at_most_one);
  search.write(dimension(), answer.atom);
  answer.error = 0;
}

Violation Matching::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  return matching_violation(graph_, Partners::at_most_one, x);
}

}  // namespace acgd
