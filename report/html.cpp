#include "report/claims.hpp"
#include "report/data.hpp"
#include "report/facts.hpp"
#include "report/fill.hpp"
#include "report/page.hpp"
#include "report/report.hpp"
#include "report/section.hpp"
#include "report/stroke.hpp"
#include "report/text.hpp"

namespace acgd::report {
namespace {

std::vector<std::string> identifiers(const Report& report) {
  std::vector<std::string> names;
  for (const Section& section : report.sections) names.push_back("run-" + section.name);
  return file_names(names);
}

std::string contents_html(const Report& report, const std::vector<std::string>& ids) {
  if (report.sections.size() < 2) return "";
  std::string items;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const Section& section = report.sections[i];
    items += "<li><a href=\"#" + escape(ids[i]) + "\">" +
             escape(section.title.empty() ? section.name : section.title) + "</a></li>\n";
  }
  if (!report.claims.empty()) {
    items += "<li><a href=\"#claims\">" + escape(claims_title(report.claims)) + "</a></li>\n";
  }
  return "<nav aria-label=\"Contents\">\n<ol>\n" + items + "</ol>\n</nav>\n";
}

}  // namespace

std::string to_html(const Report& report) {
  const std::vector<std::string> names = strategies(report);
  const std::vector<std::string> ids = identifiers(report);
  std::string sections;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    sections += section_html(report.sections[i], ids[i], names);
  }
  return fill(empty_page(),
              {{"title", escape(report.title)},
               {"facts", facts_html({report.version, report.date, report.machine, report.command})},
               {"contents", contents_html(report, ids)},
               {"sections", sections + claims_html(report.claims, report.claims_note)},
               {"data", to_json(report)}});
}

}  // namespace acgd::report
