#include "app/commands/path_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/commands/result_json.hpp"
#include "app/commands/text.hpp"
#include "app/report/svg.hpp"
#include "app/spec/parameters.hpp"
#include "linalg/decompositions.hpp"

namespace acgd::commands {

namespace {

/// One score of all fits; `at` returns its training value, held-out value and error for one fit.
template <class At>
report::PathScore score_of(const ReportedPath& reported, const std::string& name, const At& at) {
  report::PathScore score{.name = name, .train = {}};
  const bool held_out = reported.path.best.has_value();
  for (const PathFit& fit : reported.path.fits) {
    const auto [train, other, error] = at(fit);
    score.train.push_back(train);
    if (!held_out) continue;
    score.held_out.push_back(other);
    score.error.push_back(error);
  }
  return score;
}

struct ThreeNumbers {
  double train, held_out, error;
};

double number_at(const Scores& scores, std::size_t i) {
  return i < scores.size() ? scores[i].second : std::nan("");
}

std::vector<report::PathScore> scores_of(const ReportedPath& reported) {
  std::vector<report::PathScore> scores = {
      score_of(reported, loss_name(reported), [](const PathFit& fit) {
        return ThreeNumbers{fit.loss, fit.held_out_loss, fit.held_out_error};
      })};
  if (reported.path.fits.empty() || reported.path.fits[0].scores.empty()) return scores;
  scores.push_back(score_of(
      reported, shown_score(reported.path.fits[0].scores[0].first), [](const PathFit& fit) {
        return ThreeNumbers{number_at(fit.scores, 0), number_at(fit.held_out_scores, 0),
                            number_at(fit.held_out_errors, 0)};
      }));
  return scores;
}

/// Weight of a feature: its coefficient, times the standard deviation of the feature if that is
/// known; the norm over several outputs.
double weight_of(const ReportedPath& reported, const SparseMatrix& coefficients, Index feature) {
  const Vector& scale = reported.path.scaling.scale;
  const double unit = scale.size() == 0 ? 1 : scale[feature];
  if (coefficients.cols() == 1) return unit * coefficients.coeff(feature, 0);
  double squares = 0;
  for (Index k = 0; k < coefficients.cols(); ++k) {
    squares += std::pow(coefficients.coeff(feature, k), 2);
  }
  return unit * std::sqrt(squares);
}

std::string shown_name(const ReportedPath& reported, Index feature) {
  const std::string& name = reported.features.at(static_cast<std::size_t>(feature));
  return reported.has_names ? name : "feature " + name;
}

/// Features with a non-zero coefficient in some fit.
std::vector<Index> used_features(const Path& path) {
  std::vector<Index> used;
  for (const PathFit& fit : path.fits) {
    for (Index k = 0; k < fit.coefficients.outerSize(); ++k) {
      for (SparseMatrix::InnerIterator e(fit.coefficients, k); e; ++e) {
        if (e.value() != 0) used.push_back(e.row());
      }
    }
  }
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  return used;
}

std::vector<report::PathCoefficient> coefficients_of(const ReportedPath& reported) {
  std::vector<report::PathCoefficient> coefficients;
  for (const Index feature : used_features(reported.path)) {
    report::PathCoefficient one{shown_name(reported, feature), {}};
    for (const PathFit& fit : reported.path.fits) {
      one.values.push_back(weight_of(reported, fit.coefficients, feature));
    }
    coefficients.push_back(std::move(one));
  }
  return coefficients;
}

std::string weight_name(const ReportedPath& reported) {
  const bool several = reported.path.fits.at(0).coefficients.cols() > 1;
  const bool scaled = reported.path.scaling.scale.size() != 0;
  return std::string(several ? "norm of the coefficients" : "coefficient") +
         (scaled ? " \u00d7 standard deviation" : "");
}

/// One row per feature of the model, by descending weight; one column per output.
report::Table model_table(const ReportedPath& reported) {
  const PathFit& fit = reported.path.fits.at(static_cast<std::size_t>(reported.chosen));
  const SparseMatrix& coefficients = fit.coefficients;
  const bool scaled = reported.path.scaling.scale.size() != 0;
  report::Table table{{"feature"}, {}};
  for (Index k = 0; k < coefficients.cols(); ++k) {
    const bool named =
        coefficients.cols() > 1 && static_cast<std::size_t>(k) < reported.classes.size();
    table.columns.push_back(named ? reported.classes[k] : "coefficient");
  }
  if (scaled) table.columns.push_back(weight_name(reported));
  std::vector<std::pair<double, Index>> order;
  for (Index j = 0; j < coefficients.rows(); ++j) {
    const double weight = weight_of(reported, coefficients, j);
    if (weight != 0) order.emplace_back(-std::abs(weight), j);
  }
  std::sort(order.begin(), order.end());
  for (const auto& [weight, j] : order) {
    std::vector<std::string> row = {shown_name(reported, j)};
    for (Index k = 0; k < coefficients.cols(); ++k) {
      row.push_back(report::shown_number(coefficients.coeff(j, k)));
    }
    if (scaled) row.push_back(report::shown_number(weight_of(reported, coefficients, j)));
    table.rows.push_back(std::move(row));
  }
  if (fit.intercept.size() == 0) return table;
  std::vector<std::string> row = {"(intercept)"};
  for (const double value : fit.intercept) row.push_back(report::shown_number(value));
  if (scaled) row.emplace_back("");
  table.rows.push_back(std::move(row));
  return table;
}

/// ASCII only, for all terminals.
std::string in_ascii(std::string text) {
  constexpr std::string_view fine = "\u00a0\u00b1\u00a0";
  for (std::size_t at = text.find(fine); at != std::string::npos; at = text.find(fine, at)) {
    text.replace(at, fine.size(), " +- ");
  }
  return text;
}

}  // namespace

report::PathReport to_report(const ReportedPath& reported) {
  const std::vector<std::string> sentences = advice(reported);
  report::PathReport report{
      .title = fmt::format("{} over the {}", reported.objective, reported.set),
      .command = {},
      .version = {},
      .machine = {},
      .date = {},
      .data = reported.data,
      .set = reported.set,
      .summary = summary(reported),
      .advice = sentences,
      .candidates = candidates(reported),
      .radii = {},
      .size_name = reported.is_low_rank ? "rank" : "features",
      .sizes = {},
      .scores = scores_of(reported),
      .coefficient_name = weight_name(reported),
      .coefficients = coefficients_of(reported),
      .chosen = static_cast<std::size_t>(reported.chosen),
      .fits = fit_table(reported),
      .model = model_table(reported),
      .notes = notes(reported)};
  for (const PathFit& fit : reported.path.fits) {
    report.radii.push_back(fit.radius);
    report.sizes.push_back(static_cast<double>(size_of(fit, reported.is_low_rank)));
  }
  return report;
}

std::string to_text(const report::PathReport& report, const std::vector<std::string>& written) {
  std::string text = to_text(report.fits) + "\n" + wrap(in_ascii(report.summary)) + "\n";
  for (const std::string& sentence : report.advice) text += wrap(in_ascii(sentence)) + "\n";
  for (const std::string& note : report.notes) text += wrap(note) + "\n";
  if (!written.empty()) text += fmt::format("Written: {}\n", fmt::join(written, ", "));
  return text;
}

namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson scores_json(const Scores& scores) {
  OrderedJson json = OrderedJson::object();
  for (const auto& [name, score] : scores) json[name] = score;
  return json;
}

/// An object for each output, of those that are not 0.
OrderedJson coefficients_json(const ReportedPath& reported, const SparseMatrix& coefficients) {
  OrderedJson outputs = OrderedJson::array();
  for (Index k = 0; k < coefficients.cols(); ++k) {
    OrderedJson one = OrderedJson::object();
    for (SparseMatrix::InnerIterator e(coefficients, k); e; ++e) {
      if (e.value() != 0) one[reported.features.at(static_cast<std::size_t>(e.row()))] = e.value();
    }
    outputs.push_back(std::move(one));
  }
  return outputs;
}

OrderedJson fit_json(const ReportedPath& reported, const PathFit& fit) {
  OrderedJson json = {
      {"radius", fit.radius},
      {"lambda", fit.penalty},
      {reported.is_low_rank ? "rank" : "features", size_of(fit, reported.is_low_rank)},
      {"loss", fit.loss},
      {"explained", fit.explained},
      {"scores", scores_json(fit.scores)},
      {"gap", fit.gap},
      {"status", to_string(fit.status)},
      {"counts", to_json(fit.counts)}};
  if (reported.path.best) {
    json["held_out"] = {{"loss", fit.held_out_loss},
                        {"error", fit.held_out_error},
                        {"scores", scores_json(fit.held_out_scores)},
                        {"errors", scores_json(fit.held_out_errors)}};
  }
  json["intercept"] = fit.intercept;
  json["coefficients"] = coefficients_json(reported, fit.coefficients);
  return json;
}

OrderedJson position(const std::optional<Index>& place) {
  return place ? OrderedJson(*place) : OrderedJson();
}

}  // namespace

