#include "app/data/graphs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "app/data/csv.hpp"
#include "app/data/limits.hpp"
#include "app/data/numbers.hpp"
#include "app/data/text_input.hpp"

namespace acgd::data {

namespace {

struct Columns {
  std::size_t from = 0;
  std::size_t to = 1;
  std::optional<std::size_t> capacity = std::nullopt;
};

std::optional<std::size_t> find_column(const std::vector<std::string>& names,
                                       std::string_view wanted) {
  for (std::size_t column = 0; column < names.size(); ++column) {
    const std::string name = lower_case(names[column]);
    if (name == wanted || name == std::string(wanted) + "_node") return column;
  }
  return std::nullopt;
}

Columns choose_columns(const TableInput& table, bool with_capacity) {
  constexpr std::string_view pairs[][2] = {{"from", "to"}, {"source", "target"}, {"tail", "head"}};
  for (const auto& pair : pairs) {
    const auto from = find_column(table.names(), pair[0]);
    const auto to = find_column(table.names(), pair[1]);
    if (!from || !to) continue;
    return {*from, *to, with_capacity ? find_column(table.names(), "capacity") : std::nullopt};
  }
  if (with_capacity && table.columns() == 3) return {.capacity = 2};
  if (table.columns() != 2) {
    table.text().fail(
        fmt::format("{} columns: must be two, or have a header that calls two of them from and to",
                    table.columns()));
  }
  return {};
}

double to_capacity(const TextInput& text, std::string_view word) {
  const std::string letters = lower_case(std::string(word));
  if (letters == "inf" || letters == "infinity") return std::numeric_limits<double>::infinity();
  const double capacity = to_finite(text, word, "capacity");
  if (capacity < 0) {
    text.fail(word, fmt::format("capacity \"{}\": must be at least 0, or inf for none", word));
  }
  return capacity;
}

std::vector<CapacityEdge> read_rows(const std::filesystem::path& file, bool with_capacity) {
  constexpr std::string_view separators[] = {"\t", ";", ",", " "};
  TableInput table(file, separators);
  const Columns columns = choose_columns(table, with_capacity);
  std::vector<CapacityEdge> arcs;
  Index highest = 0;
  while (table.next_row()) {
    CapacityEdge arc;
    arc.from = to_integer(table.text(), table.cells()[columns.from], "from", 0, kMaxId);
    arc.to = to_integer(table.text(), table.cells()[columns.to], "to", 0, kMaxId);
    if (columns.capacity) {
      arc.capacity = to_capacity(table.text(), table.cells()[*columns.capacity]);
    }
    arcs.push_back(arc);
    highest = std::max({highest, arc.from, arc.to});
  }
  if (highest > static_cast<Index>(arcs.size()) + kMaxUnusedNodes) {
    table.text().fail(
        fmt::format("the file ends, with node {} among {} edges: must not exceed them by more than "
                    "{}",
                    highest, arcs.size(), kMaxUnusedNodes));
  }
  if (arcs.empty()) table.text().fail("the file ends: must have an edge below the header");
  return arcs;
}

}  // namespace

std::vector<FlowGraph::Edge> read_edges(const std::filesystem::path& file) {
  std::vector<FlowGraph::Edge> edges;
  for (const CapacityEdge& arc : read_rows(file, false)) edges.push_back({arc.from, arc.to});
  return edges;
}

std::vector<CapacityEdge> read_arcs(const std::filesystem::path& file) {
  return read_rows(file, true);
}

namespace {

/// What the metadata of a file say; all of it is optional.
struct TntpMetadata {
  std::optional<Index> zones;
  std::optional<Index> nodes;
  std::optional<Index> first_through_node;
  std::optional<Index> links;
};

/// A text file of the Transportation Networks for Research, without its comments.
class TntpInput {
 public:
  explicit TntpInput(const std::filesystem::path& file) : text_(file) {}

  /// Reads up to <END OF METADATA>. Throws InvalidInput if the file begins otherwise, or ends
  /// before.
  TntpMetadata read_metadata() {
    TntpMetadata metadata;
    while (next_line()) {
      std::string_view rest = text_.line();
      rest.remove_prefix(rest.find_first_not_of(" \t\r\v\f"));
      const std::size_t end = rest.find('>');
      if (!rest.starts_with('<') || end == std::string_view::npos) {
        text_.fail(rest, fmt::format("{}: must be metadata, such as <NUMBER OF ZONES> 24, up to "
                                     "<END OF METADATA>",
                                     in_quotes(rest)));
      }
      const std::string name = lower_case(rest.substr(1, end - 1));
      rest.remove_prefix(end + 1);
      const auto read = [&](const char* what, Index least) {
        return to_integer(text_, take_word(rest), what, least, kMaxId);
      };
      if (name == "number of zones") metadata.zones = read("<NUMBER OF ZONES>", 1);
      if (name == "number of nodes") metadata.nodes = read("<NUMBER OF NODES>", 1);
      if (name == "first thru node") metadata.first_through_node = read("<FIRST THRU NODE>", 1);
      if (name == "number of links") metadata.links = read("<NUMBER OF LINKS>", 1);
      if (name == "end of metadata") return metadata;
    }
    text_.fail("the file ends: must have a line <END OF METADATA>");
  }

  /// Goes to the next line that is no comment; false if there is none.
  bool next_line() {
    while (text_.next_line()) {
      std::string_view line = text_.line();
      if (!take_word(line).starts_with('~')) return true;
    }
    return false;
  }

  /// The same for a line of words before a ;, or without one. Throws InvalidInput if more follows,
  /// or there are fewer words than `least_words`.
  bool next_row(std::size_t least_words) {
    words_.clear();
    if (!next_line()) return false;
    const std::string_view line = text_.line();
    const std::size_t end = std::min(line.find(';'), line.size());
    std::string_view rest = line.substr(0, end);
    for (auto word = take_word(rest); !word.empty(); word = take_word(rest)) words_.push_back(word);
    if (words_.size() < least_words) {
      text_.fail(fmt::format("{} numbers: must be at least {}", words_.size(), least_words));
    }
    rest = line.substr(std::min(end + 1, line.size()));
    const std::string_view more = take_word(rest);
    if (!more.empty() && !more.starts_with('~')) {
      text_.fail(more, fmt::format("{} behind the semicolon: must be on a line of its own",
                                   in_quotes(more)));
    }
    return true;
  }

  /// The words of the row. Valid until the next call of next_row().
  const std::vector<std::string_view>& words() const { return words_; }

  const TextInput& text() const { return text_; }

 private:
  TextInput text_;
  std::vector<std::string_view> words_;
};

/// Files number from 1.
Index read_node(const TextInput& text, std::string_view word, const char* what, Index count) {
  return to_integer(text, word, what, 1, count) - 1;
}

double read_non_negative(const TextInput& text, std::string_view word, const char* what) {
  const double value = to_finite(text, word, what);
  if (value < 0) text.fail(word, fmt::format("{} {}: must be >= 0", what, in_quotes(word)));
  return value;
}

/// A number of the metadata that a network needs; throws InvalidInput if it is absent.
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

}  // namespace acgd::data
