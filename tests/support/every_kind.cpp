#include "support/every_kind.hpp"

#include <algorithm>
#include <cmath>
#include <typeinfo>

#include "acgd/acgd.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

constexpr Index kSamples = 30;

/// Entries without a pattern, the same everywhere.
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
  }
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
  std::vector<Observation> observed;
  for (int i = 0; i < kRows; ++i) {
    for (int j = i % 2; j < kCols; j += 2) {
      observed.push_back({i, j, std::sin(3.0 * i + j), 1.0 + i});
    }
  }
  all.push_back({"completion", std::make_shared<MatrixCompletion>(kRows, kCols, observed)});
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

/// 20 points, and the edges of the ladder.
class MadeUpFiles final : public SetFiles {
 public:
  Matrix matrix(const std::string&) const override {
    return entries(kVariables, 20, 7).transpose();
  }
  std::vector<Edge> edges(const std::string&) const override { return ladder().edges; }
};

/// Sets of kinds that the list has none of.
void add_known(std::vector<NamedSet>& all) {
  for (const KnownSet& known : known_sets()) {
    const auto made = make_known(known.choice);
    const bool there = std::any_of(all.begin(), all.end(), [&](const NamedSet& one) {
      const Oracle &a = *one.set, &b = *made;
      return typeid(a) == typeid(b);
    });
    if (!there) all.push_back({std::string(known.name()), made});
  }
}

}  // namespace

std::shared_ptr<const Oracle> make_known(const SetChoice& choice) {
  const MadeUpFiles files;
  return choice.begin(
      {.variable = {.dimension = kVariables, .rows = kRows, .cols = kCols}, .files = &files});
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
      {"unit_simplex", std::make_shared<UnitSimplex>(n, 2.0)},
      {"hull", std::make_shared<ConvexHull>(entries(n, 20, 7))},
      {"flow", std::make_shared<FlowPolytope>(ladder())},
      {"nuclear", std::make_shared<NuclearBall>(kRows, kCols, 2.0)},
      {"spectral", std::make_shared<SpectralBall>(kRows, kCols, 0.5)},
      {"product", std::make_shared<Product>(Simplex(4), L1Ball(5, 2.0), Box(3, -1, 1))},
      {"custom", std::make_shared<CustomSet>(n, [](const Vector& g) -> Vector {
         return g.norm() > 0 ? Vector(-g.normalized()) : g;
       })}};
  add_known(all);
  return all;
}

bool go_together(const NamedObjective& objective, const NamedSet& set) {
  return objective.name != "completion" || set.name == "nuclear";
}

}  // namespace acgd_test
