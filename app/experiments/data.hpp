#pragma once

#include <Eigen/SparseCore>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/matrix_completion.hpp"
#include "app/experiments/experiment.hpp"

namespace acgd::experiments {

/// The folder that the environment variable ACGD_DATA names; nothing where it is not set.
std::optional<std::filesystem::path> data_from_environment();

/// All that data_file() is asked for.
const std::vector<std::string>& data_file_names();

/// A file of the real data, unless the settings ask for twins: in the folder they name, else in
/// $ACGD_DATA. Nothing where it is absent. Throws InvalidInput if the settings name a folder that
/// does not exist.
std::optional<std::filesystem::path> data_file(const Settings& settings, const std::string& name);

/// Samples, a row each, with labels -1 and +1.
struct Classification {
  SparseMatrix samples;
  Vector labels;
  std::string source;  ///< for Prepared::data
  bool is_real = false;

  /// 0 and 1 instead
  Vector classes() const { return 0.5 * (labels.array() + 1); }
};

/// LIBSVM's a1a, 1605 x 123, or its twin.
Classification a1a(const Settings& settings);

/// A census of the same shape as a1a: 14 questions with 123 possible answers in all, one entry 1
/// for each answer given (13.86 a row on average), labels from a logistic model in which 40 % of
/// the answers matter, a quarter of them positive.
Classification a1a_twin(std::uint64_t seed);

/// 30956 more people of the same census, as many as a1a.t has: other draws, the same model.
Classification a1a_test_twin(std::uint64_t seed);

/// ||A||^2 / (4 rows): the Lipschitz constant of logistic regression. The paper's short step takes
/// twice that for the sigmoid error.
double classification_lipschitz(const LinearMap& samples);

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
