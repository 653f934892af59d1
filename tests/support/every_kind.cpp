#include "support/every_kind.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <typeinfo>

#include "acgd/acgd.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

constexpr Index kSamples = 30;

/// Pseudo-random entries, the same on every machine.
Matrix entries(Index rows, Index cols, double seed) {
  Matrix a(rows, cols);
  for (Index i = 0; i < a.size(); ++i) {
    const double k = static_cast<double>(i) + seed;
    a.data()[i] = std::sin(k * k + 1);
  }
  return a;
}

std::shared_ptr<const Objective> composite(Composite f) {
  return std::make_shared<Composite>(std::move(f));
}

void add_composites(std::vector<NamedObjective>& all) {
  const Matrix a = entries(kSamples, kVariables, 0);
  const SparseMatrix sparse = a.sparseView(0.4, 1.0);
  const Vector target = a * Vector::LinSpaced(kVariables, -1, 1) + entries(kSamples, 1, 5);
  const Vector labels = target.unaryExpr([](double v) { return v > 0 ? 1.0 : -1.0; });
  const Vector counts = target.cwiseAbs();
  const LossOptions weighted{.weights = Vector::LinSpaced(kSamples, 0, 2)};
  all.push_back({"logistic_dense", composite(logistic(a, labels))});
  all.push_back({"logistic_sparse_weighted", composite(logistic(sparse, labels, weighted))});
  const Vector classes = 0.5 * (labels.array() + 1);
  all.push_back({"sigmoid_float", composite(sigmoid(MatrixFloat(a.cast<float>()), classes))});
  all.push_back({"sigmoid_of_targets", composite(sigmoid(a, labels))});
  all.push_back({"huber_sparse", composite(huber(sparse, target, 0.3))});
  all.push_back({"squared_hinge_dense", composite(squared_hinge(a, labels, weighted))});
  all.push_back({"poisson_dense", composite(poisson(0.3 * a, counts))});
  all.push_back(
      {"logistic_intercept", composite(logistic(sparse, labels, weighted, Intercept::profiled))});
  all.push_back({"huber_intercept", composite(huber(a, target, 0.3, {}, Intercept::profiled))});
  const Vector numbers = Vector::NullaryExpr(
      kSamples, [](Index i) { return static_cast<double>((i * i + i / 3) % 4); });
  const Index features = kVariables / 4;
  all.push_back({"softmax", composite(softmax(a.leftCols(features), numbers, 4))});
  all.push_back(
      {"softmax_intercept", composite(softmax(SparseMatrix(sparse.leftCols(features)), numbers, 4,
                                              weighted, Intercept::profiled))});
  all.push_back(
      {"squared_with_offset",
       std::make_shared<Composite>(std::make_shared<SquaredLoss>(target),
                                   std::make_shared<SparseMap>(sparse), entries(kSamples, 1, 9))});
}

void add_quadratics(std::vector<NamedObjective>& all) {
  const Matrix a = entries(kSamples, kVariables, 2);
  const Vector target = entries(kSamples, 1, 3);
  const Matrix indefinite = entries(kVariables, kVariables, 1);
  const Matrix symmetric = indefinite + indefinite.transpose();
  const SparseMatrix sparse = symmetric.sparseView(0.5, 1.0);
  const Vector b = entries(kVariables, 1, 4);
  all.push_back({"quadratic_dense", std::make_shared<Quadratic>(a.transpose() * a, b)});
  all.push_back({"quadratic_indefinite", std::make_shared<Quadratic>(symmetric, b, 2.0)});
  all.push_back({"quadratic_sparse", std::make_shared<Quadratic>(sparse, b)});
  const std::pair<const char*, LeastSquaresRoute> routes[] = {
      {"automatic", LeastSquaresRoute::automatic},
      {"composite", LeastSquaresRoute::composite},
      {"gram_columns", LeastSquaresRoute::gram_columns},
      {"gram_matrix", LeastSquaresRoute::gram_matrix}};
  for (const auto& [name, route] : routes) {
    all.push_back({std::string("least_squares_") + name,
                   std::make_shared<LeastSquares>(a, target, LeastSquaresOptions{.route = route})});
    all.push_back({std::string("least_squares_intercept_") + name,
                   std::make_shared<LeastSquares>(
                       std::make_shared<SparseMap>(SparseMatrix(a.sparseView(0.4, 1.0))), target,
                       LeastSquaresOptions{.route = route,
                                           .intercept = true,
                                           .weights = Vector::LinSpaced(kSamples, 0, 2)})});
  }
}

std::shared_ptr<const Objective> every_other_entry(Index rows, Index cols) {
  std::vector<Observation> observed;
  for (int i = 0; i < rows; ++i) {
    for (int j = i % 2; j < cols; j += 2) {
      observed.push_back({i, j, std::sin(3.0 * i + j), 1.0 + i});
    }
  }
  return std::make_shared<MatrixCompletion>(rows, cols, observed);
}

