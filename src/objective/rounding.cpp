#include "objective/rounding.hpp"

#include "objective/atom_entries.hpp"

namespace acgd {
namespace {

// Where g consists of rounding error the LMO may return another vertex, whose image may be larger
// by about this factor.
constexpr double kOtherVertex = 2;

}  // namespace

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

double CarriedNoise::of(const Loss& loss, const Vector& at, const Vector& z, double ulps,
                        const Vector& r, const Vector& w, const Reduction& reduction) {
  // A sum that cancels has the error of its terms, which are about as large as the largest sum.
  error_ = (moved_ - z).cwiseAbs() + ulps * at.cwiseAbs();
  error_.array() += ulps * reduction.largest_entry(z);
  change_.resize(r.size());
  double noise = 0;
  for (const double sign : {-1.0, 1.0}) {
    moved_ = at + sign * error_;
    loss.derivative(moved_, change_);
    change_ = (change_ - r).cwiseAbs();
    noise += 0.5 * reduction.total(change_);
  }
  return kOtherVertex * reduction.largest_entry(w) * noise;
}

}  // namespace acgd
