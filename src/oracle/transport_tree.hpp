#pragma once

#include <cstdint>
#include <vector>

namespace acgd {

/// The basis of a transport plan: a spanning tree of rows and columns whose arcs carry all of the
/// flow, from rows to columns. It is kept strongly feasible: an arc without flow points to the root,
/// so that a row hangs below a column there (Cunningham 1976).
class TransportTree {
 public:
  using Units = std::int64_t;
  using Node = std::int32_t;  ///< rows come first, then columns
  static constexpr Node kNone = -1;

  struct Arc {
    Node row = kNone;
    Node column = kNone;
  };
  /// What a new arc closes.
  struct Cycle {
    Node top = kNone;      ///< where the ways from both ends to the root meet
    Node leaving = kNone;  ///< whose arc to its parent leaves
    bool is_on_row_side = false;
    Units amount = 0;  ///< that is sent around
  };

  /// All nodes on their own.
  void clear(Node rows, Node columns);

  Node size() const { return static_cast<Node>(places_.size()); }
  bool is_row(Node node) const { return node < rows_; }
  Node parent(Node node) const { return at(node).parent; }
  /// Between a node and its parent.
  Units flow(Node node) const { return at(node).flow; }
  Node root() const { return root_; }
  /// cost + price of the row - price of the column is 0 for all arcs of the tree.
  double price(Node node) const { return prices_[static_cast<std::size_t>(node)]; }
  const std::vector<double>& prices() const { return prices_; }

  void set_root(Node root) { root_ = root; }
  void set_price(Node node, double price) { prices_[static_cast<std::size_t>(node)] = price; }
  void hang(Node child, Node parent, Units flow);
  /// Once all nodes hang where they should.
  void set_depths();

  Cycle cycle_of(const Arc& arc) const;
  /// Takes the arc in and that which leaves out. The prices of what is moved change by the reduced
  /// cost of the arc, which gets 0.
  void exchange(const Arc& arc, const Cycle& cycle, double reduced_cost);

  /// The next node of the tree below top, parents before children; kNone at the end.
  Node after(Node node, Node top) const {
    if (at(node).first_child != kNone) return at(node).first_child;
    while (node != top && at(node).next == kNone) node = at(node).parent;
    return node == top ? kNone : at(node).next;
  }

 private:
  struct Place {
    Node parent = kNone;
    Node first_child = kNone;
    Node next = kNone;  ///< of its siblings
    Node previous = kNone;
    std::int32_t depth = 0;
    Units flow = 0;
  };

  Place& at(Node node) { return places_[static_cast<std::size_t>(node)]; }
  const Place& at(Node node) const { return places_[static_cast<std::size_t>(node)]; }
  void unhang(Node child);

  Node rows_ = 0;
  Node root_ = kNone;
  std::vector<Place> places_;
  std::vector<double> prices_;
};

}  // namespace acgd
