#include "acgd/oracle/symmetric_hull.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/entries.hpp"
#include "oracle/nearest_point.hpp"
#include "oracle/promising.hpp"

namespace acgd {
namespace {

struct AtomScores {
  Vector products;      ///< <g, atom> of each
  Promising promising;  ///< by -|<g, atom>|
};

/// Keeps of the chosen atoms those that differ from the best one and from each other, whatever
/// their sign: a list may have an atom twice.
void drop_repeated_atoms(const Matrix& atoms, Index best, Promising& promising) {
  const Vector& scores = promising.scores;
  const double rounding = 1e-9 * scores.cwiseAbs().maxCoeff();
  const auto is_same = [&](Index a, Index b) {
    return std::abs(scores[a] - scores[b]) <= rounding &&
           (atoms.col(a) == atoms.col(b) || atoms.col(a) == -atoms.col(b));
  };
  std::vector<Index>& chosen = promising.indices;
  std::size_t kept = 0;
  for (const Index atom : chosen) {
    const auto same_as_this = [&](Index other) { return is_same(atom, other); };
    const auto end = chosen.begin() + static_cast<std::ptrdiff_t>(kept);
    if (is_same(atom, best) || std::any_of(chosen.begin(), end, same_as_this)) continue;
    chosen[kept++] = atom;
  }
  chosen.resize(kept);
}

}  // namespace

SymmetricHull::SymmetricHull(Matrix atoms)
    : SymmetricHull(std::make_shared<const Matrix>(std::move(atoms))) {}

SymmetricHull::SymmetricHull(std::shared_ptr<const Matrix> atoms) : atoms_(std::move(atoms)) {
  if (!atoms_) throw InvalidInput("atoms = null: must be a matrix with an atom in each column");
  require_at_least("rows of atoms (the dimension)", atoms_->rows(), 1);
  require_at_least("columns of atoms (one each)", atoms_->cols(), 1);
  for (Index j = 0; j < atoms_->cols(); ++j) {
    for (Index i = 0; i < atoms_->rows(); ++i) {
      const double entry = (*atoms_)(i, j);
      if (std::isfinite(entry)) continue;
      throw InvalidInput(compose("atoms({}, {}) = {}: must be finite", i, j, entry));
    }
  }
  if (atoms_->isZero(0)) throw InvalidInput("atoms: all of them are 0, one at least must not be");
}

std::unique_ptr<Oracle> SymmetricHull::Parameters::begin(const SetContext& context) const {
  return std::make_unique<SymmetricHull>(Matrix(context.reader().matrix(file).transpose()));
}

std::string SymmetricHull::name() const {
  return compose("symmetric hull of {} atoms in R^{}", atoms_->cols(), dimension());
}

void SymmetricHull::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  Vector& products = answer.memory<AtomScores>().products;
  products.resize(atoms_->cols());
  products.noalias() = atoms_->transpose() * g;
  const Index best = first_largest_size(products);
  write(best, products[best], answer.atom);
}

void SymmetricHull::several(const Gradient& gradient, Index most, OracleCall& answer) const {
  minimize(gradient, answer);
  answer.other_count = 0;
  if (most <= 0) return;
  auto& [products, promising] = answer.memory<AtomScores>();
  const Index best = first_largest_size(products);
  promising.scores.resize(products.size());
  promising.scores = -products.cwiseAbs();
  promising.choose(promising.scores, promising.scores[best] / 2, best, most);
  drop_repeated_atoms(*atoms_, best, promising);
  for (const Index atom : promising.indices) write(atom, products[atom], answer.add_other());
}

void SymmetricHull::write(Index atom, double score, Atom& signed_atom) const {
  Vector& v = signed_atom.become_dense(dimension());
  v = atoms_->col(atom);
  if (score > 0) v = -v;
}

Violation SymmetricHull::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  Matrix both(atoms_->rows(), 2 * atoms_->cols());
  both << *atoms_, -*atoms_;
  const double distance = distance_to_hull(both, x);
  if (distance == 0) return {};
  return {distance, compose("the nearest point of the hull is {} away", distance)};
}

}  // namespace acgd
