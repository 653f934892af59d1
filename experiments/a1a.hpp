#pragma once

#include <Eigen/SparseCore>
#include <string>

#include "acgd/core/vector.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "experiments/experiment.hpp"

namespace acgd::experiments {

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

}  // namespace acgd::experiments