OrderedJson to_json(const ReportedPath& reported) {
  const Path& path = reported.path;
  OrderedJson json = {{"objective", reported.objective},
                      {"set", reported.set},
                      {"data", reported.data},
                      {"folds", reported.folds},
                      {"seed", reported.seed},
                      {"best", position(path.best)},
                      {"one_standard_error", position(path.one_standard_error)},
                      {"chosen", reported.chosen},
                      {"end", to_string(path.end)},
                      {"loss_without_features", path.loss_without_features},
                      {"interrupted", path.interrupted},
                      {"counts", to_json(path.counts)},
                      {"seconds", path.seconds},
                      {"fits", OrderedJson::array()}};
  if (path.best) json["held_out_loss_without_features"] = path.held_out_loss_without_features;
  if (!reported.classes.empty()) json["classes"] = reported.classes;
  for (const PathFit& fit : path.fits) json["fits"].push_back(fit_json(reported, fit));
  return json;
}

namespace {

const PathFit& fit_at(const ReportedPath& reported, Index position) {
  return reported.path.fits.at(static_cast<std::size_t>(position));
}

std::string shown_radius(double radius) {
  return radius > 0 ? fmt::format("{:.4g}", radius) : "0 (null model)";
}

/// "14 of 23 features", "rank 3"
std::string shown_size(const ReportedPath& reported, const PathFit& fit) {
  const Index size = size_of(fit, reported.is_low_rank);
  if (reported.is_low_rank) return fmt::format("rank {}", size);
  return fmt::format("{} of {} feature{}", size, reported.features.size(),
                     reported.features.size() == 1 ? "" : "s");
}

std::string shown_loss(const PathFit& fit) {
  return with_error(fit.held_out_loss, fit.held_out_error);
}

/// "accuracy 0.85 +- 0.02": the first held-out score; empty if there is none.
std::string first_score(const PathFit& fit) {
  if (fit.held_out_scores.empty()) return "";
  const auto& [name, value] = fit.held_out_scores[0];
  return fmt::format("{} {}", shown_score(name), with_error(value, fit.held_out_errors[0].second));
}

report::PathCandidate candidate(const ReportedPath& reported, Index position) {
  const PathFit& fit = fit_at(reported, position);
  report::PathCandidate one{.title = {},
                            .mark = {},
                            .fit = static_cast<std::size_t>(position),
                            .chosen = position == reported.chosen,
                            .headline = "radius " + shown_radius(fit.radius),
                            .facts = {}};
  one.facts.emplace_back(reported.is_low_rank ? "size" : "uses", shown_size(reported, fit));
  one.facts.emplace_back(loss_name(reported), shown_loss(fit));
  for (std::size_t s = 0; s < fit.held_out_scores.size(); ++s) {
    const auto& [name, value] = fit.held_out_scores[s];
    one.facts.emplace_back(shown_score(name), with_error(value, fit.held_out_errors[s].second));
  }
  return one;
}

/// Where the best radius is the first or last one, and others might be better.
std::string about_the_ends(const ReportedPath& reported) {
  const Index best = *reported.path.best, last = static_cast<Index>(reported.path.fits.size()) - 1;
  if (reported.path.interrupted || last == 0) return "";
  const double high = reported.path.fits.back().radius;
  const double low = reported.path.fits[reported.found_radii ? 1 : 0].radius;
  if (reported.path.ends_too_soon()) {
    return fmt::format(
        "It is the largest radius tried: larger ones may be better, as with --radii "
        "{:.4g}:{:.4g}:{}.",
        low, 10 * high, last + 1);
  }
  if (best == 0 && !reported.found_radii) {
    return fmt::format(
        "It is the smallest radius tried: smaller ones may be better, as with --radii "
        "{:.4g}:{:.4g}:{}.",
        low / 10, high, last + 1);
  }
  return "";
}

std::string about_one_standard_error(const ReportedPath& reported) {
  const Index simple = *reported.path.one_standard_error;
  const PathFit& fit = fit_at(reported, simple);
  if (simple == *reported.path.best)
    return "No smaller radius is within one standard error of that.";
  return fmt::format("Radius {}, with {}, is within one standard error of that: {}.{}",
                     shown_radius(fit.radius), shown_size(reported, fit), shown_loss(fit),
                     simple == 0 && fit.radius > 0 ? " It is the smallest that was tried." : "");
}

/// Fits that ended before their tolerance was reached.
std::string about_limits(const ReportedPath& reported) {
  const auto& fits = reported.path.fits;
  const auto is_early = [](const PathFit& fit) { return !is_converged(fit.status); };
  const auto early = std::count_if(fits.begin(), fits.end(), is_early);
  if (early == 0) return "";
  const PathFit& first = *std::find_if(fits.begin(), fits.end(), is_early);
  return fmt::format(
      "{} of {} fits stopped before they reached the gap tolerance ({} at radius {}).", early,
      fits.size(), to_string(first.status), shown_radius(first.radius));
}

/// Number of decimals that show two digits of the error.
int digits_of(double error) {
  if (!std::isfinite(error) || error <= 0) return 2;
  return std::clamp(1 - static_cast<int>(std::floor(std::log10(error))), 0, 12);
}

}  // namespace

