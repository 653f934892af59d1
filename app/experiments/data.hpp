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

/// The folder in the environment variable ACGD_DATA, if it is set.
std::optional<std::filesystem::path> data_from_environment();

/// All files that the experiments can read.
const std::vector<std::string>& data_file_names();

/// Path of a file of the real data in settings.data, else in $ACGD_DATA. Empty if the file is
/// absent or the settings request synthetic data. Throws InvalidInput if settings.data is not a
/// folder.
std::optional<std::filesystem::path> data_file(const Settings& settings, const std::string& name);

/// Samples (one per row) with labels -1 and +1.
struct Classification {
  SparseMatrix samples;
  Vector labels;
  std::string source;  ///< for Prepared::data
  bool is_real = false;

  /// The labels as 0 and 1.
  Vector classes() const { return 0.5 * (labels.array() + 1); }
};

/// LIBSVM's a1a, 1605 x 123, or its synthetic stand-in.
Classification a1a(const Settings& settings);

/// Synthetic stand-in for a1a: 14 questions with 123 possible answers in total, an entry 1 for each
/// given answer (13.86 per row on average), labels from a logistic model with 40 % non-zero
/// coefficients; a quarter of the labels is positive.
Classification synthetic_a1a(std::uint64_t seed);

/// 30956 further samples of the same model, as many as a1a.t has.
Classification synthetic_a1a_test(std::uint64_t seed);

/// ||A||^2 / (4 rows): the Lipschitz constant of logistic regression. The paper's short step uses
/// twice this value for the sigmoid error.
double classification_lipschitz(const LinearMap& samples);

/// Ratings of items by users.
struct RatedItems {
  Index users = 0;
  Index items = 0;
  std::vector<Observation> ratings = {};
  std::string source = {};  ///< for Prepared::data
  bool is_real = false;
};

/// MovieLens 100K, 943 x 1682 with 100000 ratings, or its synthetic stand-in, which is smaller with
/// settings.quick.
RatedItems movielens(const Settings& settings);

/// Synthetic ratings 1 .. 5 at distinct entries: mean + user bias + item bias + low-rank term +
/// noise. The numbers of ratings per user and per item are log-normal.
RatedItems synthetic_movielens(Index users, Index items, Index ratings, std::uint64_t seed);
/// The same with the size of MovieLens 100K.
RatedItems synthetic_movielens(std::uint64_t seed);

}  // namespace acgd::experiments
