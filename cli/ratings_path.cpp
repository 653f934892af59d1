#include "cli/ratings_path.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/result_json.hpp"
#include "cli/text.hpp"

namespace acgd::cli {
namespace {

report::Table ratings_table(const CompletionPath& path) {
  report::Table table{{"radius", "rank", "train RMSE", "held-out RMSE", "gap", ""}, {}};
  for (std::size_t i = 0; i < path.fits.size(); ++i) {
    const CompletionPathFit& fit = path.fits[i];
    table.rows.push_back({fmt::format("{:.4g}", fit.radius), fmt::format("{}", fit.rank),
                          fmt::format("{:.5g}", fit.train_rmse),
                          fmt::format("{:.5g}", fit.held_out_rmse), fmt::format("{:.2g}", fit.gap),
                          static_cast<Index>(i) == path.best ? "best" : ""});
  }
  return table;
}

std::vector<std::string> ratings_advice(const ToldRatings& told) {
  const CompletionPath& path = told.path;
  const CompletionModel& model = path.refit.model;
  const auto last = static_cast<Index>(path.fits.size()) - 1;
  std::vector<std::string> list;
  if (!told.found_radii && !path.interrupted && path.best == last && last > 0) {
    list.emplace_back("It is the largest that was tried: larger ones may be better.");
  }
  if (path.interrupted) list.emplace_back("The path was interrupted: this is what is known.");
  list.push_back(fmt::format("The model is that of this radius, {}of rank {}.",
                             path.interrupted ? "" : "fitted to all ratings, ",
                             model.factors.rank()));
  return list;
}

}  // namespace

report::PathReport to_report(const ToldRatings& told) {
  const CompletionPath& path = told.path;
  const CompletionModel& model = path.refit.model;
  const CompletionPathFit& best = path.fits.at(static_cast<std::size_t>(path.best));
  report::PathReport report{
      .title = "completion over the nuclear ball",
      .command = {},
      .version = {},
      .machine = {},
      .date = {},
      .data =
          fmt::format("{}: ratings of {} items by {} users", told.data, model.cols(), model.rows()),
      .set = "nuclear ball",
      .verdict =
          fmt::format("Radius {:.4g} predicts best: with rank {} it has an RMSE of {:.4g} on "
                      "ratings that it has not seen.",
                      best.radius, best.rank, best.held_out_rmse),
      .advice = ratings_advice(told),
      .radii = {},
      .size_name = "rank",
      .sizes = {},
      .scores = {},
      .chosen = static_cast<std::size_t>(path.best),
      .fits = ratings_table(path),
      .notes = {fmt::format("{:.4g} % of the ratings were held out (seed {}).",
                            100 * told.validation, told.seed),
                fmt::format("{} iterations and {} s in all.", path.counts.iterations,
                            three_digits(path.seconds))}};
  report.candidates = {{.title = "Best",
                        .mark = "best",
                        .fit = report.chosen,
                        .chosen = true,
                        .headline = fmt::format("radius {:.4g}", best.radius),
                        .facts = {{"rank", fmt::format("{}", best.rank)},
                                  {"RMSE", fmt::format("{:.4g}", best.held_out_rmse)}}}};
  report::PathScore score{.name = "RMSE", .train = {}};
  for (const CompletionPathFit& fit : path.fits) {
    report.radii.push_back(fit.radius);
    report.sizes.push_back(static_cast<double>(fit.rank));
    score.train.push_back(fit.train_rmse);
    score.held_out.push_back(fit.held_out_rmse);
  }
  report.scores.push_back(std::move(score));
  return report;
}

nlohmann::ordered_json to_json(const ToldRatings& told) {
  const CompletionPath& path = told.path;
  nlohmann::ordered_json json = {{"objective", path.refit.model.objective},
                                 {"set", path.refit.model.set},
                                 {"seed", told.seed},
                                 {"validation", told.validation},
                                 {"best", path.best},
                                 {"chosen", path.best},
                                 {"interrupted", path.interrupted},
                                 {"counts", to_json(path.counts)},
                                 {"seconds", path.seconds},
                                 {"fits", nlohmann::ordered_json::array()}};
  for (const CompletionPathFit& fit : path.fits) {
    json["fits"].push_back({{"radius", fit.radius},
                            {"rank", fit.rank},
                            {"train_rmse", fit.train_rmse},
                            {"held_out_rmse", fit.held_out_rmse},
                            {"value", fit.value},
                            {"gap", fit.gap},
                            {"status", to_string(fit.status)},
                            {"counts", to_json(fit.counts)}});
  }
  return json;
}

}  // namespace acgd::cli
