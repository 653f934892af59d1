#include "experiments/published.hpp"

#include <map>

#include "experiments/strategy.hpp"

namespace acgd::experiments {
namespace {

/// iterations, seconds, value, gap
std::map<std::string, std::vector<PublishedRow>, std::less<>> constrained_rows() {
  return {
      {"lasso",
       {{kConstant, 331, 19.23, 0.0000},
        {kAdjustable, 343, 17.15, 0.0000},
        {kBacktracking, 407, 24.22, 0.0000},
        {kShort, 3000, 128.84, 0.0042},
        {kOpenLoop, 3000, 132.39, 0.1025}}},
      {"matrix-balancing",
       {{kConstant, 228, 75.44, 480.2835},
        {kAdjustable, 291, 94.70, 480.2835},
        {kBacktracking, 406, 131.08, 480.2835},
        {kOpenLoop, 3000, 964.16, 480.2846}}},
      {"logistic",
       {{kConstant, 3000, 1.65, 0.3114, 0.0086},
        {kAdjustable, 3000, 1.35, 0.3135, 0.0112},
        {kBacktracking, 3000, 1.73, 0.3171, 0.0190},
        {kShort, 3000, 1.41, 0.4522, 1.1077},
        {kOpenLoop, 3000, 1.03, 0.3176, 0.0258}}},
      {"sigmoid-l1",
       {{kConstant, 3000, 1.11, 0.0989, 0.0032},
        {kAdjustable, 3000, 0.85, 0.0995, 0.0043},
        {kBacktracking, 3000, 0.99, 0.1007, 0.0071},
        {kShort, 3000, 0.69, 0.1184, 0.1418},
        {kOpenLoop, 3000, 0.72, 0.1279, 1.6103}}},
      {"video",
       {{kConstant, 3000, 1.66, 0.0984, 0.0000},
        {kAdjustable, 3000, 0.91, 0.0984, 0.0000},
        {kBacktracking, 3000, 1.16, 0.0984, 0.0000},
        {kShort, 3000, 0.80, 0.0990, 0.0006},
        {kOpenLoop, 3000, 1.02, 0.0984, 0.0000}}},
      {"collaborative",
       {{kConstant, 3000, 2485.48, 0.1622, 0.0137},
        {kAdjustable, 3000, 2329.82, 0.1625, 0.0134},
        {kBacktracking, 3000, 2191.40, 0.1638, 0.0146},
        {kShort, 3000, 2250.36, 0.1897, 0.0422},
        {kOpenLoop, 3000, 1904.24, 0.1557, 0.0155}}},
      {"simplex-quadratic",
       {{kConstant, 3000, 1.90, -6.9860, 0.0221},
        {kAdjustable, 3000, 1.68, -7.0014, 0.0065},
        {kBacktracking, 3000, 2.06, -7.0009, 0.0068},
        {kShort, 3000, 1.29, -5.9066, 0.9923},
        {kOpenLoop, 3000, 1.30, -6.9158, 0.1495}}},
  };
}

/// iterations, seconds, value, dual norm of the gradient
std::map<std::string, std::vector<PublishedRow>, std::less<>> unconstrained_rows() {
  return {
      {"least-squares-l2",
       {{kConstant, 698, 24.47, 1.8857, 0.0000},
        {kAdjustable, 742, 19.95, 1.8857, 0.0000},
        {kBacktracking, 3000, 86.39, 1.8857, 0.0001}}},
      {"least-squares-l1",
       {{kConstant, 3000, 95.40, 1.9217, 0.0015},
        {kAdjustable, 3000, 68.65, 1.9193, 0.0016},
        {kBacktracking, 3000, 85.08, 1.9216, 0.0016}}},
      {"least-squares-linf",
       {{kConstant, 3000, 103.40, 1.9039, 0.0953},
        {kAdjustable, 3000, 69.59, 1.9046, 0.0950},
        {kBacktracking, 3000, 86.01, 1.9094, 0.0868}}},
      {"sigmoid",
       {{kConstant, 3000, 1.28, 0.0941, 0.0001},
        {kAdjustable, 3000, 0.88, 0.0941, 0.0000},
        {kBacktracking, 3000, 1.25, 0.0956, 0.0001}}},
      {"sum-of-squares",
       {{kConstant, 3000, 13.17, 0.6239, 0.9193},
        {kAdjustable, 3000, 12.45, 4.3445, 6.0382},
        {kBacktracking, 3000, 12.38, 66.9148, 47.8900}}},
      {"rosenbrock",
       {{kConstant, 3000, 82.37, 928.6291, 3.2603},
        {kAdjustable, 3000, 81.19, 923.9158, 2.6786},
        {kBacktracking, 3000, 81.80, 979.7630, 3.5251}}},
      {"levy",
       {{kConstant, 2808, 40.34, 24.7208, 0.0000},
        {kAdjustable, 3000, 39.98, 25.2061, 0.3505},
        {kBacktracking, 3000, 39.02, 522.6736, 3.2346}}},
      {"zakharov",
       {{kConstant, 3000, 46.27, 1041.89, 112.34, 2},
        {kAdjustable, 3000, 45.73, 1039.44, 64.58, 2},
        {kBacktracking, 3000, 44.71, 1044.64, 64.64, 2}}},
  };
}

}  // namespace

std::vector<PublishedRow> published(std::string_view experiment) {
  for (const auto& table : {constrained_rows(), unconstrained_rows()}) {
    if (const auto rows = table.find(experiment); rows != table.end()) return rows->second;
  }
  return {};
}

bool prints_value_before(std::string_view experiment, std::string_view strategy) {
  return strategy == kShort || (strategy == kOpenLoop && experiment != "sigmoid-l1");
}

}  // namespace acgd::experiments
