#pragma once

#include "cli/parser.hpp"
#include "cli/paths.hpp"
#include "problem/objective_kinds.hpp"

/// What is typed about samples, in every command that reads some.
namespace acgd::cli {

/// --data, --format, --targets, --target-column, --labels, --features, --weights, --class-weights,
/// --missing, --intercept, --standardize
/// `typed` hears what was typed for numbers, and must stay.
void add_samples(Arguments& arguments, problem::ObjectiveSource& source, problem::Flags& typed);

/// The files that are read.
void declare_samples(Paths& paths, const problem::ObjectiveSource& source);

}  // namespace acgd::cli
