#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "experiments/experiment.hpp"

/// What the paper says of its experiments, as data that rows of a run are held against.
namespace acgd::experiments {

/// The gap of an unconstrained run is the norm of its gradient.
enum class Measure { iterations, seconds, value, gap, gradient_norm };

std::string_view to_string(Measure measure);

/// What one strategy came to from one seed.
struct Row {
  std::string strategy;
  Index iterations = 0;
  std::optional<double> seconds = {};  ///< where it was timed: the median of its repetitions
  double fastest = 0, slowest = 0;     ///< of them
  double value = 0;
  double gap = 0;
  /// Where the limit of iterations ended the run: before the last step, which is what the paper
  /// prints, as its recorded runs show.
  std::optional<double> value_before = {}, gap_before = {};
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

struct Claim {
  std::variant<Order, Ends, Figures> test;
  /// What is known about why it may not hold here; shown where it does not.
  std::string remark = {};
};

/// What there is to judge a claim by.
struct Evidence {
  std::vector<std::vector<Row>> seeds;  ///< the rows from each seed; the first one was timed
  std::vector<PublishedRow> published;
  bool quick = false;            ///< smaller than the paper's problem
  std::string unpublished = {};  ///< as in Problem
};

enum class Verdict { holds, does_not_hold, cannot_be_told };

std::string_view to_string(Verdict verdict);

struct Judgement {
  std::string claim;  ///< "value: adaptive-constant < backtracking"
  Verdict verdict = Verdict::cannot_be_told;
  std::string paper = {};   ///< the published numbers, in the same order
  std::string found = {};   ///< those of this run
  std::string reason = {};  ///< why it cannot be told, or does not hold where that is known
};

/// Two numbers of one kind are told apart where they differ by more than this: the tolerance of the
/// runs for values and gaps, a tenth of the larger for seconds, nothing for iterations. Times are
/// told apart only if besides all repetitions of the one were faster than all of the other.
double margin(Measure measure, double a, double b);

/// Whether a number is the published one, to the four decimals that the paper prints.
bool same_printed(double x, double published);

/// Whether a run did what the published one did: as many iterations, not interrupted, and f ended
/// at the published value to the digits that are printed.
bool same_work(const Row& row, const PublishedRow& published);

/// Orders and ends hold if they do from every seed, and do not if they do from none; otherwise they
/// depend on a start that is not known. Figures can be told on the paper's own problem alone, and
/// ends on one of its size.
Judgement judge(const Claim& claim, const Evidence& evidence);

}  // namespace acgd::experiments
