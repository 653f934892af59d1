#include "app/experiments/problems.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "acgd/core/error.hpp"
#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/matrix_balancing.hpp"
#include "acgd/objective/matrix_completion.hpp"
#include "acgd/objective/models.hpp"
#include "acgd/objective/quadratic.hpp"
#include "acgd/objective/test_functions.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/flows.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "acgd/step/schedules.hpp"
#include "app/data/graphs.hpp"
#include "app/data/npy.hpp"
#include "app/experiments/data.hpp"
#include "app/experiments/experiment.hpp"
#include "app/experiments/paper.hpp"
#include "app/experiments/synthetic.hpp"

namespace acgd::experiments {

namespace {

Experiment complete(Experiment experiment) {
  experiment.published = published(experiment.name);
  experiment.prepare = [prepare = std::move(experiment.prepare),
                        sensitive = experiment.sensitive](const Settings& settings) {
    Prepared prepared = prepare(settings);
    prepared.counting = settings.counting;
    prepared.sensitive = sensitive;
    if (prepared.problem.mode == Mode::constrained) prepared.options.direction = FrankWolfe{};
    return prepared;
  };
  return experiment;
}

std::vector<Experiment> collect() {
  std::vector<Experiment> collected;
  for (const auto& describe :
       {lasso, matrix_balancing, logistic_regression, sigmoid_l1, video, collaborative,
        simplex_quadratic, least_squares_l2, least_squares_l1, least_squares_linf,
        sigmoid_unconstrained, sum_of_squares, rosenbrock, levy, zakharov}) {
    collected.push_back(complete(describe()));
  }
  return collected;
}

}  // namespace

const std::vector<Experiment>& all() {
  static const std::vector<Experiment> experiments = collect();
  return experiments;
}

const Experiment& find(std::string_view name) {
  const auto found = std::ranges::find(all(), name, &Experiment::name);
  if (found != all().end()) return *found;
  std::vector<std::string> names;
  for (const Experiment& experiment : all()) names.push_back(experiment.name);
  throw InvalidInput("experiment",
                     fmt::format("\"{}\" is not one of {}", name, fmt::join(names, ", ")));
}

// ||Ax - b||^2 over an l1 ball that holds the sparse x_true of b = A x_true.

namespace {

constexpr double kLassoRadius = 10;
constexpr Index kNonZeros = 10;
/// As in the paper. x_true is inside the ball, so that f* = 0; its distance to the boundary
/// determines the difficulty.
constexpr double kTruthNorm = 5.7157;

Prepared prepare_lasso(const Settings& settings) {
  const Index rows = settings.quick ? 400 : 2000, cols = settings.quick ? 2000 : 10000;
  const auto a = std::make_shared<const Matrix>(
      Random("lasso matrix", settings.seed).gaussian_matrix(rows, cols));
  const Vector b = *a * sparse_truth(cols, kNonZeros, kTruthNorm, settings.seed);
  const auto set = std::make_shared<const L1Ball>(cols, kLassoRadius);
  return {
      .problem = {.f = std::make_shared<const LeastSquares>(std::make_shared<const DenseMap>(a), b),
                  .set = set,
                  .x0 = set->start()},
      .options = stop_at_value(settings, 0),
      .data = fmt::format("synthetic, {} x {}, seed {}", rows, cols, settings.seed),
      .origin = Origin::recipe,
      .missing = kOtherDraw};
}

}  // namespace

Experiment lasso() {
  return {.name = "lasso",
          .title = "Least squares with a sparse solution",
          .description =
              "||Ax - b||^2 over the l1 ball of radius 10, A Gaussian, b = A x_true with "
              "10 non-zeros, from a vertex; f* = 0",
          .sources =
              "Notebook Lasso_Random1: seed 23, ten standard Gaussian entries with ||x_true||_1 = "
              "5.7157, A standard Gaussian, the start a random vertex, L of short 41879.2, the "
              "largest eigenvalue of 2 A'A. Here: other draws, x_true scaled to the same norm.",
          .strategies = constrained_strategies(),
          .prepare = prepare_lasso};
}

// The sum of a_ij exp(x_i - x_j) over a box.

namespace {

constexpr Index kMatrixSize = 100, kEntriesPerRow = 5;
constexpr double kLower = 1, kUpper = 10;
/// First Lipschitz estimate of the authors' recorded runs: a probe of length 1e-3 along a Gaussian
/// direction drawn by Julia's generator.
constexpr double kRecordedEstimate = 2040.8848339050812;

struct BalancingData {
  Matrix a;
  Vector x0;
  std::string source;
  Origin origin = Origin::recipe;
  std::optional<double> initial_lipschitz = {};
};

BalancingData load(const Settings& settings) {
  const auto a = data_file(settings, "matrix-balancing/A.npy");
  const auto x0 = data_file(settings, "matrix-balancing/x0.npy");
  if (a && x0) {
    BalancingData data{
        .a = data::read_npy_matrix(*a), .x0 = data::read_npy_vector(*x0), .source = {}};
    data.source = fmt::format("matrix and start of the paper, {0} x {0}", data.a.rows());
    data.origin = Origin::paper;
    data.initial_lipschitz = kRecordedEstimate;
    return data;
  }
  return {
      .a = balanced_matrix(kMatrixSize, kEntriesPerRow, settings.seed),
      .x0 = Random("balancing start", settings.seed).uniform_vector(kMatrixSize, kLower, kUpper),
      .source = fmt::format("synthetic stand-in for the paper's matrix, {0} x {0}, seed {1}",
                            kMatrixSize, settings.seed)};
}

Prepared prepare_matrix_balancing(const Settings& settings) {
  BalancingData data = load(settings);
  // The Hessian is the sum of a_ij exp(x_i - x_j) (e_i - e_j)(e_i - e_j)'; A is symmetric.
  const auto lipschitz = [a = data.a] {
    return 2 * std::exp(kUpper - kLower) * a.rowwise().sum().maxCoeff();
  };
  return {.problem = {.f = std::make_shared<const MatrixBalancing>(data.a),
                      .set = std::make_shared<const Box>(data.a.rows(), kLower, kUpper),
                      .x0 = data.x0},
          .options = stop_at_value(settings, data.a.sum()),
          .lipschitz = lipschitz,
          .initial_lipschitz = data.initial_lipschitz,
          .data = data.source,
          .origin = data.origin,
          .missing = data.origin == Origin::paper ? "" : kOtherDraw};
}

}  // namespace

Experiment matrix_balancing() {
  return {
      .name = "matrix-balancing",
      .title = "Matrix balancing",
      .description =
          "the sum of a_ij exp(x_i - x_j) over the box [1, 10]^100, A symmetric and "
          "sparse; f* is the sum of A's entries",
      .sources =
          "Notebook Matrix_Balancing: seed 42, A and the start in its data.mat; L of short, "
          "146109.4, is 2 e^9 times the largest sum of a row; the first estimate of L, 2040.88, "
          "is that of its recorded runs: a probe of length 1e-3 along a Gaussian direction "
          "after seed 23.",
      .strategies = constrained_strategies(),
      .prepare = prepare_matrix_balancing};
}

// Two classes, a convex and a non-convex loss, over an l1 ball and unconstrained.

namespace {

constexpr double kRadius = 50;

/// Logistic regression starts at the vertex -50 e_i of the l1 ball (i from 1), the only one from
/// which short ends at its published value and gap.
constexpr Index kLogisticStart = 29;

using Map = std::shared_ptr<const SparseMap>;

Composite logistic_loss(const Map& map, const Classification& data) {
  return logistic(map, data.labels);
}
Composite sigmoid_loss(const Map& map, const Classification& data) {
  return sigmoid(map, data.classes());
}

/// Over the l1 ball; `lipschitz` times ||A||^2 / (4 rows) is the constant of the short step.
Prepared prepare_classification(const Settings& settings,
                                Composite (*loss)(const Map& map, const Classification& data),
                                double lipschitz) {
  const Classification data = a1a(settings);
  const auto map = std::make_shared<const SparseMap>(data.samples);
  return {.problem = {.f = std::make_shared<const Composite>(loss(map, data)),
                      .set = std::make_shared<const L1Ball>(map->cols(), kRadius),
                      .x0 = Vector(Vector::Zero(map->cols()))},
          .options = stop_at_gap(settings),
          .lipschitz = [map, lipschitz] { return lipschitz * classification_lipschitz(*map); },
          .data = data.source,
          .origin = data.is_real ? Origin::paper : Origin::other,
          .missing = data.is_real ? "" : kStandIn};
}

Prepared prepare_logistic(const Settings& settings) {
  Prepared prepared = prepare_classification(settings, logistic_loss, 1);
  Atom vertex;
  vertex.become_coordinate(prepared.problem.f->dimension(), kLogisticStart - 1, -kRadius);
  prepared.problem.x0 = vertex;
  return prepared;
}

Prepared prepare_sigmoid_l1(const Settings& settings) {
  Prepared prepared = prepare_classification(settings, sigmoid_loss, 2);
  prepared.open_loop = InverseSquareRoot{};
  return prepared;
}

Prepared prepare_sigmoid(const Settings& settings) {
  const Classification data = a1a(settings);
  const Index features = data.samples.cols();
  return {.problem = {.f = std::make_shared<const Composite>(sigmoid(data.samples, data.classes())),
                      .set = std::make_shared<const L2Ball>(features),
                      .x0 = Random("sigmoid start", settings.seed).gaussian_vector(features),
                      .mode = Mode::unconstrained},
          .options = stop_at_gap(settings),
          .data = data.source,
          .origin = data.is_real ? Origin::recipe : Origin::other,
          .missing = data.is_real ? kOtherDraw : kStandIn};
}

}  // namespace

Experiment logistic_regression() {
  return {
      .name = "logistic",
      .title = "Sparse logistic regression",
      .description =
          "the mean of log(1 + exp(-label_i (Ax)_i)) on a1a over the l1 ball of "
          "radius 50, from the vertex -50 e_29",
      .sources =
          "Notebook Logistic_Regression_LIBSVM_data: radius 50, L of short ||A||^2 / (4 m) = "
          "1.5672, "
          "the start a random vertex after seed 23, the first estimate of L a Gaussian probe.",
      .inferred =
          "The start: -50 e_29 is the one vertex from which short ends at its published value and "
          "gap. The paper's first estimate of L is not available; the results of the adaptive "
          "rules and backtracking depend on it.",
      .strategies = constrained_strategies(),
      .prepare = prepare_logistic};
}

Experiment sigmoid_l1() {
  return {.name = "sigmoid-l1",
          .title = "Sparse classification with a non-convex loss",
          .description =
              "the mean of (sigmoid((Ax)_i) - class_i)^2 on a1a over the l1 ball of "
              "radius 50, from 0; not convex",
          .sources =
              "Notebook a1aLeast_Squares_Sigmoid_Regression_Problem: the start is 0, L of short "
              "||A||^2 / (2 m) = 3.1343, open-loop takes 1 / sqrt(k + 1), the first estimate of L "
              "is a Gaussian probe, which is not available.",
          .strategies = constrained_strategies(),
          .prepare = prepare_sigmoid_l1};
}

Experiment sigmoid_unconstrained() {
  return {
      .name = "sigmoid",
      .title = "Classification with a non-convex loss",
      .description =
          "the mean of (sigmoid((Ax)_i) - class_i)^2 on a1a over R^123 in the l2 "
          "geometry, from a Gaussian point; not convex",
      .sources =
          "The paper says 1618 x 119. LIBSVM's a1a has 1605 samples and 123 features, of which "
          "119 occur, and the L that the notebook Least_Squares_Sigmoid_Problem_a1a prints, "
          "3.1343, is that of 1605 samples; these are used here. Its start is a Gaussian point.",
      .strategies = unconstrained_strategies(),
      .prepare = prepare_sigmoid,
      .sensitive = true};
}

// Matrix completion with Huber's loss over the nuclear-norm ball.

namespace {

constexpr double kNuclearRadius = 5000, kRho = 1;

/// u v' with Gaussian u and v, scaled to the radius.
Atom gaussian_start(Index rows, Index cols, std::uint64_t seed) {
  Random random("collaborative start", seed);
  Atom start;
  Atom::RankOne& pair = start.become_rank_one(rows, cols);
  pair.scale = kNuclearRadius;
  pair.left = random.gaussian_vector(rows).normalized();
  pair.right = random.gaussian_vector(cols).normalized();
  return start;
}

Prepared prepare_collaborative(const Settings& settings) {
  const RatedItems data = movielens(settings);
  return {.problem = {.f = std::make_shared<const MatrixCompletion>(
                          data.users, data.items, data.ratings,
                          CompletionOptions{.loss = CompletionLoss::huber, .rho = kRho}),
                      .set = std::make_shared<const NuclearBall>(data.users, data.items,
                                                                 kNuclearRadius),
                      .x0 = gaussian_start(data.users, data.items, settings.seed)},
          .options = stop_at_gap(settings),
          .data = data.source,
          .origin = data.is_real ? Origin::recipe : Origin::other,
          .missing = data.is_real ? kOtherDraw : kStandIn};
}

}  // namespace

Experiment collaborative() {
  return {
      .name = "collaborative",
      .title = "Collaborative filtering",
      .description =
          "the mean of Huber's loss (rho = 1) of the observed ratings over matrices "
          "of nuclear norm at most 5000, from 5000 u v' / (||u|| ||v||) with Gaussian u, v",
      .sources =
          "Notebook Collaborative_filtering: MovieLens 100K, L of short 1e-5, the start that of "
          "the description after seed 23, the first estimate of L a Gaussian probe. Here: "
          "another draw of u and v.",
      .strategies = constrained_strategies(),
      .prepare = prepare_collaborative};
}

// A quadratic over the flows through the layered graphs of several videos.

namespace {

constexpr double kDelta = 1e-4;
constexpr Index kBoxes = 20;  ///< per frame
constexpr std::array<Index, 5> kFrames = {7, 7, 7, 6, 6};
/// Scale of the eigenvalues of the quadratic term, and sum of the entries of the linear term.
constexpr double kEigenvalue = 0.0033, kLinearSum = 3;
constexpr Index kBoxFeatures = 120;

struct VideoData {
  Matrix a;
  Vector b;
  Vector x0;
  std::vector<FlowGraph::Edge> edges;
  std::string source;
};

std::optional<VideoData> recorded(const Settings& settings) {
  const auto a = data_file(settings, "video-colocalization/A.npy");
  const auto b = data_file(settings, "video-colocalization/b.npy");
  const auto x0 = data_file(settings, "video-colocalization/x0.npy");
  const auto edges = data_file(settings, "video-colocalization/edges.csv");
  if (!a || !b || !x0 || !edges) return std::nullopt;
  VideoData data{.a = data::read_npy_matrix(*a),
                 .b = data::read_npy_vector(*b),
                 .x0 = data::read_npy_vector(*x0),
                 .edges = data::read_edges(*edges),
                 .source = {}};
  data.source = fmt::format("YouTube-Objects (aeroplane), {} nodes, {} edges", data.a.rows(),
                            data.edges.size());
  return data;
}

/// Connects each box of a frame to each box of the next frame.
void join_frames(Index from, Index to, std::vector<FlowGraph::Edge>& edges) {
  for (Index i = 0; i < kBoxes; ++i) {
    for (Index j = 0; j < kBoxes; ++j) edges.push_back({.from = from + i, .to = to + j});
  }
}

VideoData synthetic_video(const Settings& settings) {
  VideoData data;
  Index nodes = 0;
  for (const Index frames : kFrames) {
    for (Index frame = 0; frame < frames; ++frame, nodes += kBoxes) {
      if (frame > 0) join_frames(nodes - kBoxes, nodes, data.edges);
    }
  }
  data.a = ridge_residual(nodes, kBoxFeatures, kEigenvalue, settings.seed);
  // Positive with a tail to the right, as the costs of boxes are.
  data.b = (0.5 * Random("video costs", settings.seed).gaussian_vector(nodes)).array().exp();
  data.b *= kLinearSum / data.b.sum();
  // The first box of every frame.
  data.x0 = Vector::Zero(nodes);
  for (Index node = 0; node < nodes; node += kBoxes) data.x0[node] = 1;
  data.source = fmt::format(
      "synthetic stand-in for YouTube-Objects (aeroplane), {} nodes, {} edges, "
      "seed {}",
      nodes, data.edges.size(), settings.seed);
  return data;
}

Prepared prepare_video(const Settings& settings) {
  const auto real = recorded(settings);
  const VideoData data = real ? *real : synthetic_video(settings);
  return {.problem = {.f = std::make_shared<const Quadratic>(data.a, data.b),
                      .set = std::make_shared<const FlowPolytope>(
                          FlowGraph{.nodes = data.a.rows(), .edges = data.edges}),
                      .x0 = data.x0},
          .options = stop_at_gap(settings),
          // Frobenius norm, as in the published code
          .lipschitz = [a = data.a] { return a.norm(); },
          .delta = kDelta,
          .data = data.source,
          .origin = real ? Origin::paper : Origin::other,
          .missing = real ? "" : kStandIn};
}

}  // namespace

Experiment video() {
  return {.name = "video",
          .title = "Video co-localization",
          .description =
              "1/2 x'Ax + b'x over one unit of flow through the boxes of each of five "
              "videos, from the first box of every frame",
          .sources =
              "Notebook Video_Co_Localization: A, b and the start in its data.mat; L of short, "
              "0.0786, is Julia's norm(A, 2), the Frobenius norm; the first estimate of L is a "
              "Gaussian probe, which is not available.",
          .strategies = constrained_strategies(),
          .prepare = prepare_video};
}

// An indefinite quadratic over the simplex.

namespace {

constexpr double kEntryShare = 0.75;
/// Standard deviation of the entries, chosen for minima close to the published ones.
constexpr double kDeviation = 3.5;

Prepared prepare_simplex_quadratic(const Settings& settings) {
  const Index n = settings.quick ? 300 : 900;
  const Matrix hessian = 2 * kDeviation * indefinite_matrix(n, kEntryShare, settings.seed);
  const Vector start = Random("simplex start", settings.seed).uniform_vector(n, 0, 1);
  return {.problem = {.f = std::make_shared<const Quadratic>(hessian, Vector(Vector::Zero(n))),
                      .set = std::make_shared<const Simplex>(n),
                      .x0 = Vector(start / start.sum())},
          .options = stop_at_gap(settings),
          .data = fmt::format("synthetic, {0} x {0}, seed {1}", n, settings.seed),
          .origin = Origin::other,
          .missing =
              "Q of this stand-in has another distribution: the paper's is in a supplement that is "
              "not available"};
}

}  // namespace

Experiment simplex_quadratic() {
  return {
      .name = "simplex-quadratic",
      .title = "Non-convex quadratic over the simplex",
      .description =
          "x'Qx over the simplex in R^900, Q symmetric and indefinite with three "
          "quarters of its entries Gaussian, from a random point; not convex",
      .sources =
          "Notebook Standard_Quadratic_Optimization_Problem: Q is in the supplement "
          "INFORMSJoC/2024.0577, the start rand(900) over its sum, L of short 2853.8, twice the "
          "largest |eigenvalue| of Q.",
      .inferred =
          "Q: Gaussian entries of mean 0 and deviation 3.5 give values of the published size, "
          "with a larger L.",
      .strategies = constrained_strategies(),
      .prepare = prepare_simplex_quadratic};
}

// ||Ax - b||^2 on R^n by steepest descent in three geometries.

namespace {

constexpr double kNoise = 0.01;
/// Norm of the shortest column (the longest has 1), fitted to the published iterations in l2.
constexpr double kShortestColumn = 1.0 / 30;

/// Gaussian matrix with geometrically decreasing column norms.
Matrix graded_matrix(Index rows, Index cols, std::uint64_t seed) {
  Matrix a = Random("least-squares matrix", seed).gaussian_matrix(rows, cols);
  for (Index j = 0; j < cols; ++j) {
    const double place = static_cast<double>(j) / static_cast<double>(cols - 1);
    a.col(j) *= std::pow(kShortestColumn, place) / std::sqrt(static_cast<double>(rows));
  }
  return a;
}

/// The Lipschitz estimate and the stopping test use the l2 norm in every geometry.
template <class Ball>
Prepared prepare_least_squares(const Settings& settings) {
  const Index rows = settings.quick ? 2000 : 20000, cols = settings.quick ? 100 : 1000;
  const auto a = std::make_shared<const Matrix>(graded_matrix(rows, cols, settings.seed));
  Random random("least-squares vectors", settings.seed);
  const Vector truth = random.gaussian_vector(cols);
  const Vector b = *a * truth + kNoise * random.gaussian_vector(rows);
  return {
      .problem = {.f = std::make_shared<const LeastSquares>(std::make_shared<const DenseMap>(a), b),
                  .set = std::make_shared<const Ball>(cols),
                  .x0 = random.gaussian_vector(cols),
                  .mode = Mode::unconstrained},
      .options = stop_at_gap(settings),
      .data = fmt::format("synthetic, {} x {}, seed {}", rows, cols, settings.seed),
      .origin = Origin::other,
      .missing =
          "how the paper drew A and b is not stated: this is a stand-in fitted to some of its "
          "figures"};
}

Experiment in_geometry(const std::string& geometry, const std::string& verb,
                       std::function<Prepared(const Settings&)> prepare) {
  return {
      .name = "least-squares-" + geometry,
      .title = "Least squares, " + geometry + " geometry",
      .description = fmt::format("||Ax - b||^2 over R^1000 {}, A Gaussian with columns of length 1 "
                                 "to 1/30, b = A x_true + 0.01 "
                                 "Gaussian noise, from a Gaussian point",
                                 verb),
      .inferred =
          "The paper does not say how A and b were drawn, and its notebook on least squares "
          "is "
          "about others (2000 x 10000 with f* = 0): the lengths of the columns and the noise were "
          "fitted to the published iterations and value in l2, and do not fit those in l1.",
      .strategies = unconstrained_strategies(),
      .prepare = std::move(prepare)};
}

}  // namespace

Experiment least_squares_l2() {
  return in_geometry("l2", "along the gradient", prepare_least_squares<L2Ball>);
}

Experiment least_squares_l1() {
  return in_geometry("l1", "along its largest partial derivative", prepare_least_squares<L1Ball>);
}

Experiment least_squares_linf() {
  return in_geometry("linf", "along the signs of the gradient", prepare_least_squares<LinfBall>);
}

// Four test functions by steepest descent in l2, from a random point.

namespace {

constexpr Index kSize = 1000, kSizeOfSumOfSquares = 200;

Vector gaussian(Random random, Index size) { return random.gaussian_vector(size); }
Vector uniform(Random random, Index size) { return random.uniform_vector(size, -10, 10); }

template <class Function>
Experiment test_function(const std::string& name, std::string title, std::string description,
                         Index size, Vector (*start)(Random random, Index size),
                         const std::string& notebook) {
  const auto prepare = [=](const Settings& settings) -> Prepared {
    return {.problem = {.f = std::make_shared<const Function>(size),
                        .set = std::make_shared<const L2Ball>(size),
                        .x0 = start(Random(name + " start", settings.seed), size),
                        .mode = Mode::unconstrained},
            .options = stop_at_gap(settings),
            .data = fmt::format("formula, {} variables, start from seed {}", size, settings.seed),
            .origin = Origin::recipe,
            .missing = kOtherDraw};
  };
  return {.name = name,
          .title = std::move(title),
          .description = std::move(description),
          .sources = fmt::format("Notebook {}: the start is drawn in this way after seed 23. Here: "
                                 "other draws.",
                                 notebook),
          .strategies = unconstrained_strategies(),
          .prepare = prepare,
          .sensitive = true};
}

}  // namespace

Experiment rosenbrock() {
  return test_function<Rosenbrock>(
      "rosenbrock", "Rosenbrock function",
      "the sum of 100 (x_{i+1} - x_i^2)^2 + (1 - x_i)^2 over R^1000 in the l2 geometry, "
      "from a Gaussian point; not convex, f* = 0",
      kSize, gaussian, "Rosenbrock_Function");
}

Experiment zakharov() {
  return test_function<Zakharov>(
      "zakharov", "Zakharov function",
      "||x||^2 + s^2 + s^4 with s = the sum of i x_i / 2, over R^1000 in the l2 geometry, "
      "from a Gaussian point; convex, f* = 0",
      kSize, gaussian, "Zakharov_Function");
}

Experiment sum_of_squares() {
  Experiment experiment = test_function<SumOfSquares>(
      "sum-of-squares", "Non-linear sum of squares",
      "(x_1 - 3)^2 + the sum of (x_1 - 3 - 2 (x_1 + ... + x_i)^2)^2 over R^200 in the l2 "
      "geometry, from a Gaussian point; not convex, f* = 0",
      kSizeOfSumOfSquares, gaussian, "Sum_of_Squares_Problem");
  experiment.lipschitz_from = 100;
  return experiment;
}

Experiment levy() {
  return test_function<Levy>(
      "levy", "Levy function",
      "Levy's function, each variable tied to the next, over R^1000 in the l2 geometry, from "
      "a uniform point of [-10, 10]^1000; not convex, many local minima, f* = 0",
      kSize, uniform, "Levy_function");
}

}  // namespace acgd::experiments
