// Road networks, trips, positions and flows, and the set of a network with trips.
#include "acgd/traffic/traffic.hpp"
#include "app/data/graphs.hpp"
#include "support.hpp"

using namespace acgd_fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = memory_file(text_of(data, size));
  constexpr acgd::Index kZones = 24;
  accepted_file([&] {
    for (const acgd::Demand& trip : acgd::data::read_tntp_trips(file, kZones)) {
      require(trip.origin >= 0 && trip.origin < kZones, "an origin is not a zone");
      require(trip.destination >= 0 && trip.destination < kZones, "a destination is not a zone");
      require(trip.amount > 0 && trip.origin != trip.destination, "a trip is empty");
    }
  });
  accepted_file([&] {
    require(acgd::data::read_tntp_nodes(file, kZones).size() == kZones, "a node has no position");
  });
  accepted_file([&] {
    for (const auto& flow : acgd::data::read_tntp_flows(file)) {
      require(flow.link.from >= 0 && flow.link.to >= 0, "a node is negative");
    }
  });

  acgd::data::TntpNetwork read;
  if (!accepted_file([&] { read = acgd::data::read_tntp_network(file); })) return 0;
  const acgd::Network& network = read.network;
  require(read.zones >= 1 && read.zones <= network.nodes, "a zone is not a node");
  require(read.costs.size() == network.links.size() && !read.costs.empty(), "a link has no cost");
  for (const acgd::Edge& link : network.links) {
    require(link.from >= 0 && link.from < network.nodes, "a link has an invalid start");
    require(link.to >= 0 && link.to < network.nodes, "a link has an invalid end");
  }
  constexpr acgd::Index kLarge = 1000;  // memory and time per node
  if (network.nodes > kLarge) return 0;
  accepted([&] {
    check_set(
        acgd::TrafficFlows(network, {{.origin = 0, .destination = read.zones - 1, .amount = 1}}));
  });
  return 0;
}
