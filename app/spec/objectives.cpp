#include "app/spec/objectives.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "acgd/core/error.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/objective/matrix_balancing.hpp"
#include "acgd/objective/matrix_completion.hpp"
#include "acgd/objective/models.hpp"
#include "acgd/objective/quadratic.hpp"
#include "acgd/objective/sum.hpp"
#include "acgd/objective/test_functions.hpp"
#include "acgd/traffic/traffic.hpp"
#include "app/data/graphs.hpp"
#include "app/data/limits.hpp"
#include "app/data/matrix_file.hpp"
#include "app/data/samples.hpp"
#include "app/data/words.hpp"
#include "app/spec/predictions.hpp"
#include "app/spec/ratings_model.hpp"
#include "app/spec/sample_frame.hpp"

namespace acgd::problem {

namespace {

/// A function of a formula: nothing but its dimension has to be known.
template <class Function>
ObjectiveKind formula() {
  return objective_kind<Function, NoParameters>(
      {.arguments = "--dim N", .needs = {"dim"}, .example = "--dim 10 --set box:-2:2"},
      [](const ObjectiveSource& source, const NoParameters&) {
        return LoadedObjective{.f = std::make_shared<const Function>(source.dimension),
                               .shape = {.dimension = source.dimension},
                               .description = fmt::format("{} variables", source.dimension)};
      });
}

std::vector<ObjectiveKind> formulas() {
  return {formula<Rosenbrock>(), formula<Levy>(), formula<LevyTextbook>(), formula<Zakharov>(),
          formula<SumOfSquares>()};
}

std::vector<std::string> given(const ObjectiveSource& source) {
  const ObjectiveSource nothing;
  std::vector<std::string> names;
  const auto note = [&](const char* name, bool said) {
    if (said) names.emplace_back(name);
  };
  note("data", source.data.has_value());
  note("targets", source.targets.has_value());
  note("Q", source.q.has_value());
  note("b", source.b.has_value());
  note("format", !source.format.empty());
  note("labels", source.labels != nothing.labels);
  note("features", source.features != 0);
  note("target-column", !source.samples.target_column.empty());
  note("weights", !source.samples.weights.empty());
  note("class-weights", !source.samples.class_weights.empty());
  note("missing", source.samples.missing != nothing.samples.missing);
  note("intercept", source.samples.intercept);
  note("standardize", source.samples.standardize);
  note("shards", source.samples.shards != 0);
  note("ridge", source.ridge != 0);
  note("loss", source.loss.has_value());
  note("biases", source.biases);
  note("dim", source.dimension != 0);
  note("network", source.network.has_value());
  note("trips", source.trips.has_value());
  note("nodes", source.nodes.has_value());
  note("toll-factor", source.factors.toll_factor.has_value());
  note("distance-factor", source.factors.distance_factor.has_value());
  return names;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

const std::vector<ObjectiveKind>& objective_kinds() {
  static const std::vector<ObjectiveKind> kinds = [] {
    std::vector<ObjectiveKind> all;
    for (const auto& list :
         {sample_objectives(), matrix_objectives(), network_objectives(), formulas()}) {
      all.insert(all.end(), list.begin(), list.end());
    }
    return all;
  }();
  return kinds;
}

bool has_set(const ObjectiveSource& source) {
  return find_kind("objective", split_name(source.name).name, objective_kinds()).has_set;
}

std::string shown_header(const std::vector<std::string>& names) {
  constexpr std::size_t most = 12;
  const auto shown = names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), most));
  std::string text = fmt::format("{}", fmt::join(names.begin(), shown, ","));
  if (names.size() > most) text += fmt::format(",... ({} columns)", names.size());
  return text;
}

std::vector<std::string> variable_names(const LoadedObjective& objective) {
  const auto count = static_cast<std::size_t>(objective.shape.dimension);
  const std::vector<std::string>& header = objective.header;
  if (objective.samples && objective.shape.rows == 0) return objective.samples->layout.columns;
  if (objective.samples) return {};
  if (objective.shape.rows != 0 || header.size() < count || header.size() > count + 1) return {};
  return {header.begin(), header.begin() + objective.shape.dimension};
}

void check_arguments(const ObjectiveSource& source) {
  double ridge = source.ridge;
  validate(Description{ridge_parameter(ridge)});
  const ObjectiveKind& kind =
      find_kind("objective", split_name(source.name).name, objective_kinds());
  const std::vector<std::string> said = given(source);
  for (const std::string& needed : kind.needs) {
    if (!contains(said, needed)) {
      throw InvalidInput(fmt::format("{}: the objective {} needs it", needed, kind.name));
    }
  }
  for (const std::string& one : said) {
    if (!contains(kind.needs, one) && !contains(kind.takes, one)) {
      throw InvalidInput(fmt::format("{}: not used by the objective {}", one, kind.name));
    }
  }
}

