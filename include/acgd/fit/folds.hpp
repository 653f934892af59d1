#pragma once

#include <cstdint>
#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd {

/// Which samples a fit sees, and which it is judged by: their numbers, ascending.
struct Fold {
  std::vector<Index> seen;
  std::vector<Index> held_out;
};

/// Every sample is held out once. The same seed gives the same folds on every machine. Classes, if
/// there are any (numbers from 0, one a sample), are spread evenly. Throws InvalidInput unless
/// 2 <= folds <= samples.
std::vector<Fold> make_folds(Index samples, Index folds, std::uint64_t seed,
                             const Vector* classes = nullptr);

}  // namespace acgd
