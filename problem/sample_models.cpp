// Losses of samples: what is learnt from a matrix and its targets.
#include <fmt/format.h>

#include "acgd/core/error.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/models.hpp"
#include "problem/models.hpp"
#include "problem/samples.hpp"
#include "problem/scores.hpp"

namespace acgd::problem {
namespace {

/// What --labels auto means.
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

template <class Make>
LoadedObjective load(const ObjectiveSource& source, Score score, Make make,
                     Labels automatic = Labels::keep) {
  SamplesSource from = source_of(source, automatic);
  const Samples samples = read_samples(from);
  const Index features = samples.features();
  // What was done to these labels is done to those of held-out samples, whatever occurs there.
  from.labels = Labels::keep;
  from.relabelling = samples.relabelling;
  return {.f = make(samples),
          .shape = {.dimension = features},
          .description = samples.description(),
          .header = samples.header,
          .test = [from, score, features](const HeldOut& given) -> Judge {
            const auto held_out =
                std::make_shared<const Samples>(read_held_out(given, from, features));
            return [held_out, score](const Result& result) {
              return score(predict(*held_out, result.x), *held_out);
            };
          },
          .targets = samples.origin};
}

std::shared_ptr<const Objective> shared(Composite f) {
  return std::make_shared<const Composite>(std::move(f));
}

}  // namespace

LoadedObjective load_least_squares(const ObjectiveSource& source) {
  return load(source, regress, [](const Samples& samples) -> std::shared_ptr<const Objective> {
    return std::make_shared<const LeastSquares>(design(samples).map(), samples.targets);
  });
}

LoadedObjective load_logistic(const ObjectiveSource& source) {
  return load(source, classify, [](const Samples& samples) {
    return shared(logistic(design(samples), with_signs(samples).targets));
  });
}

LoadedObjective load_sigmoid(const ObjectiveSource& source) {
  return load(
      source, classify,
      [](const Samples& samples) { return shared(sigmoid(design(samples), samples.targets)); },
      Labels::probabilities);
}

LoadedObjective load_huber(const ObjectiveSource& source) {
  const double rho = huber_parameter(source.loss.value_or(default_loss));
  return load(source, regress, [rho](const Samples& samples) {
    return shared(huber(design(samples), samples.targets, rho));
  });
}

LoadedObjective load_squared_hinge(const ObjectiveSource& source) {
  return load(source, classify, [](const Samples& samples) {
    return shared(squared_hinge(design(samples), with_signs(samples).targets));
  });
}

LoadedObjective load_poisson(const ObjectiveSource& source) {
  return load(source, count, [](const Samples& samples) {
    return shared(poisson(design(samples), samples.targets));
  });
}

}  // namespace acgd::problem
