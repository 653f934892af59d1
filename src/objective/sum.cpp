#include "acgd/objective/sum.hpp"

#include <algorithm>
#include <cmath>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "objective/sum_cursor.hpp"

namespace acgd {
namespace {

void check_parts(const std::vector<Sum::Part>& parts) {
  if (parts.empty()) throw InvalidInput("parts: there are none, must be at least one");
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i]) throw InvalidInput(compose("parts[{}]: must not be null", i));
    if (parts[i]->dimension() != parts[0]->dimension()) {
      throw InvalidInput(compose("parts[{}]: has {} variables, must have {} like parts[0]", i,
                                 parts[i]->dimension(), parts[0]->dimension()));
    }
  }
}

std::vector<double> checked_weights(std::vector<double> weights, std::size_t parts) {
  if (weights.empty()) return std::vector<double>(parts, 1.0);
  if (weights.size() != parts) {
    throw InvalidInput(
        compose("weights: has {} entries, must have {}, one a part", weights.size(), parts));
  }
  for (std::size_t i = 0; i < parts; ++i) {
    if (!(weights[i] > 0) || !std::isfinite(weights[i])) {
      throw InvalidInput(compose("weights[{}] = {}: must be positive and finite", i, weights[i]));
    }
  }
  return weights;
}

}  // namespace

Sum::Sum(std::vector<Part> parts, std::vector<double> weights)
    : parts_((check_parts(parts), std::move(parts))),
      weights_(checked_weights(std::move(weights), parts_.size())) {}

double Sum::value(const Vector& x) const {
  double sum = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) sum += weights_[i] * parts_[i]->value(x);
  return sum;
}

void Sum::gradient(const Vector& x, Vector& g) const {
  parts_[0]->gradient(x, g);
  g *= weights_[0];
  Vector part(parts_.size() > 1 ? g.size() : 0);
  for (std::size_t i = 1; i < parts_.size(); ++i) {
    parts_[i]->gradient(x, part);
    g += weights_[i] * part;
  }
}

std::optional<double> Sum::lipschitz() const {
  double sum = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const std::optional<double> part = parts_[i]->lipschitz();
    if (!part) return std::nullopt;
    sum += weights_[i] * *part;
  }
  return sum;
}

bool Sum::has_proven_gradient() const {
  return std::ranges::all_of(parts_, [](const Part& f) { return f->has_proven_gradient(); });
}

bool Sum::is_convex() const {
  return std::ranges::all_of(parts_, [](const Part& f) { return f->is_convex(); });
}

std::optional<double> Sum::natural_scale() const {
  double sum = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const std::optional<double> part = parts_[i]->natural_scale();
    if (!part) return std::nullopt;
    if (std::isfinite(*part)) sum += weights_[i] * *part;
  }
  return sum > 0 ? sum : range::kInfinity;
}

bool Sum::has_curvature() const {
  return std::ranges::all_of(parts_, [](const Part& f) { return f->has_curvature(); });
}

bool Sum::has_diagonal_curvature() const {
  return std::ranges::all_of(parts_, [](const Part& f) { return f->has_diagonal_curvature(); });
}

Vector Sum::intercept(const Vector& x) const {
  Vector only;
  for (const Part& f : parts_) {
    Vector b = f->intercept(x);
    if (b.size() == 0) continue;
    if (only.size() != 0) return {};
    only = std::move(b);
  }
  return only;
}

std::unique_ptr<Cursor> Sum::start(const Atom& x0, std::shared_ptr<const Norm> norm) const {
  if (parts_.size() == 1 && weights_[0] == 1) return parts_[0]->start(x0, std::move(norm));
  return std::make_unique<SumCursor>(*this, x0, std::move(norm));
}

}  // namespace acgd
