#include "acgd/core/gradient.hpp"

#include <utility>

#include "acgd/core/error.hpp"

namespace acgd {

Gradient::Gradient(std::shared_ptr<const SparsityPattern> pattern)
    : size_(pattern->rows * pattern->cols),
      entries_(Vector::Zero(static_cast<Index>(pattern->row_indices.size()))),
      pattern_(std::move(pattern)) {}

Gradient::Gradient(std::shared_ptr<const SparsityPattern> pattern,
                   std::shared_ptr<const Reduction> reduction)
    : Gradient(std::move(pattern)) {
  reduction_ = std::move(reduction);
}

const Vector& Gradient::dense() const {
  if (!is_dense()) {
    throw InvalidInput("gradient",
                       "this set needs a dense one, and the objective gives a sparse one");
  }
  return entries_;
}

}  // namespace acgd
