#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "acgd/solve/options.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/schedules.hpp"

/// The evaluation of Khademi and Silveti-Falls (2025) as problems with their options.
namespace acgd::experiments {

/// One row of the paper's tables.
struct PublishedRow {
  std::string strategy;
  std::optional<Index> iterations = {};
  double seconds = 0;
  double value = 0;
  /// If published; for unconstrained problems the dual norm of the gradient.
  std::optional<double> gap = {};
  int decimals = 4;  ///< printed decimals of value and gap
};

/// Relation of a problem to the one of the paper's table.
enum class Origin {
  paper,   ///< the same data and start
  recipe,  ///< drawn from the same distribution, with other random numbers
  other    ///< a stand-in with the same form of f and the same set
};

/// Settings of an experiment. The same settings give the same problem, bit for bit.
struct Settings {
  std::uint64_t seed = 1;  ///< random seed
  bool quick = false;      ///< smaller sizes and a tenth of the iterations
  /// Folder of the real data; absent: the environment variable ACGD_DATA, if set.
  std::optional<std::filesystem::path> data = {};
  bool synthetic = false;  ///< use synthetic data even if the real data exists
  /// Counting of backtracks of adaptive-adjustable; the default is that of the authors' code, which
  /// produced the tables.
  Counting counting = Counting::published;
};

/// A problem of the paper with the options of its runs, without the step rule.
struct Prepared {
  Problem problem;
  Options options = {};  ///< limits, tolerances, the norm and the paper's direction

  std::function<double()> lipschitz = {};  ///< of the short step; absent: that of the objective
  std::optional<double> initial_lipschitz = {};  ///< the estimate at x0; absent: a probe
  double delta = 1e-10;                          ///< of the adaptive rules
  Counting counting = Counting::published;       ///< of adaptive-adjustable
  StepChoice open_loop = OpenLoop{};             ///< as in the authors' code

  std::string data;  ///< source and size of the data
  Origin origin = Origin::paper;
  std::string missing = {};  ///< what of the paper's problem is not available, and why
  bool sensitive = false;    ///< as in Experiment
};

struct Experiment {
  std::string name;
  std::string title;
  std::string description;  ///< one sentence: the function, the set, the start
  /// What the paper, its notebooks and its data files state about the data, the start and the
  /// constants.
  std::string sources = {};
  /// What they leave open and was inferred from the paper's figures, which are then no evidence for
  /// it; empty if nothing was inferred.
  std::string inferred = {};
  std::vector<std::string> strategies;  ///< arguments of strategy()
  std::vector<PublishedRow> published = {};
  std::function<Prepared(const Settings&)> prepare;
  /// Whether the result is sensitive to the last bit of rounding, as with optimistic steps on
  /// strongly curved functions.
  bool sensitive = false;
  Index lipschitz_from = 0;  ///< the iteration from which the paper shows estimates of L
};

/// All experiments in the order of the paper.
const std::vector<Experiment>& all();

/// Throws InvalidInput with the valid names if no experiment has this name.
const Experiment& find(std::string_view name);

/// Names of the paper's strategies.
inline constexpr const char* kConstant = "adaptive-constant";
inline constexpr const char* kAdjustable = "adaptive-adjustable";
inline constexpr const char* kBacktracking = "backtracking";
inline constexpr const char* kShort = "short";
inline constexpr const char* kOpenLoop = "open-loop";

/// adaptive-constant, adaptive-adjustable, backtracking, short, open-loop
const std::vector<std::string>& constrained_strategies();

/// The first three, which need neither a global constant nor a bounded set.
const std::vector<std::string>& unconstrained_strategies();

/// The rule of this name with the paper's parameters (gamma = 1/4, beta = 2) and those of the
/// problem. Throws InvalidInput with the valid names if no strategy has this name.
StepChoice strategy(std::string_view name, const Prepared& problem);

/// Tolerance of all runs.
inline constexpr double kTolerance = 1e-5;

/// Maximum of 3000 iterations (300 if quick) with a gap tolerance. In unconstrained problems the
/// gap is the dual norm of the gradient.
Options stop_at_gap(const Settings& settings);

/// The same with a tolerance on f - f*.
Options stop_at_value(const Settings& settings, double optimal_value);

}  // namespace acgd::experiments
