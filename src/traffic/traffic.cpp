#include "acgd/traffic/traffic.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "acgd/core/error.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "core/compose.hpp"
#include "linalg/threads.hpp"
#include "oracle/entries.hpp"
#include "parallel/reduction.hpp"
#include "traffic/path_rule.hpp"
#include "traffic/traffic.hpp"

namespace acgd {

namespace {

constexpr std::size_t kHeapChildren = 4;

}  // namespace

// All-or-nothing assignment. References: Dijkstra (1959), "A note on two problems in connexion with
// graphs"; LeBlanc, Morlok and Pierskalla (1975), "An efficient approach to solving the road
// network equilibrium traffic assignment problem".
// 1. Once: sort demands by origin, partition the origins into blocks, check that each demand has a
//    path and find the maximum flow of each link (constructor).
// 2. Per LMO call: clamp costs to [0, kMostCost] and order them by tail (send()).
// 3. For each origin, in parallel over blocks: grow a shortest path tree to its destinations
//    (PathTree::grow()), then accumulate demands from the farthest node inwards (send_from()).
// 4. Sum the link flows of all blocks in a fixed order (add_up()).
// 5. Gather path costs and trees of other ranks only when they are needed (fetch_costs(),
//    fetch_paths()).

LinksByNode::LinksByNode(const Network& network)
    : first(static_cast<std::size_t>(network.nodes) + 1, 0),
      links(network.links.size()),
      first_through(static_cast<Number>(network.first_through_node)) {
  for (const Edge& link : network.links) ++first[static_cast<std::size_t>(link.from) + 1];
  for (std::size_t v = 1; v < first.size(); ++v) first[v] += first[v - 1];
  std::vector<Number> next(first.begin(), first.end() - 1);
  for (std::size_t a = 0; a < network.links.size(); ++a) {
    const Edge& link = network.links[a];
    Number& place = next[link.from];
    links[place++] = {static_cast<Number>(link.to), static_cast<Number>(a)};
  }
}

void PathTree::rise(std::size_t place, Number node) {
  while (place > 0) {
    const std::size_t parent = (place - 1) / kHeapChildren;
    if (!is_before(node, heap_[parent])) break;
    put(place, heap_[parent]);
    place = parent;
  }
  put(place, node);
}

PathTree::Number PathTree::take_first() {
  const Number first = heap_[0], last = heap_.back();
  heap_.pop_back();
  places_[first] = kVisited;
  if (heap_.empty()) return first;
  std::size_t place = 0;
  while (true) {
    const std::size_t begin = kHeapChildren * place + 1;
    if (begin >= heap_.size()) break;
    const std::size_t end = std::min(begin + kHeapChildren, heap_.size());
    std::size_t least = begin;
    for (std::size_t child = begin + 1; child < end; ++child) {
      if (is_before(heap_[child], heap_[least])) least = child;
    }
    if (!is_before(heap_[least], last)) break;
    put(place, heap_[least]);
    place = least;
  }
  put(place, last);
  return first;
}

Index PathTree::grow(const LinksByNode& network, const double* costs, Number origin,
                     const std::vector<double>& load, Number* via) {
  const std::size_t nodes = network.first.size() - 1;
  distances_.resize(nodes);
  places_.assign(nodes, kUnseen);
  heap_.clear();
  heap_.reserve(nodes);
  visited_.clear();
  visited_.reserve(nodes);
  std::fill(via, via + nodes, kNone);
  auto wanted = std::count_if(load.begin(), load.end(), [](double amount) { return amount > 0; });
  distances_[origin] = 0;
  heap_.push_back(origin);
  put(0, origin);
  while (!heap_.empty() && wanted > 0) {
    const Number v = take_first();
    visited_.push_back(v);
    if (load[v] > 0) --wanted;
    if (v != origin && v < network.first_through) continue;
    for (Number k = network.first[v]; k < network.first[v + 1]; ++k) {
      const Number w = network.links[k].to;
      if (places_[w] == kVisited) continue;
      const double distance = distances_[v] + costs[k];
      if (places_[w] == kUnseen) {
        heap_.push_back(w);
        places_[w] = static_cast<Number>(heap_.size() - 1);
      } else if (!(distance < distances_[w])) {
        continue;
      }
      distances_[w] = distance;
      via[w] = network.links[k].link;
      rise(static_cast<std::size_t>(places_[w]), w);
    }
  }
  return wanted;
}

namespace {

// Maximum cost of a link: sums along paths stay finite.
constexpr double kMostCost = 1e290;

void require_network_node(const Network& network, Index node,
                          const InvalidInput::Argument& argument) {
  if (node >= 0 && node < network.nodes) return;
  throw InvalidInput(argument, node, compose("must be a node, 0 to {}", network.nodes - 1));
}

void check_network(const Network& network) {
  constexpr Index most = std::numeric_limits<TrafficFlows::Link>::max() / 2;
  if (network.nodes < 2 || network.nodes > most) {
    throw InvalidInput("network.nodes", network.nodes, compose("must be from 2 to {}", most));
  }
  const auto links = static_cast<Index>(network.links.size());
  if (links < 1 || links > most) {
    throw InvalidInput("network.links", compose("has {}, must have from 1 to {}", links, most));
  }
  if (network.first_through_node < 0 || network.first_through_node > network.nodes) {
    throw InvalidInput("network.first_through_node", network.first_through_node,
                       compose("must be from 0 to {}", network.nodes));
  }
  for (std::size_t a = 0; a < network.links.size(); ++a) {
    const Edge& link = network.links[a];
    require_network_node(network, link.from, {"network.links", compose("[{}].from", a)});
    require_network_node(network, link.to, {"network.links", compose("[{}].to", a)});
  }
}

}  // namespace

TrafficFlows::TrafficFlows(Network network, const std::vector<Demand>& demands,
                           const std::shared_ptr<const Team>& team)
    : network_(std::move(network)) {
  check_network(network_);
  roads_ = std::make_shared<const Roads>(network_);
  sort_demands(demands);
  cut_origins(team);
  require_paths();
  find_limits();
}

void TrafficFlows::sort_demands(const std::vector<Demand>& demands) {
  for (std::size_t k = 0; k < demands.size(); ++k) {
    const Demand& demand = demands[k];
    require_network_node(network_, demand.origin, {"demands", compose("[{}].origin", k)});
    require_network_node(network_, demand.destination, {"demands", compose("[{}].destination", k)});
    if (!(demand.amount >= 0) || !std::isfinite(demand.amount)) {
      throw InvalidInput({"demands", compose("[{}].amount", k)}, demand.amount,
                         "must be >= 0 and finite");
    }
    if (demand.amount > 0 && demand.origin != demand.destination) demands_.push_back(demand);
  }
  if (demands_.empty()) {
    throw InvalidInput("demands",
                       "none of them is above 0, must be at least one of a pair of nodes");
  }
  const auto pair = [](const Demand& demand) {
    return std::pair(demand.origin, demand.destination);
  };
  std::stable_sort(demands_.begin(), demands_.end(),
                   [&](const Demand& a, const Demand& b) { return pair(a) < pair(b); });
  std::size_t last = 0;
  for (std::size_t k = 1; k < demands_.size(); ++k) {
    if (pair(demands_[k]) == pair(demands_[last])) {
      demands_[last].amount += demands_[k].amount;
    } else {
      demands_[++last] = demands_[k];
    }
  }
  demands_.resize(last + 1);
  for (std::size_t k = 0; k < demands_.size(); ++k) {
    if (origins_.empty() || origins_.back() != demands_[k].origin) {
      origins_.push_back(demands_[k].origin);
      first_demand_.push_back(static_cast<Index>(k));
    }
    tree_.push_back(static_cast<Index>(origins_.size()) - 1);
    total_ += demands_[k].amount;
  }
  first_demand_.push_back(static_cast<Index>(demands_.size()));
  if (!std::isfinite(total_)) throw InvalidInput("demands", "their sum is not finite");
}

/// Reduction have equal numbers of origins: every tree costs about the same.
void TrafficFlows::cut_origins(const std::shared_ptr<const Team>& team) {
  const auto origins = static_cast<Index>(origins_.size());
  const Index count = Reduction::shared_count(origins);
  std::vector<Index> starts;
  for (Index s = 0; s <= count; ++s) starts.push_back(origins * s / count);
  reduction_ = std::make_shared<const Reduction>(std::move(starts), team);
}

void TrafficFlows::require_paths() const {
  const Reduction::Range own = reduction_->samples_of(reduction_->team().rank());
  std::optional<InvalidInput> error;
  try {
    require_paths_from(static_cast<std::size_t>(own.first), static_cast<std::size_t>(own.last));
  } catch (const InvalidInput& bad) {
    error = bad;
  }
  agree(reduction_->team(), error);
}

void TrafficFlows::require_paths_from(std::size_t first, std::size_t last) const {
  const std::vector<double> costs(network_.links.size(), 1);
  const auto nodes = static_cast<std::size_t>(network_.nodes);
  std::vector<double> load(nodes, 0);
  std::vector<Link> via(nodes);
  PathTree tree;
  for (std::size_t o = first; o < last; ++o) {
    const auto each = [&](const auto& use) {
      for (Index k = first_demand_[o]; k < first_demand_[o + 1]; ++k) {
        use(demands_[k]);
      }
    };
    each([&](const Demand& demand) { load[demand.destination] = demand.amount; });
    const auto origin = static_cast<Link>(origins_[o]);
    if (tree.grow(*roads_, costs.data(), origin, load, via.data()) > 0) {
      each([&](const Demand& demand) {
        if (via[demand.destination] != PathTree::kNone) return;
        throw InvalidInput(
            "demands",
            compose("{} from node {} to node {}, but no path leads there{}", demand.amount,
                    demand.origin + network_.first_number,
                    demand.destination + network_.first_number,
                    network_.first_through_node > 0 ? " without passing through a zone" : ""));
      });
    }
    each([&](const Demand& demand) { load[demand.destination] = 0; });
  }
}

/// Links at a zone carry at most its demand, other links at most the total.
void TrafficFlows::find_limits() {
  begins_.setZero(network_.nodes);
  ends_.setZero(network_.nodes);
  for (const Demand& demand : demands_) {
    begins_[demand.origin] += demand.amount;
    ends_[demand.destination] += demand.amount;
  }
  most_.setConstant(dimension(), total_);
  for (Index a = 0; a < dimension(); ++a) {
    const Edge& link = network_.links[a];
    if (is_zone(link.from)) most_[a] = std::min(most_[a], begins_[link.from]);
    if (is_zone(link.to)) most_[a] = std::min(most_[a], ends_[link.to]);
    if (link.from == link.to) most_[a] = 0;
  }
}

std::string TrafficFlows::name() const {
  return compose("traffic flows of {} {} of nodes on {} links", demands_.size(),
                 demands_.size() == 1 ? "pair" : "pairs", dimension());
}

void TrafficFlows::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  // Negative and NaN costs are treated as 0.
  send([&](Index link) { return g[link] > 0 ? std::min(g[link], kMostCost) : 0.0; }, lmo);
  lmo.error = missed(g, lmo.atom.as<Atom::Dense>()->values);
}

