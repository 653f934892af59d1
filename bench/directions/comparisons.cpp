#include "directions/comparison.hpp"

namespace bench {

const std::vector<ComparisonEntry>& comparisons() {
  static const std::vector<ComparisonEntry> all = {
      {"directions-a1a", a1a_corrective},
      {"directions-a1a-pairwise", a1a_pairwise},
      {"directions-a1a-away", a1a_away},
      {"directions-a1a-sigmoid", a1a_sigmoid},
      {"directions-lasso-16", noisy_lasso_16},
      {"directions-lasso-170", noisy_lasso_170},
      {"directions-lasso-360", noisy_lasso_360},
      {"directions-lasso-interpolation", interpolation},
      {"directions-lasso-exact", exact_lasso},
      {"directions-video", video_flows},
      {"directions-hull", nearest_point},
      {"directions-simplex", sparse_portfolio},
      {"directions-grid", grid_flow},
      {"directions-traffic", town_traffic},
      {"directions-logistic-large", large_logistic, true},
  };
  return all;
}

}  // namespace bench
