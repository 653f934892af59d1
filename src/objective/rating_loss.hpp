#pragma once

#include <memory>

#include "objective/sorted_ratings.hpp"

namespace acgd {

/// The loss of the ratings, in their order. Throws InvalidInput on all ranks if all weights are 0.
std::shared_ptr<const Loss> rating_loss(const SortedRatings& ratings,
                                        const CompletionOptions& options);

}  // namespace acgd
