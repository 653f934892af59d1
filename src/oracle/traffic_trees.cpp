// Trips along cheapest paths: trees by origin, shared by threads and ranks.
#include <algorithm>
#include <utility>

#include "linalg/threads.hpp"
#include "oracle/traffic_memory.hpp"
#include "team/pieces.hpp"

namespace acgd {
namespace {

// What a tree reads of each link.
constexpr Index kBytesPerLink = 32;

}  // namespace

void TrafficFlows::send_from(Index o, std::size_t number, Memory& memory) const {
  Memory::Part& part = memory.parts[number];
  Entry* const via = memory.via.data() + o * network_.nodes;
  const Index first = first_demand_[o], last = first_demand_[o + 1];
  for (Index k = first; k < last; ++k) part.load[demands_[k].destination] = demands_[k].amount;
  part.tree.grow(*roads_, memory.costs.data(), static_cast<Entry>(origins_[o]), part.load, via);
  for (Index k = first; k < last; ++k) {
    memory.pair_costs[k] = part.tree.distance(demands_[k].destination);
  }
  // From the farthest node inwards: what goes through a node is known when it is its turn.
  const std::vector<Entry>& visited = part.tree.visited();
  for (std::size_t i = visited.size() - 1; i > 0; --i) {
    double& load = part.load[visited[i]];
    if (load == 0) continue;
    const Entry link = via[visited[i]];
    part.flows[link] += load;
    part.load[network_.links[link].from] += load;
    load = 0;
  }
  part.load[visited[0]] = 0;
}

void TrafficFlows::send_all(Memory& memory, Vector& flows) const {
  const auto nodes = static_cast<std::size_t>(network_.nodes);
  const Shards::Range own = shards_->own_shards();
  const Shards::Range own_origins = shards_->samples_of(shards_->team().rank());
  memory.parts.resize(static_cast<std::size_t>(own.size()));
  memory.via.resize(origins_.size() * nodes);
  memory.pair_costs.resize(demands_.size());
  in_tasks(own.size(), 1, own_origins.size() * dimension() * kBytesPerLink, [&](Index s, Index) {
    const auto number = static_cast<std::size_t>(s);
    Memory::Part& part = memory.parts[number];
    part.load.assign(nodes, 0);
    part.flows.setZero(dimension());
    const Shards::Range origins = shards_->samples_in(own.first + s);
    for (Index o = origins.first; o < origins.last; ++o) send_from(o, number, memory);
  });
  add_up(memory, flows);
  memory.has_costs = memory.has_paths = shards_->team().size() == 1;
}

void TrafficFlows::add_up(Memory& memory, Vector& flows) const {
  memory.sums.resize(shards_->room_of_sums(dimension()));
  const auto copy_flows = [&](Index shard, double* to) {
    const auto part = static_cast<std::size_t>(shard - shards_->own_shards().first);
    std::copy_n(memory.parts[part].flows.data(), dimension(), to);
  };
  shards_->sum_shards(dimension(), copy_flows, memory.sums.data(), flows.data());
}

/// What the other ranks have found, once it is asked for.
void TrafficFlows::fetch_costs(Memory& memory) const {
  if (std::exchange(memory.has_costs, true)) return;
  const Team& team = shards_->team();
  std::vector<Index> counts;
  for (int rank = 0; rank < team.size(); ++rank) {
    const Shards::Range origins = shards_->samples_of(rank);
    counts.push_back(first_demand_[origins.last] - first_demand_[origins.first]);
  }
  const Shards::Range own = shards_->samples_of(team.rank());
  const std::vector<double> mine(memory.pair_costs.begin() + first_demand_[own.first],
                                 memory.pair_costs.begin() + first_demand_[own.last]);
  gather_pieces(team, mine.data(), counts, memory.pair_costs.data());
}

void TrafficFlows::fetch_paths(Memory& memory) const {
  if (std::exchange(memory.has_paths, true)) return;
  const Team& team = shards_->team();
  std::vector<Index> bytes;
  for (int rank = 0; rank < team.size(); ++rank) {
    bytes.push_back(shards_->samples_of(rank).size() * network_.nodes * Index{sizeof(Entry)});
  }
  const Shards::Range own = shards_->samples_of(team.rank());
  const std::vector<Entry> mine(memory.via.begin() + own.first * network_.nodes,
                                memory.via.begin() + own.last * network_.nodes);
  team.gather(bytes_of(mine), bytes, std::as_writable_bytes(std::span(memory.via)));
}

double TrafficFlows::cost(OracleCall& answer, Index part) const {
  Memory& memory = answer.memory<Memory>();
  fetch_costs(memory);
  return memory.pair_costs[static_cast<std::size_t>(part)];
}

void TrafficFlows::append(OracleCall& answer, Index part, std::vector<Entry>& ones) const {
  Memory& memory = answer.memory<Memory>();
  fetch_paths(memory);
  const Entry* const via = memory.via.data() + tree_[part] * network_.nodes;
  const Demand& demand = demands_[static_cast<std::size_t>(part)];
  for (Index node = demand.destination; node != demand.origin;
       node = network_.links[ones.back()].from) {
    ones.push_back(via[node]);
  }
}

}  // namespace acgd
