#include "acgd/solve/start.hpp"

#include <cmath>
#include <map>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"

namespace acgd {
namespace {

// What a text of 10 digits leaves of a sum.
constexpr double kOffOne = 1e-9;

void check(const WeightedAtoms& atoms) {
  if (atoms.empty()) throw InvalidInput("x0: there is no atom");
  std::map<Index, double> sums;
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const auto& [atom, weight, block] = atoms[i];
    if (atom.size() != atoms[0].atom.size()) {
      throw InvalidInput(compose("x0: atom {} has {} entries, the first one {}", i, atom.size(),
                                 atoms[0].atom.size()));
    }
    if (!(weight >= 0) || !std::isfinite(weight)) {
      throw InvalidInput(
          compose("x0: the weight {} of atom {} must be >= 0 and finite", weight, i));
    }
    sums[block] += weight;
  }
  for (const auto& [block, sum] : sums) {
    if (std::abs(sum - 1) <= kOffOne) continue;
    throw InvalidInput(sums.size() == 1
                           ? compose("x0: the weights of the atoms sum to {}, must sum to 1", sum)
                           : compose("x0: the weights of the atoms of block {} sum to {}, must sum "
                                     "to 1",
                                     block, sum));
  }
}

Atom sum_of(const WeightedAtoms& atoms) {
  if (atoms.size() == 1 && atoms[0].weight == 1) return atoms[0].atom;
  Atom sum;
  Vector& x = sum.become_dense(atoms[0].atom.size());
  x.setZero();
  for (const WeightedAtom& each : atoms) each.atom.add_to(x, each.weight);
  return sum;
}

}  // namespace

Start::Start(WeightedAtoms atoms) : atoms_(std::move(atoms)) {
  check(atoms_);
  atom_ = sum_of(atoms_);
}

Start::Start(const Result& result)
    : atom_(result.x.size() > 0 ? result.x : Vector(result.factors.to_dense().reshaped())),
      atoms_(result.atoms) {}

}  // namespace acgd
