#include "report/section.hpp"

#include <fmt/format.h>

#include "report/data.hpp"
#include "report/draw.hpp"
#include "report/map.hpp"
#include "report/panel.hpp"
#include "report/table.hpp"
#include "report/text.hpp"

namespace acgd::report {
namespace {

std::string figures_html(const Section& section, const std::vector<std::string>& strategies) {
  std::string curves;
  for (const Curve& curve : section.curves) {
    if (!curves.empty()) curves += ", ";
    curves += curve.name;
  }
  std::string result = "<div class=\"panels\">\n";
  for (const Panel panel : kPanels) {
    const std::string title = heading(panel, section);
    result += fmt::format(
        "<figure role=\"group\" aria-label=\"{}\" data-panel=\"{}\">\n<figcaption>{}</figcaption>\n"
        "<div class=\"chart\"></div>\n<div class=\"picture\">{}</div>\n</figure>\n",
        escape(fmt::format("{}, curves: {}", title, curves)), to_string(panel), escape(title),
        draw(section, panel, strategies, Growth::logarithmic));
  }
  return result + "</div>\n<div class=\"readout\"></div>\n";
}

std::string map_html(const Section& section) {
  if (!section.map) return "";
  return fmt::format(
      "<figure class=\"map\" aria-label=\"{0}\">\n<figcaption>{0}</figcaption>\n{1}"
      "</figure>\n",
      escape(section.map->title), draw_map(*section.map));
}

/// Which curves are drawn from a subset of their points.
std::string thinned(const Section& section) {
  std::string list;
  for (const Curve& curve : section.curves) {
    const std::size_t kept = kept_rows(section, curve).size();
    if (kept == curve.trace.size()) continue;
    list += fmt::format("{}{} ({} of {})", list.empty() ? "" : ", ", curve.name, kept,
                        curve.trace.size());
  }
  if (list.empty()) return "";
  return "Long curves are drawn from a subset of their points, which has the first, the last, and "
         "the smallest and largest of each stretch between: " +
         list + ".";
}

std::string notes_html(const Section& section) {
  std::vector<std::string> notes = section.notes;
  if (const std::string note = thinned(section); !note.empty()) notes.push_back(note);
  if (notes.empty()) return "";
  std::string result = "<ul class=\"notes\">\n";
  for (const std::string& note : notes) result += "<li>" + escape(note) + "</li>\n";
  return result + "</ul>\n";
}

std::string origin_html(const Section& section) {
  std::string rows;
  if (!section.data.empty()) rows += "<dt>Data</dt><dd>" + escape(section.data) + "</dd>\n";
  if (section.optimal_value) {
    rows += fmt::format("<dt>Optimal value</dt><dd>{:.12g}</dd>\n", *section.optimal_value);
  }
  if (!section.command.empty()) {
    rows += "<dt>Run it again</dt><dd>" + command_html(section.command) + "</dd>\n";
  }
  return rows.empty() ? "" : "<dl class=\"origin\">\n" + rows + "</dl>\n";
}

}  // namespace

std::string command_html(const std::string& command) {
  return R"(<span class="command"><code>)" + escape(command) +
         R"(</code><button type="button" class="copy" hidden>Copy</button></span>)";
}

std::string section_html(const Section& section, const std::string& id,
                         const std::vector<std::string>& strategies) {
  std::string result = fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n", escape(id),
                                   escape(section.title.empty() ? section.name : section.title));
  if (!section.description.empty()) {
    result += "<p class=\"description\">" + escape(section.description) + "</p>\n";
  }
  result += map_html(section);
  result += "<div class=\"tools\" role=\"group\" aria-label=\"Charts of this section\"></div>\n";
  return result + figures_html(section, strategies) + table_html(section.table) +
         notes_html(section) + origin_html(section) + "</section>\n";
}

}  // namespace acgd::report
