#include "cli/path_verdict.hpp"

#include <fmt/format.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "cli/text.hpp"
#include "problem/parameter_words.hpp"

namespace acgd::cli {
namespace {

const PathFit& fit_at(const ToldPath& told, Index position) {
  return told.path.fits.at(static_cast<std::size_t>(position));
}

std::string shown_radius(double radius) {
  return radius > 0 ? fmt::format("{:.4g}", radius) : "0 (null model)";
}

/// "14 of 23 features", "rank 3"
std::string shown_size(const ToldPath& told, const PathFit& fit) {
  const Index size = size_of(fit, told.is_low_rank);
  if (told.is_low_rank) return fmt::format("rank {}", size);
  return fmt::format("{} of {} feature{}", size, told.features.size(),
                     told.features.size() == 1 ? "" : "s");
}

std::string shown_loss(const PathFit& fit) {
  return with_error(fit.held_out_loss, fit.held_out_error);
}

/// "accuracy 0.85 +- 0.02", the first of the scores that were held out; empty if there is none.
std::string first_score(const PathFit& fit) {
  if (fit.held_out_scores.empty()) return "";
  const auto& [name, value] = fit.held_out_scores[0];
  return fmt::format("{} {}", shown_score(name), with_error(value, fit.held_out_errors[0].second));
}

report::PathCandidate candidate(const ToldPath& told, Index position) {
  const PathFit& fit = fit_at(told, position);
  report::PathCandidate one{.title = {},
                            .mark = {},
                            .fit = static_cast<std::size_t>(position),
                            .chosen = position == told.chosen,
                            .headline = "radius " + shown_radius(fit.radius),
                            .facts = {}};
  one.facts.emplace_back(told.is_low_rank ? "size" : "uses", shown_size(told, fit));
  one.facts.emplace_back(loss_name(told), shown_loss(fit));
  for (std::size_t s = 0; s < fit.held_out_scores.size(); ++s) {
    const auto& [name, value] = fit.held_out_scores[s];
    one.facts.emplace_back(shown_score(name), with_error(value, fit.held_out_errors[s].second));
  }
  return one;
}

/// Where the best radius is the first or last one, and others might be better.
std::string about_the_ends(const ToldPath& told) {
  const Index best = *told.path.best, last = static_cast<Index>(told.path.fits.size()) - 1;
  if (told.path.interrupted || last == 0) return "";
  const double high = told.path.fits.back().radius;
  const double low = told.path.fits[told.found_radii ? 1 : 0].radius;
  if (told.path.ends_too_soon()) {
    return fmt::format(
        "It is the largest that was tried: larger ones may be better, as with --radii "
        "{:.4g}:{:.4g}:{}.",
        low, 10 * high, last + 1);
  }
  if (best == 0 && !told.found_radii) {
    return fmt::format(
        "It is the smallest that was tried: smaller ones may be better, as with --radii "
        "{:.4g}:{:.4g}:{}.",
        low / 10, high, last + 1);
  }
  return "";
}

std::string about_one_standard_error(const ToldPath& told) {
  const Index simple = *told.path.one_standard_error;
  const PathFit& fit = fit_at(told, simple);
  if (simple == *told.path.best) return "No smaller radius is within one standard error of that.";
  return fmt::format("Radius {}, with {}, is within one standard error of that: {}.{}",
                     shown_radius(fit.radius), shown_size(told, fit), shown_loss(fit),
                     simple == 0 && fit.radius > 0 ? " It is the smallest that was tried." : "");
}

/// Fits that ended before they were as exact as asked for.
std::string about_limits(const ToldPath& told) {
  const auto& fits = told.path.fits;
  const auto is_early = [](const PathFit& fit) { return !is_converged(fit.status); };
  const auto early = std::count_if(fits.begin(), fits.end(), is_early);
  if (early == 0) return "";
  const PathFit& first = *std::find_if(fits.begin(), fits.end(), is_early);
  return fmt::format(
      "{} of {} fits ended before their gaps were as small as asked for ({} at radius {}).", early,
      fits.size(), to_string(first.status), shown_radius(first.radius));
}

/// Behind the point, so that two digits of the error are shown.
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
  return Eigen::ColPivHouseholderQR<Matrix>(Matrix(fit.coefficients)).rank();
}

std::string loss_name(const ToldPath& told) {
  return problem::split_name(told.objective).name + " loss";
}

std::string shown_score(const std::string& name) {
  if (name == "r2") return "R2";
  if (name == "auc") return "AUC";
  if (name == "rmse") return "RMSE";
  if (name == "mae") return "MAE";
  return name;
}

std::string verdict(const ToldPath& told) {
  if (!told.path.best) {
    const PathFit& fit = fit_at(told, told.chosen);
    return fmt::format(
        "Radius {}, the largest, uses {} and explains {:.1f} % of the {}; which radius predicts "
        "best is not known, as nothing was held out.",
        shown_radius(fit.radius), shown_size(told, fit), 100 * fit.explained, loss_name(told));
  }
  const PathFit& fit = fit_at(told, *told.path.best);
  const std::string score = first_score(fit);
  return fmt::format(
      "Radius {} predicts best: with {} it has a {} of {}{} on samples that it has not seen.",
      shown_radius(fit.radius), shown_size(told, fit), loss_name(told), shown_loss(fit),
      score.empty() ? "" : " and " + score);
}

std::vector<std::string> advice(const ToldPath& told) {
  std::vector<std::string> list;
  const auto add = [&](std::string sentence) {
    if (!sentence.empty()) list.push_back(std::move(sentence));
  };
  if (told.path.best) {
    const PathFit& best = fit_at(told, *told.path.best);
    add(about_the_ends(told));
    const double null = told.path.held_out_loss_without_features;
    if (told.path.is_no_better_than_null()) {
      add(fmt::format(
          "No radius predicts better than the null model, whose held-out loss is {:.4g}: these "
          "features tell little of the target.",
          null));
    } else if (best.held_out_loss + best.held_out_error >= null) {
      add(fmt::format(
          "That is no better, within one standard error, than {:.4g} without any feature: "
          "these features tell little of the target.",
          null));
    }
    add(about_one_standard_error(told));
  }
  if (told.path.interrupted) {
    add("The path was interrupted: this is what is known of the fits that were done.");
  }
  add(about_limits(told));
  add(fmt::format("The model is that of radius {}, fitted to all {} samples.",
                  shown_radius(fit_at(told, told.chosen).radius), told.samples));
  return list;
}

std::vector<report::PathCandidate> candidates(const ToldPath& told) {
  std::vector<report::PathCandidate> list;
  if (!told.path.best) return list;
  list.push_back(candidate(told, *told.path.best));
  list.back().title = "Best";
  list.back().mark = "best";
  if (told.path.one_standard_error == told.path.best) return list;
  list.push_back(candidate(told, *told.path.one_standard_error));
  list.back().title = "Smallest within one standard error";
  list.back().mark = "1 SE";
  return list;
}

report::Table fit_table(const ToldPath& told) {
  const bool held_out = told.path.best.has_value();
  const auto& fits = told.path.fits;
  report::Table table{
      {"radius", "lambda", told.is_low_rank ? "rank" : "features", "explained", "train loss"}, {}};
  const std::string score =
      fits.empty() || fits[0].scores.empty() ? "" : shown_score(fits[0].scores[0].first);
  if (held_out) table.columns.insert(table.columns.end(), {"held out", "error"});
  if (!score.empty()) table.columns.push_back(score);
  table.columns.insert(table.columns.end(), {"gap", ""});
  for (std::size_t i = 0; i < fits.size(); ++i) {
    const PathFit& fit = fits[i];
    std::vector<std::string> row = {
        fmt::format("{:.4g}", fit.radius), fmt::format("{:.3g}", fit.penalty),
        fmt::format("{}", size_of(fit, told.is_low_rank)),
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
    const bool is_best = told.path.best == at, is_simple = told.path.one_standard_error == at;
    row.emplace_back(is_best ? "best" : is_simple ? "1 SE" : "");
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::vector<std::string> notes(const ToldPath& told) {
  std::vector<std::string> list;
  if (told.path.best) {
    list.push_back(
        fmt::format("Each sample was held out once, in {} parts (seed {}); errors are standard "
                    "errors over these.",
                    told.folds, told.seed));
  }
  list.emplace_back(
      "The loss is the mean over the samples; lambda is the penalty with the same coefficients: "
      "the "
      "dual norm of the gradient of the loss.");
  const Counts& counts = told.path.counts;
  list.push_back(fmt::format("{} iterations, {} oracle calls and {} s in all.", counts.iterations,
                             counts.oracle_calls, three_digits(told.path.seconds)));
  return list;
}

}  // namespace acgd::cli
