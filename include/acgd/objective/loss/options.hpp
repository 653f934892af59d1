#pragma once

#include <optional>

#include "acgd/core/description.hpp"
#include "acgd/core/vector.hpp"

namespace acgd {

/// How the samples of a loss are added up.
enum class Scaling {
  automatic,  ///< as the loss has it by default
  sum,        ///< sum of weight_i * phi_i(z_i)
  mean,       ///< that sum divided by the sum of the weights
};

struct LossOptions {
  Scaling scaling = Scaling::automatic;
  /// One per sample, finite and >= 0, at least one positive; empty: each is 1. A sample of weight 0
  /// is as good as absent, one of weight 2 is as good as there twice.
  Vector weights = {};
  /// What a mean divides by; absent: the sum of the weights. Of a loss that is one shard of several,
  /// the sum of the weights of all.
  std::optional<double> total = {};

  Description describe() {
    return {{"scaling", Word(scaling, {"automatic", "sum", "mean"}),
             "whether the samples are summed up or averaged, automatic as in the formula"}};
  }
};

/// Where Huber's loss turns from a parabola into a line.
inline Parameter rho_parameter(double& rho) {
  return {"rho", rho, range::positive, "where the parabola of Huber's loss ends"};
}

}  // namespace acgd
