#pragma once

#include <functional>
#include <memory>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "acgd/objective/loss.hpp"
#include "acgd/objective/losses.hpp"

namespace acgd {

/// A loss with its reference: the formula for one sample in extended precision.
struct LossCase {
  std::string label;
  std::function<std::unique_ptr<Loss>(Vector samples, LossOptions options)> make;
  /// draws a valid target, label or count
  std::function<double(std::mt19937_64&)> draw;
  /// phi_i(z) and phi_i'(z), where y is the sample's target, label or count
  std::function<long double(long double z, long double y)> value;
  std::function<long double(long double z, long double y)> derivative;
  /// where phi_i'' jumps
  std::function<std::vector<long double>(long double y)> kinks;
  Scaling default_scaling;
  double largest_z;  ///< beyond it the value is not finite
};

void PrintTo(const LossCase& loss, std::ostream* out);

const std::vector<LossCase>& every_loss();

/// phi_i(z + move) - phi_i(z) as the integral of phi_i', which is accurate for any short move.
long double exact_change(const LossCase& loss, long double z, long double y, long double move);

}  // namespace acgd
