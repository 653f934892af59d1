#include "io/tntp.hpp"

#include <fmt/format.h>

#include <unordered_set>

#include "io/letters.hpp"
#include "io/limits.hpp"
#include "io/numbers.hpp"
#include "io/tntp_input.hpp"
#include "io/words.hpp"

namespace acgd::io {
namespace {

/// Files number from 1.
Index read_node(const TextInput& text, std::string_view word, const char* what, Index count) {
  return to_integer(text, word, what, 1, count) - 1;
}

double read_non_negative(const TextInput& text, std::string_view word, const char* what) {
  const double value = to_finite(text, word, what);
  if (value < 0) text.fail(word, fmt::format("{} {}: must be >= 0", what, in_quotes(word)));
  return value;
}

/// What the metadata has to say of a network; throws InvalidInput where it does not.
Index needed(const TextInput& text, const std::optional<Index>& number, const char* name) {
  if (number) return *number;
  text.fail(fmt::format("<END OF METADATA>: a network must have <{}> before it", name));
}

void read_link(const TntpInput& input, TntpNetwork& result) {
  const TextInput& text = input.text();
  const auto& words = input.words();
  const Index nodes = result.network.nodes;
  const auto number = [&](std::size_t column, const char* what) {
    return column < words.size() ? read_non_negative(text, words[column], what) : 0.0;
  };
  Edge link;
  link.from = read_node(text, words[0], "init_node", nodes);
  link.to = read_node(text, words[1], "term_node", nodes);
  LinkCost cost;
  cost.capacity = number(2, "capacity");
  result.lengths.push_back(number(3, "length"));
  cost.free_flow_time = number(4, "free_flow_time");
  cost.b = number(5, "b");
  cost.power = number(6, "power");
  result.tolls.push_back(number(8, "toll"));
  if (cost.capacity == 0 && cost.free_flow_time * cost.b != 0 && cost.power != 0) {
    text.fail(words[2], fmt::format("capacity {}: must be positive, or b = 0 for a link without "
                                    "congestion",
                                    in_quotes(words[2])));
  }
  result.network.links.push_back(link);
  result.costs.push_back(cost);
}

/// The trips of a file, origin by origin.
class TripsInput {
 public:
  TripsInput(const std::filesystem::path& file, Index zones) : input_(file), zones_(zones) {}

  std::vector<Demand> read() {
    const TntpMetadata metadata = input_.read_metadata();
    if (metadata.zones.value_or(0) > zones_) {
      text().fail(fmt::format("<END OF METADATA>: trips between {} zones, and the network has {}",
                              *metadata.zones, zones_));
    }
    while (input_.next_line()) {
      const std::string_view line = text().line();
      read_line(line.substr(0, line.find('~')));
    }
    if (trips_.empty()) text().fail("the file ends: must have trips from one zone to another");
    return std::move(trips_);
  }

 private:
  const TextInput& text() const { return input_.text(); }

  void read_line(std::string_view rest) {
    std::string_view after = rest;
    if (lower_case(take_word(after)) == "origin") {
      origin_ = read_node(text(), take_word(after), "origin", zones_);
      rest = after;
    }
    while (!rest.empty()) {
      const std::string_view entry = rest.substr(0, rest.find(';'));
      rest.remove_prefix(std::min(entry.size() + 1, rest.size()));
      if (entry.find_first_not_of(" \t\r\v\f") != std::string_view::npos) read_entry(entry);
    }
  }

  void read_entry(std::string_view entry) {
    const std::size_t colon = entry.find(':');
    std::string_view left = entry.substr(0, colon);
    const std::string_view destination = take_word(left);
    if (origin_ < 0) {
      text().fail(destination, fmt::format("{}: must be behind a line such as Origin 1",
                                           in_quotes(destination)));
    }
    std::string_view right = colon == std::string_view::npos ? "" : entry.substr(colon + 1);
    const std::string_view amount = take_word(right);
    if (amount.empty() || !take_word(left).empty() || !take_word(right).empty()) {
      text().fail(
          destination.empty() ? entry : destination,
          fmt::format("{}: must be a destination and trips, such as 2 : 100.0;", in_quotes(entry)));
    }
    Demand demand;
    demand.origin = origin_;
    demand.destination = read_node(text(), destination, "destination", zones_);
    demand.amount = read_non_negative(text(), amount, "trips");
    if (!seen_.insert(demand.origin * zones_ + demand.destination).second) {
      text().fail(destination, fmt::format("destination {}: already given for origin {}",
                                           in_quotes(destination), origin_ + 1));
    }
    if (demand.amount > 0 && demand.origin != demand.destination) trips_.push_back(demand);
  }

