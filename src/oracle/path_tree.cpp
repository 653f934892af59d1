#include "oracle/path_tree.hpp"

#include <algorithm>

namespace acgd {
namespace {

constexpr std::size_t kHeapChildren = 4;

}  // namespace

LinksByNode::LinksByNode(const Network& network)
    : first(static_cast<std::size_t>(network.nodes) + 1, 0),
      links(network.links.size()),
      first_through(static_cast<Number>(network.first_through_node)) {
  for (const Edge& link : network.links) ++first[static_cast<std::size_t>(link.from) + 1];
  for (std::size_t v = 1; v < first.size(); ++v) first[v] += first[v - 1];
  std::vector<Number> next(first.begin(), first.end() - 1);
  for (std::size_t a = 0; a < network.links.size(); ++a) {
    const Edge& link = network.links[a];
    Number& place = next[static_cast<std::size_t>(link.from)];
    links[static_cast<std::size_t>(place++)] = {static_cast<Number>(link.to),
                                                static_cast<Number>(a)};
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

}  // namespace acgd
