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

/// Identifies the problem of a run in a checkpoint: mode, set and norm by name, objective and LMO
/// by a checksum of the value, the gradient and the vertex at x0.
class Identity {
 public:
  /// The cursor must be at x0 until the first advance() or load. Throws InvalidInput if the
  /// gradients are sparse and the set needs dense ones.
  Identity(const Problem& problem, const Options& options, Cursor& at_x0);

  /// Throws InvalidInput if the archive holds another problem. Must be loaded before the cursor.
  void visit(Archive& archive);

 private:
  void take_fingerprint();

  const Problem& problem_;
  const Options& options_;
  Cursor& cursor_;
  double accuracy_ = 0;           ///< accuracy of the LMO call at x0
  std::int64_t fingerprint_ = 0;  ///< checksum of value, gradient and vertex at x0
};

/// State of a run and the steps of its loop, in order. Problem and options must outlive it.
class Run {
 public:
  /// Starts at x0. Throws InvalidInput if objective, set and rules are incompatible.
  Run(const Problem& problem, const Options& options);

  /// 1. g = grad f(x).
  void evaluate();
  /// 2. d = sum of w_i v_i + w x. The rule may call the LMO, argmin <g, v>.
  void choose_direction();
  /// 3. The line t -> f(x + t d), and the duality gap <g, x - v> + error if the LMO was called.
  ///    Begins the record of x.
  void look();
  /// 4. Tests whether the run ends at x: failure, tolerance, request or limit. Repeats 2. and 3.
  ///    where a vertex of the LMO is missing or too inaccurate to decide. Throws InvalidInput if
  ///    the gradient contradicts f at x0.
  std::optional<Stop> judge();
  /// 5. Chooses t. Returns a reason to stop if there is no valid step.
  std::optional<Stop> choose_step();
  /// 6. x = x + t d. Completes the record of the old x. A constrained run recentres x every 100
  ///    iterations and where DirectionRule::moved() requests it.
  void move();

  /// 7. The result.
  Result finish(const Stop& stop);
  /// Result of a run that ran out of memory while it chose a direction: x is intact.
  Result give_up();
  /// Whether a direction is being chosen. Still true if that ended with an exception.
  bool is_choosing_direction() const { return is_choosing_; }

  Index iteration() const { return iteration_; }
  /// Seconds until the run reached this iteration; the time of rank 0 on all ranks, after judge().
  double seconds() const { return signs_.seconds; }
  /// Seconds so far, on the clock of this rank.
  double elapsed() const { return clock_.elapsed(); }
  /// Input of the stopping tests.
  Progress progress();

  /// State of the run between judge() and choose_step(). A loaded run continues with look().
  void visit(Archive& archive);

 private:
  bool is_constrained() const { return problem_.mode == Mode::constrained; }
  std::optional<Stop> check_end(std::optional<Stop> stop);
  void apply_direction_rule();
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
  std::unique_ptr<Cursor> cursor_;
  DirectionContext context_;
  std::unique_ptr<StepRule> step_rule_;
  std::unique_ptr<DirectionRule> direction_rule_;
  OracleCalls oracle_;
  AnswerCheck answers_;
  Identity identity_;
  Journal journal_;

  Index iteration_ = 0;
  Agreement agreement_;
  Signs signs_;           ///< merged over all ranks at this iteration
  bool resumed_ = false;  ///< the direction at this x was loaded, and tested before it was saved
  bool is_choosing_ = false;
  Line* line_ = nullptr;
  std::optional<double> gap_;
  double clear_gap_ = std::numeric_limits<double>::infinity();  ///< above it noise is negligible
  Direction straight_;                                          ///< to v, where the move differs
  StepDecision step_;
  bool moved_ = true;  ///< the last step changed x, or the rule can continue otherwise

  // Scales of the default stopping test.
  std::optional<double> natural_scale_;
  double curvature_ = 0;  ///< d'Hd along the first direction; over R^n, d'Hd / ||d||
  double range_limit_ =
      std::numeric_limits<double>::infinity();  ///< upper bound of the range of f over the set
  double width_ = 0;                            ///< ||d|| at x
  Travel travel_;

  Seconds seconds_;
  double oracle_seconds_ = 0;  ///< LMO time already subtracted from a stage
};

}  // namespace acgd
