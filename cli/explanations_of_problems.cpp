// Sets and objectives, explained.
#include "cli/explanation.hpp"

namespace acgd::cli {
namespace {

const std::string kTable = "acgd solve --objective least-squares --data table.csv --set ";
const std::string kSamples = " --data samples.txt --set l1:5";
const std::string kRatings = "acgd solve --objective completion --data ratings.csv --set ";

Explanation test_function(const std::string& name, std::vector<std::string> formula) {
  return {"objectives",
          name,
          std::move(formula),
          {},
          "acgd solve --objective " + name + " --dim 10 --set box:-2:2"};
}

std::vector<Explanation> sets() {
  return {
      {"sets",
       "l1",
       {"{ x : |x_1| + ... + |x_n| <= R }"},
       {{"R", "the radius, > 0"}},
       kTable + "l1:2",
       {"l1:1", "l1:10", "l1:100"}},
      {"sets",
       "l2",
       {"{ x : x_1^2 + ... + x_n^2 <= R^2 }"},
       {{"R", "the radius, > 0"}},
       kTable + "l2:2",
       {"l2:1", "l2:10", "l2:100"}},
      {"sets",
       "linf",
       {"{ x : -R <= x_i <= R for every i }"},
       {{"R", "the radius, > 0"}},
       kTable + "linf:2",
       {"linf:1", "linf:10", "linf:100"}},
      {"sets",
       "lp",
       {"{ x : |x_1|^P + ... + |x_n|^P <= R^P }"},
       {{"P", "the exponent, 1 < P < infinity"}, {"R", "the radius, > 0"}},
       kTable + "lp:3:2",
       {"lp:1.5:1", "lp:3:1"}},
      {"sets",
       "simplex",
       {"{ x : x_i >= 0, x_1 + ... + x_n = T }"},
       {{"T", "the sum, > 0; 1 unless given"}},
       kTable + "simplex",
       {"simplex:1", "simplex:10"}},
      {"sets",
       "unit-simplex",
       {"{ x : x_i >= 0, x_1 + ... + x_n <= T }"},
       {{"T", "the largest sum, > 0; 1 unless given"}},
       kTable + "unit-simplex:2",
       {"unit-simplex:1", "unit-simplex:10"}},
      {"sets",
       "box",
       {"{ x : LO <= x_i <= HI for every i }"},
       {{"LO", "the lower bound"}, {"HI", "the upper bound, above LO"}},
       kTable + "box:-1:1",
       {"box:-1:1", "box:0:1"}},
      {"sets",
       "nuclear",
       {"{ X : s_1 + s_2 + ... <= R }, s_i the singular values of X"},
       {{"R", "the radius, > 0"},
        {"MxN", "the shape of X, as 20x30; that of the objective's matrix unless given"}},
       kRatings + "nuclear:20",
       {"nuclear:10", "nuclear:100", "nuclear:1000"}},
      {"sets",
       "spectral",
       {"{ X : s_1 <= R }, s_1 the largest singular value of X"},
       {{"R", "the radius, > 0"},
        {"MxN", "the shape of X, as 20x30; that of the objective's matrix unless given"}},
       "acgd solve --objective rosenbrock --dim 6 --set spectral:2:2x3",
       {"spectral:1", "spectral:10"}},
      {"sets",
       "dag",
       {"flows of one unit from the nodes without incoming to those without outgoing edges;",
        "its vertices are the paths. One graph, or several side by side."},
       {{"EDGES.csv", "a line from,to for each edge; nodes are numbered from 0. Variables are the"},
        {"", "nodes if there are as many nodes as variables, else the edges"}},
       "acgd solve --objective zakharov --dim 4 --set dag:edges.csv",
       {}},
      {"sets",
       "hull",
       {"{ w_1 p_1 + ... + w_m p_m : w_i >= 0, w_1 + ... + w_m = 1 }"},
       {{"FILE", "a matrix file with a point p_i in each row"}},
       "acgd solve --objective zakharov --dim 2 --set hull:points.csv",
       {}}};
}

std::vector<Explanation> objectives() {
  return {
      {"objectives",
       "least-squares",
       {"f(x) = ||A x - b||^2, without a factor; a row of A a sample"},
       {},
       kTable + "l1:2"},
      {"objectives",
       "logistic",
       {"f(x) = mean over the samples of log(1 + exp(-label_i <a_i, x>)), labels -1 and +1"},
       {},
       "acgd solve --objective logistic" + kSamples},
      {"objectives",
       "sigmoid",
       {"f(x) = mean over the samples of (s_i - class_i)^2, s_i = 1 / (1 + exp(-<a_i, x>));",
        "classes 0 and 1. Not convex."},
       {},
       "acgd solve --objective sigmoid" + kSamples},
      {"objectives",
       "huber",
       {"f(x) = mean over the samples of h(<a_i, x> - b_i),",
        "h(u) = u^2 / 2 where |u| <= RHO, RHO |u| - RHO^2 / 2 beyond"},
       {{"RHO", "where the parabola ends, > 0; 1 unless given"}},
       "acgd solve --objective huber --loss huber:0.5 --data table.csv --set l1:2"},
      {"objectives",
       "squared-hinge",
       {"f(x) = mean over the samples of max(0, 1 - label_i <a_i, x>)^2, labels -1 and +1"},
       {},
       "acgd solve --objective squared-hinge" + kSamples},
      {"objectives",
       "poisson",
       {"f(x) = mean over the samples of exp(<a_i, x>) - count_i <a_i, x>; counts >= 0"},
       {},
       "acgd solve --objective poisson --data counts.csv --set l1:2"},
      {"objectives",
       "quadratic",
       {"f(x) = x'Qx / 2 + b'x, Q symmetric; convex or not"},
       {},
       "acgd solve --objective quadratic --Q matrix.csv --set simplex"},
      {"objectives",
       "completion",
       {"f(X) = mean over the ratings of h(X_ij - rating_ij),",
        "h(e) = e^2 / 2 where |e| <= RHO, RHO |e| - RHO^2 / 2 beyond; squared: h(e) = e^2"},
       {{"RHO", "where the parabola ends, > 0; 1 unless given"}},
       kRatings + "nuclear:20 --loss squared"},
      {"objectives",
       "matrix-balancing",
       {"f(x) = sum of a_ij exp(x_i - x_j), a_ij >= 0: at the minimum the rows and columns of",
        "diag(e^x) A diag(e^-x) have equal sums"},
       {},
       "acgd solve --objective matrix-balancing --data matrix.csv --set l2:2"},
      test_function(
          "rosenbrock",
          {"f(x) = sum over i < n of 100 (x_{i+1} - x_i^2)^2 + (1 - x_i)^2; 0 at (1, ..., 1)"}),
      test_function(
          "levy",
          {"f(x) = sin^2(pi w_1) + sum over i < n of (w_i - 1)^2 (1 + 10 sin^2(pi w_{i+1}))",
           "       + (w_n - 1)^2 (1 + sin^2(2 pi w_n)), w_i = 1 + (x_i - 1) / 4; 0 at (1, ..., "
           "1)"}),
      test_function(
          "levy-textbook",
          {"f(x) = sin^2(pi w_1) + sum over i < n of (w_i - 1)^2 (1 + 10 sin^2(pi w_i + 1))",
           "       + (w_n - 1)^2 (1 + sin^2(2 pi w_n)), w_i = 1 + (x_i - 1) / 4; 0 at (1, ..., "
           "1)"}),
      test_function("zakharov", {"f(x) = ||x||^2 + s^2 + s^4, s = sum of i x_i / 2; 0 at 0"}),
      test_function("sum-of-squares",
                    {"f(x) = (x_1 - 3)^2 + sum over i >= 2 of (x_1 - 3 - 2 (x_1 + ... + x_i)^2)^2;",
                     "0 at (3, -3, 0, ..., 0)"})};
}

}  // namespace

const std::vector<Explanation>& explanations_of_problems() {
  static const std::vector<Explanation> all = [] {
    std::vector<Explanation> list = sets();
    for (Explanation& one : objectives()) list.push_back(std::move(one));
    return list;
  }();
  return all;
}

}  // namespace acgd::cli
