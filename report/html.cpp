#include <algorithm>

#include "report/claims.hpp"
#include "report/facts.hpp"
#include "report/figure.hpp"
#include "report/fill.hpp"
#include "report/formula.hpp"
#include "report/page.hpp"
#include "report/panel.hpp"
#include "report/race.hpp"
#include "report/report.hpp"
#include "report/section.hpp"
#include "report/stroke.hpp"
#include "report/table.hpp"
#include "report/text.hpp"

namespace acgd::report {
namespace {

std::vector<std::string> identifiers(const Report& report) {
  std::vector<std::string> names;
  for (const Section& section : report.sections) names.push_back("run-" + section.name);
  return file_names(names);
}

/// Where no overview was given, the titles are one.
Table overview_of(const Report& report) {
  if (!report.overview.columns.empty()) return report.overview;
  Table table{{"contents"}, {}};
  for (const Section& section : report.sections) {
    table.rows.push_back({section.title.empty() ? section.name : section.title});
  }
  return table;
}

std::string key_html(const std::vector<std::string>& strategies) {
  std::string items;
  for (std::size_t k = 0; k < strategies.size(); ++k) {
    items += "<li>" + legend_mark(k) + "<span>" + escape(strategies[k]) + "</span></li>\n";
  }
  return "<ul class=\"key\" aria-label=\"Curves\">\n" + items + "</ul>\n";
}

std::string preface_html(const Report& report) {
  if (report.preface.empty()) return "";
  std::string html = "<div class=\"preface\">\n<p>" + escape(report.preface) + "</p>\n";
  if (!report.full_command.empty()) {
    html += "<p>In full size:</p>\n" + command_html(report.full_command) + "\n";
  }
  return html + "</div>\n";
}

/// The answer of several sections: in words, as a picture, and a row for each.
std::string answer_html(const Report& report, const std::vector<std::string>& ids,
                        const std::vector<std::string>& strategies) {
  if (ids.size() < 2) return preface_html(report);
  std::string html = preface_html(report);
  if (!report.verdict.empty()) html += "<p class=\"answer\">" + escape(report.verdict) + "</p>\n";
  if (report.race && !report.race->rows.empty()) {
    const auto draw = [&](const Canvas& canvas) {
      return draw_race(*report.race, strategies, canvas);
    };
    html += key_html(strategies) + "<div class=\"race\">\n" +
            figure_html(report.race->title, "level ones stand one below the other", draw) +
            "</div>\n";
  }
  html += "<nav aria-label=\"Contents\">\n" +
          table_html(overview_of(report),
                     {.caption = "Overview", .stacked = true, .link = [&](std::size_t i) {
                        return i < ids.size() ? "#" + ids[i] : "";
                      }});
  if (!report.claims.empty()) {
    html += "<p><a href=\"#claims\">" + escape(claims_title(report.claims)) + "</a></p>\n";
  }
  return html + "</nav>\n";
}

bool has(const Report& report, std::string_view measure) {
  for (const Section& section : report.sections) {
    if (gap_name(section) == measure) return true;
  }
  return false;
}

/// What values of f are drawn above, where the minimum is not known.
std::string reference_html(const Report& report) {
  using Kind = Reference::Kind;
  std::string html;
  for (const Kind kind : {Kind::lower_bound, Kind::lowest_seen}) {
    const auto is_told = [kind](const Section& section) {
      return !section.curves.empty() && reference_of(section).kind == kind;
    };
    if (!std::ranges::any_of(report.sections, is_told)) continue;
    html += "<dt>" + escape(value_heading({.kind = kind})) + "</dt><dd>";
    html +=
        kind == Kind::lower_bound
            ? "The minimum is not known. It is no lower than the largest " + formula_html("f(x)") +
                  " \u2212 gap of all runs, so f is no further above it than is drawn.</dd>\n"
            : "The minimum is not known. Curves end where f is as close to the lowest value seen "
              "as that may be to the limit of its run, extrapolated from its second half.</dd>\n";
  }
  return html;
}

/// What the words on the page mean.
std::string words_html(const Report& report) {
  if (report.sections.empty()) return "";
  std::string html = "<h2>What the words mean</h2>\n<dl>\n";
  if (has(report, "gap")) {
    const bool convex = std::ranges::all_of(report.sections, [](const Section& section) {
      return gap_name(section) != "gap" || is_convex(section);
    });
    html += "<dt>Gap</dt><dd>" + formula_html("max_{v in C} grad f(x)'(x - v)") +
            ", which one linear minimisation over the set gives. " + (convex ? "" : "Where ") +
            formula_html("f") + (convex ? " is convex, so " : " is convex, ") +
            formula_html("f(x)") +
            " is no further than this above its minimum: the gap is a certificate, known without "
            "knowing "
            "the minimum. It is 0 where no step within the set leads down. It may rise from one "
            "iteration to the next, and what was proved stays proved: lines show the best so far, "
            "bands what it was at each iteration.</dd>\n";
  }
  if (has(report, "gradient norm")) {
    html += "<dt>Gradient norm</dt><dd>" + formula_html("||grad f(x)||_*") +
            ", in the dual of the norm that steps are measured in; 0 where f is stationary. Lines "
            "show the least so far, bands what it was at each iteration.</dd>\n";
  }
  return html + reference_html(report) +
         "<dt>L</dt><dd>How fast the gradient changes along the steps that are taken: " +
         formula_html("||grad f(x) - grad f(y)|| <= L ||x - y||") +
         ". Rules that estimate it take longer steps where it is small. Lines show the median of "
         "nearby iterations, bands the least and the largest.</dd>\n</dl>\n";
}

}  // namespace

std::string to_html(const Report& report) {
  const std::vector<std::string> names = strategies(report);
  const std::vector<std::string> ids = identifiers(report);
  std::string sections;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const Section& section = report.sections[i];
    const bool told = ids.size() == 1 && section.title == report.title;
    sections += section_html(section, ids[i], names, ids.size() == 1, !told);
  }
  // Of one section the command is the page's.
  const bool told = ids.size() == 1 && report.sections[0].command == report.command;
  return fill(empty_page(), {{"title", escape(report.title)},
                             {"heading", prose_html(report.title)},
                             {"tones", tones_css(names.size())},
                             {"answer", answer_html(report, ids, names)},
                             {"sections", sections + claims_html(report)},
                             {"words", words_html(report)},
                             {"facts", facts_html({report.version, report.date, report.machine,
                                                   told ? "" : report.command})}});
}

}  // namespace acgd::report
