#pragma once

#include <cstdint>
#include <string>

#include "acgd/core/vector.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/parallel/shards.hpp"
#include "linalg/clones.hpp"
#include "linalg/kernels.hpp"

namespace acgd {

/// The values themselves; throws InvalidInput naming the first that is not finite.
Vector checked_finite(const std::string& argument, Vector values);

/// The values themselves; throws InvalidInput naming the first that is negative or not finite.
Vector checked_non_negative(const std::string& argument, Vector values);

/// The labels themselves; throws InvalidInput naming the first that is neither -1 nor +1.
Vector checked_signs(const std::string& argument, Vector labels);

/// Throws InvalidInput if squares of numbers up to `largest` in size underflow or overflow: then f
/// is 0 or infinite in double precision, whatever x is.
void require_squares(const std::string& argument, double largest);

/// Samples that are worked on together: a buffer of them stays in the first-level cache.
inline constexpr Index sample_block = 64;

/// Adds numbers as if in twice the precision: the rounding errors are added up beside the sum.
class CompensatedSum {
 public:
  ACGD_INLINE void add(double x) {
    const double next = sum_ + x;
    const double added = next - sum_;
    error_ += (sum_ - (next - added)) + (x - added);
    sum_ = next;
  }
  /// An infinite sum has no rounding error to speak of.
  ACGD_INLINE double total() const { return sum_ - sum_ == 0 ? sum_ + error_ : sum_; }

 private:
  double sum_ = 0;
  double error_ = 0;
};

/// buffer[0] + ... + buffer[sample_block - 1] in pairs, pairs of pairs, ...; overwrites them.
ACGD_INLINE double pairwise_sum(double* buffer) {
  for (Index j = 0; j < 32; ++j) buffer[j] += buffer[j + 32];
  for (Index j = 0; j < 16; ++j) buffer[j] += buffer[j + 16];
  for (Index j = 0; j < 8; ++j) buffer[j] += buffer[j + 8];
  for (Index j = 0; j < 4; ++j) buffer[j] += buffer[j + 4];
  return (buffer[0] + buffer[2]) + (buffer[1] + buffer[3]);
}

/// x[j] *= weights[j], where a weight of 0 makes 0 of infinity and NaN too.
ACGD_INLINE void apply_weights(const double* weights, double* x, Index count) {
  for (Index j = 0; j < count; ++j) x[j] = weights[j] == 0 ? 0 : weights[j] * x[j];
}

/// scale * sum over i of weight_i * term_i, where fill_block(start, count, buffer) writes the terms
/// of a block: pairwise inside a block, compensated from block to block, always in the same order.
/// The error is a few ulp of the sum of the absolute terms.
template <class FillBlock>
ACGD_INLINE double sum_blocks(SampleWeights samples, FillBlock fill_block) {
  alignas(64) double buffer[sample_block];
  CompensatedSum sum;
  for (Index start = 0; start < samples.size; start += sample_block) {
    const Index left = samples.size - start;
    const Index count = left < sample_block ? left : sample_block;
    fill_block(start, count, buffer);
    if (samples.weights != nullptr) apply_weights(samples.weights + start, buffer, count);
    for (Index j = count; j < sample_block; ++j) buffer[j] = 0;
    sum.add(pairwise_sum(buffer));
  }
  return samples.scale * sum.total();
}

/// scale * sum over i of weight_i * term(i)
template <class Term>
ACGD_INLINE double sum_over(SampleWeights samples, Term term) {
  return sum_blocks(samples, [=](Index start, Index count, double* buffer) ACGD_INLINE_LAMBDA {
    for (Index j = 0; j < count; ++j) buffer[j] = term(start + j);
  });
}

/// scale * sum over i of weight_i * terms(i), a Derivatives, summed as above
template <class Terms>
ACGD_INLINE Derivatives sum_derivatives(SampleWeights samples, Terms terms) {
  alignas(64) double slopes[sample_block], curvatures[sample_block];
  CompensatedSum slope, curvature;
  for (Index start = 0; start < samples.size; start += sample_block) {
    const Index left = samples.size - start;
    const Index count = left < sample_block ? left : sample_block;
    for (Index j = 0; j < count; ++j) {
      const Derivatives term = terms(start + j);
      slopes[j] = term.slope;
      curvatures[j] = term.curvature;
    }
    if (samples.weights != nullptr) {
      apply_weights(samples.weights + start, slopes, count);
      apply_weights(samples.weights + start, curvatures, count);
    }
    for (Index j = count; j < sample_block; ++j) slopes[j] = curvatures[j] = 0;
    slope.add(pairwise_sum(slopes));
    curvature.add(pairwise_sum(curvatures));
  }
  return {samples.scale * slope.total(), samples.scale * curvature.total()};
}

/// Whether |t w_j| <= limit for each j.
ACGD_INLINE bool all_short(const double* w, double t, Index count, double limit) {
  std::int64_t longer = 0;
  for (Index j = 0; j < count; ++j) longer += !(__builtin_fabs(t * w[j]) <= limit);
  return longer == 0;
}

/// r_i = scale * weight_i * term(i)
template <class Term>
ACGD_INLINE void fill(SampleWeights samples, double* __restrict r, Term term) {
  for (Index start = 0; start < samples.size; start += sample_block) {
    const Index left = samples.size - start;
    const Index count = left < sample_block ? left : sample_block;
    for (Index j = 0; j < count; ++j) r[start + j] = samples.scale * term(start + j);
    if (samples.weights != nullptr) apply_weights(samples.weights + start, r + start, count);
  }
}

/// Whether a vector with an entry for each sample is given, on all ranks.
inline bool are_given(const Shards* shards, std::string_view name, const Vector& values) {
  return shards != nullptr ? shards->are_given(name, values) : values.size() != 0;
}

/// <a, b> over samples, those of other ranks included; without shards there are no others.
inline double dot(const Shards* shards, ConstVectorRef a, ConstVectorRef b) {
  return shards != nullptr ? shards->dot(a, b) : kernels::dot(a.data(), b.data(), a.size());
}

/// sum |a_i b_i|
inline double absolute_dot(const Shards* shards, ConstVectorRef a, ConstVectorRef b) {
  return shards != nullptr ? shards->absolute_dot(a, b)
                           : kernels::absolute_dot(a.data(), b.data(), a.size());
}

/// sum a_i
inline double sum(const Shards* shards, ConstVectorRef a) {
  if (shards == nullptr) return kernels::sum(a.data(), a.size());
  return shards->sum(
      [&](Shards::Range range) { return kernels::sum(a.data() + range.first, range.size()); });
}

/// max |a_i|
inline double largest(const Shards* shards, ConstVectorRef a) {
  if (shards == nullptr) return a.lpNorm<Eigen::Infinity>();
  return shards->largest([&](Shards::Range range) {
    return a.segment(range.first, range.size()).lpNorm<Eigen::Infinity>();
  });
}

}  // namespace acgd
