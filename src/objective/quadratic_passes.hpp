#pragma once

#include <vector>

#include "acgd/core/vector.hpp"

/// What an iteration on a quadratic needs of its vectors, in one reading of each.
namespace acgd::passes {

/// Where the iterate stands: n entries each.
struct Standing {
  const double* x = nullptr;
  const double* g = nullptr;  ///< Hx + b
  const double* b = nullptr;
  Index n = 0;
};

/// d = a e_j + w x, with h = H e_j: then Hd = a h + w (g - b).
struct Coordinate {
  Index j = 0;
  double a = 0;
  double w = 0;
  const double* h = nullptr;
};

/// What a line along d is made of. The terms of these sums are those of d itself, not of its two
/// parts, which cancel where x is close to the atom.
struct Along {
  double slope = 0;      ///< <g, d>
  double curvature = 0;  ///< <Hd, d>
  double squared_d = 0;  ///< ||d||^2 in l2
};

Along along_coordinate(const Standing& at, const Coordinate& d);
/// The same when x is 0 outside `support`: reads nothing else.
Along along_coordinate(const Standing& at, const Coordinate& d, const std::vector<Index>& support);
/// For d = v + w x: writes d and hd = hv + w (g - b), where hv = H v; in place of v and hv, if
/// asked.
Along along_vector(const Standing& at, const double* v, double w, const double* hv, double* d,
                   double* hd);

/// An entry of d where it is not 0.
struct Entry {
  Index j = 0;
  double d = 0;
};
/// For a d of few entries, each in the list once.
Along along_entries(const Standing& at, const std::vector<Entry>& entries, const double* hd);

/// hd = a h + w (g - b)
void form_hd(const Standing& at, const Coordinate& d, double* hd);
/// g += t Hd; returns ||Hd||^2 in l2
double advance_gradient(const Coordinate& d, double t, const double* b, double* g, Index n);

/// How many entries differ, or more than `most` as soon as that is certain.
Index count_differences(const double* u, const double* v, Index n, Index most);

}  // namespace acgd::passes
