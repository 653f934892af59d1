#include "app/spec/predictions.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <vector>

#include "app/data/csv.hpp"
#include "app/spec/families.hpp"

namespace acgd::problem {

double root_mean_square(const Vector& errors) {
  return std::sqrt(errors.squaredNorm() / static_cast<double>(errors.size()));
}

double mean_absolute(const Vector& errors) {
  return errors.lpNorm<1>() / static_cast<double>(errors.size());
}

namespace {

std::shared_ptr<const Family> family_of(const LinearModel& model) {
  return make_family(model.objective, model.coefficients.cols());
}

/// Of a family of classes where the targets were none: they are told apart in their middle.
Vector classes_by_size(const Vector& targets) {
  const bool are_probabilities = targets.minCoeff() >= 0 && targets.maxCoeff() <= 1;
  return (targets.array() > (are_probabilities ? 0.5 : 0.0)).cast<double>();
}

}  // namespace

Predictions predict(const LinearModel& model, const Features& features) {
  const auto family = family_of(model);
  Predictions predictions{.z = model.predict(features)};
  const bool has_classes = family->class_count() > 0;
  if (has_classes && family->has_probabilities()) {
    predictions.probabilities = predictions.z;
    family->to_means(predictions.probabilities);
  }
  // A probability is what was learnt, if it was not of classes.
  predictions.targets = has_classes && model.classes.empty() && family->has_probabilities()
                            ? Vector(predictions.probabilities.col(1))
                            : family->to_targets(predictions.z);
  return predictions;
}

Scores evaluate(const LinearModel& model, const Predictions& predictions, const Vector& targets) {
  std::vector<Index> known;
  for (Index i = 0; i < targets.size(); ++i) {
    if (!std::isnan(targets[i])) known.push_back(i);
  }
  if (known.empty()) return {};
  const auto family = family_of(model);
  const Matrix z = predictions.z(known, Eigen::all);
  const Vector wanted = targets(known);
  const bool by_size = family->class_count() > 0 && model.classes.empty();
  return family->scores(z, by_size ? classes_by_size(wanted) : wanted, {});
}

bool has_probabilities(const LinearModel& model) {
  return !model.classes.empty() && family_of(model)->has_probabilities();
}

std::string to_csv(const LinearModel& model, const Predictions& predictions,
                   bool with_probabilities) {
  fmt::memory_buffer out;
  const auto to = std::back_inserter(out);
  const bool has_classes = !model.classes.empty();
  fmt::format_to(to, "{}", has_classes ? "class" : "prediction");
  if (with_probabilities) {
    for (const std::string& name : model.classes) {
      fmt::format_to(to, ",{}", io::csv_cell("probability_" + name));
    }
  }
  out.push_back('\n');
  for (Index i = 0; i < predictions.targets.size(); ++i) {
    const double target = predictions.targets[i];
    if (has_classes) {
      fmt::format_to(to, "{}", io::csv_cell(model.classes[static_cast<std::size_t>(target)]));
    } else {
      fmt::format_to(to, "{:.17g}", target);
    }
    if (with_probabilities) {
      for (const double p : predictions.probabilities.row(i)) fmt::format_to(to, ",{:.17g}", p);
    }
    out.push_back('\n');
  }
  return fmt::to_string(out);
}

}  // namespace acgd::problem
