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

namespace fs = std::filesystem;

SamplesSource source_of(const ObjectiveSource& source) {
  return {.data = *source.data,
          .targets = source.targets,
          .format = io::to_format("format", source.format),
          .features = source.features,
          .labels = to_labels(source.labels)};
}

Design design(const Samples& samples) {
  return std::visit([](const auto& matrix) { return Design(matrix); }, samples.matrix);
}

Vector predict(const Samples& samples, const Vector& x) {
  return std::visit([&](const auto& matrix) -> Vector { return matrix * x; }, samples.matrix);
}

/// Held-out samples are read as the others were, but with their own targets inside.
Samples read_held_out(const ObjectiveSource& source, const fs::path& file, Index features) {
  SamplesSource held_out = source_of(source);
  held_out.data = file;
  held_out.targets.reset();
  held_out.format = io::Format::by_name;
  held_out.features = features;
  try {
    return read_samples(held_out);
  } catch (const InvalidInput& error) {
    throw InvalidInput(fmt::format("test: {}", error.what()));
  }
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
LoadedObjective load(const ObjectiveSource& source, Score score, Make make) {
  const Samples samples = read_samples(source_of(source));
  const Index features = samples.features();
  return {.f = make(samples),
          .shape = {.dimension = features},
          .description = samples.description(),
          .header = samples.header,
          .test = [source, score, features](const fs::path& file) -> Judge {
            const auto held_out =
                std::make_shared<const Samples>(read_held_out(source, file, features));
            return [held_out, score](const Result& result) {
              return score(predict(*held_out, result.x), *held_out);
            };
          }};
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
    return shared(logistic(design(samples), samples.targets));
  });
}

LoadedObjective load_sigmoid(const ObjectiveSource& source) {
  return load(source, classify, [](const Samples& samples) {
    return shared(sigmoid(design(samples), samples.targets));
  });
}

LoadedObjective load_huber(const ObjectiveSource& source) {
  const double rho = huber_parameter(source.loss);
  return load(source, regress, [rho](const Samples& samples) {
    return shared(huber(design(samples), samples.targets, rho));
  });
}

LoadedObjective load_squared_hinge(const ObjectiveSource& source) {
  return load(source, classify, [](const Samples& samples) {
    return shared(squared_hinge(design(samples), samples.targets));
  });
}

LoadedObjective load_poisson(const ObjectiveSource& source) {
  return load(source, count, [](const Samples& samples) {
    return shared(poisson(design(samples), samples.targets));
  });
}

}  // namespace acgd::problem