std::string with_error(double value, double error) {
  if (!std::isfinite(error) || error <= 0 || !std::isfinite(value)) {
    return fmt::format("{:.4g}", value);
  }
  const int digits = digits_of(error);
  return fmt::format("{:.{}f}\u00a0\u00b1\u00a0{:.{}f}", value, digits, error, digits);
}

Index size_of(const PathFit& fit, bool is_low_rank) {
  if (!is_low_rank) return fit.nonzeros;
  if (fit.coefficients.nonZeros() == 0) return 0;
  return LeastSquaresFactor(Matrix(fit.coefficients)).rank();
}

std::string loss_name(const ReportedPath& reported) {
  return spec::split_name(reported.objective).name + " loss";
}

std::string shown_score(const std::string& name) {
  if (name == "r2") return "R2";
  if (name == "auc") return "AUC";
  if (name == "rmse") return "RMSE";
  if (name == "mae") return "MAE";
  return name;
}

std::string summary(const ReportedPath& reported) {
  if (!reported.path.best) {
    const PathFit& fit = fit_at(reported, reported.chosen);
    return fmt::format(
        "Radius {}, the largest, uses {} and explains {:.1f} % of the {}; which radius predicts "
        "best is not known, as nothing was held out.",
        shown_radius(fit.radius), shown_size(reported, fit), 100 * fit.explained,
        loss_name(reported));
  }
  const PathFit& fit = fit_at(reported, *reported.path.best);
  const std::string score = first_score(fit);
  return fmt::format(
      "Radius {} predicts best: with {} it has a {} of {}{} on samples that it has not seen.",
      shown_radius(fit.radius), shown_size(reported, fit), loss_name(reported), shown_loss(fit),
      score.empty() ? "" : " and " + score);
}

