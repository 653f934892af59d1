#pragma once

#include <memory>
#include <optional>

#include "acgd/fit/family.hpp"
#include "app/spec/objectives.hpp"

namespace acgd::problem {

/// What targets the objective of this name takes; none if it is not made of samples.
std::optional<TargetKind> target_kind(const std::string& objective);

/// The family of an objective as it was typed, "huber:rho=0.5"; of how many classes, where there are
/// classes. Throws InvalidInput if it is not made of samples.
std::shared_ptr<const Family> make_family(const std::string& objective, Index class_count);

/// Samples of an objective, and what is learnt from them.
struct FamilySamples {
  LoadedSamples loaded;
  std::shared_ptr<const Family> family;
};

/// Reads them. Throws InvalidInput, also for arguments that the objective does not take.
FamilySamples load_family(const ObjectiveSource& source);

}  // namespace acgd::problem
