// The model as a picture of bars.
#include "report/bars.hpp"
#include "report/path_coefficients.hpp"

namespace acgd::report {

std::string draw_model(const PathReport& report, const Canvas& canvas) {
  std::vector<Coefficient> model;
  for (const std::size_t j : by_size(report)) {
    const auto& [name, values] = report.coefficients[j];
    model.push_back({name, report.chosen < values.size() ? values[report.chosen] : 0});
  }
  return draw_bars(model, report.title + ": the largest coefficients", canvas);
}

}  // namespace acgd::report
