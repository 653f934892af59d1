#include "acgd/oracle/perfect_matching.hpp"

#include <cassert>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/cheapest_matching.hpp"
#include "oracle/entries.hpp"

namespace acgd {
namespace {

/// "nodes 1, 2, 3", of many only the first ones.
std::string list_of_nodes(const std::vector<Index>& nodes) {
  constexpr std::size_t kMost = 10;
  std::string text = nodes.size() == 1 ? "node " : "nodes ";
  for (std::size_t k = 0; k < nodes.size() && k < kMost; ++k) {
    text += compose("{}{}", k == 0 ? "" : ", ", nodes[k]);
  }
  if (nodes.size() > kMost) text += compose(" and {} more", nodes.size() - kMost);
  return text;
}

}  // namespace

std::unique_ptr<Oracle> PerfectMatching::Parameters::begin(const SetContext& context) const {
  return std::make_unique<PerfectMatching>(BipartiteGraph::of(context.reader().edges(file)));
}

PerfectMatching::PerfectMatching(BipartiteGraph graph) : graph_(std::move(graph)) {
  require_edges_between_sides(graph_);
  if (graph_.left != graph_.right) {
    throw InvalidInput(
        compose("edges: {} left and {} right nodes: must be as many, if each has one partner; "
                "matching lets nodes be alone",
                graph_.left, graph_.right));
  }
  sort_by_left(graph_, starts_, by_left_);
  CheapestMatching search;
  if (search.solve(graph_, starts_, by_left_, Vector::Zero(dimension()), Partners::exactly_one)) {
    return;
  }
  const std::vector<Index> neighbours = search.stuck_right();
  const std::string left = list_of_nodes(search.stuck_left());
  if (neighbours.empty()) {
    throw InvalidInput(compose("edges: there is no perfect matching: left {} has no edge", left));
  }
  throw InvalidInput(
      compose("edges: there is no perfect matching: left {} have no neighbours but right {}", left,
              list_of_nodes(neighbours)));
}

std::string PerfectMatching::name() const {
  return compose("perfect matchings of a bipartite graph with {}", size_of(graph_));
}

void PerfectMatching::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  CheapestMatching& search = answer.memory<CheapestMatching>();
  search.solve(graph_, starts_, by_left_, g, Partners::exactly_one);
  search.write(dimension(), answer.atom);
  answer.error = 0;
}

Violation PerfectMatching::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  return matching_violation(graph_, Partners::exactly_one, x);
}

}  // namespace acgd
