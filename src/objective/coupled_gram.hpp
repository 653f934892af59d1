#pragma once

#include <span>
#include <vector>

#include "acgd/objective/loss.hpp"
#include "objective/map_images.hpp"

namespace acgd {

/// The products <A a_i, D A a_j> of atoms with each other, where D = M'M couples the predictions of
/// a sample: products of the vectors M A a_i. An entry's bits depend on its two atoms and D alone.
class CoupledGram {
 public:
  /// h(i, j) = h(j, i) for every j >= known and every i; d: Loss::second_derivative().
  void compute(std::span<const Term> terms, Index known, const Loss& loss, const Vector& d,
               MapImages& images, Matrix& h);

  /// What compute() takes, in bytes that could be read meanwhile.
  static double cost(std::span<const Term> terms, Index known, const LinearMap& map);

 private:
  std::vector<double> panel_;
};

}  // namespace acgd
