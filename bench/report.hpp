#pragma once

#include <string>
#include <vector>

#include "directions/hold.hpp"
#include "runner.hpp"

namespace bench {

/// Three digits and a unit.
std::string time(double seconds);

/// The head of the table, a line of it, and what there is to say below it.
void print_heading();
void print(const Outcome& outcome);
void print_notes(const std::vector<Outcome>& outcomes);

/// Everything measured, as JSON. Throws std::runtime_error if the file cannot be written.
void write_json(const std::vector<Outcome>& outcomes,
                const std::vector<ComparisonOutcome>& comparisons, const std::string& file);

}  // namespace bench
