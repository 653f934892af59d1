// Losses of samples: what is learnt from a matrix and its targets.
#include <fmt/format.h>

#include "acgd/core/error.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/loss/huber_loss.hpp"
#include "acgd/objective/loss/logistic_loss.hpp"
#include "acgd/objective/loss/poisson_loss.hpp"
#include "acgd/objective/loss/sigmoid_loss.hpp"
#include "acgd/objective/loss/squared_hinge_loss.hpp"
#include "acgd/objective/models.hpp"
#include "problem/models.hpp"
#include "problem/samples.hpp"
#include "problem/scores.hpp"

namespace acgd::problem {
namespace {

/// `automatic` is what --labels auto means.
SamplesSource source_of(const ObjectiveSource& source, Labels automatic) {
  const Labels labels = to_labels(source.labels);
  return {.data = *source.data,
          .targets = source.targets,
          .format = io::to_format("format", source.format),
          .features = source.features,
          .labels = labels == Labels::automatic ? automatic : labels};
}

Design design(const Samples& samples) {
  return std::visit([](const auto& matrix) { return Design(matrix); }, samples.matrix);
}

Vector predict(const Samples& samples, const Vector& x) {
  return std::visit([&](const auto& matrix) -> Vector { return matrix * x; }, samples.matrix);
}

/// Gives held-out samples the number of features that the others have. Throws InvalidInput if they
/// have more, and says what to do.
void adopt_features(Samples& samples, Index features, const HeldOut& given) {
  const Index found = samples.features();
  if (found == features) return;
  auto* sparse = std::get_if<SparseMatrix>(&samples.matrix);
  const std::string name = given.data.string();
  // A file of LIBSVM need not show all features.
  if (sparse != nullptr && samples.shows_highest) {
    if (found > features) {
      throw InvalidInput(fmt::format(
          "{} has index {}, the data has {} features only; --features {} makes room for it", name,
          found, features, found));
    }
    sparse->conservativeResize(sparse->rows(), features);
    return;
  }
  if (found + 1 == features && !given.targets) {
    throw InvalidInput(
        fmt::format("{} has {} columns, as many as the data has features; its targets are missing: "
                    "--test-targets FILE",
                    name, features));
  }
  throw InvalidInput(fmt::format("{} has {} features, the data has {}", name, found, features));
}

/// Held-out samples are read as the others were, but for where their targets are.
Samples read_held_out(const HeldOut& given, const SamplesSource& source, Index features) {
  SamplesSource held_out = source;
  held_out.data = given.data;
  held_out.targets = given.targets;
  held_out.format = io::Format::by_name;
  try {
    Samples samples = read_samples(held_out);
    adopt_features(samples, features, given);
    return samples;
  } catch (const InvalidInput& error) {
    throw InvalidInput(fmt::format("test: {}", error.what()));
  }
}

/// For losses of -1 and +1. Throws InvalidInput with the way out where two other values occur.
const Samples& with_signs(const Samples& samples) {
  const Vector& targets = samples.targets;
  const double least = targets.minCoeff(), most = targets.maxCoeff();
  const bool two = least < most && ((targets.array() == least) || (targets.array() == most)).all();
  if (two && (least != -1 || most != 1)) {
    throw InvalidInput(fmt::format(
        "labels: {} and {} occur, must be -1 and +1; --labels pm1 turns them into these", least,
        most));
  }
  return samples;
}

Scores classify(const Vector& predictions, const Samples& samples) {
  return {{"accuracy", accuracy(predictions, samples.targets)},
          {"auc", area_under_curve(predictions, samples.targets)}};
}

Scores regress(const Vector& predictions, const Samples& samples) {
  const Vector errors = predictions - samples.targets;
  return {{"rmse", root_mean_square(errors)}, {"mae", mean_absolute(errors)}};
}

Scores count(const Vector& predictions, const Samples& samples) {
  return regress(predictions.array().exp(), samples);
}

using Score = Scores (*)(const Vector& predictions, const Samples& samples);

/// What the samples of a loss are to the tool.
struct SampleArguments {
  Score score;
  std::string arguments = "--data FILE";
  std::string example = "--data samples.txt --set l1:5";
  Labels automatic = Labels::keep;  ///< what --labels auto means
  std::vector<std::string> takes = {"targets", "features", "labels", "format"};
};

/// A row of the table. `make` makes the function from the samples, parameters and source.
template <class Named, class Parameters, class Make>
ObjectiveKind of_samples(const SampleArguments& tool, Make make) {
  const auto load = [score = tool.score, automatic = tool.automatic, make](
                        const ObjectiveSource& source, const Parameters& parameters) {
    SamplesSource from = source_of(source, automatic);
    const Samples samples = read_samples(from);
    const Index features = samples.features();
    // What was done to these labels is done to those of held-out samples, whatever occurs there.
    from.labels = Labels::keep;
    from.relabelling = samples.relabelling;
    return LoadedObjective{.f = make(samples, parameters, source),
                           .shape = {.dimension = features},
                           .description = samples.description(),
                           .header = samples.header,
                           .test = [from, score, features](const HeldOut& given) -> Judge {
                             const auto held_out = std::make_shared<const Samples>(
                                 read_held_out(given, from, features));
                             return [held_out, score](const Result& result) {
                               return score(predict(*held_out, result.x), *held_out);
                             };
                           },
                           .targets = samples.origin};
  };
  return objective_kind<Named, Parameters>({.arguments = tool.arguments,
                                            .needs = {"data"},
                                            .takes = tool.takes,
                                            .example = tool.example},
                                           load);
}

using MadeObjective = std::shared_ptr<const Objective>;
using SourceRef = const ObjectiveSource&;

MadeObjective shared(Composite f) { return std::make_shared<const Composite>(std::move(f)); }

/// --loss says the same as the parameter rho.
MadeObjective make_huber(const Samples& samples, const HuberLoss::Parameters& typed,
                         SourceRef source) {
  if (source.loss && typed.rho != HuberLoss::Parameters{}.rho) refuse_second_loss();
  const double rho = source.loss ? huber_parameter(*source.loss) : typed.rho;
  return shared(huber(design(samples), samples.targets, rho, typed.samples));
}

}  // namespace

std::vector<ObjectiveKind> sample_objectives() {
  return {
      of_samples<LeastSquares, LeastSquaresOptions>(
          {.score = regress,
           .arguments = "--data FILE [--targets FILE]",
           .example = "--data table.csv --set l1:2"},
          [](const Samples& samples, const LeastSquaresOptions& options,
             SourceRef) -> MadeObjective {
            return std::make_shared<const LeastSquares>(design(samples).map(), samples.targets,
                                                        options);
          }),
      of_samples<LogisticLoss, LossOptions>(
          {.score = classify},
          [](const Samples& samples, const LossOptions& options, SourceRef) {
            return shared(logistic(design(samples), with_signs(samples).targets, options));
          }),
      of_samples<SigmoidLoss, LossOptions>(
          {.score = classify, .automatic = Labels::probabilities},
          [](const Samples& samples, const LossOptions& options, SourceRef) {
            return shared(sigmoid(design(samples), samples.targets, options));
          }),
      of_samples<HuberLoss, HuberLoss::Parameters>(
          {.score = regress,
           .arguments = "--data FILE [--loss huber:RHO]",
           .example = "--loss huber:0.5 --data table.csv --set l1:2",
           .takes = {"targets", "features", "labels", "loss", "format"}},
          make_huber),
      of_samples<SquaredHingeLoss, LossOptions>(
          {.score = classify},
          [](const Samples& samples, const LossOptions& options, SourceRef) {
            return shared(squared_hinge(design(samples), with_signs(samples).targets, options));
          }),
      of_samples<PoissonLoss, LossOptions>(
          {.score = count, .example = "--data counts.csv --set l1:2"},
          [](const Samples& samples, const LossOptions& options, SourceRef) {
            return shared(poisson(design(samples), samples.targets, options));
          }),
  };
}

}  // namespace acgd::problem
