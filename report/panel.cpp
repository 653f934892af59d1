#include "report/panel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace acgd::report {
namespace {

bool has_lipschitz(const Section& section) {
  return std::ranges::any_of(section.curves, [](const Curve& curve) {
    return std::ranges::any_of(
        curve.trace, [](const Record& record) { return std::isfinite(record.lipschitz); });
  });
}

double longest(const Section& section) {
  double seconds = 0;
  for (const Curve& curve : section.curves) {
    if (!curve.trace.empty()) seconds = std::max(seconds, curve.trace.back().seconds);
  }
  return seconds;
}

/// Of the iterations up to this part of all.
double lowest_until(const Trace& trace, double part) {
  double lowest = std::numeric_limits<double>::infinity();
  const double last = part * static_cast<double>(trace.back().iteration);
  for (const Record& record : trace) {
    if (static_cast<double>(record.iteration) > last) break;
    if (std::isfinite(record.value)) lowest = std::min(lowest, record.value);
  }
  return lowest;
}

/// How far the lowest value of a run is above the value that it converges to, as far as its second half
/// tells, and three times that: what is less is of no meaning. If the decrease of each quarter is r < 1
/// times that of the quarter before, that is the sum of r + r^2 + ... of the last one.
double distance_to_limit(const Trace& trace) {
  const double end = lowest_until(trace, 1);
  const double third = lowest_until(trace, 0.5) - lowest_until(trace, 0.75);
  const double fourth = lowest_until(trace, 0.75) - end;
  const double ratio = fourth / third;
  const double left = ratio < 1 ? fourth * ratio / (1 - ratio) : third + fourth;
  return std::isfinite(left) ? 3 * left : 0;
}

}  // namespace

std::string gap_name(const Section& section) {
  return section.measure.empty() ? "gap" : section.measure;
}

std::vector<Panel> panels(const Section& section) {
  std::vector<Panel> list = {Panel::gap, Panel::value};
  if (has_lipschitz(section)) list.push_back(Panel::lipschitz);
  if (longest(section) >= kShortestTime) list.push_back(Panel::time);
  return list;
}

std::string_view to_string(Panel panel) {
  switch (panel) {
    case Panel::gap:
      return "gap";
    case Panel::value:
      return "value";
    case Panel::lipschitz:
      return "lipschitz";
    case Panel::time:
      return "time";
  }
  return "";
}

bool is_convex(const Section& section) {
  return std::ranges::any_of(section.curves, [](const Curve& curve) {
    return !curve.trace.empty() && std::isfinite(curve.trace.back().lower_bound);
  });
}

Reference reference_of(const Section& section) {
  using Kind = Reference::Kind;
  if (section.optimal_value) return {Kind::minimum, *section.optimal_value};
  double bound = -std::numeric_limits<double>::infinity();
  const Curve* best = nullptr;
  for (const Curve& curve : section.curves) {
    if (curve.trace.empty()) continue;
    if (const double own = curve.trace.back().lower_bound; own > bound) bound = own;
    if (best == nullptr || lowest_until(curve.trace, 1) < lowest_until(best->trace, 1)) {
      best = &curve;
    }
  }
  if (std::isfinite(bound)) return {Kind::lower_bound, bound};
  if (best == nullptr) return {Kind::lowest_seen};
  return {Kind::lowest_seen, lowest_until(best->trace, 1), distance_to_limit(best->trace)};
}

double across(Panel panel, const Record& record) {
  return panel == Panel::time ? record.seconds
                              : std::max(1.0, static_cast<double>(record.iteration));
}

double up(Panel panel, const Reference& reference, const Record& record) {
  if (panel == Panel::lipschitz) return record.lipschitz;
  if (panel != Panel::value) return record.gap;
  const double above = record.value - reference.value;
  return above < reference.accuracy ? std::numeric_limits<double>::quiet_NaN() : above;
}

bool is_best_so_far(Panel panel) { return panel != Panel::lipschitz; }

std::string across_label(Panel panel) { return panel == Panel::time ? "seconds" : "iteration"; }

std::string up_label(Panel panel, const Section& section) {
  if (panel == Panel::lipschitz) return "L";
  if (panel != Panel::value) return gap_name(section);
  switch (reference_of(section).kind) {
    case Reference::Kind::minimum:
      return "f \u2212 f*";
    case Reference::Kind::lower_bound:
      return "f \u2212 lower bound";
    case Reference::Kind::lowest_seen:
      return "f \u2212 lowest f seen";
  }
  return "";
}

std::string value_heading(const Reference& reference) {
  switch (reference.kind) {
    case Reference::Kind::minimum:
      return "f above its minimum";
    case Reference::Kind::lower_bound:
      return "f above the best lower bound";
    case Reference::Kind::lowest_seen:
      return "f above the lowest seen";
  }
  return "";
}

std::string heading(Panel panel, const Section& section) {
  switch (panel) {
    case Panel::gap:
      return "Best " + gap_name(section) + " so far";
    case Panel::value:
      return value_heading(reference_of(section));
    case Panel::lipschitz:
      return "Estimate of L";
    case Panel::time:
      return "Best " + gap_name(section) + " over time";
  }
  return "";
}

}  // namespace acgd::report
