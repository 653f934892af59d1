#include "io/edges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
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
  std::optional<std::size_t> capacity = std::nullopt;
};

std::optional<std::size_t> find_column(const std::vector<std::string>& names,
                                       std::string_view wanted) {
  for (std::size_t column = 0; column < names.size(); ++column) {
    const std::string name = lower_case(names[column]);
    if (name == wanted || name == std::string(wanted) + "_node") return column;
  }
  return std::nullopt;
}

Columns choose_columns(const TableInput& table, bool with_capacity) {
  constexpr std::string_view pairs[][2] = {{"from", "to"}, {"source", "target"}, {"tail", "head"}};
  for (const auto& pair : pairs) {
    const auto from = find_column(table.names(), pair[0]);
    const auto to = find_column(table.names(), pair[1]);
    if (!from || !to) continue;
    return {*from, *to, with_capacity ? find_column(table.names(), "capacity") : std::nullopt};
  }
  if (with_capacity && table.columns() == 3) return {.capacity = 2};
  if (table.columns() != 2) {
    table.text().fail(
        fmt::format("{} columns: must be two, or have a header that calls two of them from and to",
                    table.columns()));
  }
  return {};
}

double to_capacity(const TextInput& text, std::string_view word) {
  const std::string letters = lower_case(std::string(word));
  if (letters == "inf" || letters == "infinity") return std::numeric_limits<double>::infinity();
  const double capacity = to_finite(text, word, "capacity");
  if (capacity < 0) {
    text.fail(word, fmt::format("capacity \"{}\": must be at least 0, or inf for none", word));
  }
  return capacity;
}

std::vector<CapacityEdge> read_rows(const std::filesystem::path& file, bool with_capacity) {
  constexpr std::string_view separators[] = {"\t", ";", ",", " "};
  TableInput table(file, separators);
  const Columns columns = choose_columns(table, with_capacity);
  std::vector<CapacityEdge> arcs;
  Index highest = 0;
  while (table.next_row()) {
    CapacityEdge arc;
    arc.from = to_integer(table.text(), table.cells()[columns.from], "from", 0, kMaxId);
    arc.to = to_integer(table.text(), table.cells()[columns.to], "to", 0, kMaxId);
    if (columns.capacity) {
      arc.capacity = to_capacity(table.text(), table.cells()[*columns.capacity]);
    }
    arcs.push_back(arc);
    highest = std::max({highest, arc.from, arc.to});
  }
  if (highest > static_cast<Index>(arcs.size()) + kMaxUnusedNodes) {
    table.text().fail(
        fmt::format("the file ends, with node {} among {} edges: must not exceed them by more than "
                    "{}",
                    highest, arcs.size(), kMaxUnusedNodes));
  }
  if (arcs.empty()) table.text().fail("the file ends: must have an edge below the header");
  return arcs;
}

}  // namespace

std::vector<FlowGraph::Edge> read_edges(const std::filesystem::path& file) {
  std::vector<FlowGraph::Edge> edges;
  for (const CapacityEdge& arc : read_rows(file, false)) edges.push_back({arc.from, arc.to});
  return edges;
}

std::vector<CapacityEdge> read_arcs(const std::filesystem::path& file) {
  return read_rows(file, true);
}

}  // namespace acgd::io
