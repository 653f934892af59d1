#include "fit/growing_run.hpp"

#include <cmath>
#include <map>

#include "acgd/core/error.hpp"
#include "atom/atom.hpp"
#include "core/compose.hpp"

namespace acgd {
namespace {

// A start need not be the best one of its ray.
constexpr double kCloseToFlat = 0.1;
constexpr int kMostTrials = 10;

/// factor * left right'
Atom scaled_matrix(const LowRank& factors, double factor) {
  Atom atom;
  Atom::LowRank& sum = atom.become_low_rank(factors.rows(), factors.cols(),
                                            static_cast<std::size_t>(factors.rank()));
  for (Index k = 0; k < factors.rank(); ++k) {
    sum.terms[static_cast<std::size_t>(k)] = {factor, factors.left.col(k), factors.right.col(k)};
  }
  return atom;
}

/// The t in [0, most] with about the lowest f(x + t x): slopes are bisected, or where f knows how it
/// bends, followed to 0.
double best_growth(Line& line, double most) {
  if (!(line.fall() > 0)) return 0;
  double low = 0, high = most, t = most;
  for (int k = 0; k < kMostTrials; ++k) {
    const std::optional<Bend> bend = line.bend(t);
    const double slope = bend ? bend->slope : line.slope(t);
    if (slope <= 0 && t == most) return most;
    if (std::abs(slope) <= kCloseToFlat * line.fall()) return t;
    (slope > 0 ? high : low) = t;
    const double newton = bend && bend->curvature > 0 ? t - slope / bend->curvature : low;
    t = newton > low && newton < high ? newton : 0.5 * (low + high);
  }
  return low;
}

/// What a run over a set has found, `factor` times as large, in a set that is `growth` times as large
/// and has 0 in it, unless the two are the same.
Start grown(const Result& result, double factor, double growth) {
  if (result.x.size() == 0) return scaled_matrix(result.factors, factor);
  if (result.atoms.empty()) return Vector(factor * result.x);
  WeightedAtoms atoms;
  std::map<Index, Atom> zeros;  // of the blocks
  for (const WeightedAtom& each : result.atoms) {
    atoms.push_back({scaled(each.atom, growth), each.weight * factor / growth, each.block});
    if (factor < growth) zeros.try_emplace(each.block, scaled(each.atom, 0));
  }
  for (auto& [block, zero] : zeros) atoms.push_back({std::move(zero), 1 - factor / growth, block});
  return atoms;
}

/// d' H d at t = 0, or as a parabola through f(0), its slope and f(1) has it.
double curvature_of(Line& line) {
  if (const std::optional<double> curvature = line.curvature()) return *curvature;
  if (const std::optional<Bend> bend = line.bend(0)) return bend->curvature;
  return 2 * (line.change(1) + line.fall());
}

}  // namespace

void check_radii(std::span<const double> radii) {
  double before = 0;
  for (std::size_t i = 0; i < radii.size(); ++i) {
    if (!(radii[i] > before) || !std::isfinite(radii[i])) {
      throw InvalidInput(compose(
          "radii[{}] = {}: must be positive and finite, and above the one before it", i, radii[i]));
    }
    before = radii[i];
  }
}

double dual_gauge(const Objective& f, const Atom& x, const Oracle& unit, const Options& options,
                  double* slope) {
  const std::unique_ptr<Cursor> cursor = f.start(x, options.norm);
  OracleCall answer;
  unit.minimize(cursor->gradient(), answer);
  Line& line = cursor->look(along(answer.atom));
  if (slope != nullptr) *slope = curvature_of(line);
  return line.fall();
}

Atom zero_of(const Oracle& set) {
  const Atom vertex = set.start();
  if (vertex.as<Atom::RankOne>() != nullptr) return scaled(vertex, 0);
  return Atom(Vector(Vector::Zero(set.dimension())));
}

Start GrowingRun::start_in(const Oracle& set, double radius) const {
  const Atom zero = zero_of(set);
  const bool has_zero = !(set.violation_of(zero).distance > 0);
  if (radius_ == 0) return has_zero ? Start(zero) : Start(set.start());
  const double growth = radius / radius_;
  if (!has_zero || result_.x.size() == 0) return grown(result_, growth, growth);
  const std::unique_ptr<Cursor> cursor = f_.start(Atom(result_.x), options_.norm);
  Line& line = cursor->look({.point_weight = 1, .max_step = growth - 1});
  return grown(result_, 1 + best_growth(line, growth - 1), growth);
}

double GrowingRun::penalty() const {
  const Atom x = result_.x.size() == 0 ? scaled_matrix(result_.factors, 1) : Atom(result_.x);
  return dual_gauge(f_, x, *set_(1), options_);
}

const Result& GrowingRun::solve_at(double radius) {
  const std::shared_ptr<const Oracle> set = set_(radius);
  const Start x0 = start_in(*set, radius);
  result_ = solve(Mode::constrained, f_, *set, x0, options_);
  radius_ = radius;
  return result_;
}

}  // namespace acgd
