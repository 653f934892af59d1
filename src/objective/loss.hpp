#pragma once

#include <cstdint>
#include <string>

#include "acgd/core/vector.hpp"
#include "acgd/objective/losses.hpp"
#include "linalg/clones.hpp"
#include "linalg/kernels.hpp"

namespace acgd {

// Exact changes: Loss::change() computes phi(z + t w) - phi(z) without subtracting two values,
// whose rounding error would hide the decrease of short steps.
//  1. Per sample, with move = t w_i, the difference is rewritten so that no terms cancel:
//       squared, hinge   b^2 - a^2 = (b - a) (b + a), with b - a = move
//       Huber            mean slope times the part of the move inside [-rho, rho], +-rho outside
//       logistic         log1p(p (e^move - 1)), or 2 atanh(...) for long moves
//       sigmoid          sigmoid(b) - sigmoid(a) = sigmoid(b) sigmoid(-a) (1 - e^-move)
//       Poisson          phi' move + e^z (e^move - 1 - move)
//       negative log     -log1p(move / z)
//       softmax          log1p(sum of p_k (e^a_k - 1)), a_k the move of z_k - z_c, c the class
//       Beckmann         v^(p+1) - u^(p+1) = (v - u) (v^p + v^(p-1) u + ... + u^p)
//  2. Logistic, sigmoid and softmax have a shorter formula for blocks with short moves only.
//  3. Samples are summed pairwise in blocks of 64; block sums are added with compensation (Sum2 of
//     Ogita, Rump and Oishi 2005; Higham 2002, Accuracy and Stability of Numerical Algorithms).

/// Returns the values; throws InvalidInput naming the first that is not finite.
Vector checked_finite(const std::string& argument, Vector values);

/// Returns the values; throws InvalidInput naming the first that is negative or not finite.
Vector checked_non_negative(const std::string& argument, Vector values);

/// Returns the labels; throws InvalidInput naming the first that is neither -1 nor +1.
Vector checked_signs(const std::string& argument, Vector labels);

/// Throws InvalidInput if squares of numbers up to `largest` in absolute value underflow or
/// overflow: f would then be 0 or infinite for every x.
void require_squares(const std::string& argument, double largest);

/// Number of samples per block: a buffer of this size stays in the first-level cache.
inline constexpr Index sample_block = 64;

/// Compensated summation: the rounding errors are summed separately and added at the end.
class CompensatedSum {
 public:
  ACGD_INLINE void add(double x) {
    const double next = sum_ + x;
    const double added = next - sum_;
    error_ += (sum_ - (next - added)) + (x - added);
    sum_ = next;
  }
  /// The error of an infinite sum is NaN and is left out.
  ACGD_INLINE double total() const { return sum_ - sum_ == 0 ? sum_ + error_ : sum_; }

 private:
  double sum_ = 0;
  double error_ = 0;
};

/// Pairwise sum of buffer[0], ..., buffer[sample_block - 1], which are overwritten.
ACGD_INLINE double pairwise_sum(double* buffer) {
  for (Index j = 0; j < 32; ++j) buffer[j] += buffer[j + 32];
  for (Index j = 0; j < 16; ++j) buffer[j] += buffer[j + 16];
  for (Index j = 0; j < 8; ++j) buffer[j] += buffer[j + 8];
  for (Index j = 0; j < 4; ++j) buffer[j] += buffer[j + 4];
  return (buffer[0] + buffer[2]) + (buffer[1] + buffer[3]);
}

/// x[j] *= weights[j]; the result is 0 if weights[j] is 0, even for infinite x[j] or NaN.
ACGD_INLINE void apply_weights(const double* weights, double* x, Index count) {
  for (Index j = 0; j < count; ++j) x[j] = weights[j] == 0 ? 0 : weights[j] * x[j];
}

/// scale * sum over i of weight_i * term_i, where fill_block(start, count, buffer) writes the terms
/// of a block. The order of summation is fixed: pairwise inside a block, compensated over blocks.
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

/// scale * sum over i of weight_i * terms(i) for slope and curvature, summed as by sum_blocks()
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

}  // namespace acgd
