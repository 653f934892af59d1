#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/experiments/experiment.hpp"

namespace acgd::experiments {

/// The numbers that Khademi and Silveti-Falls (2025) publish for an experiment, measured with Julia
/// on a shared cloud machine; empty for unknown names.
std::vector<PublishedRow> published(std::string_view experiment);

/// Whether the tables print the value at x_{N-1}, as they print the gap, for a run that reaches the
/// limit of N iterations: the authors' code stores f before the step of short and open-loop, and
/// after it (x_N) for other rules.
bool prints_value_before(std::string_view experiment, std::string_view strategy);

/// Quantities in the paper's claims. The gap of an unconstrained run is the norm of its gradient.
/// Of the estimates of L there are the median, the spread (95th over 5th percentile), the minimum
/// and the maximum.
enum class Measure {
  iterations,
  seconds,
  value,
  gap,
  gradient_norm,
  lipschitz,
  lipschitz_spread,
  lipschitz_least,
  lipschitz_largest
};

std::string_view to_string(Measure measure);

/// Result of one strategy for one seed.
struct Row {
  std::string strategy;
  Index iterations = 0;
  std::optional<double> seconds = {};  ///< median of the repetitions, if timed
  double fastest = 0, slowest = 0;     ///< of them
  int repetitions = 1;
  double value = 0, gap = 0;  ///< at the iterates of prints_value_before()
  /// Estimates of L: minimum, 5th percentile, median, 95th percentile, maximum.
  std::optional<std::array<double, 5>> lipschitz = {};
  bool converged = false;  ///< a tolerance was met
  bool finished = true;    ///< neither interrupted nor failed
};

using Strategies = std::vector<std::string>;

/// Every strategy of a group has a smaller number than every strategy of the next group.
struct Order {
  Measure measure;
  std::vector<Strategies> groups;
};

/// Strategies that reach the tolerance within the iteration limit, and those that do not.
struct Ends {
  Strategies converged;
  Strategies others = {};
};

/// The numbers of these strategies equal the published ones in all printed digits.
struct Figures {
  Measure measure;
  Strategies strategies;
};

/// The number of each of these strategies lies between two bounds.
struct Bounds {
  Measure measure;
  Strategies strategies;
  double above = -std::numeric_limits<double>::infinity();
  double below = std::numeric_limits<double>::infinity();
};

struct Claim {
  std::variant<Order, Ends, Figures, Bounds> test;
};

/// Data for evaluating a claim.
struct Evidence {
  std::vector<std::vector<Row>> seeds;  ///< the rows of each seed; only the first was timed
  std::vector<PublishedRow> published;
  Origin origin = Origin::paper;
  std::string missing = {};      ///< as in Prepared
  bool has_own_estimate = true;  ///< the runs start with the paper's first estimate of L
};

enum class ClaimStatus { holds, does_not_hold, undecided };

std::string_view to_string(ClaimStatus status);

struct ClaimResult {
  std::string claim;  ///< "value: adaptive-constant < backtracking"
  ClaimStatus status = ClaimStatus::undecided;
  std::string paper = {};   ///< the published numbers, in the same order
  std::string found = {};   ///< numbers of this run
  std::string reason = {};  ///< why it is undecided, or a remark
};

/// Times differ if every repetition of one run took less than this fraction of every repetition of
/// the other.
inline constexpr double kTimeShare = 1.0 / 3;

/// Whether a number equals the published one in all printed decimals.
bool same_printed(double x, double published, int decimals);

/// Whether a run did the same work as the published one: the same number of iterations, not
/// interrupted, and the same final f in all printed digits.
bool same_work(const Row& row, const PublishedRow& published);

/// Evaluates a claim. On the paper's own problem it holds or does not; for numbers of rules that
/// estimate L, only if the run has the paper's first estimate. On other draws from the same recipe
/// it holds if it holds for every seed, and is undecided otherwise. On other stand-ins it is
/// undecided. Values and gaps differ if they differ by more than the tolerance of the runs; medians
/// and spreads of L by more than a tenth; times by kTimeShare, if repeated.
ClaimResult evaluate(const Claim& claim, const Evidence& evidence);

/// Claims of the paper on an experiment, in its tables and text: which strategies converge, their
/// order, and the numbers themselves; empty for unknown names.
std::vector<Claim> claims(std::string_view experiment);

/// Claims on the best geometry for least squares. Rows are those of one strategy in each geometry
/// and have the name of the geometry.
std::vector<Claim> geometry_claims();

/// How many of the constrained experiments satisfy a claim: all, more than half, or at least one
/// but not all.
enum class Extent { all, most, some };

struct SummaryClaim {
  std::string text;
  Claim each;
  Extent extent;
};

/// Claims of the paper's summary on all constrained experiments.
const std::vector<SummaryClaim>& summary_claims();

}  // namespace acgd::experiments
