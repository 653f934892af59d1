#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "acgd/objective/matrix_completion.hpp"
#include "experiments/experiment.hpp"

namespace acgd::experiments {

/// What users think of items.
struct RatedItems {
  Index users = 0;
  Index items = 0;
  std::vector<Observation> ratings = {};
  std::string source = {};  ///< for Prepared::data
  bool is_real = false;
};

/// MovieLens 100K, 943 x 1682 with 100000 ratings, or its twin; a smaller twin when quick and the
/// real one is absent.
RatedItems movielens(const Settings& settings);

/// Different entries of a matrix, as ratings 1 .. 5: a mean, a bias for each user and item, tastes
/// of low rank, and noise. A few users and items have many, most have few.
RatedItems movielens_twin(Index users, Index items, Index ratings, std::uint64_t seed);
/// The same with the sizes of MovieLens 100K.
RatedItems movielens_twin(std::uint64_t seed);

}  // namespace acgd::experiments
