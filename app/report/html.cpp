#include "app/report/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "app/report/bars.hpp"
#include "app/report/curves.hpp"
#include "app/report/formula.hpp"
#include "app/report/map.hpp"
#include "app/report/race.hpp"
#include "app/report/report.hpp"
#include "app/report/svg.hpp"
#include "app/report/table.hpp"
#include "app/report/text.hpp"

namespace acgd::report {

namespace {

constexpr std::string_view kGround = "<rect class=\"ground\"";

/// Length of the leading attribute if the style sheet sets it; else 0.
std::size_t styled_attribute(std::string_view text) {
  constexpr std::array<std::string_view, 4> attributes = {" fill=\"#", " stroke=\"#", " xmlns=\"",
                                                          " font-family=\""};
  for (const std::string_view attribute : attributes) {
    if (text.starts_with(attribute)) return text.find('"', attribute.size()) + 1;
  }
  return 0;
}

/// Length of the leading text that the page does not need; `inside`: within a tag.
std::size_t idle(std::string_view text, bool inside) {
  if (inside) return styled_attribute(text);
  if (text.starts_with(kGround)) return text.find('>') + 1;
  return text.starts_with("\n<") || text == "\n" ? 1 : 0;
}

}  // namespace

std::string on_page(const std::string& svg) {
  std::string result;
  bool inside = false;
  for (std::string_view rest = svg; !rest.empty();) {
    if (const std::size_t size = idle(rest, inside); size > 0) {
      rest.remove_prefix(size);
      continue;
    }
    // Text is escaped and contains neither character.
    inside = rest.front() == '<' || (inside && rest.front() != '>');
    result += rest.front();
    rest.remove_prefix(1);
  }
  return result + '\n';
}

std::string fact_html(const std::string& name, const std::string& value) {
  if (value.empty()) return "";
  return "<dt>" + name + "</dt><dd>" + escape(value) + "</dd>\n";
}

std::string facts_html(const Origin& origin, const std::string& rows) {
  std::string all = rows +
                    fact_html("Version", origin.version.empty() ? "" : "acgd " + origin.version) +
                    fact_html("Date", origin.date) + fact_html("Machine", origin.machine);
  if (!origin.command.empty()) {
    all += "<dt>Command</dt><dd>" + command_html(origin.command) + "</dd>\n";
  }
  return all.empty() ? "" : "<dl class=\"origin\">\n" + all + "</dl>\n";
}

namespace {

/// For the style sheet: "does-not-hold".
std::string word(std::string status) {
  std::replace(status.begin(), status.end(), ' ', '-');
  return status;
}

std::string claim_row(const Claim& claim, bool first) {
  std::string status = fmt::format("<span class=\"status {}\">{}</span>",
                                   escape(word(claim.status)), escape(claim.status));
  if (!claim.reason.empty()) status += " <small>" + escape(claim.reason) + "</small>";
  return fmt::format(
      "<tr{}><th scope=\"row\">{}</th>"
      "<td data-label=\"status\">{}</td><td "
      "data-label=\"claim\">{}</td>"
      "<td data-label=\"paper\">{}</td><td "
      "data-label=\"here\">{}</td></tr>\n",
      first ? " class=\"first\"" : "", escape(claim.about), status, escape(claim.claim),
      escape(claim.paper), escape(claim.found));
}

std::string claims_head() {
  std::string cells;
  for (const char* name : {"experiment", "status", "claim", "paper", "here"}) {
    cells += fmt::format("<th scope=\"col\">{}</th>", name);
  }
  return cells;
}

}  // namespace

std::string claims_title(const std::vector<Claim>& claims) {
  const auto with = [&](const char* status) {
    return std::count_if(claims.begin(), claims.end(),
                         [&](const Claim& claim) { return claim.status == status; });
  };
  return fmt::format("The paper's claims: {} hold, {} do not hold, {} are undecided", with("holds"),
                     with("does not hold"), with("undecided"));
}

std::string claims_html(const Report& report) {
  const std::vector<Claim>& claims = report.claims;
  if (claims.empty()) return "";
  std::string rows;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    rows += claim_row(claims[i], i == 0 || claims[i].about != claims[i - 1].about);
  }
  return fmt::format(
      "<div class=\"claims\" id=\"claims\">\n<h2>{}</h2>\n<p>{}</p>\n"
      "<div class=\"table\" role=\"region\" aria-label=\"Table of claims\" tabindex=\"0\">\n"
      "<table class=\"stacked\">\n<caption>The paper's claims</caption>\n"
      "<thead><tr>{}</tr></thead>\n<tbody>\n{}"
      "</tbody>\n</table>\n</div>\n</div>\n",
      escape(claims_title(claims)), escape(kAboutClaims), claims_head(), rows);
}

