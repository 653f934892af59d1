#include "objective/semidefinite.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "linalg/decompositions.hpp"
#include "linalg/gram_tiles.hpp"

namespace acgd {
namespace {

constexpr Index kPivots = 64;

/// Cholesky's method, so many pivots at a time: what is left of H after them is H - U'U, and all
/// threads share that product. `less` is -H in its upper half, and is spoilt.
bool has_factor(Matrix& less) {
  const Index n = less.cols();
  Matrix pivot;
  std::vector<Index> places;
  for (Index first = 0; first < n; first += kPivots) {
    const Index size = std::min(kPivots, n - first), rest = n - first - size;
    pivot = -less.block(first, first, size, size).transpose();
    if (!factorize_in_place(pivot)) return false;
    Matrix rows = -less.block(first, first + size, size, rest);
    pivot.triangularView<Eigen::Lower>().solveInPlace(rows);
    places.resize(static_cast<std::size_t>(rest));
    std::iota(places.begin(), places.end(), first + size);
    if (rest > 0) kernels::add_gram({rows.data(), size, rest}, {0, places.data()}, less);
  }
  return true;
}

/// Gershgorin: no eigenvalue is below 0 if no diagonal entry is below the sum of the sizes of the
/// others in its column. Most matrices are found not to be so by their first columns.
bool is_diagonally_dominant(const Hessian& h) {
  Vector dense;
  EntryList list;
  for (Index j = 0; j < h.dimension(); ++j) {
    double diagonal = 0, others = 0;
    list.clear();
    if (h.append_column(j, list)) {
      for (std::size_t k = 0; k < list.size(); ++k) {
        if (list.places[k] == j) diagonal = list.values[k];
        others += std::abs(list.values[k]);
      }
    } else {
      dense.resize(h.dimension());
      h.column(j, dense);
      diagonal = dense[j];
      others = dense.lpNorm<1>();
    }
    if (!(diagonal >= others - std::abs(diagonal))) return false;
  }
  return true;
}

}  // namespace

// A singular H passes by a ridge as large as what rounding takes from the pivots: the factors of
// Cholesky's method are those of H + E with ||E|| <= n eps trace(H), up to a small constant.
bool is_known_semidefinite(const Hessian& h) {
  if (const auto* gram = dynamic_cast<const GramHessian*>(&h)) return gram->scale() >= 0;
  const Index n = h.dimension();
  const bool has_columns = n == 1 || h.column_bytes() < h.bytes();
  if (!has_columns) return false;
  if (is_diagonally_dominant(h)) return true;
  if (n > kMostFactorised) return false;
  Matrix less(n, n);
  for (Index j = 0; j < n; ++j) h.column(j, less.col(j));
  less *= -1;
  if (less.diagonal().maxCoeff() > 0) return false;
  const double rounding = std::numeric_limits<double>::epsilon() * static_cast<double>(n);
  less.diagonal().array() += rounding * less.trace();
  return has_factor(less);
}

}  // namespace acgd
