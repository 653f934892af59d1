#include <fmt/format.h>

#include "report/path_coefficients.hpp"
#include "report/path_score.hpp"
#include "report/text.hpp"

namespace acgd::report {

std::vector<Picture> to_svg(const PathReport& report) {
  std::vector<Picture> pictures;
  std::vector<std::string> names;
  for (const PathScore& score : report.scores) names.push_back("path-" + score.name);
  names = file_names(names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    pictures.push_back({names[i] + ".svg", draw_score(report, report.scores[i], kWideCanvas)});
  }
  if (report.coefficients.empty()) return pictures;
  pictures.push_back({"path-coefficients.svg", draw_coefficients(report, kWideCanvas)});
  const std::string model = draw_model(report, kWideCanvas);
  if (!model.empty()) pictures.push_back({"path-model.svg", model});
  return pictures;
}

}  // namespace acgd::report
