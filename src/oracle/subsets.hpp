#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// Subsets of a few elements, as bits.
using Bits = unsigned;

std::vector<Index> elements_of(Bits bits);
/// "{0, 2, 5}", of many only the first ones.
std::string as_set(std::vector<Index> elements);

/// The values of F on all subsets of n elements, by their bits.
std::vector<double> table_of(Index n, const std::function<double(const std::vector<Index>&)>& f);

/// Where F(S + a) + F(S + b) < F(S + a + b) + F(S), beyond rounding.
struct NotSubmodular {
  std::vector<Index> set;
  Index a = 0, b = 0;
  double gain = 0;        ///< F(S + b) - F(S)
  double later_gain = 0;  ///< F(S + a + b) - F(S + a)

  /// "element 2 adds 3 to {0, 1}, but 1 to {0}"
  std::string told() const;
};
std::optional<NotSubmodular> find_not_submodular(Index n, const std::vector<double>& table);
/// The same on random sets: F is asked.
std::optional<NotSubmodular> sample_not_submodular(
    Index n, const std::function<double(const std::vector<Index>&)>& f);

/// How far x(S) <= F(S) is violated, and x(all) = F(all): by all subsets, in the table.
Violation violation_by_table(const std::vector<double>& table, ConstVectorRef x);
/// The same, of the sets of the largest entries. NaN if those are within their bounds.
Violation violation_by_largest(ConstVectorRef x,
                               const std::function<double(const std::vector<Index>&)>& f);

}  // namespace acgd