std::vector<std::string> advice(const ReportedPath& reported) {
  std::vector<std::string> list;
  const auto add = [&](std::string sentence) {
    if (!sentence.empty()) list.push_back(std::move(sentence));
  };
  if (reported.path.best) {
    const PathFit& best = fit_at(reported, *reported.path.best);
    add(about_the_ends(reported));
    const double null = reported.path.held_out_loss_without_features;
    if (reported.path.is_no_better_than_null()) {
      add(fmt::format(
          "No radius predicts better than the null model, whose held-out loss is {:.4g}: these "
          "features tell little of the target.",
          null));
    } else if (best.held_out_loss + best.held_out_error >= null) {
      add(
          fmt::format("That is no better, within one standard error, than {:.4g} without any "
                      "feature: these features have little predictive power.",
                      null));
    }
    add(about_one_standard_error(reported));
  }
  if (reported.path.interrupted) {
    add("The path was interrupted: this is what is known of the fits that were done.");
  }
  add(about_limits(reported));
  add(fmt::format("The model is that of radius {}, fitted to all {} samples.",
                  shown_radius(fit_at(reported, reported.chosen).radius), reported.samples));
  return list;
}

std::vector<report::PathCandidate> candidates(const ReportedPath& reported) {
  std::vector<report::PathCandidate> list;
  if (!reported.path.best) return list;
  list.push_back(candidate(reported, *reported.path.best));
  list.back().title = "Best";
  list.back().mark = "best";
  if (reported.path.one_standard_error == reported.path.best) return list;
  list.push_back(candidate(reported, *reported.path.one_standard_error));
  list.back().title = "Smallest within one standard error";
  list.back().mark = "1 SE";
  return list;
}

