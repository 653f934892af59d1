#include "objective/loss/softmax_loss.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "acgd/core/error.hpp"
#include "acgd/objective/losses.hpp"
#include "core/compose.hpp"

namespace acgd {

namespace {

std::vector<Index> checked_classes(const Vector& classes, Index class_count) {
  require_at_least("class_count", class_count, 2);
  std::vector<Index> result;
  for (Index i = 0; i < classes.size(); ++i) {
    const double c = classes[i];
    if (!(c >= 0 && c < static_cast<double>(class_count) && c == std::floor(c))) {
      throw InvalidInput({"classes", i}, c,
                         compose("must be one of 0, 1, ..., {}", class_count - 1));
    }
    result.push_back(static_cast<Index>(c));
  }
  return result;
}

/// visit(block) for all samples.
template <class Visit>
ACGD_INLINE void for_each_block(const SoftmaxSamples& all, double* scratch, const Visit& visit) {
  for (Index start = 0; start < all.size; start += sample_block) {
    const Index left = all.size - start;
    SoftmaxBlock block{all, start, left < sample_block ? left : sample_block, scratch, {}, {},
                       {},  {}};
    visit(block);
  }
}

/// scale * sum over samples of weight_i * term_i; find(block, terms) computes those of a block.
template <class Find>
ACGD_INLINE double sum_terms(SampleWeights samples, const SoftmaxSamples& all, double* scratch,
                             const Find& find) {
  return sum_blocks(samples, [&](Index start, Index count, double* terms) ACGD_INLINE_LAMBDA {
    SoftmaxBlock block{all, start, count, scratch, {}, {}, {}, {}};
    find(block, terms);
  });
}

/// scale * weight_i
ACGD_INLINE double factor_of(const SampleWeights& samples, Index i) {
  return samples.weights == nullptr ? samples.scale : samples.scale * samples.weights[i];
}

ACGD_CLONES double sum_values(SampleWeights samples, const SoftmaxSamples& all, double* scratch) {
  return sum_terms(samples, all, scratch,
                   [](SoftmaxBlock& block, double* terms) ACGD_INLINE_LAMBDA {
                     find_odds(block);
                     for (Index j = 0; j < block.count; ++j) terms[j] = block.value[j];
                   });
}

/// out = factor p for every class; with `derivative`, factor (p - 1) for the class of the sample.
ACGD_CLONES void fill_probabilities(SampleWeights samples, const SoftmaxSamples& all,
                                    double* scratch, bool derivative, double* out) {
  for_each_block(all, scratch, [&](SoftmaxBlock& block) ACGD_INLINE_LAMBDA {
    find_odds(block);
    double others[sample_block];
    for (Index j = 0; j < block.count; ++j) {
      others[j] = 0;
      block.sum[j] = factor_of(samples, block.start + j) / block.sum[j];
    }
    for (Index k = 0; k < all.classes; ++k) {
      for (Index j = 0; j < block.count; ++j) {
        const double p = block.sum[j] * block.e[k * sample_block + j];
        others[j] += block.class_of(j) == k ? 0 : p;
        out[block.place(k, j)] = p;
      }
    }
    if (!derivative) return;
    for (Index j = 0; j < block.count; ++j) out[block.place(block.class_of(j), j)] = -others[j];
  });
}

/// The change for sample j, for moves of any length: log(sum of p_k e^a_k), a_k = t (w_k - w_c).
/// `block` contains the exponentials at z.
double long_change(const SoftmaxBlock& block, Index j, const double* w, double t) {
  const Index own = block.class_of(j);
  const double own_move = t * w[block.place(own, j)];
  double top = 0, sum = 0;  // of q_k + a_k; of p_k (e^a_k - 1)
  for (Index k = 0; k < block.all.classes; ++k) {
    if (k == own) continue;
    const Index i = block.place(k, j);
    const double q = block.all.z[i] - block.own[j], a = t * w[i] - own_move;
    const double log_p = q - block.value[j];
    sum +=
        std::abs(a) <= 1 ? std::exp(log_p) * std::expm1(a) : std::exp(log_p + a) - std::exp(log_p);
    top = std::max(top, q + a);
  }
  if (sum > -0.5 && std::isfinite(sum)) return std::log1p(sum);
  double after = std::expm1(-top);
  for (Index k = 0; k < block.all.classes; ++k) {
    if (k == own) continue;
    const Index i = block.place(k, j);
    after += std::exp(((block.all.z[i] - block.own[j]) + (t * w[i] - own_move)) - top);
  }
  return top + std::log1p(after) - block.value[j];
}

/// The change for a block with short moves: log1p(sum of p_k (e^a_k - 1)), p_k = r_k / factor.
/// Returns the longest move; the terms are valid only if that is short.
ACGD_INLINE double short_changes(const SampleWeights& samples, const SoftmaxBlock& block,
                                 const double* r, const double* w, double t, double* terms) {
  double own_move[sample_block], unfactor[sample_block];
  double longest = 0;
  for (Index j = 0; j < block.count; ++j) {
    own_move[j] = t * w[block.place(block.class_of(j), j)];
    unfactor[j] = 1 / factor_of(samples, block.start + j);
    terms[j] = 0;
  }
  for (Index k = 0; k < block.all.classes; ++k) {
    for (Index j = 0; j < block.count; ++j) {
      const Index i = block.place(k, j);
      const double a = t * w[i] - own_move[j];
      longest = lane::at_least(lane::absolute(a), longest);
      terms[j] += block.class_of(j) == k ? 0 : r[i] * unfactor[j] * lane::short_expm1(a);
    }
  }
  for (Index j = 0; j < block.count; ++j) {
    const double s = terms[j] / (2 + terms[j]);
    terms[j] = __builtin_copysign(lane::twice_atanh(lane::absolute(s)), s);
  }
  return longest;
}

ACGD_CLONES double sum_changes(SampleWeights samples, const SoftmaxSamples& all, double* scratch,
                               const double* r, const double* w, double t) {
  return sum_terms(samples, all, scratch,
                   [=](SoftmaxBlock& block, double* terms) ACGD_INLINE_LAMBDA {
                     if (short_changes(samples, block, r, w, t, terms) <= lane::kShortExponent) {
                       return;
                     }
                     find_odds(block);
                     for (Index j = 0; j < block.count; ++j) {
                       terms[j] = long_change(block, j, w, t);
                     }
                   });
}

ACGD_CLONES double sum_slopes(SampleWeights samples, const SoftmaxSamples& all, double* scratch) {
  return sum_terms(samples, all, scratch,
                   [](SoftmaxBlock& block, double* terms) ACGD_INLINE_LAMBDA {
                     find_odds(block);
                     find_means(block, terms);
                   });
}

/// The slope is the mean of w_k - w_c under p, the curvature the variance of w.
ACGD_CLONES Derivatives sum_of_curvatures(SampleWeights samples, const SoftmaxSamples& all,
                                          double* scratch) {
  CompensatedSum slopes;
  const double curvature =
      sum_terms(samples, all, scratch, [&](SoftmaxBlock& block, double* terms) ACGD_INLINE_LAMBDA {
        double means[sample_block] = {};
        find_odds(block);
        find_means(block, means);
        find_variances(block, means, terms);
        if (samples.weights != nullptr)
          apply_weights(samples.weights + block.start, means, block.count);
        slopes.add(pairwise_sum(means));
      });
  return {samples.scale * slopes.total(), curvature};
}

/// Output range: predictions of the samples [first, last), one class after the other.
struct Piece {
  Index first, last;
  double* y;

