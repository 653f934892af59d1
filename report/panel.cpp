#include "report/panel.hpp"

namespace acgd::report {

std::string_view to_string(Panel panel) {
  switch (panel) {
    case Panel::gap:
      return "gap";
    case Panel::lipschitz:
      return "lipschitz";
    case Panel::time:
      return "time";
  }
  return "";
}

double across(Panel panel, const Record& record) {
  return panel == Panel::time ? record.seconds : static_cast<double>(record.iteration);
}

double up(Panel panel, const Section& section, const Record& record) {
  if (panel == Panel::lipschitz) return record.lipschitz;
  return section.optimal_value ? record.value - *section.optimal_value : record.gap;
}

std::string measure(const Section& section) {
  if (section.optimal_value) return "value \u2212 optimal value";
  return section.measure.empty() ? "gap" : section.measure;
}

std::string across_label(Panel panel) { return panel == Panel::time ? "seconds" : "iteration"; }

std::string up_label(Panel panel, const Section& section) {
  return panel == Panel::lipschitz ? "L" : measure(section);
}

std::string heading(Panel panel, const Section& section) {
  std::string text = panel == Panel::lipschitz ? "estimate of L" : measure(section);
  if (text.front() >= 'a' && text.front() <= 'z')
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text + (panel == Panel::time ? " over time" : " per iteration");
}

}  // namespace acgd::report
