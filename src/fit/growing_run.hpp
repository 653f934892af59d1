#pragma once

#include "acgd/fit/follow.hpp"

namespace acgd {

/// 0 in the shape of the set's points.
Atom zero_of(const Oracle& set);

/// Runs over sets of ascending radius, each beginning where the one before has ended. What it is made
/// of must stay.
class GrowingRun {
 public:
  GrowingRun(const Objective& f, const SetOfRadius& set, const Options& options)
      : f_(f), set_(set), options_(options) {}

  const Result& solve_at(double radius);
  /// Not after a run that was interrupted or has failed.
  bool can_go_on() const {
    return result_.status != Status::interrupted && is_usable(result_.status);
  }

 private:
  Start start_in(const Oracle& set, double radius) const;

  const Objective& f_;
  const SetOfRadius& set_;
  const Options& options_;
  double radius_ = 0;  ///< 0 before the first run
  Result result_;
};

}  // namespace acgd