std::string total_words(Scaling scaling, std::string_view formula, std::string_view of) {
  const bool is_mean = scaling == Scaling::automatic ? formula.find("mean over") != formula.npos
                                                     : scaling == Scaling::mean;
  return fmt::format("{} over the {}", is_mean ? "mean" : "sum", of);
}

LoadedObjective load_objective(const ObjectiveSource& source) {
  const auto [name, rest] = split_name(source.name);
  const ObjectiveKind& kind = find_kind("objective", name, objective_kinds());
  check_arguments(source);
  if (source.dimension > io::kMaxDimension) {
    throw InvalidInput(
        fmt::format("dim = {}: must be at most {}", source.dimension, io::kMaxDimension));
  }
  LoadedObjective loaded = kind.load(source, rest);
  if (loaded.formula.empty()) loaded.formula = kind.formula;
  loaded.formula = loaded.formula.substr(0, loaded.formula.find(';'));
  if (const auto mean = loaded.formula.find("mean over");
      loaded.total.starts_with("sum") && mean != std::string::npos) {
    loaded.formula.replace(mean, 4, "sum");
  }
  if (!loaded.header.empty()) {
    loaded.description += "; header: " + shown_header(loaded.header);
  }
  return loaded;
}

double huber_parameter(const std::string& loss) {
  const std::vector<std::string> parts = split(loss, ':');
  if (parts[0] != "huber" || parts.size() > 2) {
    throw InvalidInput(fmt::format("loss = {}: must be huber:RHO", loss));
  }
  return parts.size() == 1 ? HuberLoss::Parameters{}.rho : to_number("loss", parts[1]);
}

void refuse_second_loss() {
  throw InvalidInput("loss: the objective says it already, behind its name");
}

// Functions made of one matrix: quadratics, balancing, completion.

