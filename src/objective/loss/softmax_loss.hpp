#pragma once

#include <cmath>
#include <vector>

#include "linalg/lanes.hpp"
#include "objective/loss.hpp"

namespace acgd {

// Predictions are taken relative to the class c of the sample: with q_k = z_k - z_c the loss is
// log(sum of e^q_k), q_c = 0, which is accurate where it is small.

/// Predictions z + t w of all samples, one class after the other; z alone if w is null.
struct SoftmaxSamples {
  const double* z;
  const double* w;
  double t;
  Index size;         ///< number of samples
  Index classes;      ///< number of classes
  const Index* owns;  ///< the class of each sample
};

/// Up to sample_block samples with the probabilities of their classes:
/// p_k = e_k / sum.
struct SoftmaxBlock {
  const SoftmaxSamples& all;
  Index start, count;
  double* e;                   ///< e^(z_k - top), sample_block entries for each class
  double own[sample_block];    ///< z_c
  double top[sample_block];    ///< the largest prediction
  double sum[sample_block];    ///< of e
  double value[sample_block];  ///< the loss

  ACGD_INLINE Index class_of(Index j) const { return all.owns[start + j]; }
  ACGD_INLINE Index place(Index k, Index j) const { return k * all.size + start + j; }
  ACGD_INLINE double at(Index k, Index j) const {
    const Index i = place(k, j);
    return all.w == nullptr ? all.z[i] : all.z[i] + all.t * all.w[i];
  }
  ACGD_INLINE double own_w(Index j) const { return all.w[place(class_of(j), j)]; }
};

ACGD_INLINE void find_odds(SoftmaxBlock& block) {
  for (Index j = 0; j < block.count; ++j) {
    block.own[j] = block.top[j] = block.at(block.class_of(j), j);
    block.sum[j] = 0;
  }
  for (Index k = 0; k < block.all.classes; ++k) {
    for (Index j = 0; j < block.count; ++j) {
      block.top[j] = lane::at_least(block.at(k, j), block.top[j]);
    }
  }
  // The term of the sample's own class is added last, by log1p, since it may dominate the sum.
  for (Index k = 0; k < block.all.classes; ++k) {
    double* e = block.e + k * sample_block;
    for (Index j = 0; j < block.count; ++j) {
      e[j] = lane::exp_or_zero(block.at(k, j) - block.top[j]).value;
      block.sum[j] += block.class_of(j) == k ? 0 : e[j];
    }
  }
  for (Index j = 0; j < block.count; ++j) {
    const double lead = block.top[j] - block.own[j];
    const lane::Exponential own = lane::exp_or_zero(-lead);
    block.value[j] = lead + std::log1p(block.sum[j] + own.minus_one);
    block.sum[j] += own.value;
  }
}

/// mean[j] = sum over k of p_k (w_k - w_c)
ACGD_INLINE void find_means(const SoftmaxBlock& block, double* mean) {
  for (Index j = 0; j < block.count; ++j) mean[j] = 0;
  for (Index k = 0; k < block.all.classes; ++k) {
    const double* e = block.e + k * sample_block;
    for (Index j = 0; j < block.count; ++j) {
      mean[j] += e[j] * (block.all.w[block.place(k, j)] - block.own_w(j));
    }
  }
  for (Index j = 0; j < block.count; ++j) mean[j] /= block.sum[j];
}

/// variance[j] = sum over k of p_k (w_k - mean of w)^2, where mean is that of w_k - w_c
ACGD_INLINE void find_variances(const SoftmaxBlock& block, const double* mean, double* variance) {
  for (Index j = 0; j < block.count; ++j) variance[j] = 0;
  for (Index k = 0; k < block.all.classes; ++k) {
    const double* e = block.e + k * sample_block;
    for (Index j = 0; j < block.count; ++j) {
      const double away = (block.all.w[block.place(k, j)] - block.own_w(j)) - mean[j];
      variance[j] += e[j] * away * away;
    }
  }
  for (Index j = 0; j < block.count; ++j) variance[j] /= block.sum[j];
}

/// Buffer for the e of a block: thread-local, since runs may share the loss, and reused, so that
/// iterations do not allocate.
inline double* softmax_scratch(Index classes) {
  thread_local std::vector<double> scratch;
  scratch.resize(static_cast<std::size_t>(classes * sample_block));
  return scratch.data();
}

}  // namespace acgd