  TntpInput input_;
  Index zones_;
  Index origin_ = -1;
  std::unordered_set<Index> seen_;
  std::vector<Demand> trips_;
};

}  // namespace

std::vector<LinkCost> TntpNetwork::costs_with(double toll_factor, double distance_factor) const {
  std::vector<LinkCost> result = costs;
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i].fixed = toll_factor * tolls[i] + distance_factor * lengths[i];
  }
  return result;
}

TntpNetwork read_tntp_network(const std::filesystem::path& file) {
  TntpInput input(file);
  const TextInput& text = input.text();
  const TntpMetadata metadata = input.read_metadata();
  TntpNetwork result;
  const Index links = needed(text, metadata.links, "NUMBER OF LINKS");
  result.network.nodes = needed(text, metadata.nodes, "NUMBER OF NODES");
  result.zones = needed(text, metadata.zones, "NUMBER OF ZONES");
  result.network.first_number = 1;
  result.network.first_through_node = metadata.first_through_node.value_or(1) - 1;
  if (result.zones > result.network.nodes) {
    text.fail(fmt::format("<END OF METADATA>: {} zones: must be nodes, of which there are {}",
                          result.zones, result.network.nodes));
  }
  if (result.network.first_through_node > result.network.nodes) {
    text.fail(
        fmt::format("<END OF METADATA>: first thru node {}: must be at most {}, one more "
                    "than there are nodes",
                    result.network.first_through_node + 1, result.network.nodes + 1));
  }
  while (input.next_row(7)) read_link(input, result);
  const auto found = static_cast<Index>(result.costs.size());
  if (found != links) {
    text.fail(fmt::format("the file ends, with {} links: must be {}, as <NUMBER OF LINKS> says",
                          found, links));
  }
  if (result.network.nodes > links + kMaxUnusedNodes) {
    text.fail(
        fmt::format("the file ends, with {} nodes and {} links: must not exceed them by more "
                    "than {}",
                    result.network.nodes, links, kMaxUnusedNodes));
  }
  return result;
}

std::vector<Demand> read_tntp_trips(const std::filesystem::path& file, Index zones) {
  return TripsInput(file, zones).read();
}

std::vector<TntpPosition> read_tntp_nodes(const std::filesystem::path& file, Index nodes) {
  TntpInput input(file);
  const TextInput& text = input.text();
  std::vector<TntpPosition> positions(static_cast<std::size_t>(nodes));
  std::vector<bool> known(positions.size(), false);
  for (bool first = true; input.next_row(3); first = false) {
    const auto& words = input.words();
    if (first && !is_number(words[0])) continue;
    const auto node = static_cast<std::size_t>(read_node(text, words[0], "node", nodes));
    if (known[node]) {
      text.fail(words[0], fmt::format("node {}: already given", in_quotes(words[0])));
    }
    known[node] = true;
    positions[node] = {to_finite(text, words[1], "x"), to_finite(text, words[2], "y")};
  }
  for (std::size_t node = 0; node < known.size(); ++node) {
    if (!known[node]) text.fail(fmt::format("the file ends: must have a row of node {}", node + 1));
  }
  return positions;
}

std::vector<TntpFlow> read_tntp_flows(const std::filesystem::path& file) {
  TntpInput input(file);
  const TextInput& text = input.text();
  std::vector<TntpFlow> flows;
  for (bool first = true; input.next_row(4); first = false) {
    const auto& words = input.words();
    if (first && !is_number(words[0])) continue;
    TntpFlow flow;
    flow.link.from = read_node(text, words[0], "from", kMaxId);
    flow.link.to = read_node(text, words[1], "to", kMaxId);
    flow.volume = to_finite(text, words[2], "volume");
    flow.cost = to_finite(text, words[3], "cost");
    flows.push_back(flow);
  }
  if (flows.empty()) text.fail("the file ends: must have the flow of a link");
  return flows;
}

}  // namespace acgd::io
