#pragma once

#include "directions/comparison.hpp"

/// A function per setup; the folder has a file per family.
namespace bench {

ComparisonSetup a1a_corrective(const Settings& settings);
ComparisonSetup a1a_pairwise(const Settings& settings);
ComparisonSetup a1a_away(const Settings& settings);
ComparisonSetup a1a_sigmoid(const Settings& settings);

ComparisonSetup noisy_lasso_16(const Settings& settings);
ComparisonSetup noisy_lasso_170(const Settings& settings);
ComparisonSetup noisy_lasso_360(const Settings& settings);
ComparisonSetup interpolation(const Settings& settings);
ComparisonSetup exact_lasso(const Settings& settings);

ComparisonSetup video_flows(const Settings& settings);
ComparisonSetup nearest_point(const Settings& settings);
ComparisonSetup sparse_portfolio(const Settings& settings);
ComparisonSetup grid_flow(const Settings& settings);

ComparisonSetup large_logistic(const Settings& settings);

ComparisonSetup town_traffic(const Settings& settings);

}  // namespace bench
