#pragma once

#include <algorithm>
#include <memory>

#include "acgd/direction/direction_rule.hpp"
#include "acgd/norm/norm.hpp"
#include "acgd/objective/objective.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd_test {

/// A direction rule on a quadratic, one exact step at a time, without the stopping rules of a run.
class Walk {
 public:
  Walk(const acgd::DirectionChoice& direction, const acgd::Objective& f, const acgd::Oracle& set,
       acgd::Atom x0, acgd::WeightedAtoms atoms = {})
      : set_(set),
        x0_(std::move(x0)),
        atoms_(std::move(atoms)),
        rule_(direction.begin({.constrained = true, .set = set, .x0 = x0_, .atoms = atoms_})),
        cursor_(f.start(x0_, acgd::l2_norm())),
        oracle_(set) {}

  const acgd::Vector& x() const { return *cursor_->x(); }
  const acgd::Vector& gradient() { return cursor_->gradient().dense(); }
  const acgd::Move& move() const { return rule_->move(); }
  const acgd::DirectionRule& rule() const { return *rule_; }

  void choose() {
    cursor_->gradient();
    rule_->choose(*cursor_, oracle_);
    line_ = &cursor_->look(rule_->move().direction);
  }
  double directional_derivative() const { return line_->directional_derivative(); }
  /// The exact step along the move, or a given fraction of it.
  double step(double share = 1) {
    const double longest = rule_->move().direction.max_step;
    const double best = -line_->directional_derivative() / *line_->curvature();
    const double t = best < longest ? share * best : longest;
    cursor_->advance(t);
    if (rule_->moved(t)) recenter();
    return t;
  }
  void recenter() {
    cursor_->recenter([this](acgd::VectorRef at) { return rule_->recenter(set_, at); });
  }
  acgd::WeightedAtoms atoms() const {
    acgd::WeightedAtoms all;
    rule_->store(x(), all);
    return all;
  }

 private:
  const acgd::Oracle& set_;
  acgd::Atom x0_;
  acgd::WeightedAtoms atoms_;
  std::unique_ptr<acgd::DirectionRule> rule_;
  std::unique_ptr<acgd::Cursor> cursor_;
  acgd::OracleCalls oracle_;
  acgd::Line* line_ = nullptr;
};

}  // namespace acgd_test
