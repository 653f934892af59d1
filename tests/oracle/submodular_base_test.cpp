#include <numeric>

#include "acgd/oracle/matroids.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

using Chosen = std::vector<Index>;

double count_of(const Chosen& set) { return static_cast<double>(set.size()); }

/// Size of the union of the sets covered: element i covers i, i + 1 and 5 - i.
double covered(const Chosen& set) {
  bool is_covered[8] = {};
  for (const Index i : set) is_covered[i] = is_covered[i + 1] = is_covered[5 - i] = true;
  return static_cast<double>(std::count(is_covered, is_covered + 8, true));
}

/// The capacity of the edges of a path 0 - 1 - ... that leave a set.
double cut_of_path(const Chosen& set, Index n) {
  Vector side = Vector::Zero(n);
  for (const Index i : set) side[i] = 1;
  double sum = 0;
  for (Index i = 0; i + 1 < n; ++i)
    sum += static_cast<double>(i + 1) * std::abs(side[i + 1] - side[i]);
  return sum;
}

/// Vertices are the marginal gains in some order (Edmonds): all orders.
Matrix vertices_by_force(Index n, const SubmodularBase::SetFunction& f) {
  Chosen order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), Index{0});
  std::vector<Vector> found;
  do {
    Vector x(n);
    Chosen set;
    for (const Index i : order) {
      const double before = f(set);
      set.push_back(i);
      x[i] = f(set) - before;
    }
    found.push_back(x);
  } while (std::next_permutation(order.begin(), order.end()));
  Matrix all(n, static_cast<Index>(found.size()));
  for (Index k = 0; k < all.cols(); ++k) all.col(k) = found[k];
  return all;
}

TEST(SubmodularBase, LmoMatchesBestOrder) {
  const auto cut = [](const Chosen& set) { return cut_of_path(set, 6); };
  for (const SubmodularBase::SetFunction& f : {SubmodularBase::SetFunction(covered), {cut}}) {
    const SubmodularBase base(6, f);
    expect_as_good_as_vertices(base, vertices_by_force(6, f));
    expect_passes(base);
  }
  expect_passes(SubmodularBase(1, [](const Chosen& set) { return -2.0 * count_of(set); }));
}

TEST(SubmodularBase, OfModularFunctionIsPoint) {
  const SubmodularBase base(3, [](const Chosen& set) {
    double sum = 0;
    for (const Index i : set) sum += static_cast<double>(i) - 1;
    return sum;
  });
  EXPECT_EQ(linear_minimizer(base, vec({5, -2, 7})), vec({-1, 0, 1}));
  EXPECT_EQ(base.start().to_dense(), vec({-1, 0, 1}));
}

TEST(SubmodularBase, VertexIsGreedy) {
  // min(size, 2): the two cheapest have one each.
  const SubmodularBase base(4, [](const Chosen& set) { return std::min(count_of(set), 2.0); });
  EXPECT_EQ(linear_minimizer(base, vec({1, 0, 1, 2})), vec({1, 1, 0, 0}));
  EXPECT_EQ(linear_minimizer(base, Vector::Zero(4)), vec({1, 1, 0, 0}));
  EXPECT_TRUE(base.contains(linear_minimizer(base, Vector::Constant(4, not_a_number)), 0));
}

TEST(SubmodularBase, ReportsViolatedSet) {
  const SubmodularBase base(4, [](const Chosen& set) { return std::min(count_of(set), 2.0); });
  EXPECT_EQ(base.violation(vec({0.5, 0.5, 0.5, 0.5})).distance, 0);
  EXPECT_EQ(base.violation(vec({1.5, 0.5, 0, 0})).detail,
            "the entries of {0} sum to 1.5, more than 1");
  EXPECT_EQ(base.violation(vec({0.25, 0.5, 0.5, 0.5})).detail, "the sum is 1.75, not 2");
  EXPECT_FALSE(base.contains(vec({1, 1, not_a_number, 0})));
  const SubmodularBase large(30, [](const Chosen& set) { return std::min(count_of(set), 2.0); });
  EXPECT_TRUE(std::isnan(large.violation(Vector::Constant(30, 2.0 / 30)).distance));
  EXPECT_EQ(large.violation(2 * Vector::Unit(30, 3)).distance, 1);
}

TEST(SubmodularBase, RejectsFunctionsThatAreNotSubmodular) {
  const auto refused = [](Index n, SubmodularBase::SetFunction f) {
    return refusal([&] { SubmodularBase(n, f); });
  };
  EXPECT_EQ(refused(0, covered), "dimension = 0: must be at least 1");
  EXPECT_EQ(refused(2, nullptr), "function: none, must give the value of a set");
  EXPECT_EQ(refused(2, [](const Chosen&) { return 1.0; }),
            "function({}) = 1: must be 0, or subtract it everywhere");
  EXPECT_EQ(refused(3, [](const Chosen& set) { return set.size() == 1 ? not_a_number : 0.0; }),
            "function({0}) = nan: must be finite");
  const auto square = [](const Chosen& set) { return count_of(set) * count_of(set); };
  EXPECT_EQ(refused(3, square),
            "function: is not submodular, for element 1 adds 3 to {0}, but 1 to {}; must add no "
            "more to a larger set");
  EXPECT_NE(refused(50, square).find("is not submodular"), std::string::npos);
}

}  // namespace
}  // namespace acgd