namespace {

std::string name_of(const Section& section) {
  return section.title.empty() ? section.name : section.title;
}

/// A checkbox for each curve; unchecking it hides the curve.
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

/// Text that may be wrapped after its commas: lists of column names have no spaces.
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
    rows += "<dt>Command</dt><dd>" + command_html(section.command) + "</dd>\n";
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
  if (!section.summary.empty()) {
    words += fmt::format("<p class=\"answer{}\">{}</p>\n", alone ? "" : " small",
                         escape(section.summary));
  }
  return fmt::format("<section id=\"{}\">\n<div class=\"head\">\n<div>\n{}</div>\n{}</div>\n",
                     escape(id), words, race_html(section, strategies)) +
         map_html(section) + panels_html(section, strategies) + "<div class=\"results\">\n" +
         table_html(section.table, {.caption = alone ? "Results" : "Results: " + name_of(section),
                                    .stacked = true}) +
         table_html(section.costs, {.caption = "Costs of reaching fractions of the " +
                                               (section.goal.empty() ? "first " + gap_name(section)
                                                                     : section.goal),
                                    .stacked = true}) +
         coefficients_html(section) + "<div class=\"after\">\n" + notes_html(section) +
         origin_html(section) + "</div>\n</div>\n</section>\n";
}

namespace {

std::vector<std::string> identifiers(const Report& report) {
  std::vector<std::string> names;
  for (const Section& section : report.sections) names.push_back("run-" + section.name);
  return file_names(names);
}

/// The given overview, else the titles of the sections.
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

/// The summary of several sections: a sentence, a picture and a row for each section.
std::string answer_html(const Report& report, const std::vector<std::string>& ids,
                        const std::vector<std::string>& strategies) {
  if (ids.size() < 2) return preface_html(report);
  std::string html = preface_html(report);
  if (!report.summary.empty()) html += "<p class=\"answer\">" + escape(report.summary) + "</p>\n";
  if (report.race && !report.race->rows.empty()) {
    const auto draw = [&](const Canvas& canvas) {
      return draw_race(*report.race, strategies, canvas);
    };
    html += key_html(strategies) + "<div class=\"race\">\n" +
            figure_html(report.race->title, "ties are drawn one below the other", draw) +
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

/// Explains the reference value where the minimum is not known.
std::string reference_html(const Report& report) {
  using Kind = Reference::Kind;
  std::string html;
  for (const Kind kind : {Kind::lower_bound, Kind::lowest_seen}) {
    const auto is_used = [kind](const Section& section) {
      return !section.curves.empty() && reference_of(section).kind == kind;
    };
    if (!std::ranges::any_of(report.sections, is_used)) continue;
    html += "<dt>" + escape(value_heading({.kind = kind})) + "</dt><dd>";
    html += kind == Kind::lower_bound
                ? "The minimum is not known. It is at least the largest " + formula_html("f(x)") +
                      " \u2212 gap of all runs, so the chart shows an upper bound of the "
                      "suboptimality.</dd>\n"
                : "The minimum is not known. Curves end where f is as close to the lowest value "
                  "seen as that value is to the limit of its run, extrapolated from the second "
                  "half of the run.</dd>\n";
  }
  return html;
}

/// Glossary of the page.
std::string words_html(const Report& report) {
  if (report.sections.empty()) return "";
  std::string html = "<h2>Glossary</h2>\n<dl>\n";
  if (has(report, "gap")) {
    const bool convex = std::ranges::all_of(report.sections, [](const Section& section) {
      return gap_name(section) != "gap" || is_convex(section);
    });
    html += "<dt>Gap</dt><dd>" + formula_html("max_{v in C} grad f(x)'(x - v)") +
            ", computed by one linear minimisation over the set. " + (convex ? "" : "Where ") +
            formula_html("f") + (convex ? " is convex, so " : " is convex, ") +
            formula_html("f(x)") +
            " exceeds its minimum by at most the gap. The gap is 0 at stationary points. It may "
            "rise from one iteration to the next, but the bound remains valid: lines show the "
            "smallest value so far, bands the values at each iteration.</dd>\n";
  }
  if (has(report, "gradient norm")) {
    html += "<dt>Gradient norm</dt><dd>" + formula_html("||grad f(x)||_*") +
            ", the dual of the norm in which steps are measured; 0 at stationary points. Lines "
            "show the smallest value so far, bands the values at each iteration.</dd>\n";
  }
  return html + reference_html(report) +
         "<dt>L</dt><dd>Local Lipschitz constant of the gradient along the steps: " +
         formula_html("||grad f(x) - grad f(y)|| <= L ||x - y||") +
         ". Rules that estimate it take longer steps where it is small. Lines show the median of "
         "nearby iterations, bands their range.</dd>\n</dl>\n";
}

}  // namespace

std::string to_html(const Report& report) {
  const std::vector<std::string> names = strategies(report);
  const std::vector<std::string> ids = identifiers(report);
  std::string sections;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const Section& section = report.sections[i];
    const bool repeated = ids.size() == 1 && section.title == report.title;
    sections += section_html(section, ids[i], names, ids.size() == 1, !repeated);
  }
  // With one section, its command is that of the page.
  const bool repeated = ids.size() == 1 && report.sections[0].command == report.command;
  return fill(empty_page(), {{"title", escape(report.title)},
                             {"heading", prose_html(report.title)},
                             {"tones", tones_css(names.size())},
                             {"answer", answer_html(report, ids, names)},
                             {"sections", sections + claims_html(report)},
                             {"words", words_html(report)},
                             {"facts", facts_html({report.version, report.date, report.machine,
                                                   repeated ? "" : report.command})}});
}

}  // namespace acgd::report
