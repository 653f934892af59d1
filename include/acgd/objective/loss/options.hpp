#pragma once

#include <optional>

#include "acgd/core/vector.hpp"

namespace acgd {

/// How the samples of a loss are added up.
enum class Scaling {
  sum,   ///< sum of weight_i * phi_i(z_i)
  mean,  ///< that sum divided by the sum of the weights
};

struct LossOptions {
  std::optional<Scaling> scaling = {};  ///< nothing: the default named at the loss
  /// One per sample, finite and >= 0, at least one positive; empty: each is 1. A sample of weight 0
  /// is as good as absent, one of weight 2 is as good as there twice.
  Vector weights = {};
};

}  // namespace acgd
