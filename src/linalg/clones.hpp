#pragma once

#include <cstddef>  // lets __GLIBC__ be known

/// ACGD_CLONES before the definition of a function over raw pointers compiles it twice, for AVX2
/// with FMA and for the baseline, and the loader picks the one that the machine runs. The body is a
/// plain loop without branches: reductions keep their accumulators in a fixed order of their own,
/// so that no compiler has to reorder a sum. Helpers are ACGD_INLINE and lambdas
/// ACGD_INLINE_LAMBDA, or they stay compiled for the baseline.
///
/// Sanitizers and loader-time dispatch do not mix; there, as on other machines, a function is
/// compiled once.

/// Multiply-adds may contract, and both sides of a choice may be evaluated: without the second
/// nothing with a comparison is vectorised. Neither changes what NaN and infinity do. It takes just
/// one inlined helper without these options for GCC to drop them. In ROUNDED functions products are
/// rounded before they are added up, so that loops of different shape have the same bits.
#if defined(__GNUC__) && !defined(__clang__)
#define ACGD_LOOP_OPTIONS optimize("O3", "fp-contract=fast", "no-trapping-math", "no-math-errno")
#define ACGD_INLINE_LAMBDA __attribute__((always_inline, ACGD_LOOP_OPTIONS))
#define ACGD_ROUNDED_OPTIONS optimize("O3", "fp-contract=off", "no-trapping-math", "no-math-errno")
#define ACGD_ROUNDED_INLINE inline __attribute__((always_inline, ACGD_ROUNDED_OPTIONS))
#else
#define ACGD_INLINE_LAMBDA __attribute__((always_inline))
#define ACGD_ROUNDED_INLINE inline __attribute__((always_inline))
#endif
#define ACGD_INLINE inline ACGD_INLINE_LAMBDA

/// The level is asked of the processor's features; arch=haswell would ask for its model, and every
/// later one would run the baseline. GCC knows the level since 12.
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12 && defined(__x86_64__) && \
    defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define ACGD_CLONES __attribute__((target_clones("arch=x86-64-v3", "default"), ACGD_LOOP_OPTIONS))
#define ACGD_ROUNDED_CLONES \
  __attribute__((target_clones("arch=x86-64-v3", "default"), ACGD_ROUNDED_OPTIONS))
#else
#define ACGD_CLONES
#define ACGD_ROUNDED_CLONES
#endif
