#pragma once

#include <string>
#include <vector>

#include "directions/run_comparison.hpp"
#include "runner.hpp"

namespace bench {

/// A time with three digits and a unit.
std::string time(double seconds);

/// The heading of the table, a row, and remarks below it.
void print_heading();
void print(const Outcome& outcome);
void print_notes(const std::vector<Outcome>& outcomes);

/// Writes all measurements as JSON. Throws std::runtime_error if the file cannot be written.
void write_json(const std::vector<Outcome>& outcomes,
                const std::vector<ComparisonOutcome>& comparisons, const std::string& file);

}  // namespace bench