void TrafficFlows::start(LmoResult& lmo) const {
  send([](Index) { return 1.0; }, lmo);
  lmo.error = 0;
}

/// Sends all demands along shortest paths.
template <class Cost>
void TrafficFlows::send(const Cost& cost, LmoResult& lmo) const {
  Memory& memory = lmo.memory<Memory>();
  memory.costs.resize(network_.links.size());
  for (std::size_t k = 0; k < memory.costs.size(); ++k) {
    memory.costs[k] = cost(roads_->links[k].link);
  }
  send_all(memory, lmo.atom.become_dense(dimension()));
}

/// Bound on <g, v> - min <g, .>, given that negative costs were treated as 0.
double TrafficFlows::missed(const Vector& gradient, const Vector& flows) const {
  double sum = 0;
  for (Index a = 0; a < gradient.size(); ++a) {
    if (gradient[a] >= 0) continue;
    if (std::isnan(gradient[a])) return std::numeric_limits<double>::infinity();
    const double room = most_[a] - flows[a];
    if (room > 0) sum -= gradient[a] * room;
  }
  return sum;
}

Atom TrafficFlows::start() const {
  LmoResult lmo;
  start(lmo);
  return std::move(lmo.atom);
}

// Membership of flows and paths.

namespace {

// Violations below this fraction of the total demand are attributed to rounding.
constexpr double kRoundedFlow = 1e-12;

/// Largest violation so far.
struct WorstFlow {
  Violation violation = {};

