#pragma once

#include <memory>
#include <vector>

#include "acgd/oracle/known_sets.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// { x : sum of |x_i - x_j| over the edges ij of a connected graph <= radius, mean of x = 0 }.
///
/// Its vertices are functions of two values: radius / |cut| times a set of nodes less its share,
/// where the set and the rest are connected. On a path, or any tree, the best one is found by
/// adding up the gradient on either side of each edge. On other graphs it is the set S that has the
/// largest |sum of g over S| / |cut of S|: a few cuts of smallest capacity, by Dinkelbach's method.
///
/// All points have mean 0: this is no ball of R^n, and a run does not descend in it.
class TotalVariation final : public Oracle {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "tv";
    static constexpr std::string_view syntax = "tv:R[:EDGES.csv]";
    static constexpr std::string_view sentence =
        "bounded total variation along a path, or a graph, and mean 0";
    static constexpr std::string_view formula =
        "{ x : sum of |x_i - x_j| over edges ij <= R, sum x_i = 0 }";
    static constexpr std::string_view cost =
        "O(n) on a path or a tree; a few cuts of smallest capacity on other graphs";
    static constexpr std::string_view example = "--objective rosenbrock --dim 10 --set tv:2";
    static constexpr std::string_view values = "tv:1 tv:10";

    double radius = 1;
    std::string file = {};

    Description describe() {
      return {{"radius", radius, range::positive, "the radius"},
              {"file", file, range::any,
               "a line from,to for each edge of a connected graph; nodes are numbered from 0. "
               "Without it the graph is the path 0, 1, 2, ..."}};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  /// Along the path 0, 1, 2, ...
  TotalVariation(Index dimension, double radius);
  /// Along the edges of a connected graph, whatever their directions; parallel ones count each.
  TotalVariation(Index dimension, double radius, std::vector<Edge> edges);

  double radius() const { return radius_; }
  const std::vector<Edge>& edges() const { return edges_; }

  std::string name() const override;
  Index dimension() const override { return dimension_; }
  /// Ties between edges of a tree go to the first.
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  /// On trees: the edges with at least half of what the best one has.
  void minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const override;
  bool is_polytope() const override { return true; }
  /// How far the mean is from 0, or by how much there is too much variation.
  Violation violation(ConstVectorRef x) const override;
  /// Moves the mean to 0 and scales x to the radius.
  bool recenter(VectorRef x) const override;

 private:
  struct Memory;
  void prepare();
  double variation(ConstVectorRef x) const;
  void write_step(Index edge, double sum, Atom& atom) const;
  void add_up(const Vector& g, Memory& memory) const;
  void minimize_on_graph(Memory& memory, LmoResult& lmo) const;

  Index dimension_;
  double radius_;
  std::vector<Edge> edges_;
  bool is_tree_ = true;
  // A spanning tree: the nodes in an order in which the branch behind each is a run of them.
  struct Branch {
    Index node = 0;
    Index parent = 0;  ///< a position in the order
    Index size = 1;    ///< so many nodes are in the branch
  };
  std::vector<Branch> branches_;
  std::vector<Index> branch_of_;  ///< the position of the branch behind each edge; -1: none
};

}  // namespace acgd
