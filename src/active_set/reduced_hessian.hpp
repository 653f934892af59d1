#pragma once

#include <cstddef>
#include <vector>

#include "acgd/objective/cursor.hpp"
#include "active_set/active_set.hpp"
#include "active_set/active_set_qp.hpp"
#include "active_set/block_coordinate_descent.hpp"

namespace acgd {

/// The second-order model of f over the weights of the active set. Keeps H and its factor between
/// points while they are valid or accurate enough.
class ReducedHessian {
 public:
  /// Call after ActiveSet::arrive(), before atoms are added: removes the rows of dropped atoms.
  void arrive(const ActiveSet& active);

  enum class Outcome { lower, no_lower, has_negative_curvature };
  /// Looks for weights with a smaller model value, up to model_tolerance() or swept_tolerance() of
  /// the duality gap `gap`. slopes[i] = <g, a_i> by position.
  Outcome minimize(Cursor& at, const ActiveSet& active, const Vector& slopes, double gap);

  /// New weight of the atom at a position.
  double target(std::size_t position, const ActiveSet& active) const {
    const Index row = row_at_[position];
    return row == kNone ? active.weight(position) : variables_.value[row];
  }
  /// p'Hp
  double curvature() const { return curvature_; }

  void visit(Archive& archive);

 private:
  static constexpr Index kNone = -1;

  Index& row_of(AtomId id) { return row_of_id_[id]; }
  void mark_ids(const ActiveSet& active, Index mark);
  void forget_others(const ActiveSet& active);
  void choose_members(const ActiveSet& active, const Vector& slopes);
  void order_rows(const ActiveSet& active);
  bool is_worth_learning(Cursor& at, Curvature& curvature, double gap) const;
  void learn(Cursor& at, Curvature& curvature, double gap);

  ActiveSetQp model_;
  BlockCoordinateDescent descent_;
  QpVariables variables_;
  std::vector<Index> ids_;            ///< by row
  std::vector<std::size_t> members_;  ///< positions with a row
  std::vector<Index> row_at_;         ///< by position
  std::vector<Index> row_of_id_;
  Vector least_;  ///< smallest <g, a_i>, by block
  std::vector<char> stays_;
  std::vector<Term> terms_;  ///< by row
  double curvature_ = 0;

  // For judging the model at the last point.
  double value_before_ = 0;
  double gap_before_ = 0;
  Index points_since_learnt_ = 0;  ///< points since H was computed
  double promised_ = 0;            ///< predicted decrease of f; 0 before the first
};

}  // namespace acgd
