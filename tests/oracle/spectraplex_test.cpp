#include "acgd/oracle/spectral_sets.hpp"
#include "oracle/matrices.hpp"
#include "oracle/set_exam.hpp"
#include "oracle/sparse_example.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

Matrix plex_answer(const Matrix& g, double trace = 1) {
  return linear_minimizer(Spectraplex(g.rows(), trace), stacked(g)).reshaped(g.rows(), g.rows());
}

TEST(Spectraplex, PassesTheChecker) {
  for (const Relation relation : {Relation::equal, Relation::at_most}) {
    expect_passes(Spectraplex(1, 2.5, relation));
    expect_passes(Spectraplex(2, 1, relation));
    expect_passes(Spectraplex(4, 0.3, relation), {.gradients = 12, .points = 600});
    expect_passes(Spectraplex(20, 7, relation), {.gradients = 8, .points = 200});
  }
}

TEST(Spectraplex, MinimumIsTraceTimesSmallestEigenvalue) {
  for (const Index n : {1, 2, 3, 10, 30, 80}) {
    const Matrix g = normal_matrix(n, n, 7);
    const Matrix s = (g + g.transpose()) / 2;
    const double smallest = jacobi_eigenvalues(s)[0];
    LmoResult lmo;
    Spectraplex(n, 3).minimize(Gradient(stacked(g)), lmo);
    ASSERT_NE(lmo.atom.as<Atom::RankOne>(), nullptr);
    EXPECT_NEAR(lmo.atom.dot(stacked(g)), 3 * smallest, 1e-12 * g.norm());
    EXPECT_EQ(lmo.error, 0);
    const Matrix x = lmo.atom.to_dense().reshaped(n, n);
    EXPECT_LT((s * x - smallest * x).norm(), 1e-6 * g.norm());
  }
}

TEST(Spectraplex, OfDiagonalGradientsIsSimplex) {
  for (const Index n : {4, 25}) {
    Vector d = Vector::LinSpaced(n, 1, 5);
    d[n / 2] = -1;
    Matrix expected = Matrix::Zero(n, n);
    expected(n / 2, n / 2) = 2;
    EXPECT_LT((plex_answer(d.asDiagonal(), 2) - expected).norm(), 1e-12);
  }
}

/// [[a, b], [b, c]] has the smallest eigenvalue (a + c) / 2 - sqrt((a - c)^2 / 4 + b^2).
TEST(Spectraplex, TwoByTwo) {
  const Matrix g{{2, 1}, {1, -1}};
  const double smallest = 0.5 - std::sqrt(2.25 + 1);
  EXPECT_NEAR(plex_answer(g).cwiseProduct(g).sum(), smallest, 1e-15);
}

TEST(Spectraplex, SparseAndDenseAgree) {
  for (const Index n : {9, 60}) {
    for (const Relation relation : {Relation::equal, Relation::at_most}) {
      const SparseExample example(n, n, 2);
      const Spectraplex set(n, 4, relation);
      LmoResult sparse, dense;
      set.minimize(example.gradient(), sparse);
      set.minimize(Gradient(stacked(example.matrix)), dense);
      EXPECT_LT((sparse.atom.to_dense() - dense.atom.to_dense()).norm(), 1e-6);
    }
  }
}

TEST(Spectraplex, AcceptsSparseGradientsTooLargeToBeDense) {
  const Index n = 200000;  // 3e11 bytes as a dense matrix
  auto pattern = std::make_shared<SparsityPattern>();
  pattern->rows = pattern->cols = n;
  for (Index j = 0; j <= n; ++j) pattern->column_starts.push_back(static_cast<int>(j));
  for (Index j = 0; j < n; ++j) pattern->row_indices.push_back(static_cast<int>(j));
  Gradient gradient(pattern);
  gradient.entries().setConstant(0.5);
  gradient.entries()[77] = -4;
  const Spectraplex set(n, 2);
  EXPECT_TRUE(set.accepts_sparse_gradients());
  LmoResult lmo;
  lmo.atom = set.start();
  lmo.accuracy = 1e-6;
  set.minimize(gradient, lmo);
  EXPECT_NEAR(lmo.atom.dot(gradient), -8, 1e-6);
  EXPECT_LE(lmo.error, 1e-6);
  EXPECT_LT(set.violation_of(lmo.atom).distance, 1e-12);
}

TEST(Spectraplex, AccuracyAndErrorAreInUnitsOfInnerProduct) {
  const Matrix a = normal_matrix(80, 80, 3);
  const double minimum = 250 * jacobi_eigenvalues((a + a.transpose()) / 2)[0];
  for (const double accuracy : {100.0, 1.0, 1e-3, 0.0}) {
    LmoResult lmo;
    lmo.accuracy = accuracy;
    Spectraplex(80, 250).minimize(Gradient(stacked(a)), lmo);
    EXPECT_LE(lmo.error, accuracy);
    EXPECT_LE(lmo.atom.dot(stacked(a)) - minimum, lmo.error - 1e-12 * minimum);
  }
}

