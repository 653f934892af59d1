#include "oracle/entries.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "linalg/kernels.hpp"

namespace acgd {

void Largest::choose(Index k) {
  k = std::min(k, keys.size());
  indices.clear();
  indices.reserve(static_cast<std::size_t>(k));
  if (k <= 0) return;
  for (double& key : keys) {
    if (std::isnan(key)) key = -std::numeric_limits<double>::infinity();
  }
  parted_ = keys;
  std::nth_element(parted_.begin(), parted_.begin() + (k - 1), parted_.end(), std::greater<>());
  const double bound = parted_[k - 1];
  Index ties = k - (keys.array() > bound).count();
  for (Index i = 0; i < keys.size(); ++i) {
    if (keys[i] > bound || (keys[i] == bound && ties-- > 0)) indices.push_back(i);
  }
}

void Ranking::sort() {
  for (double& key : keys) {
    if (std::isnan(key)) key = -std::numeric_limits<double>::infinity();
  }
  order.resize(static_cast<std::size_t>(keys.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(),
            [&](Index a, Index b) { return keys[a] > keys[b] || (keys[a] == keys[b] && a < b); });
}

void Promising::choose(const Vector& of, double bound, Index best, Index most) {
  indices.clear();
  if (most <= 0) return;
  // Maximum size, so that later calls do not allocate.
  indices.reserve(static_cast<std::size_t>(of.size()));
  for (Index i = 0; i < of.size(); ++i) {
    if (of[i] < bound && i != best) indices.push_back(i);
  }
  const auto better = [&](Index a, Index b) { return of[a] < of[b] || (of[a] == of[b] && a < b); };
  if (static_cast<Index>(indices.size()) > most) {
    std::nth_element(indices.begin(), indices.begin() + most, indices.end(), better);
    indices.resize(static_cast<std::size_t>(most));
  }
  std::sort(indices.begin(), indices.end(), better);
}

double halfway_to_mean(const Vector& scores) {
  // Exactly `smallest` if all scores are equal.
  const double smallest = scores.minCoeff();
  return smallest + (scores.array() - smallest).mean() / 2;
}

void require_dimension(const Oracle& oracle, const char* argument, ConstVectorRef x) {
  if (x.size() != oracle.dimension()) {
    throw InvalidInput(argument, compose("has {} entries, must have {}, the dimension of the {}",
                                         x.size(), oracle.dimension(), oracle.name()));
  }
}

std::optional<Violation> violation_if_not_finite(ConstVectorRef x) {
  if (x.allFinite()) return std::nullopt;
  Index i = 0;
  while (std::isfinite(x[i])) ++i;
  return Violation{std::numeric_limits<double>::infinity(),
                   compose("x[{}] = {} is not a finite number", i, x[i])};
}

double size_at(const Oracle& set, double largest) {
  const Atom start = set.start();
  double extent = 0;
  if (set.accepts_sparse_gradients()) {
    // Avoids dense gradients of large matrices.
    extent = start.largest_entry();
  } else {
    const Vector from = start.to_dense();
    Vector g;
    make_pseudo_random(set.dimension(), g);
    for (const double sign : {1.0, -1.0}) {
      const double apart = (linear_minimizer(set, sign * g) - from).lpNorm<Eigen::Infinity>();
      if (std::isfinite(apart)) extent = std::max(extent, apart);
    }
  }
  return extent + kShareOfEntry * largest;
}

Violation measured(const Oracle& set, ConstVectorRef x, Violation violation) {
  if (violation.distance > 0 && std::isfinite(violation.distance) && violation.size == 0) {
    violation.size = size_at(set, x.lpNorm<Eigen::Infinity>());
  }
  return violation;
}

double relative(const Violation& violation) {
  return violation.size > 0 ? violation.distance / violation.size : violation.distance;
}

bool is_outside(const Oracle& set, const Violation& violation, double largest, double tolerance) {
  if (!(violation.distance > 0)) return false;
  if (violation.size > 0) return relative(violation) > tolerance;
  return violation.distance > tolerance * kShareOfEntry * largest &&
         violation.distance > tolerance * size_at(set, largest);
}

// Both find the extreme value first, which vectorises, and then its index.

Index first_smallest(const Vector& g) {
  const double smallest = g.minCoeff();
  Index i = 0;
  while (i + 1 < g.size() && g[i] != smallest) ++i;
  return i;
}

Index first_largest_size(const Vector& g) {
  const double largest = g.cwiseAbs().maxCoeff();
  Index i = 0;
  while (i + 1 < g.size() && std::abs(g[i]) != largest) ++i;
  return i;
}

Vector read_list(const SetContext& context, const std::string& file) {
  const Matrix matrix = context.reader().matrix(file);
  if (matrix.rows() != 1 && matrix.cols() != 1) {
    throw InvalidInput(file,
                       compose("a {} x {} matrix: must be a vector, with one row or one column",
                               matrix.rows(), matrix.cols()));
  }
  return matrix.reshaped();
}

Matrix read_two_columns(const SetContext& context, const std::string& file, const char* names) {
  Matrix matrix = context.reader().matrix(file);
  if (matrix.cols() != 2) {
    throw InvalidInput(file,
                       compose("has {} columns: must have two, {}, and a row for each variable",
                               matrix.cols(), names));
  }
  return matrix;
}

void require_finite_entries(const char* argument, const Vector& entries) {
  for (Index i = 0; i < entries.size(); ++i) {
    if (std::isfinite(entries[i])) continue;
    throw InvalidInput({argument, i}, entries[i], "must be finite");
  }
}

}  // namespace acgd