void add_functions(std::vector<NamedObjective>& all) {
  all.push_back({"balancing", std::make_shared<MatrixBalancing>(
                                  entries(kVariables, kVariables, 6).cwiseAbs().eval())});
  all.push_back({"rosenbrock", std::make_shared<Rosenbrock>(kVariables)});
  all.push_back({"levy", std::make_shared<Levy>(kVariables)});
  all.push_back({"levy_textbook", std::make_shared<LevyTextbook>(kVariables)});
  all.push_back({"zakharov", std::make_shared<Zakharov>(kVariables)});
  all.push_back({"sum_of_squares", std::make_shared<SumOfSquares>(kVariables)});
  all.push_back({"lambda", std::make_shared<Function>(
                               kVariables, [](const Vector& x) { return x.array().cosh().sum(); },
                               [](const Vector& x, Vector& g) { g = x.array().sinh(); })});
  all.push_back({"completion", every_other_entry(kRows, kCols)});
  all.push_back({"completion_square", every_other_entry(kSide, kSide)});
}

FlowGraph ladder() {
  FlowGraph graph{.nodes = kVariables};
  for (Index i = 0; i + 2 < kVariables; ++i) {
    graph.edges.push_back({i, i + 1});
    graph.edges.push_back({i, i + 2});
  }
  graph.edges.push_back({kVariables - 2, kVariables - 1});
  return graph;
}

/// Groups of `size` variables, beginning at every fourth one.
Groups some_groups(Index size) {
  std::vector<std::vector<Index>> groups;
  for (Index first = 0; first < kVariables; first += 4) {
    groups.emplace_back();
    for (Index i = first; i < std::min(first + size, kVariables); ++i) groups.back().push_back(i);
  }
  return Groups(groups);
}

/// A second column that is larger than the first.
Matrix wide() {
  Matrix columns = Matrix::Zero(kVariables, 2);
  columns.col(1).setOnes();
  return columns;
}

/// An arc from each of the first nodes to each of as many others.
std::vector<Edge> every_pair(Index side) {
  std::vector<Edge> edges;
  for (Index i = 0; i < side; ++i) {
    for (Index j = 0; j < side; ++j) edges.push_back({i, j});
  }
  return edges;
}

/// Arcs from each node to the next, and to the third next.
std::vector<Edge> ring_with_chords(Index nodes) {
  std::vector<Edge> edges;
  for (Index i = 0; i < nodes; ++i) {
    for (const Index step : {1, 3}) edges.push_back({i, (i + step) % nodes});
  }
  return edges;
}

/// Content of the file of each set that is read from one.
class MadeUpFiles final : public SetFiles {
 public:
  explicit MadeUpFiles(std::string_view set) : set_(set) {}

  Matrix matrix(const std::string&) const override {
    if (set_ == "symmetric-hull") return entries(kVariables, 20, 8).transpose();
    if (set_ == "hull") return entries(kVariables, 20, 7).transpose();
    if (set_ == "owl" || set_ == "permutahedron") return Vector::LinSpaced(kVariables, 2, 0);
    if (set_ == "group") return Vector::LinSpaced(kVariables, 0, 3.9).array().floor().matrix();
    if (set_ == "knapsack" || set_ == "equality-knapsack") {
      Matrix columns = entries(kVariables, 3, 8);
      columns.col(0) = -columns.col(0).cwiseAbs();
      columns.col(1) = columns.col(1).cwiseAbs();
      return columns;
    }
    if (set_ == "diamond" || set_ == "ellipsoid")
      return entries(kVariables, 2, 8).cwiseAbs() + wide();
    throw std::invalid_argument("no matrix is made up for the set " + set_);
  }
  std::vector<Vector> lines(const std::string&) const override {
    if (set_ == "transport") {
      return {Vector::Constant(kRows, static_cast<double>(kCols)),
              Vector::Constant(kCols, static_cast<double>(kRows))};
    }
    throw std::invalid_argument("no lines are made up for the set " + set_);
  }
  std::vector<Edge> edges(const std::string&) const override {
    if (set_ == "dag") return ladder().edges;
    if (set_ == "matching" || set_ == "perfect-matching") return every_pair(kSide);
    if (set_ == "spanning-tree") return ring_with_chords(kVariables / 2);
    throw std::invalid_argument("no edges are made up for the set " + set_);
  }
  /// Two rows of random coefficients, an equation among the first variables, bounds.
  LinearProgram linear_program(const std::string&) const override {
    if (set_ == "polyhedron") {
      Matrix rows = entries(3, kVariables, 9);
      rows.row(2) = (Vector::LinSpaced(kVariables, 0, 15).array() < 5).cast<double>();
      return {.matrix = rows.sparseView(),
              .row_lower = Vector{{-1, -2, 1}},
              .row_upper = Vector{{1, 0.5, 1}},
              .lower = Vector::Constant(kVariables, -1),
              .upper = Vector::Constant(kVariables, 1)};
    }
    throw std::invalid_argument("no linear program is made up for the set " + set_);
  }
  std::vector<CapacityEdge> arcs(const std::string&) const override {
    std::vector<CapacityEdge> all;
    for (const Edge& edge : ring_with_chords(kVariables / 2)) {
      all.push_back({edge.from, edge.to, 1.0 + static_cast<double>(all.size() % 3)});
    }
    return all;
  }