// As for the nuclear ball.
TEST(Spectraplex, ErrorScalesWithTrace) {
  const Vector g = stacked(normal_matrix(80, 80, 3));
  const auto error = [&](double trace) {
    LmoResult lmo;
    lmo.accuracy = 0.5 * trace;
    Spectraplex(80, trace).minimize(Gradient(g), lmo);
    return lmo.error;
  };
  EXPECT_GT(error(1), 0);
  for (const double trace : {0x1p-7, 256.0}) EXPECT_EQ(error(trace), trace * error(1));
}

TEST(Spectraplex, ReportsViolation) {
  const Spectraplex set(2);
  const auto wrong = [&](std::initializer_list<double> x) { return set.violation(vec(x)); };
  EXPECT_EQ(wrong({0.5, 0, 0, 0.5}).distance, 0);
  EXPECT_EQ(wrong({0.5, 0, 0, 0.5}).detail, "");
  EXPECT_EQ(wrong({0.5, 0.5, 0, 0.5}).detail.substr(0, 28), "the matrix is not symmetric:");
  // The distance of [[0, 1], [0, 0]] to its symmetric part equals the norm of that: sqrt(2) / 2.
  EXPECT_NEAR(wrong({0.5, 1, 0, 0.5}).distance, std::sqrt(0.5), 1e-15);
  EXPECT_EQ(wrong({3, 0, 0, -2}).distance, 2);
  EXPECT_EQ(wrong({3, 0, 0, -2}).detail, "the smallest eigenvalue is -2, below 0");
  EXPECT_EQ(wrong({2, 0, 0, 1}).distance, 2);
  EXPECT_EQ(wrong({2, 0, 0, 1}).detail, "the trace is 3, not 1");
  EXPECT_EQ(wrong({0.25, 0, 0, 0.25}).detail, "the trace is 0.5, not 1");
  EXPECT_EQ(wrong({not_a_number, 0, 0, 1}).distance, infinity);
}

TEST(Spectraplex, ViolationOfAtomEqualsThatOfMatrix) {
  const Spectraplex set(3, 2);
  Atom atom;
  Atom::RankOne& pair = atom.become_rank_one(3, 3);
  for (const double scale : {2.0, -1.0, 5.0, 0.0}) {
    for (const Vector& right : {vec({0.6, 0, 0.8}), vec({1, 2, 3}), vec({-0.6, 0, -0.8})}) {
      pair = {scale, vec({0.6, 0, 0.8}), right};
      EXPECT_NEAR(set.violation_of(atom).distance, set.violation(atom.to_dense()).distance, 1e-13);
    }
  }
  Atom::LowRank& sum = atom.become_low_rank(3, 3, 2);
  for (const double scale : {1.0, 3.0, -1.0}) {
    sum.terms[0] = {scale, vec({0.6, 0, 0.8}), vec({0.6, 0, 0.8})};
    sum.terms[1] = {0.5, vec({1, 2, 3}), vec({1, 2, 3})};
    EXPECT_NEAR(set.violation_of(atom).distance, set.violation(atom.to_dense()).distance, 1e-13);
  }
  pair = atom.become_rank_one(3, 3) = {2, vec({infinity, 0, 0}), vec({1, 0, 0})};
  EXPECT_EQ(set.violation_of(atom).distance, infinity);
}

TEST(Spectraplex, RecenterScalesToTrace) {
  const Spectraplex set(3, 2);
  Vector x = set.start().to_dense();
  EXPECT_FALSE(set.recenter(x));
  x *= 1 + 1e-13;
  EXPECT_TRUE(set.recenter(x));
  EXPECT_NEAR(x[0], 2, 1e-15);
  x *= 1.01;
  EXPECT_FALSE(set.recenter(x));
}

TEST(Spectraplex, AtMostTheMinimumIsTraceTimesTheSmallestEigenvalueOrZero) {
  for (const Index n : {1, 2, 3, 10, 30, 80}) {
    for (const double shift : {0.0, 100.0, -100.0}) {
      const Matrix g = normal_matrix(n, n, 7) + shift * Matrix::Identity(n, n);
      const double smallest = jacobi_eigenvalues((g + g.transpose()) / 2)[0];
      LmoResult lmo;
      Spectraplex(n, 3, Relation::at_most).minimize(Gradient(stacked(g)), lmo);
      ASSERT_NE(lmo.atom.as<Atom::RankOne>(), nullptr);
      EXPECT_NEAR(lmo.atom.dot(stacked(g)), 3 * std::min(0.0, smallest), 1e-12 * g.norm());
      EXPECT_EQ(lmo.error, 0);
    }
  }
}

TEST(Spectraplex, AtMostTheErrorIsABoundAlsoWhereZeroIsNearlyTheBest) {
  const Matrix a = normal_matrix(80, 80, 3);
  const Matrix s = (a + a.transpose()) / 2;
  const double smallest = jacobi_eigenvalues(s)[0];
  for (const double below : {-0.5, -1e-3, 1e-3, 0.5}) {
    const Matrix g = s - (smallest + below) * Matrix::Identity(80, 80);
    for (const double accuracy : {1000.0, 1.0, 1e-3}) {
      LmoResult lmo;
      lmo.accuracy = accuracy;
      Spectraplex(80, 10, Relation::at_most).minimize(Gradient(stacked(g)), lmo);
      const double excess = lmo.atom.dot(stacked(g)) - std::min(0.0, -10 * below);
      EXPECT_LE(lmo.error, accuracy);
      EXPECT_LE(excess, lmo.error + 1e-10) << below << " " << accuracy;
    }
  }
}

