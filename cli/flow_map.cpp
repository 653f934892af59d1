#include "cli/flow_map.hpp"

#include <fmt/format.h>

#include "report/svg_parts.hpp"

namespace acgd::cli {

report::Map flow_map(const problem::RoadMap& roads, const Objective& f, const Vector& x) {
  Vector costs(x.size());
  f.gradient(x, costs);
  report::Map map{.title = "Flow on every road", .roads = {}, .places = {}};
  const Index first = roads.network.first_number;
  for (std::size_t a = 0; a < roads.network.links.size(); ++a) {
    const auto from = static_cast<std::size_t>(roads.network.links[a].from);
    const auto to = static_cast<std::size_t>(roads.network.links[a].to);
    const auto variable = static_cast<Index>(a);
    const double flow = x[variable], capacity = roads.capacity[a];
    std::string title = fmt::format("{} to {}: flow {}", roads.network.links[a].from + first,
                                    roads.network.links[a].to + first, report::shown_number(flow));
    if (capacity > 0)
      title += fmt::format(", {} of the capacity", report::shown_number(flow / capacity));
    title += fmt::format(", cost {}", report::shown_number(costs[variable]));
    map.roads.push_back({.from_x = roads.x[from],
                         .from_y = roads.y[from],
                         .to_x = roads.x[to],
                         .to_y = roads.y[to],
                         .flow = flow,
                         .capacity = capacity,
                         .title = std::move(title)});
  }
  for (std::size_t v = 0; v < roads.x.size(); ++v) {
    map.places.push_back(
        {roads.x[v], roads.y[v], fmt::format("{}", static_cast<Index>(v) + first)});
  }
  return map;
}

}  // namespace acgd::cli
