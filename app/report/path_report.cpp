#include <fmt/format.h>

#include <algorithm>

#include "app/report/bars.hpp"
#include "app/report/html.hpp"
#include "app/report/path_pictures.hpp"
#include "app/report/svg.hpp"
#include "app/report/table.hpp"
#include "app/report/text.hpp"

namespace acgd::report {

namespace {

std::string candidate_html(const PathCandidate& one) {
  std::string facts;
  for (const auto& [name, value] : one.facts) facts += fact_html(escape(name), value);
  return fmt::format(
      "<li class=\"candidate{}\" data-fit=\"{}\"><h2>{}{}</h2>\n<p class=\"headline\">{}</p>\n"
      "<dl>\n{}</dl></li>\n",
      one.chosen ? " chosen" : "", one.fit, escape(one.title),
      one.chosen ? " <span>\u2713 the model</span>" : "", escape(one.headline), facts);
}

std::string answer_html(const PathReport& report) {
  std::string html;
  if (!report.data.empty()) html += "<p class=\"kicker\">" + escape(report.data) + "</p>\n";
  html += "<p class=\"answer\">" + escape(report.summary) + "</p>\n";
  for (const std::string& sentence : report.advice) {
    html += "<p class=\"advice\">" + escape(sentence) + "</p>\n";
  }
  if (report.candidates.empty()) return html;
  html += "<ul class=\"candidates\">\n";
  for (const PathCandidate& one : report.candidates) html += candidate_html(one);
  return html + "</ul>\n";
}

std::string scores_html(const PathReport& report) {
  std::string figures;
  for (const PathScore& score : report.scores) {
    const bool has_error = !score.error.empty();
    figures += figure_html(score_heading(score), has_error ? "\u00b1 one standard error" : "",
                           [&](const Canvas& canvas) { return draw_score(report, score, canvas); });
  }
  return figures.empty() ? ""
                         : "<section>\n<h2>Scores</h2>\n<div class=\"path\">\n" + figures +
                               "</div>\n</section>\n";
}

std::string coefficients_html(const PathReport& report) {
  if (report.coefficients.empty()) return "";
  std::string html = "<section>\n<h2>Coefficients</h2>\n<div class=\"path\">\n" +
                     figure_html(fmt::format("{} at every radius", report.coefficient_name),
                                 "the largest are named", [&](const Canvas& canvas) {
                                   return draw_coefficients(report, canvas);
                                 });
  const std::size_t count = report.model.rows.size();
  if (!draw_model(report, kWideCanvas).empty()) {
    const std::string of = count > kMaxBars ? fmt::format("the largest {} of {}", kMaxBars, count)
                                            : "all non-zero coefficients";
    html += figure_html(report.coefficient_name + " of the model", of,
                        [&](const Canvas& canvas) { return draw_model(report, canvas); });
  }
  html += "</div>\n";
  if (count > 0) {
    html +=
        fmt::format("<details><summary>All {} coefficients of the model</summary>\n{}</details>\n",
                    count, table_html(report.model, {.caption = "Coefficients of the model"}));
  }
  return html + "</section>\n";
}

std::string fits_html(const PathReport& report) {
  const auto attributes = [&](std::size_t row) {
    const bool candidate = std::any_of(report.candidates.begin(), report.candidates.end(),
                                       [&](const PathCandidate& one) { return one.fit == row; });
    return fmt::format(" data-fit=\"{}\"{}", row,
                       row == report.chosen ? " class=\"candidate-row chosen-row\""
                       : candidate          ? " class=\"candidate-row\""
                                            : "");
  };
  std::string html =
      "<section>\n<h2>All radii</h2>\n" +
      table_html(report.fits, {.caption = "Fits at all radii", .attributes = attributes});
  std::vector<std::string> notes = report.notes;
  if (report.coefficients.size() > kMaxCoefficients) {
    notes.push_back(fmt::format("The chart shows the largest {} of {} coefficients.",
                                kMaxCoefficients, report.coefficients.size()));
  }
  if (!notes.empty()) html += "<ul class=\"notes\">\n";
  for (const std::string& note : notes) html += "<li>" + escape(note) + "</li>\n";
  return html + (notes.empty() ? "" : "</ul>\n") + "</section>\n";
}

}  // namespace

std::string to_html(const PathReport& report) {
  return fill(empty_path_page(),
              {{"title", escape(report.title)},
               {"heading", escape(report.title)},
               {"words", ""},
               {"tones", tones_css(0)},
               {"answer", answer_html(report)},
               {"sections", scores_html(report) + coefficients_html(report) + fits_html(report)},
               {"facts", facts_html({report.version, report.date, report.machine, report.command},
                                    fact_html("Set", report.set))}});
}

}  // namespace acgd::report
