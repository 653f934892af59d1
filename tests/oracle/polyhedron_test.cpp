#include "acgd/oracle/polyhedra.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

Eigen::SparseMatrix<double> sparse_rows(const Matrix& rows) { return rows.sparseView(); }

LinearProgram box_program(const Vector& lower, const Vector& upper) {
  return {.matrix = Eigen::SparseMatrix<double>(0, lower.size()),
          .row_lower = Vector(0),
          .row_upper = Vector(0),
          .lower = lower,
          .upper = upper};
}

/// { x >= 0, sum x = 1 }
LinearProgram simplex_program(Index n) {
  return {.matrix = sparse_rows(Matrix::Ones(1, n)),
          .row_lower = vec({1}),
          .row_upper = vec({1}),
          .lower = Vector::Zero(n),
          .upper = Vector::Constant(n, infinity)};
}

/// Doubly stochastic matrices of side k: each vertex is degenerate.
LinearProgram birkhoff_program(Index k) {
  Matrix rows = Matrix::Zero(2 * k, k * k);
  for (Index i = 0; i < k; ++i) {
    for (Index j = 0; j < k; ++j) rows(i, j * k + i) = rows(k + j, j * k + i) = 1;
  }
  return {.matrix = sparse_rows(rows),
          .row_lower = Vector::Ones(2 * k),
          .row_upper = Vector::Ones(2 * k),
          .lower = Vector::Zero(k * k),
          .upper = Vector::Constant(k * k, infinity)};
}

/// Tables with given row and column sums; many vertices are degenerate, with entries that are not
/// round numbers.
LinearProgram transport_program() {
  LinearProgram program = birkhoff_program(4);
  program.row_lower << 0.1, 0.2, 0.3, 0.4, 0.3, 0.1, 0.4, 0.2;
  program.row_upper = program.row_lower;
  return program;
}

/// The l1 ball by its 2^n facets; variables have no bounds.
LinearProgram octahedron_program(Index n) {
  const Matrix signs = all_corners(-Vector::Ones(n), Vector::Ones(n)).transpose();
  return {.matrix = sparse_rows(signs),
          .row_lower = Vector::Constant(signs.rows(), -infinity),
          .row_upper = Vector::Ones(signs.rows()),
          .lower = Vector::Constant(n, -infinity),
          .upper = Vector::Constant(n, infinity)};
}

TEST(Polyhedron, PassesChecker) {
  expect_passes(Polyhedron(box_program(vec({-1, 0, 2}), vec({1, 3, 2}))), {.points = 400});
  expect_passes(Polyhedron(simplex_program(5)), {.points = 400});
  expect_passes(Polyhedron(simplex_program(1)), {.points = 100});
  expect_passes(Polyhedron(birkhoff_program(3)), {.points = 400});
  expect_passes(Polyhedron(octahedron_program(3)), {.points = 400});
}

TEST(Polyhedron, LmoMatchesBestVertex) {
  const Vector lower = vec({-1, 0, 2}), upper = vec({1, 3, 5});
  expect_as_good_as_vertices(Polyhedron(box_program(lower, upper)), all_corners(lower, upper));
  expect_as_good_as_vertices(Polyhedron(simplex_program(4)), Matrix::Identity(4, 4));
  Matrix tips(3, 6);
  tips << Matrix::Identity(3, 3), -Matrix::Identity(3, 3);
  expect_as_good_as_vertices(Polyhedron(octahedron_program(3)), tips);
}

TEST(Polyhedron, OfDoublyStochasticMatricesReturnsPermutations) {
  Matrix permutations(9, 6);
  Index places[] = {0, 1, 2};
  for (Index p = 0; p < 6; ++p) {
    permutations.col(p).setZero();
    for (Index i = 0; i < 3; ++i) permutations(places[i] * 3 + i, p) = 1;
    std::next_permutation(places, places + 3);
  }
  const Polyhedron birkhoff(birkhoff_program(3));
  expect_as_good_as_vertices(birkhoff, permutations);
  std::mt19937_64 random(2);
  for (int i = 0; i < 50; ++i) {
    const Vector v = linear_minimizer(birkhoff, test_gradient(9, i % 2 == 0, random));
    EXPECT_LE((v - Vector(v.array().round())).lpNorm<Eigen::Infinity>(), 1e-14);
  }
}

TEST(Polyhedron, VerticesDoNotDependOnEarlierCalls) {
  // Gradients with ties, so that many vertices are optimal; each has several bases.
  for (const auto& program : {birkhoff_program(4), transport_program(), octahedron_program(3)}) {
    const Polyhedron set(program);
    std::mt19937_64 random(5);
    LmoResult used;
    for (int i = 0; i < 100; ++i) {
      const Gradient g(test_gradient(set.dimension(), i % 3 != 0, random));
      set.minimize(g, used);
      LmoResult fresh;
      set.minimize(g, fresh);
      EXPECT_EQ(used.atom.to_dense(), fresh.atom.to_dense()) << g.entries().transpose();
    }
  }
}

TEST(Polyhedron, TiesGoToSmallIndices) {
  EXPECT_EQ(linear_minimizer(Polyhedron(simplex_program(4)), vec({2, 1, 3, 1})), vec({0, 1, 0, 0}));
  EXPECT_EQ(linear_minimizer(Polyhedron(simplex_program(4)), Vector::Zero(4)), vec({1, 0, 0, 0}));
  EXPECT_EQ(Polyhedron(simplex_program(4)).start().to_dense(), vec({1, 0, 0, 0}));
}

