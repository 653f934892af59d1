#pragma once

#include <span>
#include <vector>

#include "acgd/objective/loss.hpp"
#include "objective/map_images.hpp"

namespace acgd {

/// Gram matrix <A a_i, D A a_j> of the images of atoms, where D = M'M couples the predictions of a
/// sample: products of the vectors M A a_i. The bits of an entry depend on its two atoms and D
/// alone.
class CoupledGram {
 public:
  /// h(i, j) = h(j, i) for every j >= known and every i; d: Loss::second_derivative().
  void compute(std::span<const Term> terms, Index known, const Loss& loss, const Vector& d,
               MapImages& images, Matrix& h);

  /// Cost of compute(), in bytes read from memory in the same time.
  static double cost(std::span<const Term> terms, Index known, const LinearMap& map);

 private:
  std::vector<double> panel_;
};

}  // namespace acgd
