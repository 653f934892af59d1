#include "acgd/oracle/segment.hpp"

#include <algorithm>

namespace acgd {

Segment::Segment(Index dimension, double length) : dimension_(dimension), length_(length) {
  validate(Parameters{.length = length});
}

void Segment::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const double t = gradient.dense().sum() < 0 ? length_ : 0;
  lmo.atom.become_dense(dimension_).setConstant(t);
}

Violation Segment::violation(ConstVectorRef x) const {
  const double t = std::clamp(x.mean(), 0.0, length_);
  const double distance = (x.array() - t).abs().maxCoeff();
  if (distance == 0) return {};
  return {distance, "x is off the segment"};
}

}  // namespace acgd
