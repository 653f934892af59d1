#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/oracle/known_sets.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// order = indices of g by ascending entries; ties by index, NaN last. Allocates only when it
/// grows.
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

/// Range of violations that recenter() corrects, relative to the size of the set: below the first
/// they are within the rounding error of a sum or norm, above the second they are not due to
/// rounding.
constexpr double kRecenterFrom = 16 * std::numeric_limits<double>::epsilon();
constexpr double kRecenterUpTo = 1e-12;

/// Sets negative entries to 0. Returns whether there were any.
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

/// Selects the k largest keys. Memory of sets whose vertices have k nonzeros.
struct Largest {
  Vector keys;                 ///< input, one per variable
  std::vector<Index> indices;  ///< result of choose(), ascending

  /// O(n). Ties go to the smallest index; NaN counts as -infinity.
  void choose(Index k);

 private:
  Vector parted_;
};

/// Sorts variables by descending keys. Memory of sets that sort.
struct Ranking {
  Vector keys;               ///< input, one per variable
  std::vector<Index> order;  ///< sorted variables

  /// Ties go to the smallest index; NaN counts as -infinity.
  void sort();
};

/// Selects the vertices of smallest scores <g, v>. Memory of sets with minimize_several().
struct Promising {
  Vector scores;               ///< unused where the gradient itself is the scores
  std::vector<Index> indices;  ///< result of choose(), best first

  /// Chooses the `most` smallest scores below `bound`, except `best`, the LMO result itself. Ties
  /// go to the smallest index; NaN is never chosen.
  void choose(const Vector& of, double bound, Index best, Index most);
};

/// Halfway from the smallest score to the mean. x is a weighted mean of vertices, so <g, x> is
/// usually above it. Invariant to a constant added to all scores.
double halfway_to_mean(const Vector& scores);

/// Throws InvalidInput unless `x` has the dimension of the set.
void require_dimension(const Oracle& oracle, const char* argument, ConstVectorRef x);

/// An infinite violation that names the first NaN or infinite entry of x, if any. Without this
/// check a NaN would pass every comparison.
std::optional<Violation> violation_if_not_finite(ConstVectorRef x);

/// Fraction of the largest |x_i| that is added to the scale of a violation: rounding errors of x do
/// not depend on the extent of the set.
inline constexpr double kShareOfEntry = 1e-3;

/// Scale of violations at a point with entries up to `largest`: the extent of the set, estimated
/// from its start and its vertices for a vector and its negative, plus kShareOfEntry * largest.
double size_at(const Oracle& set, double largest);

/// Sets violation.size if it is 0 and the violation is positive and finite.
Violation measured(const Oracle& set, ConstVectorRef x, Violation violation);
/// distance / size, or the distance if the size is 0.
double relative(const Violation& violation);

/// Whether a point with entries up to `largest` violates the set by more than `tolerance` times
/// that scale. False if membership is unknown.
bool is_outside(const Oracle& set, const Violation& violation, double largest, double tolerance);

/// atom = factor * atom, of the same type. `scratch` is memory for sparse atoms.
void scale_atom(Atom& atom, double factor, Atom::Sparse& scratch);
void scale_atom(Atom& atom, double factor);

/// Index of the smallest entry; ties go to the smallest index.
Index first_smallest(const Vector& g);

/// Index of the entry of largest magnitude; ties go to the smallest index.
Index first_largest_size(const Vector& g);

/// Throws InvalidInput that names the first entry that is not finite.
void require_finite_entries(const char* argument, const Vector& entries);

/// Numbers of a file with a single row or column. Throws InvalidInput for more.
Vector read_list(const SetContext& context, const std::string& file);

/// Reads a file of two columns, with or without headings. `names` names them in error messages.
Matrix read_two_columns(const SetContext& context, const std::string& file, const char* names);

}  // namespace acgd
