#include "acgd/oracle/traffic_flows.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/traffic_memory.hpp"

namespace acgd {
namespace {

// Sums of paths stay finite below it.
constexpr double kMostCost = 1e290;

void require_network_node(const Network& network, Index node, const std::string& whose) {
  if (node >= 0 && node < network.nodes) return;
  throw InvalidInput(compose("{} {}: must be a node, 0 to {}", whose, node, network.nodes - 1));
}

void check_network(const Network& network) {
  constexpr Index most = std::numeric_limits<Summands::Entry>::max() / 2;
  if (network.nodes < 2 || network.nodes > most) {
    throw InvalidInput(compose("network.nodes = {}: must be from 2 to {}", network.nodes, most));
  }
  const auto links = static_cast<Index>(network.links.size());
  if (links < 1 || links > most) {
    throw InvalidInput(compose("network.links: has {}, must have from 1 to {}", links, most));
  }
  if (network.first_through_node < 0 || network.first_through_node > network.nodes) {
    throw InvalidInput(compose("network.first_through_node = {}: must be from 0 to {}",
                               network.first_through_node, network.nodes));
  }
  for (std::size_t a = 0; a < network.links.size(); ++a) {
    const Edge& link = network.links[a];
    require_network_node(network, link.from, compose("network.links[{}].from =", a));
    require_network_node(network, link.to, compose("network.links[{}].to =", a));
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
    require_network_node(network_, demand.origin, compose("demands[{}].origin =", k));
    require_network_node(network_, demand.destination, compose("demands[{}].destination =", k));
    if (!(demand.amount >= 0) || !std::isfinite(demand.amount)) {
      throw InvalidInput(
          compose("demands[{}].amount = {}: must be >= 0 and finite", k, demand.amount));
    }
    if (demand.amount > 0 && demand.origin != demand.destination) demands_.push_back(demand);
  }
  if (demands_.empty()) {
    throw InvalidInput("demands: none of them is above 0, must be at least one of a pair of nodes");
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
  first_demand_.push_back(count());
  if (!std::isfinite(total_)) throw InvalidInput("demands: their sum is not finite");
}

/// As many in each shard: a tree takes as long from any of them.
void TrafficFlows::cut_origins(const std::shared_ptr<const Team>& team) {
  const auto origins = static_cast<Index>(origins_.size());
  const Index count = Shards::usual_count(origins);
  std::vector<Index> starts;
  for (Index s = 0; s <= count; ++s) starts.push_back(origins * s / count);
  shards_ = std::make_shared<const Shards>(std::move(starts), team);
}

void TrafficFlows::require_paths() const {
  const Shards::Range own = shards_->samples_of(shards_->team().rank());
  std::optional<std::string> error;
  try {
    require_paths_from(static_cast<std::size_t>(own.first), static_cast<std::size_t>(own.last));
  } catch (const InvalidInput& bad) {
    error = bad.what();
  }
  agree(shards_->team(), error);
}

void TrafficFlows::require_paths_from(std::size_t first, std::size_t last) const {
  const std::vector<double> costs(network_.links.size(), 1);
  const auto nodes = static_cast<std::size_t>(network_.nodes);
  std::vector<double> load(nodes, 0);
  std::vector<Entry> via(nodes);
  PathTree tree;
  for (std::size_t o = first; o < last; ++o) {
    const auto each = [&](const auto& use) {
      for (Index k = first_demand_[o]; k < first_demand_[o + 1]; ++k) {
        use(demands_[static_cast<std::size_t>(k)]);
      }
    };
    each([&](const Demand& demand) { load[demand.destination] = demand.amount; });
    const auto origin = static_cast<Entry>(origins_[o]);
    if (tree.grow(*roads_, costs.data(), origin, load, via.data()) > 0) {
      each([&](const Demand& demand) {
        if (via[demand.destination] != PathTree::kNone) return;
        throw InvalidInput(compose(
            "demands: {} from node {} to node {}, but no path leads there{}", demand.amount,
            demand.origin + network_.first_number, demand.destination + network_.first_number,
            network_.first_through_node > 0 ? " without passing through a zone" : ""));
      });
    }
    each([&](const Demand& demand) { load[demand.destination] = 0; });
  }
}

/// Links to or from a zone carry what ends or begins there, others may carry everything.
void TrafficFlows::find_limits() {
  begins_.setZero(network_.nodes);
  ends_.setZero(network_.nodes);
  for (const Demand& demand : demands_) {
    begins_[demand.origin] += demand.amount;
    ends_[demand.destination] += demand.amount;
  }
  most_.setConstant(dimension(), total_);
  for (Index a = 0; a < dimension(); ++a) {
    const Edge& link = network_.links[static_cast<std::size_t>(a)];
    if (is_zone(link.from)) most_[a] = std::min(most_[a], begins_[link.from]);
    if (is_zone(link.to)) most_[a] = std::min(most_[a], ends_[link.to]);
    if (link.from == link.to) most_[a] = 0;
  }
}

std::string TrafficFlows::name() const {
  return compose("traffic flows of {} {} of nodes on {} links", count(),
                 count() == 1 ? "pair" : "pairs", dimension());
}

void TrafficFlows::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  // NaN counts as 0, too.
  send([&](Index link) { return g[link] > 0 ? std::min(g[link], kMostCost) : 0.0; }, answer);
  answer.error = missed(g, answer.atom.as<Atom::Dense>()->values);
}

void TrafficFlows::begin(OracleCall& answer) const {
  send([](Index) { return 1.0; }, answer);
  answer.error = 0;
}

/// All trips along paths of the least cost.
template <class Cost>
void TrafficFlows::send(const Cost& cost, OracleCall& answer) const {
  Memory& memory = answer.memory<Memory>();
  memory.costs.resize(network_.links.size());
  for (std::size_t k = 0; k < memory.costs.size(); ++k) {
    memory.costs[k] = cost(roads_->links[k].link);
  }
  send_all(memory, answer.atom.become_dense(dimension()));
}

/// A bound on <g, v> - min <g, .>: costs below 0 count as 0, and no link carries more than its most.
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
  OracleCall answer;
  begin(answer);
  return std::move(answer.atom);
}

}  // namespace acgd
