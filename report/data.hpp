#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/report.hpp"

namespace acgd::report {

/// Curves with more points than this are thinned before they go into the page.
inline constexpr std::size_t kMostPoints = 4000;

/// The rows of a curve that go into the page.
std::vector<std::size_t> kept_rows(const Section& section, const Curve& curve);

/// What the page draws: an object of sections and the strokes of their curves, each curve a list
/// of numbers for every field of a record. Numbers read back to the same bits; those that are not
/// finite are null. It may stand inside a script element: there is no "<" in it.
std::string to_json(const Report& report);

}  // namespace acgd::report
