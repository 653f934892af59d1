#include "cli/path_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "cli/path_verdict.hpp"
#include "cli/text.hpp"
#include "report/svg_parts.hpp"

namespace acgd::cli {
namespace {

/// One measure of all fits; `at` gives train, held-out and error of one.
template <class At>
report::PathScore score_of(const ToldPath& told, const std::string& name, const At& at) {
  report::PathScore score{.name = name, .train = {}};
  const bool held_out = told.path.best.has_value();
  for (const PathFit& fit : told.path.fits) {
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

std::vector<report::PathScore> scores_of(const ToldPath& told) {
  std::vector<report::PathScore> scores = {score_of(told, loss_name(told), [](const PathFit& fit) {
    return ThreeNumbers{fit.loss, fit.held_out_loss, fit.held_out_error};
  })};
  if (told.path.fits.empty() || told.path.fits[0].scores.empty()) return scores;
  scores.push_back(
      score_of(told, shown_score(told.path.fits[0].scores[0].first), [](const PathFit& fit) {
        return ThreeNumbers{number_at(fit.scores, 0), number_at(fit.held_out_scores, 0),
                            number_at(fit.held_out_errors, 0)};
      }));
  return scores;
}

/// What a feature weighs: its coefficient, in standard deviations of the feature where these were
/// measured, and the norm over all outputs where there are several.
double weight_of(const ToldPath& told, const SparseMatrix& coefficients, Index feature) {
  const Vector& scale = told.path.scaling.scale;
  const double unit = scale.size() == 0 ? 1 : scale[feature];
  if (coefficients.cols() == 1) return unit * coefficients.coeff(feature, 0);
  double squares = 0;
  for (Index k = 0; k < coefficients.cols(); ++k) {
    squares += std::pow(coefficients.coeff(feature, k), 2);
  }
  return unit * std::sqrt(squares);
}

std::string shown_name(const ToldPath& told, Index feature) {
  const std::string& name = told.features.at(static_cast<std::size_t>(feature));
  return told.has_names ? name : "feature " + name;
}

/// Features that some fit uses.
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

std::vector<report::PathCoefficient> coefficients_of(const ToldPath& told) {
  std::vector<report::PathCoefficient> coefficients;
  for (const Index feature : used_features(told.path)) {
    report::PathCoefficient one{shown_name(told, feature), {}};
    for (const PathFit& fit : told.path.fits) {
      one.values.push_back(weight_of(told, fit.coefficients, feature));
    }
    coefficients.push_back(std::move(one));
  }
  return coefficients;
}

std::string weight_name(const ToldPath& told) {
  const bool several = told.path.fits.at(0).coefficients.cols() > 1;
  const bool scaled = told.path.scaling.scale.size() != 0;
  return std::string(several ? "norm of the coefficients" : "coefficient") +
         (scaled ? " \u00d7 standard deviation" : "");
}

/// A row for each feature of the model, the heaviest first; a column for each output.
report::Table model_table(const ToldPath& told) {
  const PathFit& fit = told.path.fits.at(static_cast<std::size_t>(told.chosen));
  const SparseMatrix& coefficients = fit.coefficients;
  const bool scaled = told.path.scaling.scale.size() != 0;
  report::Table table{{"feature"}, {}};
  for (Index k = 0; k < coefficients.cols(); ++k) {
    const bool named = coefficients.cols() > 1 && static_cast<std::size_t>(k) < told.classes.size();
    table.columns.push_back(named ? told.classes[static_cast<std::size_t>(k)] : "coefficient");
  }
  if (scaled) table.columns.push_back(weight_name(told));
  std::vector<std::pair<double, Index>> order;
  for (Index j = 0; j < coefficients.rows(); ++j) {
    const double weight = weight_of(told, coefficients, j);
    if (weight != 0) order.emplace_back(-std::abs(weight), j);
  }
  std::sort(order.begin(), order.end());
  for (const auto& [weight, j] : order) {
    std::vector<std::string> row = {shown_name(told, j)};
    for (Index k = 0; k < coefficients.cols(); ++k) {
      row.push_back(report::shown_number(coefficients.coeff(j, k)));
    }
    if (scaled) row.push_back(report::shown_number(weight_of(told, coefficients, j)));
    table.rows.push_back(std::move(row));
  }
  if (fit.intercept.size() == 0) return table;
  std::vector<std::string> row = {"(intercept)"};
  for (const double value : fit.intercept) row.push_back(report::shown_number(value));
  if (scaled) row.emplace_back("");
  table.rows.push_back(std::move(row));
  return table;
}

/// For terminals of any kind.
std::string in_ascii(std::string text) {
  constexpr std::string_view fine = "\u00a0\u00b1\u00a0";
  for (std::size_t at = text.find(fine); at != std::string::npos; at = text.find(fine, at)) {
    text.replace(at, fine.size(), " +- ");
  }
  return text;
}

}  // namespace

report::PathReport to_report(const ToldPath& told) {
  const std::vector<std::string> sentences = advice(told);
  report::PathReport report{.title = fmt::format("{} over the {}", told.objective, told.set),
                            .command = {},
                            .version = {},
                            .machine = {},
                            .date = {},
                            .data = told.data,
                            .set = told.set,
                            .verdict = verdict(told),
                            .advice = sentences,
                            .candidates = candidates(told),
                            .radii = {},
                            .size_name = told.is_low_rank ? "rank" : "features",
                            .sizes = {},
                            .scores = scores_of(told),
                            .coefficient_name = weight_name(told),
                            .coefficients = coefficients_of(told),
                            .chosen = static_cast<std::size_t>(told.chosen),
                            .fits = fit_table(told),
                            .model = model_table(told),
                            .notes = notes(told)};
  for (const PathFit& fit : told.path.fits) {
    report.radii.push_back(fit.radius);
    report.sizes.push_back(static_cast<double>(size_of(fit, told.is_low_rank)));
  }
  return report;
}

std::string to_text(const report::PathReport& report, const std::vector<std::string>& written) {
  std::string text = to_text(report.fits) + "\n" + wrap(in_ascii(report.verdict)) + "\n";
  for (const std::string& sentence : report.advice) text += wrap(in_ascii(sentence)) + "\n";
  for (const std::string& note : report.notes) text += wrap(note) + "\n";
  if (!written.empty()) text += fmt::format("Written: {}\n", fmt::join(written, ", "));
  return text;
}

}  // namespace acgd::cli
