#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// order = the indices of g by ascending entries; ties by index, what is no number last. Allocates
/// when it grows only.
inline void sort_ascending(const Vector& g, std::vector<Index>& order) {
  order.resize(static_cast<std::size_t>(g.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    const bool a_is_number = !std::isnan(g[a]), b_is_number = !std::isnan(g[b]);
    if (a_is_number != b_is_number) return a_is_number;
    if (!a_is_number || g[a] == g[b]) return a < b;
    return g[a] < g[b];
  });
}

/// Relative to the size of a set: a sum or a norm is not known better than the first, so x is left
/// alone; rounding does not carry x farther out than the second between two corrections.
constexpr double kRecenterFrom = 16 * std::numeric_limits<double>::epsilon();
constexpr double kRecenterUpTo = 1e-12;

/// Negative entries that rounding may have made become 0. Whether there was one.
inline bool raise_to_zero(VectorRef x) {
  bool raised = false;
  for (double& weight : x) {
    if (weight < 0) {
      weight = 0;
      raised = true;
    }
  }
  return raised;
}

/// The k largest of some keys. The memory of sets whose vertices have k entries.
struct Largest {
  Vector keys;                 ///< fill them, one a variable
  std::vector<Index> indices;  ///< what choose() has chosen, ascending

  /// In O(n). Ties go to the smallest index; what is no number comes last, as -infinity.
  void choose(Index k);

 private:
  Vector parted_;
};

/// Variables by the size of some keys, the largest first. The memory of sets that sort.
struct Ranking {
  Vector keys;               ///< fill them, one a variable
  std::vector<Index> order;  ///< of the variables

  /// Ties go to the smallest index; what is no number comes last, as -infinity.
  void sort();
};

/// Which vertices promise most, by scores <g, v> of which the smallest is the best. The memory of
/// sets that answer with several vertices.
struct Promising {
  Vector scores;               ///< of those sets whose gradient is not the scores already
  std::vector<Index> indices;  ///< what choose() has chosen, the best first

  /// The `most` smallest of the scores below `bound`, `best` apart: that one is the answer itself.
  /// Ties go to the smallest index. Scores that are no numbers promise nothing.
  void choose(const Vector& of, double bound, Index best, Index most);
};

/// Halfway from the smallest score to their mean. A point x is a mean of vertices, so that <g, x>
/// is often above it and seldom below; adding the same to every score changes nothing.
double halfway_to_mean(const Vector& scores);

/// Throws InvalidInput unless `x` has as many entries as the set has dimensions.
void require_dimension(const Oracle& oracle, const char* argument, ConstVectorRef x);

/// An infinite violation that names the first entry of x that is NaN or infinite, if there is one.
/// Without it a NaN would pass every comparison and count as inside.
std::optional<Violation> violation_if_not_finite(ConstVectorRef x);

/// The share of the largest entry of x in the size that its distance compares with: rounding errors
/// of x do not depend on how far apart points of the set are.
inline constexpr double kShareOfEntry = 1e-3;

/// What distances outside of a set compare with at a point with entries up to `largest`: how far
/// apart points of the set are (its start and its answers to a vector and to the negative), and that
/// share of `largest`.
double size_at(const Oracle& set, double largest);

/// The violation with the size that it compares with, if it is one and has none.
Violation measured(const Oracle& set, ConstVectorRef x, Violation violation);
/// Its distance in terms of that size.
double relative(const Violation& violation);

/// Whether a point with entries up to `largest` is outside by more than `tolerance` times that size.
/// No if the set cannot tell.
bool is_outside(const Oracle& set, const Violation& violation, double largest, double tolerance);

/// The first index of the smallest entry, so that ties go to the smallest index.
Index first_smallest(const Vector& g);

/// The first index of the entry of largest size.
Index first_largest_size(const Vector& g);

}  // namespace acgd
