#include "acgd/oracle/matroids.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

using IndexSet = std::vector<Index>;

/// At most two of 0 .. 3, at most one of 4 .. 6.
bool is_in_parts(const IndexSet& set) {
  const auto early = std::count_if(set.begin(), set.end(), [](Index i) { return i < 4; });
  return early <= 2 && static_cast<std::ptrdiff_t>(set.size()) - early <= 1;
}

Matrix bases_in_parts() {
  Matrix all = Matrix::Zero(7, 18);
  Index k = 0;
  for (Index a = 0; a < 4; ++a) {
    for (Index b = a + 1; b < 4; ++b) {
      for (Index c = 4; c < 7; ++c, ++k) all(a, k) = all(b, k) = all(c, k) = 1;
    }
  }
  return all;
}

TEST(MatroidBases, LmoMatchesBestBasis) {
  const MatroidBases parts(7, is_in_parts);
  EXPECT_EQ(parts.rank(), 3);
  expect_as_good_as_vertices(parts, bases_in_parts());
  expect_passes(parts);
}

TEST(MatroidBases, OfGraphAreSpanningTrees) {
  // The complete graph of four nodes; forests are independent.
  const std::vector<Edge> edges = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
  const auto is_forest = [&](const IndexSet& set) {
    std::vector<Index> tree = {0, 1, 2, 3};
    for (const Index e : set) {
      const Index from = tree[edges[e].from], to = tree[edges[e].to];
      if (from == to) return false;
      for (Index& of_node : tree) of_node = of_node == to ? from : of_node;
    }
    return true;
  };
  const MatroidBases bases(6, is_forest);
  const SpanningTrees trees(4, edges);
  std::mt19937_64 random(1);
  for (int i = 0; i < 100; ++i) {
    const Vector g = test_gradient(6, i % 2 == 0, random);
    EXPECT_EQ(linear_minimizer(bases, g), linear_minimizer(trees, g));
    // Both give the same membership, one by all sets of edges, one by cuts.
    const Vector x = g.cwiseAbs() / g.cwiseAbs().sum() * 3;
    EXPECT_EQ(bases.contains(x), trees.contains(x)) << x.transpose();
  }
}

TEST(MatroidBases, MayBeGivenByRank) {
  const MatroidBases uniform = MatroidBases::from_rank(
      5, [](const IndexSet& set) { return std::min<Index>(static_cast<Index>(set.size()), 2); });
  EXPECT_EQ(uniform.name(), "bases of a matroid of rank 2 in R^5");
  EXPECT_EQ(linear_minimizer(uniform, vec({3, 1, 2, 1, 0})), vec({0, 1, 0, 0, 1}));
  EXPECT_EQ(linear_minimizer(uniform, Vector::Zero(5)), vec({1, 1, 0, 0, 0}));
}

TEST(MatroidBases, OfManyElementsAreCheckedBySampling) {
  const auto at_most = [](std::size_t most) {
    return [most](const IndexSet& set) { return set.size() <= most; };
  };
  const MatroidBases large(40, at_most(3));
  EXPECT_EQ(large.rank(), 3);
  EXPECT_TRUE(std::isnan(large.violation(Vector::Constant(40, 3.0 / 40)).distance));
  EXPECT_EQ(large.violation(3 * Vector::Unit(40, 7)).detail,
            "the entries of {7} sum to 3, more than 1");
  EXPECT_EQ(large.violation(Vector::Unit(40, 7)).detail, "the sum is 1, not 3");
  // Either the first twenty alone, or the others.
  const auto not_both = [](const IndexSet& set) {
    return std::all_of(set.begin(), set.end(), [](Index i) { return i < 30; }) ||
           std::all_of(set.begin(), set.end(), [](Index i) { return i >= 30; });
  };
  EXPECT_NE(refusal([&] { MatroidBases(40, not_both); }).find("is no matroid"), std::string::npos);
}

TEST(MatroidBases, ReportViolation) {
  const MatroidBases parts(7, is_in_parts);
  EXPECT_EQ(parts.violation(vec({0.5, 0.5, 0.5, 0.5, 0.5, 0.25, 0.25})).distance, 0);
  EXPECT_EQ(parts.violation(vec({1, 1, 0, 0, 0, 0, 0})).detail, "the sum is 2, not 3");
  EXPECT_EQ(parts.violation(vec({1, 0.5, 0, 0, 1, 0.5, 0})).detail,
            "the entries of {4, 5} sum to 1.5, more than 1");
  EXPECT_FALSE(parts.contains(vec({1, 1, 0, 0, not_a_number, 0, 0})));
  for (const double bad : {not_a_number, infinity}) {
    EXPECT_TRUE(parts.contains(linear_minimizer(parts, Vector::Constant(7, bad)), 0));
  }
}

TEST(MatroidBases, RejectNonMatroids) {
  EXPECT_EQ(refusal([] { MatroidBases(0, is_in_parts); }), "dimension = 0: must be at least 1");
  EXPECT_EQ(refusal([] { MatroidBases(2, nullptr); }), "is_independent: none, must judge a set");
  EXPECT_EQ(refusal([] { MatroidBases(2, [](const IndexSet& set) { return !set.empty(); }); }),
            "is_independent: is false for {}, the empty set must be independent");
  EXPECT_EQ(refusal([] { MatroidBases(2, [](const IndexSet& set) { return set.size() != 1; }); }),
            "is_independent: says yes of {0, 1} and no of {1}; subsets of independent sets must be "
            "independent");
  // {0} and {1, 2} are maximal.
  EXPECT_EQ(refusal([] {
              MatroidBases(3, [](const IndexSet& set) {
                return set.size() <= 1 || (set.size() == 2 && set[0] != 0 && set[1] != 0);
              });
            }),
            "is_independent: is no matroid, for {0, 1, 2} has maximal independent subsets of "
            "different sizes");
  const auto rank = [](const std::function<Index(Index)>& of_size) {
    return refusal([&] {
      MatroidBases::from_rank(
          3, [&](const IndexSet& set) { return of_size(static_cast<Index>(set.size())); });
    });
  };
  EXPECT_EQ(rank([](Index) { return Index{1}; }), "rank({}) = 1: must be 0");
  EXPECT_EQ(rank([](Index size) { return 2 * size; }),
            "rank: is 0 of {} and 2 of {0}; an element must add 0 or 1");
  EXPECT_EQ(rank([](Index size) { return size / 2; }),
            "rank: is not that of a matroid, for element 1 adds 1 to {0}, but 0 to {}; must add no "
            "more to a larger set");
}

}  // namespace
}  // namespace acgd
