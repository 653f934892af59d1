#include "report/facts.hpp"

#include "report/section.hpp"
#include "report/text.hpp"

namespace acgd::report {

std::string fact_html(const std::string& name, const std::string& value) {
  if (value.empty()) return "";
  return "<dt>" + name + "</dt><dd>" + escape(value) + "</dd>\n";
}

std::string facts_html(const Origin& origin, const std::string& rows) {
  std::string all = rows +
                    fact_html("Version", origin.version.empty() ? "" : "acgd " + origin.version) +
                    fact_html("Date", origin.date) + fact_html("Machine", origin.machine);
  if (!origin.command.empty()) {
    all += "<dt>Run it again</dt><dd>" + command_html(origin.command) + "</dd>\n";
  }
  return all.empty() ? "" : "<dl class=\"origin\">\n" + all + "</dl>\n";
}

}  // namespace acgd::report
