#include "oracle/network_simplex.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>

#include "acgd/core/error.hpp"
#include "acgd/oracle/flows.hpp"
#include "core/compose.hpp"
#include "core/power_of_two.hpp"
#include "oracle/matroids.hpp"

#ifdef ACGD_HAS_LEMON
#define LEMON_ONLY_TEMPLATES  // templates only, so LEMON's library need not be linked
#include <lemon/network_simplex.h>
#include <lemon/static_graph.h>
#endif

namespace acgd {

#ifdef ACGD_HAS_LEMON

std::string_view NetworkFlows::Parameters::missing() { return {}; }

void require_network_simplex(const char*) {}

namespace {

using Units = std::int64_t;

}  // namespace

// Minimum-cost flow by LEMON's network simplex. References: Ahuja, Magnanti and Orlin (1993),
// "Network Flows", chapter 11; Kovacs (2015), "Minimum-cost flow algorithms: an experimental
// evaluation".
// 1. Build a static digraph with the arcs sorted by tail (build()).
// 2. Scale supplies and capacities by a power of two and round them so that feasible networks stay
//    feasible (set_amounts()).
// 3. Run with costs 0 to check feasibility. If it fails, reduce the supplies to those that a
//    maximum flow meets, which removes rounding errors (absorb_rounding()), and run again.
// 4. Per LMO call: scale and round the costs and run the simplex (solve()).
// 5. Scale flows back and clip them at the capacities (flow()).

struct NetworkSimplex::Lemon {
  using Graph = lemon::StaticDigraph;
  using Solver = lemon::NetworkSimplex<Graph, Units, Units>;

  Graph graph;
  std::vector<Graph::Arc> arc_of;  ///< LEMON's arc of each arc: LEMON sorts them by tail
  std::unique_ptr<Graph::ArcMap<Units>> costs;
  std::unique_ptr<Solver> solver;
  double unit = 1;         ///< amount of flow per integer unit
  double most_in_all = 0;  ///< upper bound on the sum of flows over all arcs
  Vector capacities;

  void build(const FlowNetwork& network);
  void set_amounts(const FlowNetwork& network);
  void absorb_rounding(const FlowNetwork& network);

 private:
  std::vector<Units> supply_of;    ///< integer supply of each node
  std::vector<Units> capacity_of;  ///< integer capacity of each arc
  void hand_over();
};

void NetworkSimplex::Lemon::build(const FlowNetwork& network) {
  std::vector<std::size_t> order(network.arcs.size());
  for (std::size_t a = 0; a < order.size(); ++a) order[a] = a;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return network.arcs[a].from < network.arcs[b].from;
  });
  std::vector<std::pair<int, int>> sorted;
  for (const std::size_t a : order) {
    sorted.emplace_back(static_cast<int>(network.arcs[a].from),
                        static_cast<int>(network.arcs[a].to));
  }
  graph.build(static_cast<int>(network.nodes), sorted.begin(), sorted.end());
  arc_of.resize(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) arc_of[order[k]] = graph.arc(static_cast<int>(k));
  costs = std::make_unique<Graph::ArcMap<Units>>(graph);
  solver = std::make_unique<Solver>(graph);
}

/// Rounds supplies to units; the largest one absorbs the rounding error of the sum. To keep
/// feasible networks feasible, capacities are rounded up and increased by one unit per rounded
/// supply and by the correction of the sum. flow() clips the excess.
void NetworkSimplex::Lemon::set_amounts(const FlowNetwork& network) {
  const double total = network.supplies.cwiseMax(0).sum();
  double limited = total;
  for (const double capacity : network.capacities) {
    if (std::isfinite(capacity)) limited += capacity;
  }
  const double per_amount = std::min(power_of_two_below(52, total > 0 ? total : limited),
                                     power_of_two_below(60, limited));
  unit = 1 / per_amount;

  supply_of.resize(static_cast<std::size_t>(network.nodes));
  Units sum = 0, slack = 0;
  Index largest = 0;
  for (Index v = 0; v < network.nodes; ++v) {
    const double scaled = network.supplies[v] * per_amount;
    const auto units = static_cast<Units>(std::llround(scaled));
    if (static_cast<double>(units) != scaled) ++slack;
    supply_of[v] = units;
    sum += units;
    if (std::abs(network.supplies[v]) > std::abs(network.supplies[largest])) largest = v;
  }
  if (sum != 0) slack += std::abs(sum);
  supply_of[largest] -= sum;

  capacities = network.capacities;
  capacity_of.resize(arc_of.size());
  for (std::size_t a = 0; a < arc_of.size(); ++a) {
    const double capacity = capacities[static_cast<Index>(a)];
    most_in_all += std::min(capacity, limited);
    capacity_of[a] = std::isfinite(capacity)
                         ? static_cast<Units>(std::ceil(capacity * per_amount)) + slack
                         : solver->INF;
  }
  hand_over();
}

