#pragma once

#include <cstring>
#include <functional>
#include <memory>

#include "acgd/solve/options.hpp"
#include "acgd/solve/result.hpp"

namespace acgd_test {

inline bool same_bits(const double* a, const double* b, acgd::Index size) {
  return size == 0 || std::memcmp(a, b, sizeof(double) * static_cast<std::size_t>(size)) == 0;
}

inline bool same_bits(const acgd::Matrix& a, const acgd::Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && same_bits(a.data(), b.data(), a.size());
}

/// Everything but the times and the trace, which runs without a trace lack.
inline bool same_bits(const acgd::Result& a, const acgd::Result& b) {
  return same_bits(a.x, b.x) && same_bits(a.factors.left, b.factors.left) &&
         same_bits(a.factors.right, b.factors.right) && same_bits(&a.value, &b.value, 1) &&
         same_bits(&a.gap, &b.gap, 1) && same_bits(&a.best_value, &b.best_value, 1) &&
         same_bits(&a.best_gap, &b.best_gap, 1) && a.status == b.status && a.message == b.message &&
         a.counts.iterations == b.counts.iterations && a.counts.gradients == b.counts.gradients &&
         a.counts.oracle_calls == b.counts.oracle_calls && a.counts.trials == b.counts.trials;
}

/// A run that is interrupted after `cut` iterations and resumed from its checkpoint.
inline acgd::Result resumed_at(acgd::Index cut, const acgd::Options& options,
                               const std::function<acgd::Result(const acgd::Options&)>& run) {
  auto saved = std::make_shared<acgd::Checkpoint>();
  acgd::Options shorter = options, longer = options;
  shorter.max_iterations = cut;
  shorter.checkpoint.save = [&](const acgd::Checkpoint& checkpoint) { *saved = checkpoint; };
  run(shorter);
  longer.resume = saved;
  return run(longer);
}

}  // namespace acgd_test
