#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>

#include "acgd/core/archive.hpp"
#include "acgd/direction/direction_rule.hpp"
#include "acgd/objective/cursor.hpp"
#include "acgd/solve/options.hpp"
#include "acgd/solve/result.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/solve/stop_rule.hpp"
#include "acgd/step/step_rule.hpp"
#include "solve/agreement.hpp"
#include "solve/checks.hpp"
#include "solve/journal.hpp"
#include "solve/stopwatch.hpp"

namespace acgd {

/// The problem of a run, as far as a checkpoint can tell it from others: mode, set and norm by
/// their names, objective and oracle by what they say at x0.
class Identity {
 public:
  /// The cursor stands at x0, until the first advance() or until it is loaded. Throws InvalidInput
  /// if the set cannot do with the gradients of the objective.
  Identity(const Problem& problem, const Options& options, Cursor& at_x0);

  /// Throws InvalidInput if what it loads is another one. To be loaded before the cursor.
  void visit(Archive& archive);

 private:
  void take_fingerprint();

  const Problem& problem_;
  const Options& options_;
  Cursor& cursor_;
  double accuracy_ = 0;           ///< of the LMO's vertex to the gradient at x0
  std::int64_t fingerprint_ = 0;  ///< of value, gradient and that answer
};

/// A run: all that changes while it goes on, and the verbs of its loop, in their order. Problem and
/// options must outlive it.
class Run {
 public:
  /// Stands at x0. Throws InvalidInput if objective, set and rules do not go together.
  Run(const Problem& problem, const Options& options);

  /// 1. g = grad f(x).
  void evaluate();
  /// 2. d = sum of w_i v_i + w x, for which the rule may call the LMO for argmin <g, v>.
  void choose_direction();
  /// 3. The line t -> f(x + t d), and the gap <g, x - v> + error if there is a duality_gap. With
  /// them the record of x begins.
  void look();
  /// 4. Whether the run ends at x: in trouble, at a tolerance, at a request or at a limit. Where an
  /// vertex of the LMO is missing or too inaccurate to tell, 2. and 3. are repeated. Throws
  /// InvalidInput if the gradient contradicts f at x0.
  std::optional<Stop> judge();
  /// 5. t, and whether the run ends for want of one.
  std::optional<Stop> choose_step();
  /// 6. x = x + t d, recentred every hundredth time. The record of the old x is complete.
  void move();

  /// 7. What the run gives back.
  Result finish(const Stop& stop);
  /// The same in place of 2., which ran out of memory.
  Result give_up();

  Index iteration() const { return iteration_; }
  /// Until the run has arrived here; on all ranks that of rank 0, once judge() has asked.
  double seconds() const { return signs_.seconds; }
  /// Seconds so far, as this rank counts them.
  double elapsed() const { return clock_.elapsed(); }
  /// What judge() asks the stop rule about.
  Progress progress();

  /// The run between judge() and choose_step(). Once it is loaded, it goes on with look().
  void visit(Archive& archive);

 private:
  bool is_constrained() const { return problem_.mode == Mode::constrained; }
  std::optional<Stop> check_end(std::optional<Stop> stop);
  bool get_duality_gap();
  bool get_better_answer(double& useless_error);
  void look_along_move();
  std::optional<double> certified_gap();
  double gap_noise();
  double final_noise();
  void measure_scales();
  bool lower_range();
  double variation() const;
  Progress scales() const;
  std::optional<Stop> check_answer();
  Signs signs() const;
  Counts counts() const;
  void lap(double& stage);

  const Problem& problem_;
  const Options& options_;
  Stopwatch clock_;
  DirectionContext context_;
  std::unique_ptr<StepRule> step_rule_;
  std::unique_ptr<DirectionRule> direction_rule_;
  std::unique_ptr<Cursor> cursor_;
  OracleCalls oracle_;
  AnswerCheck answers_;
  Identity identity_;
  Journal journal_;

  Index iteration_ = 0;
  Agreement agreement_;
  Signs signs_;           ///< of all ranks at this point
  bool resumed_ = false;  ///< the direction at this point was chosen and judged before
  Line* line_ = nullptr;
  std::optional<double> gap_;
  double clear_gap_ = std::numeric_limits<double>::infinity();  ///< what is above needs no noise
  Direction straight_;                                          ///< to v, where the move is another
  StepDecision step_;
  bool moved_ = true;  ///< whether the last step changed x, or the rule could go on otherwise

  // What the default stop compares the gap with.
  std::optional<double> natural_scale_;
  double curvature_ = 0;  ///< d'Hd along the first direction; over R^n, d'Hd / ||d||
  double range_limit_ =
      std::numeric_limits<double>::infinity();  ///< of the range of f over the set
  double width_ = 0;                            ///< ||d|| at x
  Travel travel_;

  Seconds seconds_;
  double oracle_seconds_ = 0;  ///< that no stage counts again
};

}  // namespace acgd
