#include "objective/rounding.hpp"

#include "objective/atom_entries.hpp"

namespace acgd {

double dot_noise(const Vector& r, const Vector& d, const Vector& x, const Direction& direction) {
  const double noise = dot_noise(r, d, x, direction.point_weight);
  if (direction.terms.size() == 1 || noise == 0) return noise;
  double sizes = 0;
  for (const Term& term : direction.terms) {
    for_each_entry(*term.atom, 0,
                   [&](Index i, double value) { sizes += std::abs(term.weight * value * r[i]); });
  }
  return noise + kDotNoise * sizes;
}

}  // namespace acgd
