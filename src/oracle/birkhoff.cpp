#include "acgd/oracle/birkhoff.hpp"

#include <cassert>
#include <cmath>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/assignment.hpp"
#include "oracle/entries.hpp"

namespace acgd {
namespace {

/// The sum that is farthest from 1, if it is farther than what is noted already.
void note_sums(const Vector& sums, const char* what, Violation& worst) {
  Index k = 0;
  const double off = (sums.array() - 1).abs().maxCoeff(&k);
  if (off > worst.distance) worst = {off, compose("{} {} sums to {}, not 1", what, k, sums[k])};
}

}  // namespace

Birkhoff::Birkhoff(Index side) : side_(side) {
  require_at_least("side", side, 1);
  constexpr Index kMost = Index{1} << 31;
  if (side > kMost) {
    throw InvalidInput(
        compose("side = {}: must be at most {}, or entries cannot be counted", side, kMost));
  }
}

std::string Birkhoff::name() const {
  return compose("Birkhoff polytope of {} x {} matrices", side_, side_);
}

void Birkhoff::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  // Each column of X, stored in one piece, chooses a row.
  Assignment& assignment = answer.memory<Assignment>();
  assignment.solve(g.data(), side_, side_);
  Atom::Sparse& ones = answer.atom.become_sparse(dimension());
  ones.indices.reserve(static_cast<std::size_t>(side_));
  for (Index j = 0; j < side_; ++j) ones.indices.push_back(j * side_ + assignment.column_of(j));
  ones.values.assign(static_cast<std::size_t>(side_), 1.0);
  answer.error = 0;
}

Violation Birkhoff::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  const Eigen::Map<const Matrix> entries(x.data(), side_, side_);
  Violation worst;
  Index i = 0, j = 0;
  const double least = entries.minCoeff(&i, &j);
  if (least < 0) worst = {-least, compose("X({}, {}) = {} is negative", i, j, least)};
  note_sums(entries.rowwise().sum(), "row", worst);
  note_sums(entries.colwise().sum(), "column", worst);
  return worst;
}

Atom Birkhoff::start() const {
  Atom atom;
  Atom::Sparse& ones = atom.become_sparse(dimension());
  for (Index j = 0; j < side_; ++j) ones.indices.push_back(j * side_ + j);
  ones.values.assign(static_cast<std::size_t>(side_), 1.0);
  return atom;
}

}  // namespace acgd