  ACGD_INLINE double* row(Index k, Index i) const { return y + k * (last - first) + (i - first); }
};

/// y_k = factor(d_k) (w_k - mean of w), where the mean is weighted by d.
template <class Factor>
ACGD_INLINE void subtract_means(const double* d, const double* w, Index classes, Index size,
                                const Piece& piece, Factor factor) {
  double total[sample_block], mean[sample_block];
  for (Index start = piece.first; start < piece.last; start += sample_block) {
    const Index left = piece.last - start, count = left < sample_block ? left : sample_block;
    for (Index j = 0; j < count; ++j) total[j] = mean[j] = 0;
    for (Index k = 0; k < classes; ++k) {
      const double *dk = d + k * size + start, *wk = w + k * size + start;
      for (Index j = 0; j < count; ++j) {
        total[j] += dk[j];
        mean[j] += dk[j] * wk[j];
      }
    }
    for (Index j = 0; j < count; ++j) mean[j] = total[j] > 0 ? mean[j] / total[j] : 0;
    for (Index k = 0; k < classes; ++k) {
      const double *dk = d + k * size + start, *wk = w + k * size + start;
      double* yk = piece.row(k, start);
      for (Index j = 0; j < count; ++j) yk[j] = factor(dk[j]) * (wk[j] - mean[j]);
    }
  }
}

ACGD_CLONES void multiply_by_second(const double* d, const double* w, Index classes, Index size,
                                    const Piece& piece) {
  subtract_means(d, w, classes, size, piece, [](double p) ACGD_INLINE_LAMBDA { return p; });
}

ACGD_CLONES void multiply_by_root(const double* d, const double* w, Index classes, Index size,
                                  const Piece& piece) {
  subtract_means(d, w, classes, size, piece,
                 [](double p) ACGD_INLINE_LAMBDA { return __builtin_sqrt(p); });
}

}  // namespace

SoftmaxLoss::SoftmaxLoss(const Vector& classes, Index class_count, LossOptions options)
    : WeightedLoss(classes.size(), std::move(options), Scaling::mean),
      classes_(checked_classes(classes, class_count)),
      class_count_(class_count) {}

SoftmaxSamples SoftmaxLoss::look(ConstVectorRef z, const double* w, double t) const {
  assert(z.size() == predictions());
  return {z.data(), w, t, size(), class_count_, classes_.data()};
}

double SoftmaxLoss::value(ConstVectorRef z) const {
  return sum_values(samples(), look(z), softmax_scratch(class_count_));
}

void SoftmaxLoss::derivative(ConstVectorRef z, VectorRef r) const {
  fill_probabilities(samples(), look(z), softmax_scratch(class_count_), true, r.data());
}

double SoftmaxLoss::change(ConstVectorRef z, ConstVectorRef r, ConstVectorRef w, double t) const {
  return sum_changes(samples(), look(z), softmax_scratch(class_count_), r.data(), w.data(), t);
}

double SoftmaxLoss::slope(ConstVectorRef z, ConstVectorRef w, double t) const {
  return sum_slopes(samples(), look(z, w.data(), t), softmax_scratch(class_count_));
}

std::optional<Derivatives> SoftmaxLoss::derivatives(ConstVectorRef z, ConstVectorRef w,
                                                    double t) const {
  return sum_of_curvatures(samples(), look(z, w.data(), t), softmax_scratch(class_count_));
}

void SoftmaxLoss::second_derivative(ConstVectorRef z, VectorRef d) const {
  fill_probabilities(samples(), look(z), softmax_scratch(class_count_), false, d.data());
}

void SoftmaxLoss::multiply_second(ConstVectorRef d, ConstVectorRef w, VectorRef y) const {
  multiply_by_second(d.data(), w.data(), class_count_, size(), {0, size(), y.data()});
}

void SoftmaxLoss::multiply_root(ConstVectorRef d, const double* w, Index first, Index last,
                                double* y) const {
  multiply_by_root(d.data(), w, class_count_, size(), {first, last, y});
}

}  // namespace acgd
