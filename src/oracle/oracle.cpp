#include "acgd/oracle/oracle.hpp"

#include "oracle/entries.hpp"

namespace acgd {

Atom& LmoResult::add_other() {
  if (other_count == others.size()) others.emplace_back();
  return others[other_count++];
}

Atom Oracle::start() const {
  // Entries are nonzero and distinct, so that polytopes return a vertex. The first coordinate has
  // the largest magnitude, so that simplices and l1 balls return the first one.
  Gradient gradient(dimension());
  for (Index i = 0; i < dimension(); ++i) {
    gradient.entries()[i] = -1 - 1 / static_cast<double>(i + 1);
  }
  LmoResult lmo;
  minimize(gradient, lmo);
  return std::move(lmo.atom);
}

Vector linear_minimizer(const Oracle& oracle, ConstVectorRef gradient) {
  require_dimension(oracle, "gradient", gradient);
  LmoResult lmo;
  oracle.minimize(Gradient(Vector(gradient)), lmo);
  return lmo.atom.to_dense();
}

}  // namespace acgd
