#pragma once

#include "acgd/core/vector.hpp"
#include "linalg/lanes.hpp"

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif

/// <line, x> of a sparse line or a piece of it. Entry k is added to lane k mod 8 (four "even" and
/// four "odd" lanes), and sum_of() adds the lanes. Lanes without entry hold 0, so every loop that
/// follows this rule gives the same bits.
namespace acgd::kernels {

constexpr Index kSumLanes = 8;

/// Four entries of x by single loads: the gather instruction is several times slower on many
/// machines.
ACGD_ROUNDED_INLINE void load_at(const double* x, const int* at, Four& four) {
  four = Four{x[at[0]], x[at[1]], x[at[2]], x[at[3]]};
}

using FourMasks = long long __attribute__((vector_size(32)));

/// Masks: from index 16 - n on, n lanes of all ones, then zeros.
alignas(32) inline constexpr long long kFirstLanes[32] = {-1, -1, -1, -1, -1, -1, -1, -1,
                                                          -1, -1, -1, -1, -1, -1, -1, -1};

ACGD_ROUNDED_INLINE void keep_first(const long long* masks, Four& four) {
  four = reinterpret_cast<Four>(reinterpret_cast<FourMasks>(four) &
                                reinterpret_cast<const InMemory<FourMasks>*>(masks)->lanes);
}

/// sums[i] = sum_of() of the lanes of four[i]
ACGD_ROUNDED_INLINE void sums_of(const Four (&four)[4], Four& sums) {
  const Four ab = __builtin_shufflevector(four[0], four[1], 0, 4, 2, 6) +
                  __builtin_shufflevector(four[0], four[1], 1, 5, 3, 7);
  const Four cd = __builtin_shufflevector(four[2], four[3], 0, 4, 2, 6) +
                  __builtin_shufflevector(four[2], four[3], 1, 5, 3, 7);
  sums = __builtin_shufflevector(ab, cd, 0, 1, 4, 5) + __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}

/// Four products from entry `first` on; `values` is not read if all values are 1.
template <bool ones, class Scalar>
ACGD_ROUNDED_INLINE void multiply_four(const int* indices, const Scalar* values, Index first,
                                       const double* x, Four& products) {
  load_at(x, indices + first, products);
  if (ones) return;
  Four value;
  load(values + first, value);
  products *= value;
}

/// The sum over the entries [first, last) of a matrix with `entries` entries in total.
template <bool ones, class Scalar>
ACGD_ROUNDED_INLINE double line_sum(const int* indices, const Scalar* values, Index first,
                                    Index last, Index entries, const double* x) {
  Four even = {}, odd = {}, products;
  for (; last - first >= kSumLanes; first += kSumLanes) {
    multiply_four<ones>(indices, values, first, x, products);
    even += products;
    multiply_four<ones>(indices, values, first + 4, x, products);
    odd += products;
  }
  const bool has_odd = last - first >= 4;
  if (has_odd) {
    multiply_four<ones>(indices, values, first, x, products);
    even += products;
    first += 4;
  }
  if (first == last) return sum_of(even, odd);
  if (first + 4 <= entries) {
    // Reads past the end and masks the surplus lanes, which avoids a branch on the remaining
    // number.
    multiply_four<ones>(indices, values, first, x, products);
    keep_first(kFirstLanes + 16 - (last - first), products);
  } else {
    products = Four{};
    for (Index k = 0; first + k < last; ++k) {
      const double entry = x[indices[first + k]];
      products[k] = ones ? entry : static_cast<double>(values[first + k]) * entry;
    }
  }
  (has_odd ? odd : even) += products;
  return sum_of(even, odd);
}

}  // namespace acgd::kernels
