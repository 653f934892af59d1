#pragma once

#include <cstddef>
#include <vector>

#include "acgd/objective/cursor.hpp"
#include "active_set/active_set.hpp"
#include "active_set/active_set_qp.hpp"
#include "active_set/block_coordinate_descent.hpp"

namespace acgd {

/// The second-order model of f over the weights of active atoms, from point to point: what is known of
/// H and of its factor stays as long as it is true, or good enough.
class ReducedHessian {
 public:
  /// After ActiveSet::arrive(), before atoms are taken: forgets those that were dropped.
  void arrive(const ActiveSet& active);

  enum class Outcome { lower, no_lower, has_negative_curvature };
  /// Looks for weights with a lower model: its gap is at most a tenth of `gap`, the duality_gap, or
  /// next to nothing where H is constant. slopes[i] = <g, a_i> by position.
  Outcome minimize(Cursor& at, const ActiveSet& active, const Vector& slopes, double gap);

  /// The new weight of each position.
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
  std::vector<Index> ids_;            ///< of each row
  std::vector<std::size_t> members_;  ///< positions that have a row
  std::vector<Index> row_at_;         ///< of each position
  std::vector<Index> row_of_id_;
  Vector least_;  ///< slope, of each block
  std::vector<char> stays_;
  std::vector<Term> terms_;  ///< in the order of the rows
  double curvature_ = 0;

  // To tell whether the model of the last point was good.
  double value_before_ = 0;
  double gap_before_ = 0;
  Index points_since_learnt_ = 0;  ///< H
  double promised_ = 0;            ///< of the fall of f; 0 before the first
};

}  // namespace acgd