  template <class Tell>
  void add(double excess, const Tell& tell) {
    if (excess > violation.distance) violation = {excess, tell()};
  }
};

}  // namespace

Violation TrafficFlows::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  WorstFlow worst;
  worst.violation.distance = kRoundedFlow * total_;
  Vector in = Vector::Zero(network_.nodes), out = Vector::Zero(network_.nodes);
  for (Index a = 0; a < x.size(); ++a) {
    const Edge& link = network_.links[a];
    worst.add(-x[a], [&] { return compose("x[{}] = {}: must be >= 0", a, x[a]); });
    worst.add(x[a] - most_[a], [&] {
      return compose("x[{}] = {}: must be at most {}, all that can go from node {} to {}", a, x[a],
                     most_[a], link.from + network_.first_number, link.to + network_.first_number);
    });
    out[link.from] += x[a];
    in[link.to] += x[a];
  }
  const auto compare = [&](Index v, const char* what, double flow, double expected) {
    worst.add(std::abs(flow - expected), [&] {
      return compose("node {}: {} {}, must be {}", v + network_.first_number, what, flow, expected);
    });
  };
  for (Index v = 0; v < network_.nodes; ++v) {
    if (is_zone(v)) {
      compare(v, "a zone that receives", in[v], ends_[v]);
      compare(v, "a zone that sends", out[v], begins_[v]);
    } else {
      compare(v, "receives less what it sends", in[v] - out[v], ends_[v] - begins_[v]);
    }
  }
  worst.violation.size = total_;
  if (!worst.violation.detail.empty()) return worst.violation;
  return {std::numeric_limits<double>::quiet_NaN(), ""};
}

