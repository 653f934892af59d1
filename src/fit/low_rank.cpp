#include "fit/low_rank.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/low_rank.hpp"

namespace acgd {
namespace {

// What rounding leaves of singular values that are 0.
constexpr double kRounding = 1e-13;

Terms singular_terms(const LowRank& x) {
  return recompress(x.left, Vector::Ones(x.rank()), x.right, kRounding);
}

/// How many terms must stay for the others to change no entry by more than the tolerance.
Index rank_needed(const Terms& terms, const ObservedMatrix& entries, double tolerance) {
  Vector dropped = Vector::Zero(static_cast<Index>(entries.entries.size()));
  Index rank = terms.weights.size();
  for (; rank > 0; --rank) {
    const auto left = terms.left.col(rank - 1), right = terms.right.col(rank - 1);
    const double weight = terms.weights[rank - 1];
    double* entry = dropped.data();
    for (const Observation& o : entries.entries) *entry++ += weight * left[o.row] * right[o.col];
    if (!(dropped.cwiseAbs().maxCoeff() <= tolerance)) break;
  }
  return rank;
}

}  // namespace

LowRank truncate(const LowRank& x, const ObservedMatrix& entries, double tolerance) {
  if (x.rank() == 0) return x;
  const Terms terms = singular_terms(x);
  const Index rank = rank_needed(terms, entries, tolerance);
  return {terms.left.leftCols(rank) * terms.weights.head(rank).asDiagonal(),
          terms.right.leftCols(rank)};
}

Atom start_from(const LowRank& x, Index rows, Index cols, double radius) {
  Atom atom;
  if (x.rank() == 0) {
    auto& zero = atom.become_rank_one(rows, cols);
    zero = {0, Vector::Unit(rows, 0), Vector::Unit(cols, 0)};
    return atom;
  }
  const Terms terms = singular_terms(x);
  const double size = terms.weights.sum();
  const double shrink = size > radius ? radius / size : 1;
  const Index m = std::min(rows, x.rows()), n = std::min(cols, x.cols());
  auto& sum = atom.become_low_rank(rows, cols, static_cast<std::size_t>(terms.weights.size()));
  for (Index k = 0; k < terms.weights.size(); ++k) {
    auto& term = sum.terms[static_cast<std::size_t>(k)];
    term = {shrink * terms.weights[k], Vector::Zero(rows), Vector::Zero(cols)};
    term.left.head(m) = terms.left.col(k).head(m);
    term.right.head(n) = terms.right.col(k).head(n);
  }
  return atom;
}

}  // namespace acgd
