#include "oracle/transport_tree.hpp"

#include <limits>

namespace acgd {

void TransportTree::clear(Node rows, Node columns) {
  rows_ = rows;
  places_.assign(static_cast<std::size_t>(rows + columns), {});
  prices_.assign(places_.size(), 0);
}

void TransportTree::hang(Node child, Node parent, Units flow) {
  Place& place = at(child);
  Place& above = at(parent);
  place.parent = parent;
  place.flow = flow;
  place.previous = kNone;
  place.next = above.first_child;
  if (place.next != kNone) at(place.next).previous = child;
  above.first_child = child;
}

void TransportTree::unhang(Node child) {
  const Place& place = at(child);
  if (place.next != kNone) at(place.next).previous = place.previous;
  if (place.previous != kNone) {
    at(place.previous).next = place.next;
  } else {
    at(place.parent).first_child = place.next;
  }
}

void TransportTree::set_depths() {
  at(root_).depth = 0;
  for (Node node = after(root_, root_); node != kNone; node = after(node, root_)) {
    at(node).depth = at(parent(node)).depth + 1;
  }
}

/// Along the cycle flow goes from the top down to the row, to the column, and up again. It takes
/// from the arcs above rows on the side of the row, and above columns on the other. Of the arcs that
/// are emptied first the last one on this way leaves: so the tree stays strongly feasible.
TransportTree::Cycle TransportTree::cycle_of(const Arc& arc) const {
  Node u = arc.row, v = arc.column, leaving_of_row = kNone, leaving_of_column = kNone;
  Units least_of_row = std::numeric_limits<Units>::max(), least_of_column = least_of_row;
  while (u != v) {
    if (at(u).depth >= at(v).depth) {
      if (is_row(u) && at(u).flow < least_of_row) {
        least_of_row = at(u).flow;
        leaving_of_row = u;
      }
      u = at(u).parent;
    } else {
      if (!is_row(v) && at(v).flow <= least_of_column) {
        least_of_column = at(v).flow;
        leaving_of_column = v;
      }
      v = at(v).parent;
    }
  }
  if (least_of_column <= least_of_row) return {u, leaving_of_column, false, least_of_column};
  return {u, leaving_of_row, true, least_of_row};
}

void TransportTree::exchange(const Arc& arc, const Cycle& cycle, double reduced_cost) {
  for (Node u = arc.row; u != cycle.top; u = at(u).parent) {
    at(u).flow += is_row(u) ? -cycle.amount : cycle.amount;
  }
  for (Node v = arc.column; v != cycle.top; v = at(v).parent) {
    at(v).flow += is_row(v) ? cycle.amount : -cycle.amount;
  }
  const Node moved = cycle.is_on_row_side ? arc.row : arc.column;
  Node above = cycle.is_on_row_side ? arc.column : arc.row;
  Units flow = cycle.amount;
  for (Node child = moved;;) {  // the way from there to the leaving arc turns round
    const Place old = at(child);
    unhang(child);
    hang(child, above, flow);
    if (child == cycle.leaving) break;
    flow = old.flow;
    above = child;
    child = old.parent;
  }
  const double shift = cycle.is_on_row_side ? -reduced_cost : reduced_cost;
  for (Node node = moved; node != kNone; node = after(node, moved)) {
    at(node).depth = at(at(node).parent).depth + 1;
    prices_[static_cast<std::size_t>(node)] += shift;
  }
}

}  // namespace acgd
