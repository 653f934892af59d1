#include "io/edges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "io/letters.hpp"
#include "io/limits.hpp"
#include "io/numbers.hpp"
#include "io/table_input.hpp"

namespace acgd::io {
namespace {

struct Columns {
  std::size_t from = 0;
  std::size_t to = 1;
};

std::optional<std::size_t> find_column(const std::vector<std::string>& names,
                                       std::string_view wanted) {
  for (std::size_t column = 0; column < names.size(); ++column) {
    const std::string name = lower_case(names[column]);
    if (name == wanted || name == std::string(wanted) + "_node") return column;
  }
  return std::nullopt;
}

Columns choose_columns(const TableInput& table) {
  constexpr std::string_view pairs[][2] = {{"from", "to"}, {"source", "target"}, {"tail", "head"}};
  for (const auto& pair : pairs) {
    const auto from = find_column(table.names(), pair[0]);
    const auto to = find_column(table.names(), pair[1]);
    if (from && to) return {*from, *to};
  }
  if (table.columns() != 2) {
    table.text().fail(
        fmt::format("{} columns: must be two, or have a header that calls two of them from and to",
                    table.columns()));
  }
  return {};
}

}  // namespace

std::vector<FlowGraph::Edge> read_edges(const std::filesystem::path& file) {
  constexpr std::string_view separators[] = {"\t", ";", ",", " "};
  TableInput table(file, separators);
  const Columns columns = choose_columns(table);
  std::vector<FlowGraph::Edge> edges;
  Index highest = 0;
  while (table.next_row()) {
    FlowGraph::Edge edge;
    edge.from = to_integer(table.text(), table.cells()[columns.from], "from", 0, kMaxId);
    edge.to = to_integer(table.text(), table.cells()[columns.to], "to", 0, kMaxId);
    edges.push_back(edge);
    highest = std::max({highest, edge.from, edge.to});
  }
  if (highest > static_cast<Index>(edges.size()) + kMaxUnusedNodes) {
    table.text().fail(
        fmt::format("the file ends, with node {} among {} edges: must not exceed them by more than "
                    "{}",
                    highest, edges.size(), kMaxUnusedNodes));
  }
  if (edges.empty()) table.text().fail("the file ends: must have an edge below the header");
  return edges;
}

}  // namespace acgd::io
