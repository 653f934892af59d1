#include "report/data.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "report/panel.hpp"
#include "report/stroke.hpp"
#include "report/text.hpp"
#include "report/thin.hpp"

namespace acgd::report {
namespace {

using Json = nlohmann::ordered_json;

template <class Field>
Json column(const Trace& trace, const std::vector<std::size_t>& rows, Field field) {
  Json result = Json::array();
  for (const std::size_t row : rows) result.push_back(trace[row].*field);
  return result;
}

/// To more digits than a screen shows: most of a page's size is numbers.
double rounded(double x) {
  if (!std::isfinite(x)) return x;
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", x);
  return std::strtod(text, nullptr);
}

Json rounded_column(const Trace& trace, const std::vector<std::size_t>& rows,
                    double Record::*field) {
  Json result = Json::array();
  for (const std::size_t row : rows) result.push_back(rounded(trace[row].*field));
  return result;
}

Json curve_json(const Section& section, const Curve& curve, std::size_t stroke) {
  const Trace& trace = curve.trace;
  const std::vector<std::size_t> rows = kept_rows(section, curve);
  return {{"name", clean(curve.name)},
          {"stroke", stroke},
          {"points", trace.size()},
          {"iteration", column(trace, rows, &Record::iteration)},
          {"seconds", rounded_column(trace, rows, &Record::seconds)},
          {"value", column(trace, rows, &Record::value)},
          {"gap", rounded_column(trace, rows, &Record::gap)},
          {"step", rounded_column(trace, rows, &Record::step)},
          {"lipschitz", rounded_column(trace, rows, &Record::lipschitz)},
          {"backtracks", column(trace, rows, &Record::backtracks)}};
}

Json panels_json(const Section& section) {
  Json panels = Json::array();
  for (const Panel panel : kPanels) {
    panels.push_back({{"name", to_string(panel)},
                      {"xLabel", across_label(panel)},
                      {"yLabel", clean(up_label(panel, section))},
                      {"heading", clean(heading(panel, section))}});
  }
  return panels;
}

Json section_json(const Section& section, const std::vector<std::string>& strategies) {
  Json curves = Json::array();
  for (const Curve& curve : section.curves) {
    curves.push_back(curve_json(section, curve, place_of(curve.name, strategies)));
  }
  return {{"title", clean(section.title)},
          {"measure", clean(section.measure.empty() ? "gap" : section.measure)},
          {"optimum", section.optimal_value ? Json(*section.optimal_value) : Json()},
          {"panels", panels_json(section)},
          {"curves", curves}};
}

}  // namespace

std::vector<std::size_t> kept_rows(const Section& section, const Curve& curve) {
  std::vector<std::vector<double>> columns(2);
  for (const Record& record : curve.trace) {
    columns[0].push_back(up(Panel::gap, section, record));
    columns[1].push_back(record.lipschitz);
  }
  return thin(columns, kMostPoints);
}

std::string to_json(const Report& report) {
  const std::vector<std::string> names = strategies(report);
  Json strokes = Json::array();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Stroke s = stroke(i);
    strokes.push_back({{"light", s.light}, {"dark", s.dark}, {"dash", s.dash}});
  }
  Json sections = Json::array();
  for (const Section& section : report.sections) {
    sections.push_back(section_json(section, names));
  }
  const std::string json = Json{{"strokes", strokes}, {"sections", sections}}.dump();
  std::string result;
  result.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      result += "\\u003c";
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace acgd::report
