#pragma once

#include <cstddef>  // defines __GLIBC__

/// ACGD_CLONES before the definition of a function over raw pointers compiles it twice, for AVX2
/// with FMA and for the baseline; the loader picks the version for the machine. The body must be a
/// plain loop without branches. Reductions keep their accumulators in a fixed order, so that no
/// compiler has to reorder a sum. Helpers must be ACGD_INLINE and lambdas ACGD_INLINE_LAMBDA;
/// otherwise they are compiled for the baseline only.
///
/// Sanitizers do not support loader-time dispatch. There, and on other machines, a function is
/// compiled once.

/// Multiply-adds may be contracted, and both sides of a conditional may be evaluated; without the
/// latter, loops with comparisons are not vectorised. Neither changes the results for NaN and
/// infinity. GCC drops these options if a single inlined helper lacks them. ROUNDED functions round
/// products before adding them, so that loops of different shape give identical bits.
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

/// The dispatch tests the processor's features. With arch=haswell it would test the model, and
/// later models would run the baseline. GCC supports x86-64-v3 since version 12.
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12 && defined(__x86_64__) && \
    defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define ACGD_CLONES __attribute__((target_clones("arch=x86-64-v3", "default"), ACGD_LOOP_OPTIONS))
#define ACGD_ROUNDED_CLONES \
  __attribute__((target_clones("arch=x86-64-v3", "default"), ACGD_ROUNDED_OPTIONS))
#else
#define ACGD_CLONES
#define ACGD_ROUNDED_CLONES
#endif
