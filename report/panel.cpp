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

double lowest_value(const Section& section) {
  if (section.optimal_value) return *section.optimal_value;
  double lowest = std::numeric_limits<double>::infinity();
  for (const Curve& curve : section.curves) {
    for (const Record& record : curve.trace) {
      if (std::isfinite(record.value)) lowest = std::min(lowest, record.value);
    }
  }
  return lowest;
}

double across(Panel panel, const Record& record) {
  return panel == Panel::time ? record.seconds
                              : std::max(1.0, static_cast<double>(record.iteration));
}

double up(Panel panel, double lowest, const Record& record) {
  if (panel == Panel::lipschitz) return record.lipschitz;
  return panel == Panel::value ? record.value - lowest : record.gap;
}

bool is_best_so_far(Panel panel) { return panel != Panel::lipschitz; }

std::string across_label(Panel panel) { return panel == Panel::time ? "seconds" : "iteration"; }

std::string up_label(Panel panel, const Section& section) {
  if (panel == Panel::lipschitz) return "L";
  if (panel != Panel::value) return gap_name(section);
  return section.optimal_value ? "f \u2212 f*" : "f \u2212 lowest f seen";
}

std::string heading(Panel panel, const Section& section) {
  switch (panel) {
    case Panel::gap:
      return "Best " + gap_name(section) + " so far";
    case Panel::value:
      return section.optimal_value ? "f above its minimum" : "f above the lowest seen";
    case Panel::lipschitz:
      return "Estimate of L";
    case Panel::time:
      return "Best " + gap_name(section) + " over time";
  }
  return "";
}

}  // namespace acgd::report
