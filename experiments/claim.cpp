#include "experiments/claim.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "experiments/limits.hpp"
#include "experiments/strategy.hpp"

namespace acgd::experiments {
namespace {

enum class Answer { yes, no, too_close };

/// Percentiles of a run's estimates of L.
constexpr double kLipschitzShare = 0.1;
/// Fewer runs have no spread to speak of.
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

/// The numbers of these strategies, in their order; a dash where there is none.
template <class Rows>
std::string numbers(Measure measure, const Strategies& strategies, const Rows& rows) {
  constexpr bool published = std::is_same_v<Rows, std::vector<PublishedRow>>;
  if (published && is_lipschitz(measure)) return "in words";
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

/// The paper's own words for them are as short.
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

/// Two numbers that differ by no more than this are not told apart.
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

/// What keeps a claim from being judged by this evidence, whatever the numbers are.
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

/// Whether the rows of a seed have all that a claim is about.
template <class Test>
bool complete(const Test& test, const std::vector<Row>& rows) {
  return std::ranges::all_of(concerned(test), [&](const std::string& name) {
    const Row* row = find_row(rows, name);
    return row != nullptr && row->finished && measured(measure_of(test), *row);
  });
}

/// Whether other numbers than the published ones may come from another first estimate of L.
template <class Test>
bool rests_on_estimate(const Test& test, const Evidence& evidence) {
  const auto estimates = [](const std::string& name) {
    return name != kShort && name != kOpenLoop;
  };
  return std::is_same_v<Test, Figures> && !evidence.has_own_estimate &&
         std::ranges::any_of(concerned(test), estimates);
}

template <class Test>
void judge_test(const Test& test, const Evidence& evidence, Judgement& judgement) {
  Index yes = 0, no = 0, seeds = 0;
  for (const std::vector<Row>& rows : evidence.seeds) {
    if (!complete(test, rows)) continue;
    const Answer one = answer(test, rows, evidence.published);
    ++seeds;
    yes += one == Answer::yes ? 1 : 0;
    no += one == Answer::no ? 1 : 0;
    if (measure_of(test) == Measure::seconds) break;  // one seed is timed
  }
  const bool is_own = evidence.origin == Origin::paper;
  if (yes == seeds) {
    judgement.verdict = Verdict::holds;
  } else if (yes + no == 0 || (is_own && no < seeds)) {
    judgement.reason = "too close to tell apart";
    return;
  } else if (is_own && rests_on_estimate(test, evidence)) {
    judgement.reason =
        "the first estimate of L is another: the paper's needs Julia's random generator";
  } else if (is_own) {
    judgement.verdict = Verdict::does_not_hold;
  }
  if (!is_own) {
    judgement.reason = fmt::format("so in {} of {} draws; {}", yes, seeds, evidence.missing);
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

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds:
      return "holds";
    case Verdict::does_not_hold:
      return "does not hold";
    case Verdict::cannot_be_told:
      return "cannot be told";
  }
  return "";
}

bool same_printed(double x, double published, int decimals) {
  // Numbers that are printed alike, and those that the last bit keeps from it.
  return std::abs(x - published) <= 0.5 * std::pow(10, -decimals) * (1 + 1e-9);
}

bool same_work(const Row& row, const PublishedRow& published) {
  return row.finished && row.iterations == published.iterations &&
         same_printed(row.value, published.value, published.decimals);
}

Judgement judge(const Claim& claim, const Evidence& evidence) {
  return std::visit(
      [&](const auto& test) {
        const Strategies strategies = concerned(test);
        Judgement judgement{.claim = describe(test),
                            .paper = numbers(measure_of(test), strategies, evidence.published)};
        if (!evidence.seeds.empty()) {
          judgement.found = numbers(measure_of(test), strategies, evidence.seeds[0]);
        }
        judgement.reason = obstacle(test, evidence);
        if (judgement.reason.empty()) judge_test(test, evidence, judgement);
        return judgement;
      },
      claim.test);
}

}  // namespace acgd::experiments
