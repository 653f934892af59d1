#include "objective/sum_curvature.hpp"

#include <algorithm>

namespace acgd {

void SumCurvature::take(std::span<const Part> parts) {
  parts_.assign(parts.begin(), parts.end());
  image_size_ = 0;
  for (const Part& part : parts_) image_size_ += part.curvature->image_size();
}

bool SumCurvature::is_constant() const {
  return std::ranges::all_of(parts_,
                             [](const Part& part) { return part.curvature->is_constant(); });
}

void SumCurvature::refresh() {
  for (const Part& part : parts_) part.curvature->refresh();
}

const Vector* SumCurvature::diagonal() {
  bool is_first = true;
  for (const Part& part : parts_) {
    const Vector* one = part.curvature->diagonal();
    if (one == nullptr) return nullptr;
    if (is_first) {
      diagonal_ = part.weight * *one;
    } else {
      diagonal_ += part.weight * *one;
    }
    is_first = false;
  }
  return &diagonal_;
}

void SumCurvature::add_image(const Term& term, double weight, VectorRef image) {
  Index first = 0;
  for (const Part& part : parts_) {
    const Index size = part.curvature->image_size();
    part.curvature->add_image(term, weight, image.segment(first, size));
    first += size;
  }
}

double SumCurvature::product(const Term& term, ConstVectorRef image) {
  double sum = 0;
  Index first = 0;
  for (const Part& part : parts_) {
    const Index size = part.curvature->image_size();
    sum += part.weight * part.curvature->product(term, image.segment(first, size));
    first += size;
  }
  return sum;
}

void SumCurvature::gram(std::span<const Term> terms, Index known, Matrix& h) {
  const auto count = static_cast<Index>(terms.size());
  if (of_part_.rows() < count) of_part_.resize(h.rows(), h.cols());
  bool is_first = true;
  for (const Part& part : parts_) {
    part.curvature->gram(terms, known, of_part_);
    for (Index j = known; j < count; ++j) {
      for (Index i = 0; i <= j; ++i) {
        h(i, j) = (is_first ? 0 : h(i, j)) + part.weight * of_part_(i, j);
        h(j, i) = h(i, j);
      }
    }
    is_first = false;
  }
}

/// That of the part whose is the dearest: how their gradients compare is not known.
double SumCurvature::gram_cost(std::span<const Term> terms, Index known) const {
  double cost = 0;
  for (const Part& part : parts_) {
    if (!part.is_light) cost = std::max(cost, part.curvature->gram_cost(terms, known));
  }
  return cost;
}

}  // namespace acgd
