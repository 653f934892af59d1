#pragma once

#include <string>

#include "acgd/fit/samples.hpp"
#include "problem/labels.hpp"

/// How much samples count.
namespace acgd::problem {

/// Throws InvalidInput unless all are finite and >= 0. `typed` is what the user has said of them.
void check_weights(const Vector& weights, const std::string& typed);

/// The same if those of all ranks are 0.
void check_total(const Vector& weights, const std::string& typed, const Team& team);

/// Lets all classes count the same: multiplies weights by their sum / (classes * the sum of those of
/// the class). Throws InvalidInput if the targets are no classes.
void balance_classes(const Coding& coding, Samples& samples);

}  // namespace acgd::problem
