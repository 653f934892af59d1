#include "app/spec/sample_models.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "acgd/core/error.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/objective/matrix_completion.hpp"
#include "app/data/csv.hpp"
#include "app/data/specification.hpp"

namespace acgd::spec {

namespace {

/// rho of "huber:rho=0.5"; no other parameter changes the predictions.
double rho_of(const std::string& objective) {
  HuberLoss::Parameters parameters;
  Description description = parameters.describe();
  const std::string name(HuberLoss::name);
  read_parameters({.argument = "objective", .name = name, .syntax = name}, objective, description);
  return parameters.rho;
}

/// The family of an objective's specification. Throws InvalidInput if there is none.
const KnownFamily& family_named(const std::string& objective) {
  const std::string name = split_name(objective).name;
  if (const KnownFamily* known = find_family(name)) return *known;
  std::vector<std::string> names;
  for (const KnownFamily& family : known_families()) names.emplace_back(family.name);
  if (std::ranges::none_of(objective_kinds(),
                           [&](const auto& kind) { return kind.name == name; })) {
    names.emplace_back(MatrixCompletion::name);  // paths accept it, too
    throw unknown_name("objective", name, names);
  }
  throw InvalidInput("objective", objective,
                     fmt::format("is not made of samples, as {} are", shown_list(names, "and")));
}

}  // namespace

std::shared_ptr<const Family> make_family(const std::string& objective, Index class_count) {
  const KnownFamily& known = family_named(objective);
  return known.make(known.name == HuberLoss::name ? rho_of(objective) : 1, class_count);
}

FamilySamples load_family(const ObjectiveSource& source) {
  const KnownFamily& known = family_named(source.name);
  check_arguments(source);
  std::string name = source.name;
  if (source.loss) {
    if (split_name(name).rest) refuse_second_loss();
    name = fmt::format("{}:rho={}", name, huber_parameter(*source.loss));
  }
  const auto [plain, rest] = split_name(name);
  if (rest && plain != HuberLoss::name) {
    throw InvalidInput(
        "objective", source.name,
        fmt::format(
            "must be {}, without parameters: the mean of the samples' losses is what is learnt",
            plain));
  }
  LoadedSamples loaded = read_samples(samples_source(source, known.targets));
  const auto classes = static_cast<Index>(loaded.summary.layout.coding.classes.size());
  auto family = make_family(name, classes);
  if (family->class_count() > 0 && !loaded.summary.layout.coding.numbers_classes()) {
    throw InvalidInput("objective", source.name, "its targets must be classes");
  }
  return {std::move(loaded), std::move(family)};
}

void set_layout(LinearModel& model, const SampleLayout& layout) {
  model.columns = layout.columns;
  if (layout.coding.numbers_classes()) model.classes = layout.coding.classes;
  model.target = layout.target;
  model.fill = layout.fill;
}

SampleLayout layout_of(const LinearModel& model) {
  SampleLayout layout{.features = model.coefficients.rows(),
                      .columns = model.columns,
                      .target = model.target,
                      .coding = {.classes = model.classes},
                      .fill = model.fill};
  const auto classes = static_cast<Index>(model.classes.size());
  layout.coding.codes = Vector::LinSpaced(classes, 0, static_cast<double>(classes) - 1);
  return layout;
}

namespace {

std::shared_ptr<const Family> family_of(const LinearModel& model) {
  return make_family(model.objective, model.coefficients.cols());
}

/// Classes of targets that are numbers: above and below the middle of their range.
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
  // Without classes the targets were probabilities.
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
      fmt::format_to(to, ",{}", data::csv_cell("probability_" + name));
    }
  }
  out.push_back('\n');
  for (Index i = 0; i < predictions.targets.size(); ++i) {
    const double target = predictions.targets[i];
    if (has_classes) {
      fmt::format_to(to, "{}", data::csv_cell(model.classes[static_cast<std::size_t>(target)]));
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

}  // namespace acgd::spec