TEST(Polyhedron, VerticesAreExact) {
  // x + y <= 1/3, 3 x - y >= 0: the vertex is (1/12, 1/4).
  Matrix rows(2, 2);
  rows << 1, 1, 3, -1;
  const Polyhedron set({.matrix = sparse_rows(rows),
                        .row_lower = vec({-infinity, 0}),
                        .row_upper = vec({1.0 / 3, infinity}),
                        .lower = Vector::Zero(2),
                        .upper = Vector::Constant(2, infinity)});
  const Vector tip = linear_minimizer(set, vec({0, -1}));
  EXPECT_NEAR(tip[0], 1.0 / 12, 1e-17);
  EXPECT_NEAR(tip[1], 0.25, 1e-16);
}

TEST(Polyhedron, ReturnsPointForNaN) {
  const Polyhedron set(birkhoff_program(2));
  EXPECT_EQ(set.violation(linear_minimizer(set, vec({1, not_a_number, infinity, 0}))).distance, 0);
}

TEST(Polyhedron, ReportsViolation) {
  LinearProgram program = simplex_program(3);
  program.row_names = {"budget"};
  program.column_names = {"", "oil", "gas"};
  const Polyhedron set(program);
  EXPECT_EQ(set.name(), "polyhedron of 1 rows in R^3");
  EXPECT_TRUE(set.is_polytope());
  EXPECT_EQ(set.violation(vec({0.5, 0.25, 0.25})).distance, 0);
  EXPECT_EQ(set.violation(vec({1, 1, 1})).distance, 2);
  EXPECT_EQ(set.violation(vec({1, 1, 1})).detail, "row 0 (budget) = 3 is above 1");
  EXPECT_EQ(set.violation(vec({2, -1, 0})).detail, "x[1] (oil) = -1 is below 0");
  EXPECT_EQ(set.violation(vec({-2, 3, 0})).detail, "x[0] = -2 is below 0");
}

TEST(Polyhedron, RejectsEmptySet) {
  LinearProgram program = simplex_program(2);
  program.upper = vec({0.25, 0.25});
  program.row_names = {"budget"};
  EXPECT_EQ(refusal([&] { Polyhedron{program}; }),
            "polyhedron: no point meets all rows and bounds; row 0 (budget) contradicts others");
}

TEST(Polyhedron, RejectsUnboundedSet) {
  LinearProgram program = simplex_program(3);
  program.row_upper = vec({infinity});
  EXPECT_EQ(refusal([&] { Polyhedron{program}; }).substr(0, 31), "polyhedron: it is unbounded, x[");
  // Along x = y, which no single bound shows.
  Matrix rows(1, 2);
  rows << 1, -1;
  EXPECT_NE(refusal([&] {
              Polyhedron({.matrix = sparse_rows(rows),
                          .row_lower = vec({0}),
                          .row_upper = vec({0}),
                          .lower = Vector::Constant(2, -infinity),
                          .upper = Vector::Constant(2, infinity)});
            }).find("can fall without end"),
            std::string::npos);
}

TEST(Polyhedron, RejectsBadArguments) {
  const auto refused = [](const auto& spoil) {
    LinearProgram program = simplex_program(2);
    spoil(program);
    return refusal([&] { Polyhedron{program}; });
  };
  EXPECT_EQ(refused([](auto& p) { p.lower = vec({0}); }), "lower: has 1 entries, must have 2");
  EXPECT_EQ(refused([](auto& p) {
              p.row_upper = vec({1, 2});
            }),
            "row_upper: has 2 entries, must have 1");
  EXPECT_EQ(refused([](auto& p) { p.lower[1] = infinity; }),
            "lower[1] = inf: must be a number below infinity");
  EXPECT_EQ(refused([](auto& p) { p.upper[0] = not_a_number; }),
            "upper[0] = nan: must be a number above -infinity");
  EXPECT_EQ(refused([](auto& p) { p.row_lower[0] = 2; }),
            "row_lower[0] = 2: must be at most row_upper[0] = 1");
  EXPECT_EQ(refused([](auto& p) { p.matrix.coeffRef(0, 1) = infinity; }),
            "matrix(0, 1) = inf: must be finite");
  EXPECT_EQ(refused([](auto& p) { p.matrix.resize(1, 0); }),
            "columns of matrix (the dimension) = 0: must be at least 1");
}

TEST(Polyhedron, IsInteriorWhereNoConstraintIsActive) {
  const Polyhedron octahedron(octahedron_program(3));
  EXPECT_TRUE(octahedron.is_interior(Vector::Zero(3)));
  EXPECT_TRUE(octahedron.is_interior(vec({0.5, 0, -0.4})));
  EXPECT_FALSE(octahedron.is_interior(vec({0.5, 0, -0.5})));
  EXPECT_FALSE(Polyhedron(box_program(vec({0, 0}), vec({1, 1}))).is_interior(Vector::Zero(2)));
  EXPECT_FALSE(Polyhedron(simplex_program(3)).is_interior(Vector::Constant(3, 1.0 / 3)));
}

}  // namespace
}  // namespace acgd