namespace {

namespace fs = std::filesystem;

/// Without biases, ratings of users and items that the training data has: others cannot be
/// predicted.
Evaluate evaluate_ratings(const HeldOut& given, const std::shared_ptr<const LoadedRatings>& train,
                          const std::shared_ptr<const Biases>& biases) {
  if (given.targets) {
    throw InvalidInput(
        "test-targets: not used by the objective completion: ratings have their own");
  }
  const fs::path& file = given.data;
  const LoadedRatings held_out = load_ratings(file);
  std::vector<Observation> all = held_out.seen.entries;
  for (Observation& o : all) {  // as the training data counts
    o.row += static_cast<int>(held_out.first_user - train->first_user);
    o.col += static_cast<int>(held_out.first_item - train->first_item);
  }
  const auto is_unknown = [&](const Observation& o) {
    return o.row < 0 || o.row >= train->seen.rows || o.col < 0 || o.col >= train->seen.cols;
  };
  const auto unknown = static_cast<double>(std::count_if(all.begin(), all.end(), is_unknown));
  if (!biases) std::erase_if(all, is_unknown);
  if (all.empty()) {
    throw InvalidInput(
        fmt::format("test = {}: none of its users and items are known", file.string()));
  }
  return [known = std::move(all), unknown, biases, train](const Result& result) -> Scores {
    CompletionModel model;
    if (biases) model.biases = *biases;
    model.factors = result.factors;
    model.lowest = train->lowest;
    model.highest = train->highest;
    Vector errors(static_cast<Index>(known.size()));
    for (std::size_t k = 0; k < known.size(); ++k) {
      const Observation& o = known[k];
      errors[static_cast<Index>(k)] = model.predict(o.row, o.col) - o.value;
    }
    return {
        {"rmse", root_mean_square(errors)}, {"mae", mean_absolute(errors)}, {"unknown", unknown}};
  };
}

std::string size_of(const Matrix& m) { return fmt::format("{} x {}, dense", m.rows(), m.cols()); }

std::string size_of(const SparseMatrix& m) {
  return fmt::format("{} x {}, {} non-zeros", m.rows(), m.cols(), m.nonZeros());
}

LoadedObjective load_quadratic(const ObjectiveSource& source, const QuadraticOptions& options) {
  const auto q = io::read_named_matrix(*source.q);
  return std::visit(
      [&](const auto& matrix) -> LoadedObjective {
        Vector b = source.b ? io::read_vector(*source.b) : Vector(Vector::Zero(matrix.rows()));
        return {.f = std::make_shared<const Quadratic>(matrix, std::move(b), 0, options),
                .shape = {.dimension = matrix.rows()},
                .description = size_of(matrix),
                .header = q.names};
      },
      q.matrix);
}

LoadedObjective load_matrix_balancing(const ObjectiveSource& source, const NoParameters&) {
  const auto a = io::read_named_matrix(*source.data, io::to_format("format", source.format));
  return std::visit(
      [&](const auto& matrix) -> LoadedObjective {
        return {.f = std::make_shared<const MatrixBalancing>(matrix),
                .shape = {.dimension = matrix.rows()},
                .description = size_of(matrix),
                .header = a.names};
      },
      a.matrix);
}

LoadedObjective load_completion(const ObjectiveSource& source, const CompletionOptions&) {
  const CompletionOptions options = completion_options(source, {});
  const Team& team = *source.team;
  if (source.biases && team.size() > 1) {
    throw InvalidInput("biases: are fitted on one rank only: leave them out, or mpirun");
  }
  const auto ratings = std::make_shared<const LoadedRatings>(load_ratings(*source.data, team));
  const ObservedMatrix& seen = ratings->seen;
  std::shared_ptr<const Biases> biases;
  if (source.biases) biases = std::make_shared<const Biases>(fit_biases(seen));
  ObservedMatrix rest = biases ? subtract(seen, *biases) : seen;
  const std::string_view formula = MatrixCompletion::formula;
  return {
      .f = std::make_shared<const MatrixCompletion>(seen.rows, seen.cols, std::move(rest.entries),
                                                    options, source.team),
      .shape = {.dimension = seen.rows * seen.cols, .rows = seen.rows, .cols = seen.cols},
      .description = ratings->description,
      .header = ratings->header,
      .total = total_words(options.scaling, formula, "ratings"),
      .formula =
          options.loss == CompletionLoss::squared
              ? "f(X) = mean over the ratings of (X_ij - rating_ij)^2"
              : fmt::format("{}, rho = {}", formula.substr(0, formula.find(';')), options.rho),
      .test = [ratings, biases](
                  const HeldOut& held_out) { return evaluate_ratings(held_out, ratings, biases); },
      .completion =
          [ratings, biases, name = source.name](const Result& result) {
            CompletionModel model =
                completion_model(ratings->seen, biases ? *biases : Biases(), result);
            model.objective = name;
            model.lowest = ratings->lowest;  // of all ranks
            model.highest = ratings->highest;
            model.first_row = ratings->first_user;
            model.first_col = ratings->first_item;
            return model;
          }};
}

}  // namespace

std::vector<ObjectiveKind> matrix_objectives() {
  return {objective_kind<Quadratic, QuadraticOptions>({.arguments = "--Q FILE [--b FILE]",
                                                       .needs = {"Q"},
                                                       .takes = {"b"},
                                                       .example = "--Q matrix.csv --set simplex"},
                                                      load_quadratic),
          objective_kind<MatrixCompletion, CompletionOptions>(
              {.arguments = "--data RATINGS [--loss huber:RHO|squared] [--biases]",
               .needs = {"data"},
               .takes = {"loss", "biases"},
               .example = "--data ratings.csv --set nuclear:20 --loss squared"},
              load_completion),
          objective_kind<MatrixBalancing, NoParameters>({.arguments = "--data FILE",
                                                         .needs = {"data"},
                                                         .takes = {"format"},
                                                         .example = "--data matrix.csv --set l2:2"},
                                                        load_matrix_balancing)};
}

// Losses of samples: what is learnt from a matrix and its targets.

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
  std::string note = "";    ///< end of the sentence in lists
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
Samples read_held_out(const HeldOut& given, const SampleLayout& layout,
                      const std::string& missing) {
  try {
    LoadedSamples loaded = read_consistent(
        {.data = given.data, .targets = given.targets, .choices = {.missing = missing}}, layout,
        Purpose::evaluation);
    for (const std::string& note : loaded.notes) {
      if (given.tell) given.tell(note);
    }
    return std::move(loaded.samples);
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
    DataSource files = samples_source(source, tool.kind);
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
                      missing = source.samples.missing](const HeldOut& given) -> Evaluate {
      return [model, held_out = read_held_out(given, layout, missing)](const Result& result) {
        const LinearModel learnt = model(result);
        return evaluate(learnt, predict(learnt, held_out.features), held_out.targets);
      };
    };
    return objective;
  };
  ObjectiveKind kind = objective_kind<Named, Parameters>({.arguments = tool.arguments,
                                                          .needs = {"data"},
                                                          .takes = takes(tool),
                                                          .example = tool.example},
                                                         load);
  kind.sentence += tool.note;
  return kind;
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

