// Losses of samples: what is learnt from a matrix and its targets.
#include <fmt/format.h>

#include "acgd/core/error.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/objective/models.hpp"
#include "acgd/objective/sum.hpp"
#include "problem/alike_samples.hpp"
#include "problem/models.hpp"
#include "problem/predictions.hpp"
#include "problem/sample_frame.hpp"
#include "problem/samples.hpp"

namespace acgd::problem {
namespace {

Design whole_of(const std::shared_ptr<const Matrix>& matrix) {
  return std::make_shared<const DenseMap>(matrix);
}
Design whole_of(const std::shared_ptr<const SparseMatrix>& matrix) { return *matrix; }

/// Cut into the shards of the samples.
Design design(const LoadedSamples& loaded) {
  const Samples& samples = loaded.samples;
  if (!loaded.maps.empty()) {
    return std::make_shared<const StackedMap>(loaded.maps, samples.shards);
  }
  return std::visit([&](const auto& matrix) { return Design(cut_rows(*matrix, samples.shards)); },
                    samples.features);
}

/// What the samples of a loss are to the tool.
struct SampleArguments {
  TargetKind kind = TargetKind::numbers;
  std::string arguments = "--data FILE";
  std::string example = "--data samples.txt --set l1:5";
  bool takes_loss = false;  ///< --loss
};

std::vector<std::string> takes(const SampleArguments& tool) {
  std::vector<std::string> names = {"targets",       "features", "labels",  "format",
                                    "target-column", "weights",  "missing", "intercept",
                                    "standardize",   "shards",   "ridge"};
  if (tool.kind != TargetKind::numbers) names.emplace_back("class-weights");
  if (tool.takes_loss) names.emplace_back("loss");
  return names;
}

/// Reads held-out samples as the others were, but for where their targets are.
AlikeSamples read_held_out(const HeldOut& given, const SampleLayout& layout, bool drops_gaps) {
  try {
    AlikeSamples samples = read_alike({.data = given.data,
                                       .targets = given.targets,
                                       .needs_targets = true,
                                       .drops_gaps = drops_gaps},
                                      layout);
    for (const std::string& note : samples.notes) {
      if (given.tell) given.tell(note);
    }
    return samples;
  } catch (const InvalidInput& error) {
    throw InvalidInput(fmt::format("test: {}", error.what()));
  }
}

/// Whether f is a sum or a mean.
std::string total_of(const LossOptions& options, std::string_view formula) {
  return total_words(options.scaling, formula, "samples");
}
std::string total_of(const HuberLoss::Parameters& parameters, std::string_view formula) {
  return total_of(parameters.samples, formula);
}
std::string total_of(const LeastSquaresOptions& options, std::string_view) {
  return options.factor == 1 ? "sum over the samples"
                             : fmt::format("{} times the sum over the samples", options.factor);
}

/// --loss says the same as the parameter rho.
double rho_of(const HuberLoss::Parameters& typed, const ObjectiveSource& source) {
  return source.loss ? huber_parameter(*source.loss) : typed.rho;
}

/// With what was typed; empty: that of the table.
template <class Parameters>
std::string formula_of(const Parameters& parameters, const ObjectiveSource& source) {
  if constexpr (std::is_same_v<Parameters, HuberLoss::Parameters>) {
    return fmt::format("{}, rho = {}", HuberLoss::formula, rho_of(parameters, source));
  }
  return {};
}

/// A row of the table. `make` makes the function from the samples, parameters and source.
template <class Named, class Parameters, class Make>
ObjectiveKind of_samples(const SampleArguments& tool, Make make) {
  const auto load = [tool, make](const ObjectiveSource& source, const Parameters& parameters) {
    SamplesSource files = samples_source(source, tool.kind);
    files.map = !source.samples.standardize && tool.kind != TargetKind::classes;
    LoadedSamples loaded = read_samples(files);
    SampleFrame frame{
        .objective = source.name, .layout = loaded.summary.layout, .ridge = source.ridge};
    if (tool.kind == TargetKind::classes) {
      frame.outputs = static_cast<Index>(loaded.summary.layout.coding.classes.size());
    }
    if (source.samples.standardize) frame.standardize(loaded.samples, source.samples.intercept);
    LoadedObjective objective{
        .f = with_ridge(make(loaded, parameters, source), source.ridge),
        .shape = frame.shape(),
        .description = loaded.summary.description() + ridge_words(source.ridge),
        .header = loaded.summary.header,
        .total = total_of(parameters, Named::formula) + ridge_words(source.ridge),
        .formula = formula_of(parameters, source),
        .targets = loaded.summary.targets,
        .samples = loaded.summary,
        .scale = frame.scaling.scale.replicate(frame.outputs, 1)};
    objective.model = [frame, f = objective.f](const Result& result) {
      return frame.model(*f, result);
    };
    objective.test = [model = objective.model, layout = loaded.summary.layout,
                      drops = source.samples.missing != "refuse"](const HeldOut& given) -> Judge {
      return [model, held_out = read_held_out(given, layout, drops)](const Result& result) {
        const LinearModel learnt = model(result);
        return judge(learnt, predict(learnt, held_out.features), held_out.targets);
      };
    };
    return objective;
  };
  return objective_kind<Named, Parameters>({.arguments = tool.arguments,
                                            .needs = {"data"},
                                            .takes = takes(tool),
                                            .example = tool.example},
                                           load);
}

using MadeObjective = std::shared_ptr<const Objective>;
using SourceRef = const ObjectiveSource&;

MadeObjective shared(Composite f) { return std::make_shared<const Composite>(std::move(f)); }

/// What the samples and the user say, in the form that losses take.
LossOptions weighted(LossOptions options, const LoadedSamples& loaded) {
  options.weights = loaded.samples.weights;
  return options;
}
Intercept intercept(SourceRef source) {
  return source.samples.intercept ? Intercept::profiled : Intercept::none;
}

/// -1 and +1 of classes 0 and 1.
Vector signs(const LoadedSamples& loaded) { return 2 * loaded.samples.targets.array() - 1; }

MadeObjective make_least_squares(const LoadedSamples& loaded, LeastSquaresOptions options,
                                 SourceRef source) {
  options.weights = loaded.samples.weights;
  options.intercept = options.intercept || source.samples.intercept;
  return std::make_shared<const LeastSquares>(design(loaded).map(), loaded.samples.targets,
                                              options);
}

MadeObjective make_huber(const LoadedSamples& loaded, const HuberLoss::Parameters& typed,
                         SourceRef source) {
  if (source.loss && typed.rho != HuberLoss::Parameters{}.rho) refuse_second_loss();
  return shared(huber(design(loaded), loaded.samples.targets, rho_of(typed, source),
                      weighted(typed.samples, loaded), intercept(source)));
}

/// A loss of -1 and +1, or of numbers.
template <Composite (*loss)(const Design&, Vector, LossOptions, Intercept), bool of_signs>
MadeObjective make_plain(const LoadedSamples& loaded, const LossOptions& options,
                         SourceRef source) {
  return shared(loss(design(loaded), of_signs ? signs(loaded) : loaded.samples.targets,
                     weighted(options, loaded), intercept(source)));
}

MadeObjective make_softmax(const LoadedSamples& loaded, const LossOptions& options,
                           SourceRef source) {
  if (loaded.samples.shards->team().size() > 1) {
    throw InvalidInput(
        "objective = softmax: runs on one rank only, for a sample has several predictions: leave "
        "out mpirun");
  }
  const auto count = static_cast<Index>(loaded.samples.targets.maxCoeff()) + 1;
  const Design whole =
      std::visit([](const auto& matrix) { return whole_of(matrix); }, loaded.samples.features);
  return shared(
      softmax(whole, loaded.samples.targets, count, weighted(options, loaded), intercept(source)));
}

}  // namespace

std::string ridge_words(double ridge) {
  return ridge == 0 ? "" : fmt::format(", and a ridge of {}", ridge);
}

SamplesSource samples_source(const ObjectiveSource& source, TargetKind kind) {
  return {.data = *source.data,
          .targets = source.targets,
          .format = io::to_format("format", source.format),
          .features = source.features,
          .labels = to_labels(source.labels, kind),
          .choices = source.samples,
          .team = source.team};
}

std::vector<ObjectiveKind> sample_objectives() {
  return {
      of_samples<LeastSquares, LeastSquaresOptions>(
          {.arguments = "--data FILE [--targets FILE]", .example = "--data table.csv --set l1:2"},
          make_least_squares),
      of_samples<LogisticLoss, LossOptions>({.kind = TargetKind::signs},
                                            make_plain<logistic, true>),
      of_samples<SoftmaxLoss, LossOptions>(
          {.kind = TargetKind::classes, .example = "--data samples.txt --intercept --set l1:5"},
          make_softmax),
      of_samples<SigmoidLoss, LossOptions>({.kind = TargetKind::probabilities},
                                           make_plain<sigmoid, false>),
      of_samples<HuberLoss, HuberLoss::Parameters>(
          {.arguments = "--data FILE [--loss huber:RHO]",
           .example = "--loss huber:0.5 --data table.csv --set l1:2",
           .takes_loss = true},
          make_huber),
      of_samples<SquaredHingeLoss, LossOptions>({.kind = TargetKind::signs},
                                                make_plain<squared_hinge, true>),
      of_samples<PoissonLoss, LossOptions>({.example = "--data counts.csv --set l1:2"},
                                           make_plain<poisson, false>),
  };
}

}  // namespace acgd::problem
