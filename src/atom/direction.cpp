#include "acgd/atom/direction.hpp"

namespace acgd {

void Direction::assign_terms_to(VectorRef d) const {
  if (const Atom* atom = single()) return atom->assign_to(d);
  d.setZero();
  add_terms_to(d, 1);
}

void Direction::add_terms_to(VectorRef x, double scale) const {
  for (const Term& term : terms) term.atom->add_to(x, scale * term.weight);
}

}  // namespace acgd
