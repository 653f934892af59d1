// Road networks: the cost of flows, the flows that meet a demand, and the files of both.
#include "acgd/traffic/traffic.hpp"

#include "acgd/core/error.hpp"
#include "app/data/graphs.hpp"
#include "bindings/arrays.hpp"
#include "bindings/handles.hpp"
#include "bindings/module.hpp"

namespace acgd::python {
namespace {

/// The Python side ensures equal lengths.
ObjectiveHandle make_traffic(const VectorArray& free_flow_time, const VectorArray& b,
                             const VectorArray& power, const VectorArray& capacity,
                             const VectorArray& fixed) {
  std::vector<LinkCost> links(static_cast<std::size_t>(free_flow_time.size()));
  for (std::size_t a = 0; a < links.size(); ++a) {
    const auto at = static_cast<py::ssize_t>(a);
    links[a] = {.free_flow_time = free_flow_time.at(at),
                .b = b.at(at),
                .power = power.at(at),
                .capacity = capacity.at(at),
                .fixed = fixed.at(at)};
  }
  const auto f = std::make_shared<const Composite>(traffic(links));
  return {f, {.dimension = f->dimension()}};
}

OracleHandle make_traffic_flows(Index nodes, const std::vector<std::pair<Index, Index>>& links,
                                const std::vector<std::pair<Index, Index>>& pairs,
                                const VectorArray& amounts, Index first_through_node) {
  Network network{.nodes = nodes, .first_through_node = first_through_node};
  for (const auto& [from, to] : links) network.links.push_back({from, to});
  std::vector<Demand> demands;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    demands.push_back({pairs[k].first, pairs[k].second, amounts.at(static_cast<py::ssize_t>(k))});
  }
  return {std::make_shared<const TrafficFlows>(std::move(network), demands)};
}

template <class Number>
py::array_t<double> numbers_of(const std::vector<Number>& items, double Number::*member) {
  Vector values(static_cast<Index>(items.size()));
  for (std::size_t k = 0; k < items.size(); ++k) values[static_cast<Index>(k)] = items[k].*member;
  return to_array(std::move(values));
}

py::dict read_tntp(const std::filesystem::path& network, const std::filesystem::path& trips,
                   double toll_factor, double distance_factor) {
  const data::TntpNetwork roads = data::read_tntp_network(network);
  const std::vector<Demand> demands = data::read_tntp_trips(trips, roads.zones);
  const std::vector<LinkCost> costs = roads.costs_with(toll_factor, distance_factor);
  std::vector<std::pair<Index, Index>> links, pairs;
  for (const Edge& link : roads.network.links) links.emplace_back(link.from, link.to);
  for (const Demand& demand : demands) pairs.emplace_back(demand.origin, demand.destination);
  py::dict result;
  result["nodes"] = roads.network.nodes;
  result["first_through_node"] = roads.network.first_through_node;
  result["links"] = links;
  result["pairs"] = pairs;
  result["amounts"] = numbers_of(demands, &Demand::amount);
  result["free_flow_time"] = numbers_of(costs, &LinkCost::free_flow_time);
  result["b"] = numbers_of(costs, &LinkCost::b);
  result["power"] = numbers_of(costs, &LinkCost::power);
  result["capacity"] = numbers_of(costs, &LinkCost::capacity);
  result["fixed"] = numbers_of(costs, &LinkCost::fixed);
  return result;
}

}  // namespace

void add_traffic(py::module_& module) {
  module.def("traffic", &make_traffic, py::arg("free_flow_time"), py::arg("b"), py::arg("power"),
             py::arg("capacity"), py::arg("fixed"));
  module.def("traffic_flows", &make_traffic_flows, py::arg("nodes"), py::arg("links"),
             py::arg("pairs"), py::arg("amounts"), py::arg("first_through_node"));
  module.def(
      "read_tntp",
      [](const std::string& network, const std::string& trips, double toll_factor,
         double distance_factor) {
        return read_tntp(network, trips, toll_factor, distance_factor);
      },
      py::arg("network"), py::arg("trips"), py::arg("toll_factor"), py::arg("distance_factor"));
}

}  // namespace acgd::python
