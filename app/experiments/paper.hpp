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

/// The figures that Khademi and Silveti-Falls (2025) publish for an experiment, measured with Julia
/// on a shared cloud machine; none for a name that is not theirs.
std::vector<PublishedRow> published(std::string_view experiment);

/// Of a run to the limit of N iterations the tables print the gap at x_{N-1}. Whether they print the
/// value there, too, or at x_N: the authors' code stores f before the step of short and open-loop,
/// and after it otherwise.
bool prints_value_before(std::string_view experiment, std::string_view strategy);

/// What the paper says of its experiments, as data that rows of a run are held against.

/// The gap of an unconstrained run is the norm of its gradient. Of the estimates of L in a run there
/// are the median, the spread (the 95th percentile over the 5th), the least and the largest.
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

/// What one strategy came to from one seed.
struct Row {
  std::string strategy;
  Index iterations = 0;
  std::optional<double> seconds = {};  ///< where it was timed: the median of its repetitions
  double fastest = 0, slowest = 0;     ///< of them
  int repetitions = 1;
  double value = 0, gap = 0;  ///< at the iterates that the paper prints: prints_value_before()
  /// Estimates of L: least, 5th percentile, median, 95th percentile, largest; absent without any.
  std::optional<std::array<double, 5>> lipschitz = {};
  bool converged = false;  ///< a tolerance was met
  bool finished = true;    ///< nobody interrupted it, and nothing failed
};

using Strategies = std::vector<std::string>;

/// Every strategy of a group lies below every one of the next.
struct Order {
  Measure measure;
  std::vector<Strategies> groups;
};

/// Who meets the tolerance within the limit of iterations, and who does not.
struct Ends {
  Strategies converged;
  Strategies others = {};
};

/// The published figures of these strategies, to the digits that are printed.
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

/// What there is to evaluate a claim by.
struct Evidence {
  std::vector<std::vector<Row>> seeds;  ///< the rows from each seed; the first one was timed
  std::vector<PublishedRow> published;
  Origin origin = Origin::paper;
  std::string missing = {};      ///< as in Prepared
  bool has_own_estimate = true;  ///< the runs begin with the paper's first estimate of L
};

enum class ClaimStatus { holds, does_not_hold, cannot_be_told };

std::string_view to_string(ClaimStatus verdict);

struct ClaimResult {
  std::string claim;  ///< "value: adaptive-constant < backtracking"
  ClaimStatus verdict = ClaimStatus::cannot_be_told;
  std::string paper = {};   ///< the published numbers, in the same order
  std::string found = {};   ///< those of this run
  std::string reason = {};  ///< why it cannot be told, or what else to know
};

/// Times are told apart where every repetition of one run took less than this part of every
/// repetition of the other.
inline constexpr double kTimeShare = 1.0 / 3;

/// Whether a number is the published one, to the decimals that the paper prints.
bool same_printed(double x, double published, int decimals);

/// Whether a run did what the published one did: as many iterations, not interrupted, and f ended
/// at the published value to the digits that are printed.
bool same_work(const Row& row, const PublishedRow& published);

/// On the paper's own problem a claim holds or does not; figures of rules that estimate L need the
/// paper's first estimate, too. On other draws from its recipe a claim holds if it does from every
/// seed, and cannot be told otherwise. On any other stand-in nothing can be told. Values and gaps
/// are told apart where they differ by more than the tolerance of the runs, medians and spreads of L
/// by more than a tenth, times by kTimeShare and if they were repeated.
ClaimResult evaluate(const Claim& claim, const Evidence& evidence);

/// What the paper says of an experiment in its tables and in the sentences beside them: who
/// converges, in which order the strategies end, and the figures themselves; none for a name that
/// is not theirs.
std::vector<Claim> claims(std::string_view experiment);

/// Which geometry the paper finds best for least squares. The rows are those of one strategy in
/// each geometry, under the geometry's name.
std::vector<Claim> geometry_claims();

/// Of how many of the constrained experiments a claim is made: of all of them, of more than half, of
/// at least one but not of all.
enum class Extent { all, most, some };

struct SummaryClaim {
  std::string text;
  Claim each;
  Extent extent;
};

/// What the paper's summary says of its constrained experiments together.
const std::vector<SummaryClaim>& summary_claims();

}  // namespace acgd::experiments
