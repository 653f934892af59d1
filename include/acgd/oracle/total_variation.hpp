#pragma once

#include <memory>
#include <vector>

#include "acgd/oracle/known_sets.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// { x : sum of |x_i - x_j| over the edges ij of a connected graph <= radius, mean of x = 0 }.
///
/// Vertices take two values: radius / |cut(S)| (1_S - |S| / n) for a set S of nodes such that S and
/// its complement are connected. On trees (and paths) the best S is one side of an edge, found from
/// sums of the gradient. On other graphs it maximises |sum of g over S| / |cut(S)|, by Dinkelbach's
/// method with a few minimum cuts.
///
/// All points have mean 0, so the set is not a norm ball of R^n and does not support steepest
/// descent.
class TotalVariation final : public Oracle {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "tv";
    static constexpr std::string_view sentence =
        "bounded total variation along a path, or a graph, and mean 0";
    static constexpr std::string_view formula =
        "{ x : sum of |x_i - x_j| over edges ij <= R, sum x_i = 0 }";
    static constexpr std::string_view cost =
        "O(n) on a path or a tree; a few cuts of smallest capacity on other graphs";

    double radius = 1;
    std::string file = {};

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  /// Along the path 0, 1, 2, ...
  TotalVariation(Index dimension, double radius);
  /// Along the edges of a connected graph; directions are ignored, parallel edges count separately.
  TotalVariation(Index dimension, double radius, std::vector<Edge> edges);

  double radius() const { return radius_; }
  const std::vector<Edge>& edges() const { return edges_; }

  std::string name() const override;
  Index dimension() const override { return dimension_; }
  /// On trees ties go to the first edge.
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  /// On trees, the others are the edges with more than half of the best score.
  void minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const override;
  bool is_polytope() const override { return true; }
  /// The larger of |mean| and the excess of the total variation over the radius.
  Violation violation(ConstVectorRef x) const override;
  /// Subtracts the mean and scales x to the radius.
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
  // Spanning tree in preorder: each branch is a contiguous range of positions.
  struct Branch {
    Index node = 0;
    Index parent = 0;  ///< position of the parent
    Index size = 1;    ///< number of nodes in the branch
  };
  std::vector<Branch> branches_;
  std::vector<Index> branch_of_;  ///< position of the branch behind each edge; -1: not in the tree
};

}  // namespace acgd
