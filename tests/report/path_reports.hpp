#pragma once

#include <cmath>
#include <string>

#include "app/report/path_report.hpp"

namespace acgd_test {

/// A path of five radii and three coefficients, of which the fourth fit is the best.
inline acgd::report::PathReport path_report() {
  acgd::report::PathReport report{.title = "Logistic regression",
                                  .command = "acgd path --objective logistic",
                                  .version = "1.2.3",
                                  .machine = "a machine",
                                  .date = "2026-01-31",
                                  .data = "40 samples of 3 features",
                                  .set = "l1 ball",
                                  .summary = "Radius 8 predicts best.",
                                  .advice = {"Radius 4 does as well."},
                                  .radii = {1, 2, 4, 8, 16},
                                  .size_name = "features",
                                  .sizes = {1, 1, 2, 2, 3},
                                  .scores = {},
                                  .chosen = 3,
                                  .fits = {{"radius", "features", ""}, {}}};
  report.candidates = {
      {"Best", "best", 3, true, "radius 8", {{"features", "2 of 3"}}},
      {"Within one standard error", "1 SE", 2, false, "radius 4", {{"features", "2 of 3"}}}};
  report.scores = {
      {"loss", {.6, .5, .4, .3, .2}, {.62, .55, .47, .45, .5}, {.01, .01, .01, .03, .04}},
      {"accuracy", {.6, .7, .8, .9, 1}, {.6, .65, .7, .72, .7}, {}}};
  report.coefficient_name = "coefficient";
  report.coefficients = {
      {"age", {1, 2, 3, 5, 8}}, {"weight", {0, 0, -1, -3, -7}}, {"height", {0, 0, 0, 0, 1}}};
  for (const double radius : report.radii) {
    report.fits.rows.push_back({std::to_string(static_cast<int>(radius)), "2", ""});
  }
  report.model = {{"feature", "coefficient"}, {{"age", "5"}, {"weight", "-3"}}};
  report.notes = {"A note."};
  return report;
}

}  // namespace acgd_test