report::Table fit_table(const ReportedPath& reported) {
  const bool held_out = reported.path.best.has_value();
  const auto& fits = reported.path.fits;
  report::Table table{
      {"radius", "lambda", reported.is_low_rank ? "rank" : "features", "explained", "train loss"},
      {}};
  const std::string score =
      fits.empty() || fits[0].scores.empty() ? "" : shown_score(fits[0].scores[0].first);
  if (held_out) table.columns.insert(table.columns.end(), {"held out", "error"});
  if (!score.empty()) table.columns.push_back(score);
  table.columns.insert(table.columns.end(), {"gap", ""});
  for (std::size_t i = 0; i < fits.size(); ++i) {
    const PathFit& fit = fits[i];
    std::vector<std::string> row = {
        fmt::format("{:.4g}", fit.radius), fmt::format("{:.3g}", fit.penalty),
        fmt::format("{}", size_of(fit, reported.is_low_rank)),
        fmt::format("{:.1f} %", 100 * fit.explained), fmt::format("{:.5g}", fit.loss)};
    if (held_out) {
      row.push_back(fmt::format("{:.5g}", fit.held_out_loss));
      row.push_back(fmt::format("{:.{}f}", fit.held_out_error, digits_of(fit.held_out_error)));
    }
    if (!score.empty()) {
      const Scores& shown = held_out ? fit.held_out_scores : fit.scores;
      row.push_back(shown.empty() ? "" : fmt::format("{:.4g}", shown[0].second));
    }
    row.push_back(fmt::format("{:.2g}", fit.gap));
    const auto at = static_cast<Index>(i);
    const bool is_best = reported.path.best == at,
               is_simple = reported.path.one_standard_error == at;
    row.emplace_back(is_best ? "best" : is_simple ? "1 SE" : "");
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::vector<std::string> notes(const ReportedPath& reported) {
  std::vector<std::string> list;
  if (reported.path.best) {
    list.push_back(
        fmt::format("Each sample was held out once, in {} parts (seed {}); errors are standard "
                    "errors over these.",
                    reported.folds, reported.seed));
  }
  list.emplace_back(
      "The loss is the mean over the samples; lambda is the penalty with the same coefficients: "
      "the "
      "dual norm of the gradient of the loss.");
  const Counts& counts = reported.path.counts;
  list.push_back(fmt::format("{} iterations, {} oracle calls and {} s in all.", counts.iterations,
                             counts.oracle_calls, three_digits(reported.path.seconds)));
  return list;
}

}  // namespace acgd::commands