bool TrafficFlows::recenter(VectorRef x) const {
  if (x.minCoeff() < -kRecenterUpTo * total_) return false;
  return raise_to_zero(x);
}

bool TrafficFlows::is_path(Index pair, std::span<const Link> links) const {
  const Demand& demand = demands_[pair];
  std::vector<Link> left(links.begin(), links.end());
  for (const Link link : left) {
    if (link < 0 || link >= dimension()) return false;
  }
  const auto from = [this](Link link) { return network_.links[link].from; };
  const auto to = [this](Link link) { return network_.links[link].to; };
  std::sort(left.begin(), left.end(), [&](Link a, Link b) { return from(a) < from(b); });
  // No node may be the tail of two links.
  for (std::size_t i = 1; i < left.size(); ++i) {
    if (from(left[i]) == from(left[i - 1])) return false;
  }
  Index node = demand.origin;
  for (std::size_t used = 0; used < left.size(); ++used) {
    if (node == demand.destination || (node != demand.origin && is_zone(node))) return false;
    const auto next = std::lower_bound(left.begin(), left.end(), node,
                                       [&](Link link, Index v) { return from(link) < v; });
    if (next == left.end() || from(*next) != node) return false;
    node = to(*next);
    if (node == demand.origin) return false;
  }
  return node == demand.destination;
}

// All-or-nothing assignment: one tree per origin, in parallel over threads and ranks.

namespace {

// Memory read per link and tree, for the cost estimate of in_tasks().
constexpr Index kBytesPerLink = 32;

}  // namespace

void TrafficFlows::send_from(Index o, std::size_t number, Memory& memory) const {
  Memory::Part& part = memory.parts[number];
  Link* const via = memory.via.data() + o * network_.nodes;
  const Index first = first_demand_[o], last = first_demand_[o + 1];
  for (Index k = first; k < last; ++k) part.load[demands_[k].destination] = demands_[k].amount;
  part.tree.grow(*roads_, memory.costs.data(), static_cast<Link>(origins_[o]), part.load, via);
  for (Index k = first; k < last; ++k) {
    memory.pair_costs[k] = part.tree.distance(demands_[k].destination);
  }
  // From the farthest node inwards, so that the flow through a node is complete when it is visited.
  const std::vector<Link>& visited = part.tree.visited();
  for (std::size_t i = visited.size() - 1; i > 0; --i) {
    double& load = part.load[visited[i]];
    if (load == 0) continue;
    const Link link = via[visited[i]];
    part.flows[link] += load;
    part.load[network_.links[link].from] += load;
    load = 0;
  }
  part.load[visited[0]] = 0;
}

