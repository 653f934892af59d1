#include "experiments/claim.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "experiments/limits.hpp"

namespace acgd::experiments {
namespace {

enum class Answer { yes, no, too_close };

/// Numbers that are printed alike with four decimals, and those that the last bit keeps from it.
constexpr double kHalfDigit = 0.5e-4 * (1 + 1e-9);
/// Shares of a second are what a shared machine makes of them.
constexpr double kTimeShare = 0.1;

template <class Rows>
auto find_row(const Rows& rows, const std::string& strategy) -> decltype(&rows[0]) {
  const auto found =
      std::ranges::find(rows, strategy, [](const auto& row) { return row.strategy; });
  return found == rows.end() ? nullptr : &*found;
}

std::optional<double> measured(Measure measure, const Row& row) {
  if (measure == Measure::iterations) return static_cast<double>(row.iterations);
  if (measure == Measure::seconds) return row.seconds;
  return measure == Measure::value ? row.value : row.gap;
}

/// What the paper prints of such a row.
double printed(Measure measure, const Row& row) {
  if (measure == Measure::value) return row.value_before.value_or(row.value);
  if (measure == Measure::iterations || measure == Measure::seconds) return *measured(measure, row);
  return row.gap_before.value_or(row.gap);
}

std::optional<double> measured(Measure measure, const PublishedRow& row) {
  if (measure == Measure::iterations) {
    return row.iterations ? std::optional(static_cast<double>(*row.iterations)) : std::nullopt;
  }
  if (measure == Measure::seconds) return row.seconds;
  return measure == Measure::value ? std::optional(row.value) : row.gap;
}

std::string number(Measure measure, std::optional<double> x) {
  if (!x) return "-";
  if (measure == Measure::iterations) return fmt::format("{:.0f}", *x);
  if (measure == Measure::seconds) return fmt::format("{:.3g}", *x);
  return *x != 0 && std::abs(*x) < 1e-3 ? fmt::format("{:.1e}", *x) : fmt::format("{:.4f}", *x);
}

/// The numbers of these strategies, in their order; a dash where there is none.
template <class Rows>
std::string numbers(Measure measure, const Strategies& strategies, const Rows& rows) {
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

/// Whether a < b.
Answer below(Measure measure, double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return Answer::no;
  if (measure == Measure::iterations) return a < b ? Answer::yes : Answer::no;
  if (std::abs(b - a) <= margin(measure, a, b)) return Answer::too_close;
  return a < b ? Answer::yes : Answer::no;
}

bool overlap(const Row& a, const Row& b) {
  return a.slowest >= b.fastest && b.slowest >= a.fastest;
}

Answer below(Measure measure, const Row& a, const Row& b) {
  if (measure == Measure::seconds && overlap(a, b)) return Answer::too_close;
  return below(measure, *measured(measure, a), *measured(measure, b));
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
    return same_printed(printed(figures.measure, *find_row(rows, name)),
                        *measured(figures.measure, *find_row(published, name)));
  });
  return met ? Answer::yes : Answer::no;
}

/// What keeps a claim from being judged by this evidence, whatever the numbers are.
template <class Test>
std::string obstacle(const Test& test, const Evidence& evidence) {
  constexpr bool figures = std::is_same_v<Test, Figures>;
  if (evidence.quick && !std::is_same_v<Test, Order>)
    return "the problem is smaller than the paper's";
  if (figures && !evidence.unpublished.empty()) return evidence.unpublished;
  if (evidence.seeds.empty()) return "nothing was run";
  for (const std::string& name : concerned(test)) {
    const Row* row = find_row(evidence.seeds[0], name);
    if (row == nullptr) return name + " was not run";
    if (!row->finished) return name + " was interrupted";
    if (!measured(measure_of(test), *row)) return name + " was not timed";
  }
  return "";
}

/// Whether the rows of a seed have all that a claim is about.
bool complete(const Strategies& strategies, const std::vector<Row>& rows) {
  return std::ranges::all_of(strategies, [&](const std::string& name) {
    const Row* row = find_row(rows, name);
    return row != nullptr && row->finished;
  });
}

template <class Test>
void judge_test(const Test& test, const Evidence& evidence, Judgement& judgement) {
  Index yes = 0, no = 0, seeds = 0;
  for (const std::vector<Row>& rows : evidence.seeds) {
    if (!complete(concerned(test), rows)) continue;
    const Answer one = answer(test, rows, evidence.published);
    ++seeds;
    yes += one == Answer::yes ? 1 : 0;
    no += one == Answer::no ? 1 : 0;
    // One seed is timed, and one has the paper's problem.
    if (measure_of(test) == Measure::seconds || std::is_same_v<Test, Figures>) break;
  }
  if (yes == seeds) {
    judgement.verdict = Verdict::holds;
  } else if (no == seeds) {
    judgement.verdict = Verdict::does_not_hold;
  } else if (seeds == 1) {
    judgement.reason = "too close to tell apart";
  } else {
    judgement.reason =
        fmt::format("so from {} of {} starts, and the paper's is not published", yes, seeds);
  }
  // Another draw may say something else.
  if (seeds == 1 && judgement.verdict == Verdict::does_not_hold &&
      measure_of(test) != Measure::seconds) {
    judgement.reason = evidence.unpublished;
  }
  if (seeds > 1 && judgement.verdict != Verdict::cannot_be_told) {
    judgement.reason = fmt::format("from {} of {} starts", yes, seeds);
  }
}

/// With the numbers that the paper would print of them.
void as_printed(std::vector<Row>& rows) {
  for (Row& row : rows) {
    row.value = printed(Measure::value, row);
    row.gap = printed(Measure::gap, row);
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

double margin(Measure measure, double a, double b) {
  if (measure == Measure::iterations) return 0;
  if (measure == Measure::seconds) return kTimeShare * std::max(std::abs(a), std::abs(b));
  return kTolerance;
}

bool same_printed(double x, double published) { return std::abs(x - published) <= kHalfDigit; }

bool same_work(const Row& row, const PublishedRow& published) {
  return row.finished && row.iterations == published.iterations &&
         same_printed(printed(Measure::value, row), published.value);
}

Judgement judge(const Claim& claim, const Evidence& evidence) {
  return std::visit(
      [&](const auto& test) {
        const Strategies strategies = concerned(test);
        Judgement judgement{.claim = describe(test),
                            .paper = numbers(measure_of(test), strategies, evidence.published)};
        if (!evidence.seeds.empty()) {
          std::vector<Row> rows = evidence.seeds[0];
          if (std::is_same_v<decltype(test), const Figures&>) as_printed(rows);
          judgement.found = numbers(measure_of(test), strategies, rows);
        }
        judgement.reason = obstacle(test, evidence);
        if (judgement.reason.empty()) judge_test(test, evidence, judgement);
        if (judgement.verdict == Verdict::does_not_hold && !claim.remark.empty()) {
          judgement.reason += (judgement.reason.empty() ? "" : "; ") + claim.remark;
        }
        return judgement;
      },
      claim.test);
}

}  // namespace acgd::experiments
