#pragma once

#include "directions/contest.hpp"

/// One preparation a contest; the folder has a file for each family.
namespace bench {

Contest a1a_corrective(const Settings& settings);
Contest a1a_pairwise(const Settings& settings);
Contest a1a_away(const Settings& settings);
Contest a1a_sigmoid(const Settings& settings);

Contest noisy_lasso_16(const Settings& settings);
Contest noisy_lasso_170(const Settings& settings);
Contest noisy_lasso_360(const Settings& settings);
Contest interpolation(const Settings& settings);
Contest exact_lasso(const Settings& settings);

Contest video_flows(const Settings& settings);
Contest nearest_point(const Settings& settings);
Contest sparse_portfolio(const Settings& settings);
Contest grid_flow(const Settings& settings);

Contest large_logistic(const Settings& settings);

Contest town_traffic(const Settings& settings);

}  // namespace bench
