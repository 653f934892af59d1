#include "app/spec/objectives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "acgd/core/error.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/objective/matrix_balancing.hpp"
#include "acgd/objective/matrix_completion.hpp"
#include "acgd/objective/models.hpp"
#include "acgd/objective/optimal_design.hpp"
#include "acgd/objective/quadratic.hpp"
#include "acgd/objective/quadratic_assignment.hpp"
#include "acgd/objective/sum.hpp"
#include "acgd/objective/test_functions.hpp"
#include "acgd/traffic/traffic.hpp"
#include "app/data/graphs.hpp"
#include "app/data/limits.hpp"
#include "app/data/matrix_file.hpp"
#include "app/data/samples.hpp"
#include "app/data/specification.hpp"
#include "app/spec/ratings_model.hpp"
#include "app/spec/sample_models.hpp"

namespace acgd::spec {

namespace {

/// A test function given by a formula and its dimension.
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
  note("blocks", source.samples.blocks != 0);
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
      throw InvalidInput(needed, fmt::format("the objective {} needs it", kind.name));
    }
  }
  for (const std::string& one : said) {
    if (!contains(kind.needs, one) && !contains(kind.takes, one)) {
      throw InvalidInput(one, fmt::format("not used by the objective {}", kind.name));
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
  if (source.dimension > data::kMaxDimension) {
    throw InvalidInput("dim", source.dimension,
                       fmt::format("must be at most {}", data::kMaxDimension));
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
    throw InvalidInput("loss", loss, "must be huber:RHO");
  }
  return parts.size() == 1 ? HuberLoss::Parameters{}.rho : to_number("loss", parts[1]);
}

void refuse_second_loss() {
  throw InvalidInput("loss", "the objective says it already, behind its name");
}

// Objectives of one matrix: quadratics, balancing, completion.

namespace {

namespace fs = std::filesystem;

/// Scores of held-out ratings. Without biases, users and items without training data cannot be
/// predicted and are omitted.
Evaluate evaluate_ratings(const HeldOut& given, const std::shared_ptr<const LoadedRatings>& train,
                          const std::shared_ptr<const CompletionProblem>& problem,
                          bool has_biases) {
  if (given.targets) {
    throw InvalidInput("test-targets",
                       "not used by the objective completion: ratings have their own");
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
  if (!has_biases) std::erase_if(all, is_unknown);
  if (all.empty()) {
    throw InvalidInput("test", file.string(), "none of its users and items are known");
  }
  return [known = std::move(all), unknown, problem, train](const Result& result) -> Scores {
    CompletionModel model;
    model.biases = problem->biases();
    model.factors = result.factors;
    model.lowest = train->lowest;
    model.highest = train->highest;
    Vector errors(static_cast<Index>(known.size()));
    for (std::size_t k = 0; k < known.size(); ++k) {
      const Observation& o = known[k];
      errors[static_cast<Index>(k)] = model.predict(o.row, o.col) - o.value;
    }
    const auto count = static_cast<double>(errors.size());
    return {{"rmse", std::sqrt(errors.squaredNorm() / count)},
            {"mae", errors.lpNorm<1>() / count},
            {"unknown", unknown}};
  };
}

std::string size_of(const Matrix& m) { return fmt::format("{} x {}, dense", m.rows(), m.cols()); }

std::string size_of(const SparseMatrix& m) {
  return fmt::format("{} x {}, {} non-zeros", m.rows(), m.cols(), m.nonZeros());
}

LoadedObjective load_quadratic(const ObjectiveSource& source, const QuadraticOptions& options) {
  const auto q = data::read_named_matrix(*source.q);
  return std::visit(
      [&](const auto& matrix) -> LoadedObjective {
        Vector b = source.b ? data::read_vector(*source.b) : Vector(Vector::Zero(matrix.rows()));
        return {.f = std::make_shared<const Quadratic>(matrix, std::move(b), 0, options),
                .shape = {.dimension = matrix.rows()},
                .description = size_of(matrix),
                .header = q.names};
      },
      q.matrix);
}

LoadedObjective load_matrix_balancing(const ObjectiveSource& source, const NoParameters&) {
  const auto a = data::read_named_matrix(*source.data, data::to_format("format", source.format));
  return std::visit(
      [&](const auto& matrix) -> LoadedObjective {
        return {.f = std::make_shared<const MatrixBalancing>(matrix),
                .shape = {.dimension = matrix.rows()},
                .description = size_of(matrix),
                .header = a.names};
      },
      a.matrix);
}

LoadedObjective load_negative_log(const ObjectiveSource& source, const LossOptions& options) {
  const auto l = data::read_named_matrix(*source.data, data::to_format("format", source.format));
  return std::visit(
      [&](const auto& matrix) -> LoadedObjective {
        return {.f = std::make_shared<const Composite>(negative_log(matrix, options)),
                .shape = {.dimension = matrix.cols()},
                .description = size_of(matrix),
                .header = l.names,
                .total = total_words(options.scaling, NegativeLogLoss::formula, "rows")};
      },
      l.matrix);
}

Matrix dense(const data::NamedMatrix& file) {
  return std::visit([](const auto& matrix) { return Matrix(matrix); }, file.matrix);
}

LoadedObjective load_optimal_design(const ObjectiveSource& source, const DesignOptions& typed) {
  const Matrix points =
      dense(data::read_named_matrix(*source.data, data::to_format("format", source.format)));
  DesignOptions options = typed;
  if (source.b) options.c = data::read_vector(*source.b);
  return {.f = std::make_shared<const Composite>(optimal_design(points.transpose(), options)),
          .shape = {.dimension = points.rows()},
          .description = fmt::format("{} points, {} coefficients", points.rows(), points.cols())};
}

LoadedObjective load_quadratic_assignment(const ObjectiveSource& source, const NoParameters&) {
  Matrix a = dense(data::read_named_matrix(*source.data));
  Matrix b = dense(data::read_named_matrix(*source.targets));
  const Index rows = a.rows(), cols = b.rows();
  return {.f = std::make_shared<const Quadratic>(quadratic_assignment(std::move(a), std::move(b))),
          .shape = {.dimension = rows * cols, .rows = rows, .cols = cols},
          .description = fmt::format("X is {} x {}", rows, cols)};
}

LoadedObjective load_completion(const ObjectiveSource& source, const CompletionOptions&) {
  const CompletionOptions options = completion_options(source, {});
  const Team& team = *source.team;
  if (source.biases && team.size() > 1) {
    throw InvalidInput("biases", "are fitted on one rank only: leave them out, or mpirun");
  }
  const auto ratings = std::make_shared<const LoadedRatings>(load_ratings(*source.data, team));
  const std::shared_ptr<const ObservedMatrix> seen(ratings, &ratings->seen);
  const auto problem = std::make_shared<const CompletionProblem>(
      seen, source.biases ? std::optional(BiasOptions()) : std::nullopt, options, source.team);
  const std::string_view formula = MatrixCompletion::formula;
  return {.f = problem->objective(),
          .shape = {.dimension = seen->rows * seen->cols, .rows = seen->rows, .cols = seen->cols},
          .description = ratings->description,
          .header = ratings->header,
          .total = total_words(options.scaling, formula, "ratings"),
          .formula =
              options.loss == CompletionLoss::squared
                  ? "f(X) = mean over the ratings of (X_ij - rating_ij)^2"
              : options.loss == CompletionLoss::logistic
                  ? "f(X) = mean over the ratings of log(1 + exp(-rating_ij X_ij))"
                  : fmt::format("{}, rho = {}", formula.substr(0, formula.find(';')), options.rho),
          .test =
              [ratings, problem, has_biases = source.biases](const HeldOut& held_out) {
                return evaluate_ratings(held_out, ratings, problem, has_biases);
              },
          .completion =
              [ratings, problem, name = source.name](const Result& result) {
                CompletionModel model = problem->model(result, CompletionFitOptions().truncation);
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
              {.arguments = "--data RATINGS [--loss huber:RHO|squared|logistic] [--biases]",
               .needs = {"data"},
               .takes = {"loss", "biases"},
               .example = "--data ratings.csv --set nuclear:20 --loss squared"},
              load_completion),
          objective_kind<MatrixBalancing, NoParameters>({.arguments = "--data FILE",
                                                         .needs = {"data"},
                                                         .takes = {"format"},
                                                         .example = "--data matrix.csv --set l2:2"},
                                                        load_matrix_balancing),
          objective_kind<NegativeLogLoss, LossOptions>(
              {.arguments = "--data FILE",
               .needs = {"data"},
               .takes = {"format"},
               .example = "--data likelihoods.csv --set simplex"},
              load_negative_log),
          objective_kind<DesignLoss, DesignOptions>({.arguments = "--data FILE [--b FILE]",
                                                     .needs = {"data"},
                                                     .takes = {"format", "b"},
                                                     .example = "--data points.csv --set simplex"},
                                                    load_optimal_design),
          objective_kind<QuadraticAssignment, NoParameters>(
              {.arguments = "--data FILE --targets FILE",
               .needs = {"data", "targets"},
               .example = "--data first.csv --targets second.csv --set birkhoff"},
              load_quadratic_assignment)};
}

// Losses of samples: a matrix and its targets.

namespace {

/// The design of samples, partitioned into their blocks.
LinearProblem::ToDesign partitioned(const LoadedSamples& loaded) {
  if (loaded.samples.reduction->is_local()) {
    if (loaded.maps.empty()) return {};
    return [map = loaded.maps.front()](const Features&) { return Design(map); };
  }
  return [maps = loaded.maps,
          reduction = loaded.samples.reduction](const Features& features) -> Design {
    if (!maps.empty()) return std::make_shared<const BlockMap>(maps, reduction);
    return std::visit(
        [&](const auto& matrix) { return Design(partition_rows(*matrix, reduction)); }, features);
  };
}

/// The arguments of a loss of samples.
struct SampleArguments {
  std::string arguments = "--data FILE";
  std::string example = "--data samples.txt --set l1:5";
  bool takes_loss = false;  ///< --loss
  std::string note = "";    ///< end of the sentence in lists
};

std::vector<std::string> takes(const SampleArguments& tool, TargetKind kind) {
  std::vector<std::string> names = {"targets",       "features", "labels",  "format",
                                    "target-column", "weights",  "missing", "intercept",
                                    "standardize",   "blocks",   "ridge"};
  if (kind != TargetKind::numbers) names.emplace_back("class-weights");
  if (tool.takes_loss) names.emplace_back("loss");
  return names;
}

/// Reads held-out samples in the layout of the training samples.
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
    throw InvalidInput("test", std::nullopt, error);
  }
}

/// The family of a loss with typed parameters, how it adds up the samples, and its formula; an empty
/// formula is that of the table.
struct TypedLoss {
  std::shared_ptr<const Family> family;
  Scaling scaling = Scaling::automatic;
  std::string total;
  std::string formula = {};
};

TypedLoss typed_loss(const KnownFamily& known, const LossOptions& options, std::string_view formula,
                     const ObjectiveSource&, Index classes) {
  return {known.make(1, classes), options.scaling,
          total_words(options.scaling, formula, "samples")};
}

/// --loss is another way to set rho.
TypedLoss typed_loss(const KnownFamily& known, const HuberLoss::Parameters& typed,
                     std::string_view formula, const ObjectiveSource& source, Index classes) {
  if (source.loss && typed.rho != HuberLoss::Parameters{}.rho) refuse_second_loss();
  const double rho = source.loss ? huber_parameter(*source.loss) : typed.rho;
  return {known.make(rho, classes), typed.samples.scaling,
          total_words(typed.samples.scaling, formula, "samples"),
          fmt::format("{}, rho = {}", formula, rho)};
}

TypedLoss typed_loss(const KnownFamily&, const LeastSquaresOptions& options, std::string_view,
                     const ObjectiveSource&, Index) {
  return {least_squares_family(options), Scaling::automatic,
          options.factor == 1 ? "sum over the samples"
                              : fmt::format("{} times the sum over the samples", options.factor)};
}

/// A row of the table.
template <class Named, class Parameters>
ObjectiveKind of_samples(const SampleArguments& tool) {
  const KnownFamily& known = *find_family(Named::name);
  const auto load = [known](const ObjectiveSource& source, const Parameters& parameters) {
    const bool has_classes = known.targets == TargetKind::classes;
    DataSource files = samples_source(source, known.targets);
    files.map = !source.samples.standardize && !has_classes;
    LoadedSamples loaded = read_samples(files);
    const SampleLayout layout = loaded.summary.layout;
    if (has_classes && loaded.samples.reduction->team().size() > 1) {
      throw InvalidInput(
          "objective", "softmax",
          "runs on one rank only, for a sample has several predictions: leave out mpirun");
    }
    TypedLoss loss = typed_loss(known, parameters, Named::formula, source,
                                static_cast<Index>(layout.coding.classes.size()));
    const auto to_design = has_classes ? LinearProblem::ToDesign() : partitioned(loaded);
    const auto problem = std::make_shared<const LinearProblem>(
        std::move(loaded.samples), *loss.family,
        LinearOptions{.intercept = source.samples.intercept,
                      .standardize = source.samples.standardize,
                      .ridge = source.ridge,
                      .scaling = loss.scaling},
        to_design);
    const Index features = problem->features(), outputs = problem->outputs();
    LoadedObjective objective{
        .f = problem->objective(),
        .shape = {.dimension = features * outputs},
        .description = loaded.summary.description() + ridge_words(source.ridge),
        .header = loaded.summary.header,
        .total = loss.total + ridge_words(source.ridge),
        .formula = loss.formula,
        .targets = loaded.summary.targets,
        .samples = loaded.summary,
        .scale = problem->scaling().scale.replicate(outputs, 1)};
    if (outputs > 1) objective.shape.rows = features, objective.shape.cols = outputs;
    objective.model = [problem, layout, name = source.name](const Result& result) {
      LinearModel model = problem->model(result);
      model.objective = name;
      set_layout(model, layout);
      return model;
    };
    objective.test = [model = objective.model, layout,
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
                                                          .takes = takes(tool, known.targets),
                                                          .example = tool.example},
                                                         load);
  kind.sentence += tool.note;
  return kind;
}

}  // namespace

std::string ridge_words(double ridge) {
  return ridge == 0 ? "" : fmt::format(", and a ridge of {}", ridge);
}

DataSource samples_source(const ObjectiveSource& source, TargetKind kind) {
  return {.data = *source.data,
          .targets = source.targets,
          .format = data::to_format("format", source.format),
          .features = source.features,
          .labels = to_labels(source.labels, kind),
          .choices = source.samples,
          .team = source.team};
}

std::vector<ObjectiveKind> sample_objectives() {
  return {
      of_samples<LeastSquares, LeastSquaresOptions>(
          {.arguments = "--data FILE [--targets FILE]", .example = "--data table.csv --set l1:2"}),
      of_samples<LogisticLoss, LossOptions>({}),
      of_samples<SoftmaxLoss, LossOptions>(
          {.example = "--data samples.txt --intercept --set l1:5"}),
      of_samples<SigmoidLoss, LossOptions>(
          {.note = "; two labels are taken as 0 and 1 unless --labels says otherwise"}),
      of_samples<HuberLoss, HuberLoss::Parameters>(
          {.arguments = "--data FILE [--loss huber:RHO]",
           .example = "--loss huber:0.5 --data table.csv --set l1:2",
           .takes_loss = true}),
      of_samples<SquaredHingeLoss, LossOptions>({}),
      of_samples<PoissonLoss, LossOptions>({.example = "--data counts.csv --set l1:2"}),
  };
}

// Flows in a network, over the set of flows that meet the demand.

namespace {

/// At equilibrium the cost of all trips is that on cheapest paths; the gap is the difference.
Facts facts_of(const Composite& f, const Result& result) {
  const auto& loss = dynamic_cast<const BeckmannLoss&>(f.loss());
  Vector costs(result.x.size());
  f.gradient(result.x, costs);
  return {{"total_travel_time", "travel time", loss.total_time(result.x), "of all trips"},
          {"relative_gap", "relative gap", result.gap / costs.dot(result.x),
           "1 - cost on cheapest paths / cost of all trips"}};
}

data::CsvTable table_of(const Composite& f, const Network& network, const Result& result) {
  const Index links = result.x.size();
  Vector costs(links);
  f.gradient(result.x, costs);
  data::CsvTable table{{"from", "to", "flow", "cost"}, Matrix(links, 4)};
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
                                        const data::TntpNetwork& roads) {
  RoadMap map{.network = roads.network, .x = {}, .y = {}, .capacity = {}};
  for (const data::TntpPosition& node : data::read_tntp_nodes(file, roads.network.nodes)) {
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
  const data::TntpNetwork roads = data::read_tntp_network(*source.network);
  const std::vector<Demand> trips = data::read_tntp_trips(*source.trips, roads.zones);
  const auto f = std::make_shared<const Composite>(traffic(roads.costs_with(
      source.factors.toll_factor.value_or(0), source.factors.distance_factor.value_or(0))));
  std::shared_ptr<const TrafficFlows> set;
  try {
    set = std::make_shared<const TrafficFlows>(roads.network, trips, source.team);
  } catch (const InvalidInput& error) {
    throw InvalidInput("trips", source.trips->string(), error);
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

}  // namespace acgd::spec