void TrafficFlows::send_all(Memory& memory, Vector& flows) const {
  const auto nodes = static_cast<std::size_t>(network_.nodes);
  const Reduction::Range own = reduction_->own_blocks();
  const Reduction::Range own_origins = reduction_->samples_of(reduction_->team().rank());
  memory.parts.resize(static_cast<std::size_t>(own.size()));
  memory.via.resize(origins_.size() * nodes);
  memory.pair_costs.resize(demands_.size());
  in_tasks(own.size(), 1, own_origins.size() * dimension() * kBytesPerLink, [&](Index s, Index) {
    const auto number = static_cast<std::size_t>(s);
    Memory::Part& part = memory.parts[number];
    part.load.assign(nodes, 0);
    part.flows.setZero(dimension());
    const Reduction::Range origins = reduction_->samples_in(own.first + s);
    for (Index o = origins.first; o < origins.last; ++o) send_from(o, number, memory);
  });
  add_up(memory, flows);
  memory.has_costs = memory.has_paths = reduction_->team().size() == 1;
}

void TrafficFlows::add_up(Memory& memory, Vector& flows) const {
  memory.sums.resize(reduction_->room_of_sums(dimension()));
  const auto copy_flows = [&](Index block, double* to) {
    const auto part = static_cast<std::size_t>(block - reduction_->own_blocks().first);
    std::copy_n(memory.parts[part].flows.data(), dimension(), to);
  };
  reduction_->sum_vectors(dimension(), copy_flows, memory.sums.data(), flows.data());
}

/// Gathers the path costs of all ranks on first use.
void TrafficFlows::fetch_costs(Memory& memory) const {
  if (std::exchange(memory.has_costs, true)) return;
  const Team& team = reduction_->team();
  std::vector<Index> counts;
  for (int rank = 0; rank < team.size(); ++rank) {
    const Reduction::Range origins = reduction_->samples_of(rank);
    counts.push_back(first_demand_[origins.last] - first_demand_[origins.first]);
  }
  const Reduction::Range own = reduction_->samples_of(team.rank());
  const std::vector<double> mine(memory.pair_costs.begin() + first_demand_[own.first],
                                 memory.pair_costs.begin() + first_demand_[own.last]);
  gather_pieces(team, mine.data(), counts, memory.pair_costs.data());
}

void TrafficFlows::fetch_paths(Memory& memory) const {
  if (std::exchange(memory.has_paths, true)) return;
  const Team& team = reduction_->team();
  std::vector<Index> bytes;
  for (int rank = 0; rank < team.size(); ++rank) {
    bytes.push_back(reduction_->samples_of(rank).size() * network_.nodes * Index{sizeof(Link)});
  }
  const Reduction::Range own = reduction_->samples_of(team.rank());
  const std::vector<Link> mine(memory.via.begin() + own.first * network_.nodes,
                               memory.via.begin() + own.last * network_.nodes);
  team.gather(bytes_of(mine), bytes, std::as_writable_bytes(std::span(memory.via)));
}

double TrafficFlows::path_cost(LmoResult& lmo, Index pair) const {
  Memory& memory = lmo.memory<Memory>();
  fetch_costs(memory);
  return memory.pair_costs[pair];
}

void TrafficFlows::append_path(LmoResult& lmo, Index pair, std::vector<Link>& links) const {
  Memory& memory = lmo.memory<Memory>();
  fetch_paths(memory);
  const Link* const via = memory.via.data() + tree_[pair] * network_.nodes;
  const Demand& demand = demands_[pair];
  for (Index node = demand.destination; node != demand.origin;
       node = network_.links[links.back()].from) {
    links.push_back(via[node]);
  }
}

std::unique_ptr<DirectionRule> TrafficFlows::corrective_rule(
    const DirectionContext& context) const {
  return begin_path_rule(*this, context);
}

Composite traffic(const std::vector<LinkCost>& links) {
  auto loss = std::make_shared<BeckmannLoss>(links);
  auto map = std::make_shared<IdentityMap>(loss->size());
  return Composite(std::move(loss), std::move(map));
}

}  // namespace acgd
