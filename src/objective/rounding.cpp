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

double CarriedNoise::of(const Loss& loss, const Vector& at, const Vector& z, const Vector& r,
                        const Vector& w, const Shards* shards) {
  double noise = 0;
  change_.resize(r.size());
  for (const double sign : {-kCarriedNoise, kCarriedNoise}) {
    moved_ = at + sign * (z.cwiseAbs() + at.cwiseAbs() + w.cwiseAbs());
    loss.derivative(moved_, change_);
    change_ -= r;
    noise += 0.5 * absolute_dot(shards, change_, w);
  }
  return noise;
}

}  // namespace acgd
