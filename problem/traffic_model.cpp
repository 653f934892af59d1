// Flows in a network, and the set of them that meet the demand.
#include <fmt/format.h>

#include "acgd/core/error.hpp"
#include "acgd/traffic/traffic.hpp"
#include "io/tntp.hpp"
#include "problem/models.hpp"

namespace acgd::problem {
namespace {

/// A trip takes no longer than the others of its pair where what all trips cost is what they would
/// cost on cheapest paths: the gap is the difference of the two.
Facts facts_of(const Composite& f, const Result& result) {
  const auto& loss = dynamic_cast<const BeckmannLoss&>(f.loss());
  Vector costs(result.x.size());
  f.gradient(result.x, costs);
  return {{"total_travel_time", "travel time", loss.total_time(result.x), "of all trips"},
          {"relative_gap", "relative gap", result.gap / costs.dot(result.x),
           "1 - cost on cheapest paths / cost of all trips"}};
}

io::CsvTable table_of(const Composite& f, const Network& network, const Result& result) {
  const Index links = result.x.size();
  Vector costs(links);
  f.gradient(result.x, costs);
  io::CsvTable table{{"from", "to", "flow", "cost"}, Matrix(links, 4)};
  for (Index a = 0; a < links; ++a) {
    const Edge& link = network.links[static_cast<std::size_t>(a)];
    table.values(a, 0) = static_cast<double>(link.from + network.first_number);
    table.values(a, 1) = static_cast<double>(link.to + network.first_number);
  }
  table.values.col(2) = result.x;
  table.values.col(3) = costs;
  return table;
}

std::shared_ptr<const RoadMap> read_map(const std::filesystem::path& file,
                                        const io::TntpNetwork& roads) {
  RoadMap map{.network = roads.network, .x = {}, .y = {}, .capacity = {}};
  for (const io::TntpPosition& node : io::read_tntp_nodes(file, roads.network.nodes)) {
    map.x.push_back(node.x);
    map.y.push_back(node.y);
  }
  for (const LinkCost& cost : roads.costs) {
    const bool slows_down = cost.b != 0 && cost.power != 0;
    map.capacity.push_back(slows_down ? cost.capacity : 0);
  }
  return std::make_shared<const RoadMap>(std::move(map));
}

LoadedObjective load_traffic(const ObjectiveSource& source, const NoParameters&) {
  validate(source.factors);
  const io::TntpNetwork roads = io::read_tntp_network(*source.network);
  const std::vector<Demand> trips = io::read_tntp_trips(*source.trips, roads.zones);
  const auto f = std::make_shared<const Composite>(traffic(roads.costs_with(
      source.factors.toll_factor.value_or(0), source.factors.distance_factor.value_or(0))));
  std::shared_ptr<const TrafficFlows> set;
  try {
    set = std::make_shared<const TrafficFlows>(roads.network, trips, source.team);
  } catch (const InvalidInput& error) {
    throw InvalidInput(fmt::format("trips = {}: {}", source.trips->string(), error.what()));
  }
  double total = 0;
  for (const Demand& demand : set->demands()) total += demand.amount;
  LoadedObjective loaded{
      .f = f,
      .shape = {.dimension = f->dimension()},
      .description = fmt::format(
          "{:.10g} trips between {} {} of zones, {} nodes, {} links", total, set->demands().size(),
          set->demands().size() == 1 ? "pair" : "pairs", roads.network.nodes, f->dimension()),
      .total = "sum over the links"};
  loaded.facts = [f](const Result& result) { return facts_of(*f, result); };
  loaded.table = [f, network = roads.network](const Result& result) {
    return table_of(*f, network, result);
  };
  loaded.set = std::move(set);
  if (source.nodes) loaded.map = read_map(*source.nodes, roads);
  return loaded;
}

}  // namespace

std::vector<ObjectiveKind> network_objectives() {
  return {objective_kind<BeckmannLoss, NoParameters>(
      {.arguments = "--network FILE --trips FILE [--toll-factor F] [--distance-factor F] "
                    "[--nodes FILE]",
       .needs = {"network", "trips"},
       .takes = {"toll-factor", "distance-factor", "nodes"},
       .example = "--network town_net.tntp --trips town_trips.tntp",
       .has_set = true},
      load_traffic)};
}

}  // namespace acgd::problem
