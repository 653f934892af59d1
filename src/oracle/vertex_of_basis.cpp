#include "oracle/vertex_of_basis.hpp"

#include <Eigen/SparseLU>
#include <Eigen/SparseQR>
#include <algorithm>
#include <cmath>

namespace acgd {
namespace {

using Columns = Eigen::SparseMatrix<double>;

/// A constraint that is met up to this, relative to its bound, holds the vertex.
constexpr double kTight = 1e-9;

bool is_at(double value, double bound) {
  return std::abs(value - bound) <= kTight * std::max(1.0, std::abs(bound));
}

double closer_bound(double value, double lower, double upper) {
  return std::abs(value - lower) <= std::abs(upper - value) ? lower : upper;
}

/// What determines a vertex: rows that are at bounds, and entries that are not.
struct Holding {
  std::vector<Index> rows;
  std::vector<double> bounds;  ///< of these rows
  std::vector<Index> free;
};

Columns part_of(const Columns& matrix, const Holding& holding) {
  std::vector<Index> place(static_cast<std::size_t>(matrix.rows()), -1);
  for (std::size_t k = 0; k < holding.rows.size(); ++k) {
    place[holding.rows[k]] = static_cast<Index>(k);
  }
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t k = 0; k < holding.free.size(); ++k) {
    for (Columns::InnerIterator entry(matrix, holding.free[k]); entry; ++entry) {
      const Index row = place[entry.row()];
      if (row < 0) continue;
      entries.emplace_back(static_cast<int>(row), static_cast<int>(k), entry.value());
    }
  }
  Columns part(static_cast<Index>(holding.rows.size()), static_cast<Index>(holding.free.size()));
  part.setFromTriplets(entries.begin(), entries.end());
  part.makeCompressed();
  return part;
}

/// Gives x its free entries, from 0 and then from what rounding has left. False if the rows do not
/// say what they are.
template <class Factors>
bool solve_for_free(const LinearProgram& program, const Holding& holding, const Factors& factors,
                    Vector& x) {
  for (const Index j : holding.free) x[j] = 0;
  for (int pass = 0; pass < 2; ++pass) {
    const Vector activity = program.matrix * x;
    Vector rest(static_cast<Index>(holding.rows.size()));
    for (std::size_t k = 0; k < holding.rows.size(); ++k) {
      rest[static_cast<Index>(k)] = holding.bounds[k] - activity[holding.rows[k]];
    }
    const Vector change = factors.solve(rest);
    if (!change.allFinite()) return false;
    for (std::size_t k = 0; k < holding.free.size(); ++k) {
      x[holding.free[k]] += change[static_cast<Index>(k)];
    }
  }
  return true;
}

bool solve_for_free(const LinearProgram& program, const Holding& holding, Vector& x) {
  if (holding.free.empty()) return true;
  if (holding.rows.size() < holding.free.size()) return false;
  const Columns part = part_of(program.matrix, holding);
  if (part.rows() == part.cols()) {
    Eigen::SparseLU<Columns> factors;
    factors.compute(part);
    return factors.info() == Eigen::Success && solve_for_free(program, holding, factors, x);
  }
  Eigen::SparseQR<Columns, Eigen::COLAMDOrdering<int>> factors;
  factors.compute(part);
  return factors.info() == Eigen::Success && factors.rank() == part.cols() &&
         solve_for_free(program, holding, factors, x);
}

/// The rows of the basis, and the entries that are in it.
Holding held_by(const LinearProgramSolver::Basis& basis, const LinearProgram& program,
                const Vector& activity) {
  Holding holding{.rows = basis.tight_rows, .bounds = {}, .free = basis.basic_columns};
  for (const Index i : holding.rows) {
    holding.bounds.push_back(closer_bound(activity[i], program.row_lower[i], program.row_upper[i]));
  }
  return holding;
}

/// All rows and entries that are at bounds, in the basis or not.
Holding held_by_all(const LinearProgram& program, const Vector& x) {
  Holding holding;
  const Vector activity = program.matrix * x;
  for (Index i = 0; i < activity.size(); ++i) {
    const double bound = closer_bound(activity[i], program.row_lower[i], program.row_upper[i]);
    if (!is_at(activity[i], bound)) continue;
    holding.rows.push_back(i);
    holding.bounds.push_back(bound);
  }
  for (Index j = 0; j < x.size(); ++j) {
    if (!is_at(x[j], closer_bound(x[j], program.lower[j], program.upper[j]))) {
      holding.free.push_back(j);
    }
  }
  return holding;
}

/// Entries that are not free are where their bounds are.
void move_to_bounds(const LinearProgram& program, const std::vector<Index>& free, Vector& x) {
  auto next = free.begin();
  for (Index j = 0; j < x.size(); ++j) {
    if (next != free.end() && *next == j) {
      ++next;
    } else {
      x[j] = closer_bound(x[j], program.lower[j], program.upper[j]);
    }
  }
}

}  // namespace

Vector vertex_of_basis(const LinearProgram& program, const LinearProgramSolver::Basis& basis,
                       const Vector& near) {
  Vector x = near;
  const Holding holding = held_by(basis, program, program.matrix * near);
  move_to_bounds(program, holding.free, x);
  if (!x.allFinite() || !solve_for_free(program, holding, x)) {
    return near.cwiseMax(program.lower).cwiseMin(program.upper);
  }
  const Holding all = held_by_all(program, x);
  if (all.rows == holding.rows && all.free == holding.free) return x;
  // Several bases have this vertex.
  Vector same = x;
  move_to_bounds(program, all.free, same);
  if (!solve_for_free(program, all, same)) return x;
  const double off = (same - x).lpNorm<Eigen::Infinity>();
  return off <= 100 * kTight * std::max(1.0, x.lpNorm<Eigen::Infinity>()) ? same : x;
}

}  // namespace acgd
