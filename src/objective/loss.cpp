#include "acgd/objective/loss.hpp"

#include <cmath>

namespace acgd {

void Loss::multiply_second(ConstVectorRef d, ConstVectorRef w, VectorRef y) const {
  y = d.cwiseMax(0).cwiseProduct(w);
}

void Loss::multiply_root(ConstVectorRef d, const double* w, Index first, Index last,
                         double* y) const {
  for (Index i = first; i < last; ++i) *y++ = d[i] > 0 ? std::sqrt(d[i]) * w[i] : 0;
}

}  // namespace acgd
