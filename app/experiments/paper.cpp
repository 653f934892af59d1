#include "app/experiments/paper.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "app/experiments/experiment.hpp"

namespace acgd::experiments {

namespace {

/// iterations, seconds, value, gap
std::map<std::string, std::vector<PublishedRow>, std::less<>> constrained_rows() {
  return {
      {"lasso",
       {{kConstant, 331, 19.23, 0.0000},
        {kAdjustable, 343, 17.15, 0.0000},
        {kBacktracking, 407, 24.22, 0.0000},
        {kShort, 3000, 128.84, 0.0042},
        {kOpenLoop, 3000, 132.39, 0.1025}}},
      {"matrix-balancing",
       {{kConstant, 228, 75.44, 480.2835},
        {kAdjustable, 291, 94.70, 480.2835},
        {kBacktracking, 406, 131.08, 480.2835},
        {kOpenLoop, 3000, 964.16, 480.2846}}},
      {"logistic",
       {{kConstant, 3000, 1.65, 0.3114, 0.0086},
        {kAdjustable, 3000, 1.35, 0.3135, 0.0112},
        {kBacktracking, 3000, 1.73, 0.3171, 0.0190},
        {kShort, 3000, 1.41, 0.4522, 1.1077},
        {kOpenLoop, 3000, 1.03, 0.3176, 0.0258}}},
      {"sigmoid-l1",
       {{kConstant, 3000, 1.11, 0.0989, 0.0032},
        {kAdjustable, 3000, 0.85, 0.0995, 0.0043},
        {kBacktracking, 3000, 0.99, 0.1007, 0.0071},
        {kShort, 3000, 0.69, 0.1184, 0.1418},
        {kOpenLoop, 3000, 0.72, 0.1279, 1.6103}}},
      {"video",
       {{kConstant, 3000, 1.66, 0.0984, 0.0000},
        {kAdjustable, 3000, 0.91, 0.0984, 0.0000},
        {kBacktracking, 3000, 1.16, 0.0984, 0.0000},
        {kShort, 3000, 0.80, 0.0990, 0.0006},
        {kOpenLoop, 3000, 1.02, 0.0984, 0.0000}}},
      {"collaborative",
       {{kConstant, 3000, 2485.48, 0.1622, 0.0137},
        {kAdjustable, 3000, 2329.82, 0.1625, 0.0134},
        {kBacktracking, 3000, 2191.40, 0.1638, 0.0146},
        {kShort, 3000, 2250.36, 0.1897, 0.0422},
        {kOpenLoop, 3000, 1904.24, 0.1557, 0.0155}}},
      {"simplex-quadratic",
       {{kConstant, 3000, 1.90, -6.9860, 0.0221},
        {kAdjustable, 3000, 1.68, -7.0014, 0.0065},
        {kBacktracking, 3000, 2.06, -7.0009, 0.0068},
        {kShort, 3000, 1.29, -5.9066, 0.9923},
        {kOpenLoop, 3000, 1.30, -6.9158, 0.1495}}},
  };
}

/// iterations, seconds, value, dual norm of the gradient
std::map<std::string, std::vector<PublishedRow>, std::less<>> unconstrained_rows() {
  return {
      {"least-squares-l2",
       {{kConstant, 698, 24.47, 1.8857, 0.0000},
        {kAdjustable, 742, 19.95, 1.8857, 0.0000},
        {kBacktracking, 3000, 86.39, 1.8857, 0.0001}}},
      {"least-squares-l1",
       {{kConstant, 3000, 95.40, 1.9217, 0.0015},
        {kAdjustable, 3000, 68.65, 1.9193, 0.0016},
        {kBacktracking, 3000, 85.08, 1.9216, 0.0016}}},
      {"least-squares-linf",
       {{kConstant, 3000, 103.40, 1.9039, 0.0953},
        {kAdjustable, 3000, 69.59, 1.9046, 0.0950},
        {kBacktracking, 3000, 86.01, 1.9094, 0.0868}}},
      {"sigmoid",
       {{kConstant, 3000, 1.28, 0.0941, 0.0001},
        {kAdjustable, 3000, 0.88, 0.0941, 0.0000},
        {kBacktracking, 3000, 1.25, 0.0956, 0.0001}}},
      {"sum-of-squares",
       {{kConstant, 3000, 13.17, 0.6239, 0.9193},
        {kAdjustable, 3000, 12.45, 4.3445, 6.0382},
        {kBacktracking, 3000, 12.38, 66.9148, 47.8900}}},
      {"rosenbrock",
       {{kConstant, 3000, 82.37, 928.6291, 3.2603},
        {kAdjustable, 3000, 81.19, 923.9158, 2.6786},
        {kBacktracking, 3000, 81.80, 979.7630, 3.5251}}},
      {"levy",
       {{kConstant, 2808, 40.34, 24.7208, 0.0000},
        {kAdjustable, 3000, 39.98, 25.2061, 0.3505},
        {kBacktracking, 3000, 39.02, 522.6736, 3.2346}}},
      {"zakharov",
       {{kConstant, 3000, 46.27, 1041.89, 112.34, 2},
        {kAdjustable, 3000, 45.73, 1039.44, 64.58, 2},
        {kBacktracking, 3000, 44.71, 1044.64, 64.64, 2}}},
  };
}

}  // namespace

std::vector<PublishedRow> published(std::string_view experiment) {
  for (const auto& table : {constrained_rows(), unconstrained_rows()}) {
    if (const auto rows = table.find(experiment); rows != table.end()) return rows->second;
  }
  return {};
}

bool prints_value_before(std::string_view experiment, std::string_view strategy) {
  return strategy == kShort || (strategy == kOpenLoop && experiment != "sigmoid-l1");
}

namespace {

enum class Answer { yes, no, too_close };

/// Minimum relative difference of medians and spreads of L.
constexpr double kLipschitzShare = 0.1;
/// Minimum number of repetitions for comparing times.
constexpr int kRepetitions = 3;

template <class Rows>
auto find_row(const Rows& rows, const std::string& strategy) -> decltype(&rows[0]) {
  const auto found =
      std::ranges::find(rows, strategy, [](const auto& row) { return row.strategy; });
  return found == rows.end() ? nullptr : &*found;
}

bool is_lipschitz(Measure measure) { return measure >= Measure::lipschitz; }

std::optional<double> measured(Measure measure, const Row& row) {
  if (measure == Measure::iterations) return static_cast<double>(row.iterations);
  if (measure == Measure::seconds) return row.seconds;
  if (measure == Measure::value) return row.value;
  if (!is_lipschitz(measure)) return row.gap;
  if (!row.lipschitz) return std::nullopt;
  const auto& [least, low, median, high, largest] = *row.lipschitz;
  if (measure == Measure::lipschitz) return median;
  if (measure == Measure::lipschitz_spread) return high / low;
  return measure == Measure::lipschitz_least ? least : largest;
}

std::optional<double> measured(Measure measure, const PublishedRow& row) {
  if (measure == Measure::iterations) {
    return row.iterations ? std::optional(static_cast<double>(*row.iterations)) : std::nullopt;
  }
  if (measure == Measure::seconds) return row.seconds;
  if (is_lipschitz(measure)) return std::nullopt;
  return measure == Measure::value ? std::optional(row.value) : row.gap;
}

std::string number(Measure measure, std::optional<double> x) {
  if (!x) return "-";
  if (measure == Measure::iterations) return fmt::format("{:.0f}", *x);
  if (measure == Measure::seconds || is_lipschitz(measure)) return fmt::format("{:.3g}", *x);
  return *x != 0 && std::abs(*x) < 1e-3 ? fmt::format("{:.1e}", *x) : fmt::format("{:.4f}", *x);
}

/// The numbers of these strategies in the same order; a dash if there is none.
template <class Rows>
std::string numbers(Measure measure, const Strategies& strategies, const Rows& rows) {
  constexpr bool published = std::is_same_v<Rows, std::vector<PublishedRow>>;
  if (published && is_lipschitz(measure)) return "as text";
  std::vector<std::string> list;
  for (const std::string& name : strategies) {
    const auto* row = find_row(rows, name);
    list.push_back(number(measure, row != nullptr ? measured(measure, *row) : std::nullopt));
  }
  return fmt::format("{}", fmt::join(list, ", "));
}

Strategies concerned(const Order& order) {
  Strategies all;
  for (const Strategies& group : order.groups) all.insert(all.end(), group.begin(), group.end());
  return all;
}

Strategies concerned(const Ends& ends) {
  Strategies all = ends.converged;
  all.insert(all.end(), ends.others.begin(), ends.others.end());
  return all;
}

Strategies concerned(const Figures& figures) { return figures.strategies; }
Strategies concerned(const Bounds& bounds) { return bounds.strategies; }

/// Short names as in the paper.
std::string joined(const Strategies& strategies) {
  std::vector<std::string_view> names;
  for (std::string_view name : strategies) {
    if (name.starts_with("adaptive-")) name.remove_prefix(9);
    names.push_back(name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

Measure measure_of(const Order& order) { return order.measure; }
Measure measure_of(const Ends&) { return Measure::iterations; }
Measure measure_of(const Figures& figures) { return figures.measure; }
Measure measure_of(const Bounds& bounds) { return bounds.measure; }

std::string describe(const Order& order) {
  std::vector<std::string> groups;
  for (const Strategies& group : order.groups) groups.push_back(joined(group));
  return fmt::format("{}: {}", to_string(order.measure), fmt::join(groups, " < "));
}

std::string describe(const Ends& ends) {
  std::string text;
  if (!ends.converged.empty()) text = "converge: " + joined(ends.converged);
  if (!ends.others.empty()) {
    text += (text.empty() ? "do not converge: " : "; do not: ") + joined(ends.others);
  }
  return text;
}

std::string describe(const Figures& figures) {
  return fmt::format("published {}: {}", to_string(figures.measure), joined(figures.strategies));
}

std::string describe(const Bounds& bounds) {
  std::string text = fmt::format("{}: {}", to_string(bounds.measure), joined(bounds.strategies));
  if (std::isfinite(bounds.above)) text += fmt::format(" above {}", bounds.above);
  if (std::isfinite(bounds.below)) text += fmt::format(" below {}", bounds.below);
  return text;
}

/// Numbers that differ by at most this are considered equal.
double margin(Measure measure, double a, double b) {
  if (measure == Measure::iterations) return 0;
  return is_lipschitz(measure) ? kLipschitzShare * std::max(a, b) : kTolerance;
}

/// Whether the number of a is below that of b.
Answer below(Measure measure, const Row& a, const Row& b) {
  if (measure == Measure::seconds) {
    if (a.slowest < kTimeShare * b.fastest) return Answer::yes;
    return b.slowest < kTimeShare * a.fastest ? Answer::no : Answer::too_close;
  }
  const double x = *measured(measure, a), y = *measured(measure, b);
  if (std::isnan(x) || std::isnan(y)) return Answer::no;
  const double room = margin(measure, x, y);
  if (room > 0 && std::abs(y - x) <= room) return Answer::too_close;
  return x < y ? Answer::yes : Answer::no;
}

Answer answer(const Order& order, const std::vector<Row>& rows, const std::vector<PublishedRow>&) {
  Answer all = Answer::yes;
  for (std::size_t i = 0; i + 1 < order.groups.size(); ++i) {
    for (const std::string& lower : order.groups[i]) {
      for (const std::string& upper : order.groups[i + 1]) {
        const Answer one = below(order.measure, *find_row(rows, lower), *find_row(rows, upper));
        if (one == Answer::no) return one;
        if (one == Answer::too_close) all = one;
      }
    }
  }
  return all;
}

Answer answer(const Ends& ends, const std::vector<Row>& rows, const std::vector<PublishedRow>&) {
  const auto met = [&](const std::string& name) { return find_row(rows, name)->converged; };
  return std::ranges::all_of(ends.converged, met) && std::ranges::none_of(ends.others, met)
             ? Answer::yes
             : Answer::no;
}

Answer answer(const Figures& figures, const std::vector<Row>& rows,
              const std::vector<PublishedRow>& published) {
  const bool met = std::ranges::all_of(figures.strategies, [&](const std::string& name) {
    const PublishedRow& paper = *find_row(published, name);
    return same_printed(*measured(figures.measure, *find_row(rows, name)),
                        *measured(figures.measure, paper), paper.decimals);
  });
  return met ? Answer::yes : Answer::no;
}

Answer answer(const Bounds& bounds, const std::vector<Row>& rows,
              const std::vector<PublishedRow>&) {
  const bool met = std::ranges::all_of(bounds.strategies, [&](const std::string& name) {
    const double x = *measured(bounds.measure, *find_row(rows, name));
    return bounds.above < x && x < bounds.below;
  });
  return met ? Answer::yes : Answer::no;
}

/// The reason why this evidence cannot decide a claim, whatever the numbers are; empty if it can.
template <class Test>
std::string obstacle(const Test& test, const Evidence& evidence) {
  if (evidence.seeds.empty()) return "nothing was run";
  const Measure measure = measure_of(test);
  for (const std::string& name : concerned(test)) {
    const Row* row = find_row(evidence.seeds[0], name);
    if (row == nullptr) return name + " was not run";
    if (!row->finished) return name + " was interrupted";
    if (!measured(measure, *row)) return fmt::format("{} has no {}", name, to_string(measure));
    if (measure == Measure::seconds && row->repetitions < kRepetitions) {
      return name + " was not repeated: one time is no evidence";
    }
  }
  return evidence.origin == Origin::other ? evidence.missing : "";
}

/// Whether the rows of a seed include all numbers of a claim.
template <class Test>
bool complete(const Test& test, const std::vector<Row>& rows) {
  return std::ranges::all_of(concerned(test), [&](const std::string& name) {
    const Row* row = find_row(rows, name);
    return row != nullptr && row->finished && measured(measure_of(test), *row);
  });
}

/// Whether a different first estimate of L may explain other numbers than the published ones.
template <class Test>
bool rests_on_estimate(const Test& test, const Evidence& evidence) {
  const auto estimates = [](const std::string& name) {
    return name != kShort && name != kOpenLoop;
  };
  return std::is_same_v<Test, Figures> && !evidence.has_own_estimate &&
         std::ranges::any_of(concerned(test), estimates);
}

template <class Test>
void evaluate_test(const Test& test, const Evidence& evidence, ClaimResult& claim_result) {
  Index yes = 0, no = 0, seeds = 0;
  for (const std::vector<Row>& rows : evidence.seeds) {
    if (!complete(test, rows)) continue;
    const Answer one = answer(test, rows, evidence.published);
    ++seeds;
    yes += one == Answer::yes ? 1 : 0;
    no += one == Answer::no ? 1 : 0;
    if (measure_of(test) == Measure::seconds) break;  // only one seed is timed
  }
  const bool is_own = evidence.origin == Origin::paper;
  if (yes == seeds) {
    claim_result.status = ClaimStatus::holds;
  } else if (yes + no == 0 || (is_own && no < seeds)) {
    claim_result.reason = "the difference is within the margin";
    return;
  } else if (is_own && rests_on_estimate(test, evidence)) {
    claim_result.reason =
        "the first estimate of L differs: the paper's needs Julia's random generator";
  } else if (is_own) {
    claim_result.status = ClaimStatus::does_not_hold;
  }
  if (!is_own) {
    claim_result.reason = fmt::format("true in {} of {} draws; {}", yes, seeds, evidence.missing);
  }
}

}  // namespace

std::string_view to_string(Measure measure) {
  switch (measure) {
    case Measure::iterations:
      return "iterations";
    case Measure::seconds:
      return "seconds";
    case Measure::value:
      return "value";
    case Measure::gap:
      return "gap";
    case Measure::gradient_norm:
      return "gradient norm";
    case Measure::lipschitz:
      return "median L";
    case Measure::lipschitz_spread:
      return "spread of L";
    case Measure::lipschitz_least:
      return "least L";
    case Measure::lipschitz_largest:
      return "largest L";
  }
  return "";
}

std::string_view to_string(ClaimStatus status) {
  switch (status) {
    case ClaimStatus::holds:
      return "holds";
    case ClaimStatus::does_not_hold:
      return "does not hold";
    case ClaimStatus::undecided:
      return "undecided";
  }
  return "";
}

bool same_printed(double x, double published, int decimals) {
  // The factor accepts numbers at the boundary up to rounding.
  return std::abs(x - published) <= 0.5 * std::pow(10, -decimals) * (1 + 1e-9);
}

bool same_work(const Row& row, const PublishedRow& published) {
  return row.finished && row.iterations == published.iterations &&
         same_printed(row.value, published.value, published.decimals);
}

ClaimResult evaluate(const Claim& claim, const Evidence& evidence) {
  return std::visit(
      [&](const auto& test) {
        const Strategies strategies = concerned(test);
        ClaimResult claim_result{
            .claim = describe(test),
            .paper = numbers(measure_of(test), strategies, evidence.published)};
        if (!evidence.seeds.empty()) {
          claim_result.found = numbers(measure_of(test), strategies, evidence.seeds[0]);
        }
        claim_result.reason = obstacle(test, evidence);
        if (claim_result.reason.empty()) evaluate_test(test, evidence, claim_result);
        return claim_result;
      },
      claim.test);
}

namespace {

constexpr Measure iterations = Measure::iterations, seconds = Measure::seconds,
                  value = Measure::value, gap = Measure::gap, norm = Measure::gradient_norm,
                  median_l = Measure::lipschitz, spread_of_l = Measure::lipschitz_spread,
                  least_l = Measure::lipschitz_least, largest_l = Measure::lipschitz_largest;

const Strategies kAdaptive = {kConstant, kAdjustable};
const Strategies kThree = {kConstant, kAdjustable, kBacktracking};
const Strategies kFive = {kConstant, kAdjustable, kBacktracking, kShort, kOpenLoop};
/// Strategies without estimates of L.
const Strategies kPlain = {kShort, kOpenLoop};

Claim order(Measure measure, std::vector<Strategies> groups) {
  return {.test = Order{measure, std::move(groups)}};
}
Claim ends(Strategies converged, Strategies others) {
  return {.test = Ends{std::move(converged), std::move(others)}};
}
Claim figures(Measure measure, Strategies strategies) {
  return {.test = Figures{measure, std::move(strategies)}};
}
Claim above(Measure measure, Strategies strategies, double bound) {
  return {.test = Bounds{.measure = measure, .strategies = std::move(strategies), .above = bound}};
}
Claim below(Measure measure, Strategies strategies, double bound) {
  return {.test = Bounds{.measure = measure, .strategies = std::move(strategies), .below = bound}};
}

using Table = std::map<std::string, std::vector<Claim>, std::less<>>;

Table constrained() {
  return {
      {"lasso",
       {ends(kThree, {kShort, kOpenLoop}), order(iterations, {kAdaptive, {kBacktracking}}),
        order(value, {kThree, {kShort}, {kOpenLoop}}),
        order(seconds, {{kAdjustable}, {kConstant}, {kBacktracking}}), figures(iterations, kThree),
        figures(value, kPlain),
        // "tightly concentrated in a low, effective range", "wide fluctuations, from below 4,000 to
        // over 8,000"
        order(spread_of_l, {{kAdjustable}, {kBacktracking}}),
        order(median_l, {{kAdjustable}, {kBacktracking}}), below(least_l, {kBacktracking}, 4000),
        above(largest_l, {kBacktracking}, 8000)}},
      {"matrix-balancing",
       {// The paper omits short: it was prohibitively slow.
        ends(kThree, {kOpenLoop, kShort}),
        order(iterations, {{kConstant}, {kAdjustable}, {kBacktracking}}),
        order(seconds, {{kConstant}, {kAdjustable}, {kBacktracking}}), figures(iterations, kThree),
        figures(value, {kConstant, kAdjustable, kBacktracking, kOpenLoop}),
        // "low, stable Lipschitz estimates", "wider fluctuations"
        order(median_l, {kAdaptive, {kBacktracking}}),
        order(spread_of_l, {kAdaptive, {kBacktracking}})}},
      {"logistic",
       {ends({}, kFive),
        order(value, {{kConstant}, {kAdjustable}, {kBacktracking}, {kOpenLoop}, {kShort}}),
        order(gap, {{kConstant}, {kAdjustable}, {kBacktracking}, {kOpenLoop}, {kShort}}),
        order(seconds, {{kOpenLoop}, {kAdjustable}, {kConstant, kBacktracking, kShort}}),
        figures(value, kThree), figures(value, kPlain), figures(gap, kThree), figures(gap, kPlain),
        // "stable and efficient local Lipschitz estimates"
        order(spread_of_l, {{kAdjustable}, {kBacktracking}})}},
      {"sigmoid-l1",
       {ends({}, kFive),
        order(value, {{kConstant}, {kAdjustable}, {kBacktracking}, {kShort}, {kOpenLoop}}),
        order(gap, {{kConstant}, {kAdjustable}, {kBacktracking}, {kShort}, {kOpenLoop}}),
        order(seconds, {{kAdjustable}, {kConstant, kBacktracking}}), figures(value, kThree),
        figures(value, kPlain), figures(gap, kThree), figures(gap, kPlain),
        // "fluctuate significantly", "sufficiently bounded": by twice the L of f, 3.134; "relative
        // stability of the adaptive methods"
        above(spread_of_l, kThree, 2), below(largest_l, kThree, 6.268),
        order(spread_of_l, {kAdaptive, {kBacktracking}})}},
      {"video",
       {order(gap, {{kConstant, kAdjustable, kBacktracking, kOpenLoop}, {kShort}}),
        order(seconds, {{kShort}, {kAdjustable}, {kOpenLoop}, {kBacktracking}, {kConstant}}),
        figures(iterations, kFive), figures(value, kFive), figures(gap, kFive),
        // "low, stable Lipschitz estimates", "higher variability"
        order(median_l, {kAdaptive, {kBacktracking}}),
        order(spread_of_l, {{kConstant}, {kBacktracking}}),
        order(spread_of_l, {{kAdjustable}, {kBacktracking}})}},
      {"collaborative",
       {order(value, {{kOpenLoop}, {kConstant}, {kAdjustable}, {kBacktracking}, {kShort}}),
        order(gap, {{kAdjustable}, {kConstant}, {kBacktracking}, {kOpenLoop}, {kShort}}),
        order(seconds, {{kOpenLoop}, {kBacktracking}, {kAdjustable}, {kConstant}}),
        figures(value, kThree), figures(value, kPlain), figures(gap, kThree),
        figures(gap, kPlain)}},
      {"simplex-quadratic",
       {ends({}, kFive),
        order(value, {{kAdjustable}, {kBacktracking}, {kConstant}, {kOpenLoop}, {kShort}}),
        order(gap, {{kAdjustable}, {kBacktracking}, {kConstant}, {kOpenLoop}, {kShort}}),
        order(seconds, {{kShort, kOpenLoop}, {kAdjustable}, {kConstant}, {kBacktracking}}),
        figures(value, kFive), figures(gap, kFive)}},
  };
}

Table unconstrained() {
  return {
      {"least-squares-l2",
       {ends(kAdaptive, {kBacktracking}), order(iterations, {kAdaptive, {kBacktracking}}),
        order(seconds, {{kAdjustable}, {kConstant}, {kBacktracking}}), figures(iterations, kThree),
        figures(value, kThree), figures(norm, kThree)}},
      {"least-squares-l1",
       {ends({}, kThree), order(value, {{kAdjustable}, {kConstant, kBacktracking}}),
        order(norm, {{kConstant}, {kAdjustable, kBacktracking}}),
        order(seconds, {{kAdjustable}, {kBacktracking}, {kConstant}}), figures(value, kThree),
        figures(norm, kThree)}},
      {"least-squares-linf",
       {ends({}, kThree), order(value, {kAdaptive, {kBacktracking}}),
        order(value, {{kConstant}, {kAdjustable}}),
        order(norm, {{kBacktracking}, {kAdjustable}, {kConstant}}),
        order(seconds, {{kAdjustable}, {kBacktracking}, {kConstant}}), figures(value, kThree),
        figures(norm, kThree)}},
      {"sigmoid",
       {order(value, {kAdaptive, {kBacktracking}}),
        order(norm, {{kAdjustable}, {kConstant, kBacktracking}}),
        order(seconds, {{kAdjustable}, {kConstant, kBacktracking}}), figures(value, kThree),
        figures(norm, kThree)}},
      {"sum-of-squares",
       {order(value, {kAdaptive, {kBacktracking}}), order(value, {{kConstant}, {kAdjustable}}),
        order(norm, {{kConstant}, {kAdjustable}, {kBacktracking}}),
        order(seconds, {{kBacktracking}, {kAdjustable}, {kConstant}}), figures(value, kThree),
        figures(norm, kThree),
        // from k = 100 on: "more stable and lower Lipschitz estimates"
        order(spread_of_l, {{kConstant}, {kBacktracking}}),
        order(median_l, {{kConstant}, {kBacktracking}})}},
      {"rosenbrock",
       {order(value, {kAdaptive, {kBacktracking}}), order(value, {{kAdjustable}, {kConstant}}),
        order(norm, {{kAdjustable}, {kConstant}, {kBacktracking}}),
        order(seconds, {{kAdjustable}, {kBacktracking}, {kConstant}}), figures(value, kThree),
        figures(norm, kThree)}},
      {"levy",
       {ends({kConstant}, {kAdjustable, kBacktracking}), order(value, {kAdaptive, {kBacktracking}}),
        order(value, {{kConstant}, {kAdjustable}}),
        order(norm, {{kConstant}, {kAdjustable}, {kBacktracking}}),
        order(seconds, {{kBacktracking}, {kAdjustable}, {kConstant}}), figures(value, kThree),
        figures(norm, kThree)}},
      {"zakharov",
       {order(value, {kAdaptive, {kBacktracking}}), order(value, {{kAdjustable}, {kConstant}}),
        order(norm, {{kAdjustable}, {kBacktracking}, {kConstant}}),
        order(seconds, {{kBacktracking}, {kAdjustable}, {kConstant}}), figures(value, kThree),
        figures(norm, kThree)}},
  };
}

}  // namespace

std::vector<Claim> claims(std::string_view experiment) {
  for (const Table& table : {constrained(), unconstrained()}) {
    if (const auto found = table.find(experiment); found != table.end()) return found->second;
  }
  return {};
}

std::vector<Claim> geometry_claims() {
  return {order(value, {{"l2"}, {"l1", "linf"}}), order(seconds, {{"l2"}, {"l1", "linf"}}),
          order(norm, {{"l2"}, {"l1", "linf"}})};
}

const std::vector<SummaryClaim>& summary_claims() {
  static const std::vector<SummaryClaim> list = {
      {"adjustable takes less time than constant and backtracking in most experiments",
       order(seconds, {{kAdjustable}, {kConstant, kBacktracking}}), Extent::most},
      {"short fails to converge in all experiments", ends({}, {kShort}), Extent::all},
      {"short ends above constant, adjustable and backtracking in all experiments",
       order(value, {kThree, {kShort}}), Extent::all},
      {"open-loop ends below constant, adjustable and backtracking in some experiments only",
       order(value, {{kOpenLoop}, kThree}), Extent::some}};
  return list;
}

}  // namespace acgd::experiments
