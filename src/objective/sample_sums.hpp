#pragma once

#include "acgd/team/shards.hpp"
#include "linalg/kernels.hpp"

namespace acgd {

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
