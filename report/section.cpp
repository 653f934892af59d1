#include "report/section.hpp"

#include <fmt/format.h>

#include "report/bars.hpp"
#include "report/covered.hpp"
#include "report/draw.hpp"
#include "report/figure.hpp"
#include "report/formula.hpp"
#include "report/map.hpp"
#include "report/on_page.hpp"
#include "report/race.hpp"
#include "report/stroke.hpp"
#include "report/table.hpp"

namespace acgd::report {
namespace {

std::string name_of(const Section& section) {
  return section.title.empty() ? section.name : section.title;
}

/// A box for each curve: not ticked, the curve is hidden.
std::string legend_html(const Section& section, const std::vector<std::string>& strategies) {
  std::string items;
  for (const Curve& curve : section.curves) {
    const std::size_t place = place_of(curve.name, strategies);
    items += fmt::format(
        "<label><input type=\"checkbox\" value=\"{}\" checked>{}<span>{}</span></label>\n", place,
        legend_mark(place), escape(curve.name));
  }
  return "<fieldset class=\"legend\"><legend>Curves</legend>\n" + items + "</fieldset>\n";
}

std::string covered_html(const Section& section) {
  std::string sentences;
  for (const std::string& sentence : covered_curves(section)) sentences += sentence + " ";
  return sentences.empty() ? "" : "<p class=\"covered\">" + escape(sentences) + "</p>\n";
}

std::string panels_html(const Section& section, const std::vector<std::string>& strategies) {
  if (section.curves.empty()) return "";
  std::string figures;
  for (const Panel panel : panels(section)) {
    figures +=
        fmt::format("<figure data-panel=\"{}\">\n<figcaption>{}</figcaption>\n{}</figure>\n",
                    to_string(panel), escape(heading(panel, section)),
                    on_page(draw(section, panel, strategies, Growth::logarithmic, Names::outside)));
  }
  return "<div class=\"charts\">\n" + legend_html(section, strategies) +
         "<div class=\"panels\">\n" + figures + "</div>\n" + covered_html(section) + "</div>\n";
}

std::string map_html(const Section& section) {
  if (!section.map) return "";
  return fmt::format(
      "<figure class=\"map\" aria-label=\"{0}\">\n<figcaption>{0}</figcaption>\n{1}"
      "</figure>\n",
      escape(section.map->title), on_page(draw_map(*section.map)));
}

std::string coefficients_html(const Section& section) {
  const std::string title = name_of(section) + ": the largest coefficients";
  if (draw_bars(section.coefficients, title, kWideCanvas).empty()) return "";
  return "<div class=\"coefficients\">\n" +
         figure_html(
             "The largest coefficients", section.solution,
             [&](const Canvas& canvas) { return draw_bars(section.coefficients, title, canvas); }) +
         "</div>\n";
}

std::string notes_html(const Section& section) {
  if (section.notes.empty()) return "";
  std::string result = "<ul class=\"notes\">\n";
  for (const std::string& note : section.notes) result += "<li>" + prose_html(note) + "</li>\n";
  return result + "</ul>\n";
}

/// Text that may be broken behind its commas: names of columns have no spaces.
std::string list_html(const std::string& text) {
  std::string html;
  for (const char c : escape(text)) html.append(1, c).append(c == ',' ? "<wbr>" : "");
  return html;
}

std::string origin_html(const Section& section) {
  std::string rows;
  if (!section.direction.empty()) {
    rows += "<dt>Direction</dt><dd>" + escape(section.direction) + "</dd>\n";
  }
  if (!section.data.empty()) rows += "<dt>Data</dt><dd>" + list_html(section.data) + "</dd>\n";
  if (section.optimal_value) {
    rows += fmt::format("<dt>Minimum of f</dt><dd>{}</dd>\n", shown_value(*section.optimal_value));
  }
  if (!section.command.empty()) {
    rows += "<dt>Run it again</dt><dd>" + command_html(section.command) + "</dd>\n";
  }
  return rows.empty() ? "" : "<dl class=\"origin\">\n" + rows + "</dl>\n";
}

std::string race_html(const Section& section, const std::vector<std::string>& strategies) {
  if (!section.race || section.race->rows.empty()) return "";
  return "<div class=\"race small\">\n<figure>\n<figcaption><span class=\"caption\">" +
         escape(section.race->title) + "</span></figcaption>\n" +
         on_page(draw_race(*section.race, strategies, kNarrowCanvas)) + "</figure>\n</div>\n";
}

}  // namespace

std::string command_html(const std::string& command) {
  return R"(<span class="command"><code>)" + escape(command) +
         R"(</code><button type="button" class="copy" hidden>Copy</button></span>)";
}

std::string section_html(const Section& section, const std::string& id,
                         const std::vector<std::string>& strategies, bool alone, bool titled) {
  std::string words;
  if (titled) words += "<h2>" + escape(name_of(section)) + "</h2>\n";
  if (!section.description.empty()) {
    words += "<p class=\"description\">" + prose_html(section.description) + "</p>\n";
  }
  if (!section.verdict.empty()) {
    words += fmt::format("<p class=\"answer{}\">{}</p>\n", alone ? "" : " small",
                         escape(section.verdict));
  }
  return fmt::format("<section id=\"{}\">\n<div class=\"head\">\n<div>\n{}</div>\n{}</div>\n",
                     escape(id), words, race_html(section, strategies)) +
         map_html(section) + panels_html(section, strategies) + "<div class=\"results\">\n" +
         table_html(section.table, {.caption = alone ? "Results" : "Results: " + name_of(section),
                                    .stacked = true}) +
         table_html(section.costs, {.caption = "What it took to come to parts of the " +
                                               (section.goal.empty() ? "first " + gap_name(section)
                                                                     : section.goal),
                                    .stacked = true}) +
         coefficients_html(section) + "<div class=\"after\">\n" + notes_html(section) +
         origin_html(section) + "</div>\n</div>\n</section>\n";
}

}  // namespace acgd::report