DataSource samples_source(const ObjectiveSource& source, TargetKind kind) {
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
      of_samples<SigmoidLoss, LossOptions>(
          {.kind = TargetKind::probabilities,
           .note = "; two labels are taken as 0 and 1 unless --labels says otherwise"},
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

// Flows in a network, and the set of them that meet the demand.

namespace {

/// A trip takes no longer than the others of its pair where what all trips cost is what they would
/// cost on cheapest paths: the gap is the difference of the two.
Facts facts_of(const Composite& f, const Result& result) {
  const auto& loss = dynamic_cast<const BeckmannLoss&>(f.loss());
  Vector costs(result.x.size());
  f.gradient(result.x, costs);
  return {{"total_travel_time", "travel time", loss.total_time(result.x), "of all trips"},
          {"relative_gap", "relative gap", result.gap / costs.dot(result.x),
           "1 - cost on cheapest paths / cost of all trips"}};
}

io::CsvTable table_of(const Composite& f, const Network& network, const Result& result) {
  const Index links = result.x.size();
  Vector costs(links);
  f.gradient(result.x, costs);
  io::CsvTable table{{"from", "to", "flow", "cost"}, Matrix(links, 4)};
  for (Index a = 0; a < links; ++a) {
    const Edge& link = network.links[a];
    table.values(a, 0) = static_cast<double>(link.from + network.first_number);
    table.values(a, 1) = static_cast<double>(link.to + network.first_number);
  }
  table.values.col(2) = result.x;
  table.values.col(3) = costs;
  return table;
}

std::shared_ptr<const RoadMap> read_map(const std::filesystem::path& file,
                                        const io::TntpNetwork& roads) {
  RoadMap map{.network = roads.network, .x = {}, .y = {}, .capacity = {}};
  for (const io::TntpPosition& node : io::read_tntp_nodes(file, roads.network.nodes)) {
    map.x.push_back(node.x);
    map.y.push_back(node.y);
  }
  for (const LinkCost& cost : roads.costs) {
    const bool slows_down = cost.b != 0 && cost.power != 0;
    map.capacity.push_back(slows_down ? cost.capacity : 0);
  }
  return std::make_shared<const RoadMap>(std::move(map));
}

LoadedObjective load_traffic(const ObjectiveSource& source, const NoParameters&) {
  validate(source.factors);
  const io::TntpNetwork roads = io::read_tntp_network(*source.network);
  const std::vector<Demand> trips = io::read_tntp_trips(*source.trips, roads.zones);
  const auto f = std::make_shared<const Composite>(traffic(roads.costs_with(
      source.factors.toll_factor.value_or(0), source.factors.distance_factor.value_or(0))));
  std::shared_ptr<const TrafficFlows> set;
  try {
    set = std::make_shared<const TrafficFlows>(roads.network, trips, source.team);
  } catch (const InvalidInput& error) {
    throw InvalidInput(fmt::format("trips = {}: {}", source.trips->string(), error.what()));
  }
  double total = 0;
  for (const Demand& demand : set->demands()) total += demand.amount;
  LoadedObjective loaded{
      .f = f,
      .shape = {.dimension = f->dimension()},
      .description = fmt::format(
          "{:.10g} trips between {} {} of zones, {} nodes, {} links", total, set->demands().size(),
          set->demands().size() == 1 ? "pair" : "pairs", roads.network.nodes, f->dimension()),
      .total = "sum over the links"};
  loaded.facts = [f](const Result& result) { return facts_of(*f, result); };
  loaded.table = [f, network = roads.network](const Result& result) {
    return table_of(*f, network, result);
  };
  loaded.set = std::move(set);
  if (source.nodes) loaded.map = read_map(*source.nodes, roads);
  return loaded;
}

}  // namespace

std::vector<ObjectiveKind> network_objectives() {
  return {objective_kind<BeckmannLoss, NoParameters>(
      {.arguments = "--network FILE --trips FILE [--toll-factor F] [--distance-factor F] "
                    "[--nodes FILE]",
       .needs = {"network", "trips"},
       .takes = {"toll-factor", "distance-factor", "nodes"},
       .example = "--network town_net.tntp --trips town_trips.tntp",
       .has_set = true},
      load_traffic)};
}

}  // namespace acgd::problem
