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

/// The evaluation of Khademi and Silveti-Falls (2025) as problems that are ready to be solved.
namespace acgd::experiments {

/// One line of the paper's tables.
struct PublishedRow {
  std::string strategy;
  std::optional<Index> iterations = {};
  double seconds = 0;
  double value = 0;
  /// Where the paper gives one; unconstrained, the dual norm of the gradient.
  std::optional<double> gap = {};
  int decimals = 4;  ///< printed of value and gap
};

/// How far a problem is the one that made the paper's table.
enum class Origin {
  paper,   ///< the same data and start
  recipe,  ///< drawn in the same way, with other random numbers
  other    ///< a stand-in that shares the form of f and the set
};

/// What an experiment is made from. The same settings make the same problem, bit for bit.
struct Settings {
  std::uint64_t seed = 1;  ///< of everything that is drawn
  bool quick = false;      ///< smaller sizes and a tenth of the iterations
  /// The folder of the real data; absent: what the environment variable ACGD_DATA names, if anything.
  std::optional<std::filesystem::path> data = {};
  bool twin = false;  ///< a synthetic twin even where the real data is there
  /// Of adaptive-adjustable; that of the authors' code, which made the tables.
  Counting counting = Counting::published;
};

/// A problem of the paper, with what its runs are given, less the step rule.
struct Prepared {
  Problem problem;
  Options options = {};  ///< limits, tolerances, the norm and the paper's direction

  std::function<double()> lipschitz = {};  ///< of the short step; absent: what the objective knows
  std::optional<double> initial_lipschitz = {};  ///< the estimate at x0; absent: a probe
  double delta = 1e-10;                          ///< of the adaptive rules
  Counting counting = Counting::published;       ///< of adaptive-adjustable
  StepChoice open_loop = OpenLoop{};             ///< the rule of this name in the authors' code

  std::string data;  ///< where the data is from, and its size
  Origin origin = Origin::paper;
  std::string missing = {};  ///< what of the paper's problem cannot be had, and why
  bool sensitive = false;    ///< as in Experiment
};

struct Experiment {
  std::string name;
  std::string title;
  std::string description;  ///< one sentence: the function, the set, the start
  /// What the paper, its notebooks and its data files state of the data, the start and the
  /// constants, and where.
  std::string sources = {};
  /// What they leave open and was chosen here by comparing with the paper's figures, which are then
  /// no evidence for it; empty if nothing was.
  std::string inferred = {};
  std::vector<std::string> strategies;  ///< names that strategy() knows
  std::vector<PublishedRow> published = {};
  std::function<Prepared(const Settings&)> prepare;
  /// Whether the last bit of rounding decides where a run ends, as it does where optimistic steps
  /// descend on strongly curved functions.
  bool sensitive = false;
  Index lipschitz_from = 0;  ///< the iteration from which the paper shows estimates of L
};

/// All of them, in the order of the paper.
const std::vector<Experiment>& all();

/// Throws InvalidInput, naming the choices, if no experiment has this name.
const Experiment& find(std::string_view name);

/// What the paper's strategies are called everywhere.
inline constexpr const char* kConstant = "adaptive-constant";
inline constexpr const char* kAdjustable = "adaptive-adjustable";
inline constexpr const char* kBacktracking = "backtracking";
inline constexpr const char* kShort = "short";
inline constexpr const char* kOpenLoop = "open-loop";

/// adaptive-constant, adaptive-adjustable, backtracking, short, open-loop
const std::vector<std::string>& constrained_strategies();

/// The first three of them, which need neither a global constant nor a bounded set.
const std::vector<std::string>& unconstrained_strategies();

/// The rule of this name with the paper's parameters (gamma = 1/4, beta = 2) and what the problem
/// prescribes. Throws InvalidInput, naming the choices, if no strategy has this name.
StepChoice strategy(std::string_view name, const Prepared& problem);

/// What every run of the evaluation stops at.
inline constexpr double kTolerance = 1e-5;

/// At most 3000 iterations (300 when quick), until the gap is within the tolerance. Unconstrained,
/// the gap is the dual norm of the gradient.
Options stop_at_gap(const Settings& settings);

/// As many, until f is within the tolerance of its minimum.
Options stop_at_value(const Settings& settings, double optimal_value);

}  // namespace acgd::experiments
