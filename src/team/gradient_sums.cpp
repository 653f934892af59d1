#include "team/gradient_sums.hpp"

#include <cmath>

#include "team/entries.hpp"

namespace acgd {
namespace {

// Sums of expressions, as below, run in the same order wherever a segment begins in memory; that of
// a bare segment would not.
template <class Term>
double sum_segments(const Gradient& gradient, const Term& term) {
  return sum_entries(gradient, [&](Shards::Range range) {
    return term(gradient.entries().segment(range.first, range.size()));
  });
}

}  // namespace

bool is_finite(const Gradient& gradient) {
  return sum_segments(gradient,
                      [](const auto& entries) { return entries.allFinite() ? 0.0 : 1.0; }) == 0;
}

double absolute_sum(const Gradient& gradient) {
  return sum_segments(gradient, [](const auto& entries) { return entries.cwiseAbs().sum(); });
}

double length_of(const Gradient& gradient) {
  return std::sqrt(
      sum_segments(gradient, [](const auto& entries) { return entries.cwiseAbs2().sum(); }));
}

double stable_length_of(const Gradient& gradient) {
  const Vector& entries = gradient.entries();
  if (gradient.shards() == nullptr) return entries.stableNorm();
  const double largest = gradient.shards()->largest([&](Shards::Range range) {
    return entries.segment(range.first, range.size()).lpNorm<Eigen::Infinity>();
  });
  if (largest == 0) return 0;
  return largest * std::sqrt(sum_segments(gradient, [largest](const auto& segment) {
           return (segment / largest).cwiseAbs2().sum();
         }));
}

}  // namespace acgd
