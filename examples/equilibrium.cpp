// Braess' paradox: six trips through a town, and a bridge that makes all of them slower.
#include <acgd/acgd.hpp>
#include <cmath>
#include <iostream>

int main() {
  // Minutes on a narrow road that carries s trips: 10 + 10 s; on a wide one: 60 + s.
  const acgd::LinkCost narrow{.free_flow_time = 10, .b = 1, .power = 1, .capacity = 1};
  const acgd::LinkCost wide{.free_flow_time = 60, .b = 1, .power = 1, .capacity = 60};
  const acgd::LinkCost bridge{.free_flow_time = 10, .b = 1, .power = 1, .capacity = 10};

  // From home (0) via the north (1) or the south (2) to work (3).
  acgd::Network town{.nodes = 4, .links = {{0, 1}, {1, 3}, {0, 2}, {2, 3}}};
  std::vector<acgd::LinkCost> costs = {narrow, wide, wide, narrow};

  for (const char* name : {"without the bridge", "with the bridge"}) {
    const acgd::Composite f = acgd::traffic(costs);
    const acgd::TrafficFlows flows(town, {{.origin = 0, .destination = 3, .amount = 6}});
    const acgd::Result result = acgd::minimize(f, flows, {.gap_tolerance = 1e-9});

    // The gradient is the travel time of each road; home, north, work is a used path.
    acgd::Vector minutes(f.dimension());
    f.gradient(result.x, minutes);
    std::cout << name << ": everybody takes " << std::round(1e6 * (minutes[0] + minutes[1])) / 1e6
              << " minutes, trips on the roads:";
    for (const double trips : result.x) std::cout << " " << std::round(1e6 * trips) / 1e6;
    std::cout << "\n";

    town.links.push_back({1, 2});
    costs.push_back(bridge);
  }
}
