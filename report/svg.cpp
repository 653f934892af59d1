#include "report/draw.hpp"
#include "report/map.hpp"
#include "report/panel.hpp"
#include "report/report.hpp"
#include "report/stroke.hpp"
#include "report/text.hpp"

namespace acgd::report {

std::vector<Picture> to_svg(const Report& report, Growth growth) {
  const std::vector<std::string> names = strategies(report);
  std::vector<std::string> files;
  for (const Section& section : report.sections) files.push_back(section.name);
  files = file_names(files);
  std::vector<Picture> pictures;
  for (std::size_t i = 0; i < report.sections.size(); ++i) {
    for (const Panel panel : panels(report.sections[i])) {
      pictures.push_back({files[i] + "-" + std::string(to_string(panel)) + ".svg",
                          draw(report.sections[i], panel, names, growth, Names::inside)});
    }
    const std::optional<Map>& map = report.sections[i].map;
    if (map) pictures.push_back({files[i] + "-map.svg", draw_map(*map)});
  }
  return pictures;
}

}  // namespace acgd::report
