#include "app/spec/families.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "acgd/core/error.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/objective/matrix_completion.hpp"
#include "app/data/words.hpp"

namespace acgd::problem {

namespace {

struct FamilyKind {
  std::string_view name;
  TargetKind kind;
};

constexpr FamilyKind kFamilies[] = {
    {LeastSquares::name, TargetKind::numbers}, {LogisticLoss::name, TargetKind::signs},
    {SoftmaxLoss::name, TargetKind::classes},  {SigmoidLoss::name, TargetKind::probabilities},
    {HuberLoss::name, TargetKind::numbers},    {SquaredHingeLoss::name, TargetKind::signs},
    {PoissonLoss::name, TargetKind::numbers}};

/// rho of "huber:rho=0.5"; no other parameter changes what is predicted.
double rho_of(const std::string& objective) {
  HuberLoss::Parameters parameters;
  Description description = parameters.describe();
  const std::string name(HuberLoss::name);
  read_parameters({.argument = "objective", .name = name, .syntax = name}, objective, description);
  return parameters.rho;
}

}  // namespace

std::optional<TargetKind> target_kind(const std::string& objective) {
  const std::string name = split_name(objective).name;
  for (const FamilyKind& family : kFamilies) {
    if (family.name == name) return family.kind;
  }
  return std::nullopt;
}

std::shared_ptr<const Family> make_family(const std::string& objective, Index class_count) {
  const std::string name = split_name(objective).name;
  if (name == LeastSquares::name) return least_squares_family();
  if (name == LogisticLoss::name) return logistic_family();
  if (name == SoftmaxLoss::name) return softmax_family(class_count);
  if (name == SigmoidLoss::name) return sigmoid_family();
  if (name == HuberLoss::name) return huber_family(rho_of(objective));
  if (name == SquaredHingeLoss::name) return squared_hinge_family();
  if (name == PoissonLoss::name) return poisson_family();
  std::vector<std::string> names;
  for (const FamilyKind& family : kFamilies) names.emplace_back(family.name);
  if (std::ranges::none_of(objective_kinds(),
                           [&](const auto& kind) { return kind.name == name; })) {
    names.emplace_back(MatrixCompletion::name);  // which a path takes as well
    refuse_name("objective", name, names);
  }
  throw InvalidInput(fmt::format("objective = {}: is not made of samples, as {} are", objective,
                                 shown_list(names, "and")));
}

FamilySamples load_family(const ObjectiveSource& source) {
  const auto kind = target_kind(source.name);
  if (!kind) static_cast<void>(make_family(source.name, 0));  // which refuses it
  check_arguments(source);
  std::string name = source.name;
  if (source.loss) {
    if (split_name(name).rest) refuse_second_loss();
    name = fmt::format("{}:rho={}", name, huber_parameter(*source.loss));
  }
  const auto [plain, rest] = split_name(name);
  if (rest && plain != HuberLoss::name) {
    throw InvalidInput(
        fmt::format("objective = {}: must be {}, without parameters: the mean of "
                    "the samples' losses is what is learnt",
                    source.name, plain));
  }
  LoadedSamples loaded = read_samples(samples_source(source, kind.value()));
  const auto classes = static_cast<Index>(loaded.summary.layout.coding.classes.size());
  auto family = make_family(name, classes);
  if (family->class_count() > 0 && !loaded.summary.layout.coding.numbers_classes()) {
    throw InvalidInput(fmt::format("objective = {}: its targets must be classes", source.name));
  }
  return {std::move(loaded), std::move(family)};
}

}  // namespace acgd::problem