TEST(Spectraplex, AtMostZeroIsTheSameAtomEachTime) {
  const Spectraplex set(30, 1, Relation::at_most);
  LmoResult lmo;
  set.minimize(Gradient(stacked(Matrix::Identity(30, 30))), lmo);
  const Atom first = lmo.atom;
  set.minimize(Gradient(stacked(-Matrix::Identity(30, 30))), lmo);
  EXPECT_NEAR(lmo.atom.to_dense().norm(), 1, 1e-14);
  set.minimize(Gradient(stacked(2 * Matrix::Identity(30, 30))), lmo);
  EXPECT_EQ(first.to_dense(), Vector::Zero(900));
  EXPECT_EQ(lmo.atom.as<Atom::RankOne>()->left, first.as<Atom::RankOne>()->left);
}

TEST(Spectraplex, AtMostSaysWhatIsWrong) {
  const Spectraplex set(2, 1, Relation::at_most);
  const auto wrong = [&](std::initializer_list<double> x) { return set.violation(vec(x)); };
  EXPECT_EQ(wrong({0.5, 0, 0, 0.5}).distance, 0);
  EXPECT_EQ(wrong({0.25, 0, 0, 0}).distance, 0);
  EXPECT_EQ(wrong({0, 0, 0, 0}).detail, "");
  EXPECT_EQ(wrong({2, 0, 0, 1}).distance, 2);
  EXPECT_EQ(wrong({2, 0, 0, 1}).detail, "the trace is 3, above 1");
  EXPECT_EQ(wrong({0, 0, 0, -2}).detail, "the smallest eigenvalue is -2, below 0");
  EXPECT_NEAR(wrong({0, 1, 0, 0}).distance, std::sqrt(0.5), 1e-15);
  EXPECT_EQ(wrong({not_a_number, 0, 0, 1}).distance, infinity);
}

TEST(Spectraplex, AtMostScalesRoundingBackToTheTrace) {
  const Spectraplex set(3, 2, Relation::at_most);
  Vector x = 0.5 * set.start().to_dense();
  EXPECT_FALSE(set.recenter(x));
  x = (1 + 1e-13) * set.start().to_dense();
  EXPECT_TRUE(set.recenter(x));
  EXPECT_NEAR(x[0], 2, 1e-15);
  x *= 1.01;
  EXPECT_FALSE(set.recenter(x));
}

TEST(Spectraplex, ZeroGradientGivesTheStart) {
  const Spectraplex set(20, 2);
  EXPECT_EQ(linear_minimizer(set, Vector::Zero(400)), set.start().to_dense());
  EXPECT_TRUE(set.contains(set.start().to_dense()));
}

TEST(Spectraplex, ErrorIsInfiniteForNonFiniteInput) {
  for (const Index n : {3, 30}) {
    Vector g = Vector::Ones(n * n);
    g[5] = not_a_number;
    LmoResult lmo;
    Spectraplex(n).minimize(Gradient(g), lmo);
    EXPECT_EQ(lmo.error, infinity);
    EXPECT_TRUE(Spectraplex(n).contains(lmo.atom.to_dense()));
    Spectraplex(n, 1, Relation::at_most).minimize(Gradient(g), lmo);
    EXPECT_EQ(lmo.error, infinity);
    EXPECT_TRUE(lmo.atom.to_dense().allFinite());
  }
}

TEST(Spectraplex, SizeFollowsFromVariable) {
  const SetChoice choice = Spectraplex::Parameters{.trace = 2};
  EXPECT_EQ(choice.begin({.variable = {.dimension = 16}})->name(),
            "spectraplex of trace 2 in R^(4 x 4)");
  EXPECT_EQ(Spectraplex(3, 2, Relation::at_most).name(),
            "spectrahedron of trace at most 2 in R^(3 x 3)");
  EXPECT_EQ(refusal([&] { choice.begin({.variable = {.dimension = 6, .rows = 2, .cols = 3}}); }),
            "side: the variable is a matrix of 2 x 3, which is not square");
}

TEST(Spectraplex, RejectsBadInput) {
  EXPECT_EQ(refusal([] { Spectraplex(0); }), "side = 0: must be at least 1");
  EXPECT_EQ(refusal([] { Spectraplex(3, 0); }), "trace = 0: must be positive and finite");
  EXPECT_EQ(refusal([] { Spectraplex(3, -1); }), "trace = -1: must be positive and finite");
  EXPECT_NE(refusal([] { Spectraplex(Index{1} << 32); }), "");
  LmoResult lmo;
  EXPECT_EQ(refusal([&] { Spectraplex(3).minimize(Gradient(Index{8}), lmo); }),
            "gradient: 8 entries, but the matrix is 3 x 3");
}

}  // namespace
}  // namespace acgd
