#include "cli/path_json.hpp"

#include <nlohmann/json.hpp>

#include "cli/result_json.hpp"

namespace acgd::cli {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson scores_json(const Scores& scores) {
  OrderedJson json = OrderedJson::object();
  for (const auto& [name, score] : scores) json[name] = score;
  return json;
}

/// An object for each output, of those that are not 0.
OrderedJson coefficients_json(const ToldPath& told, const SparseMatrix& coefficients) {
  OrderedJson outputs = OrderedJson::array();
  for (Index k = 0; k < coefficients.cols(); ++k) {
    OrderedJson one = OrderedJson::object();
    for (SparseMatrix::InnerIterator e(coefficients, k); e; ++e) {
      if (e.value() != 0) one[told.features.at(static_cast<std::size_t>(e.row()))] = e.value();
    }
    outputs.push_back(std::move(one));
  }
  return outputs;
}

OrderedJson fit_json(const ToldPath& told, const PathFit& fit) {
  OrderedJson json = {{"radius", fit.radius},
                      {"lambda", fit.penalty},
                      {told.is_low_rank ? "rank" : "features", size_of(fit, told.is_low_rank)},
                      {"loss", fit.loss},
                      {"explained", fit.explained},
                      {"scores", scores_json(fit.scores)},
                      {"gap", fit.gap},
                      {"status", to_string(fit.status)},
                      {"counts", to_json(fit.counts)}};
  if (told.path.best) {
    json["held_out"] = {{"loss", fit.held_out_loss},
                        {"error", fit.held_out_error},
                        {"scores", scores_json(fit.held_out_scores)},
                        {"errors", scores_json(fit.held_out_errors)}};
  }
  json["intercept"] = fit.intercept;
  json["coefficients"] = coefficients_json(told, fit.coefficients);
  return json;
}

OrderedJson position(const std::optional<Index>& place) {
  return place ? OrderedJson(*place) : OrderedJson();
}

}  // namespace

OrderedJson to_json(const ToldPath& told) {
  const Path& path = told.path;
  OrderedJson json = {{"objective", told.objective},
                      {"set", told.set},
                      {"data", told.data},
                      {"folds", told.folds},
                      {"seed", told.seed},
                      {"best", position(path.best)},
                      {"one_standard_error", position(path.one_standard_error)},
                      {"chosen", told.chosen},
                      {"end", to_string(path.end)},
                      {"loss_without_features", path.loss_without_features},
                      {"interrupted", path.interrupted},
                      {"counts", to_json(path.counts)},
                      {"seconds", path.seconds},
                      {"fits", OrderedJson::array()}};
  if (path.best) json["held_out_loss_without_features"] = path.held_out_loss_without_features;
  if (!told.classes.empty()) json["classes"] = told.classes;
  for (const PathFit& fit : path.fits) json["fits"].push_back(fit_json(told, fit));
  return json;
}

}  // namespace acgd::cli
