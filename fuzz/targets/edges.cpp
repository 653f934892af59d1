// Edges, and flows through their graph.
#include <algorithm>

#include "app/data/graphs.hpp"
#include "app/spec/sets.hpp"
#include "support.hpp"

using namespace acgd_fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = memory_file(text_of(data, size));
  std::vector<acgd::FlowGraph::Edge> edges;
  if (!accepted_file([&] { edges = acgd::data::read_edges(file); })) return 0;
  require(!edges.empty(), "there is no edge");
  acgd::Index highest = 0;
  for (const auto& edge : edges) {
    require(edge.from >= 0 && edge.to >= 0, "a node is negative");
    highest = std::max({highest, edge.from, edge.to});
  }
  constexpr acgd::Index kLarge = 1000;  // memory and time per node
  if (highest > kLarge) return 0;

  // Flows along edges if there is a variable per edge, else through nodes.
  const auto count = static_cast<acgd::Index>(edges.size());
  const acgd::Index dimension = edges[0].from % 2 == 0 ? count : 1;
  accepted_file(
      [&] { check_set(*acgd::spec::make_set("dag:" + file.string(), {.dimension = dimension})); });
  return 0;
}