/// After rounding, supplies may no longer sum to 0 in each connected component, or in parts that
/// arcs only leave. Replaces them by those that a maximum flow meets, exact in integer units.
void NetworkSimplex::Lemon::absorb_rounding(const FlowNetwork& network) {
  Units total = 0;
  for (const Units supply : supply_of) total += std::max<Units>(supply, 0);
  const Index source = network.nodes, sink = source + 1;
  MaxFlow flows(sink + 1);
  for (std::size_t a = 0; a < arc_of.size(); ++a) {
    flows.add_arc(network.arcs[a].from, network.arcs[a].to,
                  static_cast<double>(std::min(capacity_of[a], total)));
  }
  const auto first = static_cast<Index>(arc_of.size());
  for (Index v = 0; v < network.nodes; ++v) {
    const Units supply = supply_of[v];
    const auto amount = static_cast<double>(std::abs(supply));
    supply > 0 ? flows.add_arc(source, v, amount) : flows.add_arc(v, sink, amount);
  }
  flows.solve(source, sink);
  for (Index v = 0; v < network.nodes; ++v) {
    Units& supply = supply_of[v];
    const auto met = static_cast<Units>(flows.flow(first + v));
    supply = supply > 0 ? met : -met;
  }
  hand_over();
}

void NetworkSimplex::Lemon::hand_over() {
  Graph::NodeMap<Units> supplies(graph);
  for (std::size_t v = 0; v < supply_of.size(); ++v) {
    supplies[graph.node(static_cast<int>(v))] = supply_of[v];
  }
  Graph::ArcMap<Units> upper(graph);
  for (std::size_t a = 0; a < arc_of.size(); ++a) upper[arc_of[a]] = capacity_of[a];
  solver->upperMap(upper).supplyMap(supplies);
}

NetworkSimplex::NetworkSimplex(const FlowNetwork& network) : lemon_(std::make_shared<Lemon>()) {
  constexpr Index kMost = Index{1} << 30;
  if (network.nodes > kMost || static_cast<Index>(network.arcs.size()) > kMost) {
    throw InvalidInput("arcs", compose("{} nodes and {} arcs: must be at most {} of each",
                                       network.nodes, network.arcs.size(), kMost));
  }
  lemon_->build(network);
  lemon_->set_amounts(network);
  for (const Lemon::Graph::Arc arc : lemon_->arc_of) (*lemon_->costs)[arc] = 0;
  lemon_->solver->costMap(*lemon_->costs);
  bool has_flow = lemon_->solver->run() == Lemon::Solver::OPTIMAL;
  if (!has_flow) {
    lemon_->absorb_rounding(network);
    has_flow = lemon_->solver->run() == Lemon::Solver::OPTIMAL;
  }
  if (!has_flow) {
    throw InvalidInput("supplies",
                       "no flow meets them once they are rounded to 52 binary digits of their sum");
  }
}

void NetworkSimplex::solve(const Vector& costs) {
  Lemon& lemon = *lemon_;
  assert(costs.size() == static_cast<Index>(lemon.arc_of.size()));
  // Sums of costs along a path must stay below the cost 2^62 of LEMON's artificial arcs.
  int digits = 0;
  std::frexp(static_cast<double>(lemon.graph.nodeNum()) + 2, &digits);
  const bool usable = costs.allFinite();
  const double scale =
      usable ? power_of_two_below(std::min(53, 60 - digits), costs.cwiseAbs().maxCoeff()) : 0;
  double off = 0;
  for (Index a = 0; a < costs.size(); ++a) {
    const double scaled = usable ? costs[a] * scale : 0;
    const double rounded = std::nearbyint(scaled);
    off = std::max(off, std::abs(scaled - rounded));
    (*lemon.costs)[lemon.arc_of[a]] = static_cast<Units>(rounded);
  }
  lemon.solver->costMap(*lemon.costs);
  [[maybe_unused]] const auto outcome = lemon.solver->run();
  assert(outcome == Lemon::Solver::OPTIMAL);
  // Rounding changes the cost of a flow by at most off / scale * most_in_all, both for this flow
  // and for the optimum.
  error_ = off == 0 ? 0 : 2 * off / scale * lemon.most_in_all;
}

double NetworkSimplex::flow(Index arc) const {
  const auto units = lemon_->solver->flow(lemon_->arc_of[arc]);
  return std::min(static_cast<double>(units) * lemon_->unit, lemon_->capacities[arc]);
}

#else

struct NetworkSimplex::Lemon {};

std::string_view NetworkFlows::Parameters::missing() { return "LEMON"; }

void require_network_simplex(const char* set) {
  throw InvalidInput(set, std::nullopt, "needs LEMON, which was not there when acgd was built",
                     "install it (Debian and Ubuntu: liblemon-dev) and build acgd again");
}

NetworkSimplex::NetworkSimplex(const FlowNetwork&) { require_network_simplex("flows"); }
void NetworkSimplex::solve(const Vector&) {}
double NetworkSimplex::flow(Index) const { return 0; }

#endif

}  // namespace acgd