 private:
  std::string set_;
};

/// "unit" of "unit simplex of total at most 2 in R^3", "l" of "l2.5 ball of radius 2 in R^3".
std::string first_word(const Oracle& set) {
  std::string word = set.name().substr(0, set.name().find(' '));
  std::erase_if(word, [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
  return word;
}

/// Sets of kinds that the list has none of: another class, or the same with another relation.
void add_known(std::vector<NamedSet>& all) {
  for (const KnownSet& known : known_sets()) {
    const auto made = make_known(known.choice);
    const bool there = std::any_of(all.begin(), all.end(), [&](const NamedSet& one) {
      const Oracle &a = *one.set, &b = *made;
      return typeid(a) == typeid(b) && first_word(a) == first_word(b);
    });
    if (!there) all.push_back({std::string(known.name()), made});
  }
}

}  // namespace

std::shared_ptr<const Oracle> make_known(const SetChoice& choice) {
  const MadeUpFiles files(choice.name());
  SetChoice copy = choice;
  Description description = copy.describe();
  const bool is_square = find(description, "side") != nullptr;
  return choice.begin({.variable = {.dimension = kVariables,
                                    .rows = is_square ? kSide : kRows,
                                    .cols = is_square ? kSide : kCols},
                       .files = &files});
}

std::vector<NamedObjective> every_objective() {
  std::vector<NamedObjective> all;
  add_composites(all);
  add_quadratics(all);
  add_functions(all);
  return all;
}

std::vector<NamedSet> every_set() {
  const Index n = kVariables;
  std::vector<NamedSet> all = {
      {"l1", std::make_shared<L1Ball>(n, 2.0)},
      {"l2", std::make_shared<L2Ball>(n, 2.0)},
      {"linf", std::make_shared<LinfBall>(n, 0.5)},
      {"lp", std::make_shared<LpBall>(n, 2.5, 2.0)},
      {"box", std::make_shared<Box>(Vector::LinSpaced(n, -1, 0), Vector::LinSpaced(n, 0, 1))},
      {"simplex", std::make_shared<Simplex>(n, 2.0)},
      {"unit_simplex", std::make_shared<Simplex>(n, 2.0, Relation::at_most)},
      {"ksparse", std::make_shared<KSparsePolytope>(n, 3, 0.5)},
      {"knorm", std::make_shared<KNormBall>(n, 3, 2.0)},
      {"hypersimplex", std::make_shared<Hypersimplex>(n, 3, 0.5)},
      {"unit_hypersimplex", std::make_shared<Hypersimplex>(n, 3, 0.5, Relation::at_most)},
      {"group", std::make_shared<GroupBall>(some_groups(4), WithinGroup::l2, 2.0)},
      {"latent_group", std::make_shared<GroupBall>(some_groups(6), WithinGroup::linf, 0.5)},
      {"hull", std::make_shared<ConvexHull>(entries(n, 20, 7))},
      {"dag", std::make_shared<FlowPolytope>(ladder())},
      {"nuclear", std::make_shared<NuclearBall>(kRows, kCols, 2.0)},
      {"spectral", std::make_shared<SpectralBall>(kRows, kCols, 0.5)},
      {"product", std::make_shared<Product>(Simplex(4), L1Ball(5, 2.0), Box(7, -1, 1))},
      {"scaled", std::make_shared<Scaled>(Simplex(n, 1, Relation::at_most), 3.0)},
      {"shifted", std::make_shared<Shifted>(L1Ball(n, 2.0), entries(n, 1, 3))},
      {"image", std::make_shared<LinearImage>(Simplex(5), entries(n, 5, 2))},
      {"sum", std::make_shared<MinkowskiSum>(L1Ball(n, 1.0), Simplex(n))},
      {"tv_graph", std::make_shared<TotalVariation>(n, 2.0, ladder().edges)},
      {"custom", std::make_shared<CustomSet>(n, [](const Vector& g) -> Vector {
         return g.norm() > 0 ? Vector(-g.normalized()) : g;
       })}};
  add_known(all);
  return all;
}

bool are_compatible(const NamedObjective& objective, const NamedSet& set) {
  if (objective.name == "completion") return set.name == "nuclear";
  if (objective.name != "completion_square") return true;
  return set.name == "spectraplex" || set.name == "spectrahedron" || set.name == "fantope";
}

}  // namespace acgd_test
