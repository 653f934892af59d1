#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "acgd/objective/objective.hpp"
#include "objective/lockstep.hpp"
#include "objective/random_atoms.hpp"

/// Random directions of several terms, compared with recomputation.
namespace acgd_test {

using acgd::Direction;
using acgd::Term;

/// Active atoms, each with its position in the list as its id, and directions made of them.
class ActiveSet {
 public:
  ActiveSet(std::size_t count, MakeAtom make, std::uint64_t seed, double active_share = 0.7)
      : make_(std::move(make)), random_(seed), active_share_(active_share), atoms_(count) {
    for (Atom& atom : atoms_) make_(random_, atom);
  }

  Random& random() { return random_; }
  const std::vector<Atom>& atoms() const { return atoms_; }

  /// Sometimes replaces an atom by another one with the same id.
  void change(const std::function<void(acgd::AtomId)>& release) {
    if (below(random_, 4) != 0) return;
    const std::size_t place = below(random_, atoms_.size());
    release(static_cast<acgd::AtomId>(place));
    make_(random_, atoms_[place]);
  }

  const Direction& next() {
    direction_ = {.max_step = 1};
    switch (below(random_, 5)) {
      case 0:  // Frank-Wolfe
        add(1);
        direction_.point_weight = -1;
        break;
      case 1:  // away
        add(-1);
        direction_.point_weight = 1;
        direction_.max_step = 0.3;
        break;
      case 2: {  // pairwise
        const std::size_t place = below(random_, atoms_.size());
        direction_.terms.push_back(term(place, 1));
        direction_.terms.push_back(term((place + 1) % atoms_.size(), -1));
        break;
      }
      case 3:  // corrective: to another point of the hull
        direction_.point_weight = -1;
        for (std::size_t i = 0; i < atoms_.size(); ++i) {
          direction_.terms.push_back(term(i, 1 / static_cast<double>(atoms_.size())));
        }
        break;
      default:  // arbitrary
        for (int i = 0; i < 3; ++i) add(uniform(random_, -1, 1));
        direction_.point_weight = uniform(random_, -0.5, 0.5);
        direction_.max_step = 0.5;
    }
    return direction_;
  }

  double next_length() {
    const double t = uniform(random_, 0, direction_.max_step);
    return below(random_, 5) == 0 ? direction_.max_step : t;
  }

 private:
  Term term(std::size_t place, double weight) {
    const bool is_active = uniform(random_, 0, 1) < active_share_;
    return {&atoms_[place], weight, is_active ? static_cast<acgd::AtomId>(place) : acgd::kNoAtom};
  }
  void add(double weight) {
    direction_.terms.push_back(term(below(random_, atoms_.size()), weight));
  }

  MakeAtom make_;
  Random random_;
  double active_share_;
  std::vector<Atom> atoms_;
  Direction direction_;
};

inline Vector formed(const Direction& direction, const Vector& x) {
  Vector d = direction.point_weight * x;
  for (const Term& term : direction.terms) d += term.weight * term.atom->to_dense();
  return d;
}

/// A cursor moves along random directions; all quantities are compared with f and its gradient at x
/// and x + t d, which are formed.
inline Deviation walk_by_terms(const acgd::Objective& f, const acgd::Objective& plain,
                               ActiveSet& atoms, const Atom& x0, Index steps,
                               std::shared_ptr<const acgd::Norm> norm = acgd::l2_norm()) {
  using namespace acgd;
  const auto cursor = f.start(x0, norm);
  Vector x = x0.to_dense(), g(x.size()), there(x.size()), previous;
  Deviation deviation;
  Point point;
  std::vector<Term> active;
  for (const Atom& atom : atoms.atoms()) active.push_back({&atom});
  Vector slopes(static_cast<Index>(active.size()));
  for (; deviation.iterations < steps; ++deviation.iterations) {
    atoms.change([&](AtomId id) { cursor->release(id); });
    plain.gradient(x, g);
    const double value = plain.value(x), size = g.norm();
    note(deviation.value, cursor->value(), value, std::abs(value));
    if (cursor->gradient().is_dense()) {
      note(deviation.gradient, (cursor->gradient().dense() - g).norm(), 0, size);
    }
    cursor->slopes(active, slopes);
    for (std::size_t i = 0; i < active.size(); ++i) {
      const Vector atom = active[i].atom->to_dense();
      note(deviation.slope, slopes[static_cast<Index>(i)], g.dot(atom), size * atom.norm());
    }
    const Direction& direction = atoms.next();
    const Vector d = formed(direction, x);
    Line& line = cursor->look(direction);
    const double length = norm->of(d), t = atoms.next_length();
    note(deviation.gap, -line.directional_derivative(), -g.dot(d), size * d.norm());
    note(deviation.norm, line.norm(), length, x.norm());
    if (previous.size() != 0) {
      note(deviation.gradient_change, line.gradient_change().value(), norm->dual(g - previous),
           size);
    }
    const Vector to = x + t * d;
    plain.gradient(to, there);
    note(deviation.change, line.change(t), plain.value(to) - value, std::abs(value));
    note(deviation.slope, line.slope(t), there.dot(d), std::max(size, there.norm()) * d.norm());
    // A black box provides the rate for the actual movement of x.
    if (t > 1e-3) {
      note(deviation.gradient_change, line.probe(t), norm->dual(there - g),
           std::max(size, there.norm()));
    }
    // A step without effect ends a run: nothing after it is compared.
    previous = cursor->advance(t) ? g : Vector();
    x = to;
    cursor->store(point);
    const bool low_rank = point.x.size() == 0;
    const Vector stored = low_rank ? Vector(point.factors.to_dense().reshaped()) : point.x;
    note(deviation.x, (stored - x).norm(), 0, x.norm());
    if (cursor->x() != nullptr) note(deviation.x, (*cursor->x() - x).norm(), 0, x.norm());
  }
  return deviation;
}

}  // namespace acgd_test
