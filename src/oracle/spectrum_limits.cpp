#include "oracle/spectrum_limits.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "linalg/decompositions.hpp"
#include "oracle/matrix_size.hpp"

namespace acgd {
namespace {

bool is_symmetric(const Atom::RankOne& term) { return term.left == term.right; }

/// Beside the eigenvalues at hand, a matrix with more rows than that has others, which are 0.
void include_zero(SpectrumFacts& facts) {
  facts.smallest = std::min(facts.smallest, 0.0);
  facts.largest = std::max(facts.largest, 0.0);
}

/// The symmetric part of s l r' has the eigenvalues s (l'r + |l| |r|) / 2, s (l'r - |l| |r|) / 2
/// and 0.
SpectrumFacts facts_of(const Atom::RankOne& pair) {
  SpectrumFacts facts;
  const double dot = pair.left.dot(pair.right);
  facts.trace = pair.scale * dot;
  if (pair.left.size() == 1 || is_symmetric(pair)) {
    facts.smallest = facts.largest = facts.trace;
  } else {
    const double lengths = pair.left.norm() * pair.right.norm();
    const double one = 0.5 * pair.scale * (dot + lengths);
    const double other = 0.5 * pair.scale * (dot - lengths);
    std::tie(facts.smallest, facts.largest) = std::minmax(one, other);
    // ||l r' - r l'||_F / 2 = |l| |part of r across l| / sqrt(2)
    const double along = dot / pair.left.squaredNorm();
    if (std::isfinite(along)) {
      facts.asymmetry = std::abs(pair.scale) * pair.left.norm() *
                        (pair.right - along * pair.left).norm() / std::sqrt(2.0);
    }
  }
  if (pair.left.size() > 1) include_zero(facts);
  return facts;
}

/// The eigenvalues of W W' are those of W'W, and 0.
SpectrumFacts facts_of(const Atom::LowRank& matrix, Index side) {
  const auto count = static_cast<Index>(matrix.terms.size());
  Matrix gram = Matrix::Zero(count, count);
  SpectrumFacts facts;
  for (Index j = 0; j < count; ++j) {
    const Atom::RankOne& a = matrix.terms[static_cast<std::size_t>(j)];
    facts.trace += a.scale * a.left.squaredNorm();
    for (Index i = j; i < count; ++i) {
      const Atom::RankOne& b = matrix.terms[static_cast<std::size_t>(i)];
      gram(i, j) = std::sqrt(a.scale * b.scale) * a.left.dot(b.left);
    }
  }
  if (count > 0) {
    const Vector values = symmetric_eigenvalues(gram);
    facts.smallest = values[0];
    facts.largest = values[count - 1];
  }
  if (count < side) include_zero(facts);
  return facts;
}

bool fits(const Atom::RankOne& term, Index side) {
  return term.left.size() == side && term.right.size() == side;
}

}  // namespace

SpectrumFacts spectrum_facts(ConstVectorRef x, Index side) {
  const Eigen::Map<const Matrix> matrix(x.data(), side, side);
  const Vector values = symmetric_eigenvalues(0.5 * (matrix + matrix.transpose()));
  return {.asymmetry = 0.5 * (matrix - matrix.transpose()).norm(),
          .smallest = values[0],
          .largest = values[side - 1],
          .trace = matrix.trace()};
}

std::optional<SpectrumFacts> spectrum_facts(const Atom& x, Index side) {
  if (const auto* pair = x.as<Atom::RankOne>(); pair != nullptr && fits(*pair, side)) {
    return facts_of(*pair);
  }
  const auto* matrix = x.as<Atom::LowRank>();
  if (matrix == nullptr) return std::nullopt;
  for (const Atom::RankOne& term : matrix->terms) {
    if (!fits(term, side) || !is_symmetric(term) || !(term.scale >= 0)) return std::nullopt;
  }
  return facts_of(*matrix, side);
}

Violation violation_of_limits(const SpectrumFacts& facts, const SpectrumLimits& limits) {
  Violation worst;
  const auto consider = [&](double distance, const auto& detail) {
    if (distance > worst.distance) worst = {distance, detail()};
  };
  consider(facts.asymmetry, [&] {
    return compose("the matrix is not symmetric: it is {} away from its symmetric part",
                   facts.asymmetry);
  });
  consider(-facts.smallest,
           [&] { return compose("the smallest eigenvalue is {}, below 0", facts.smallest); });
  consider(facts.largest - limits.largest, [&] {
    return compose("the largest eigenvalue is {}, above {}", facts.largest, limits.largest);
  });
  consider(facts.trace - limits.most_trace, [&] {
    const char* rule = limits.least_trace == limits.most_trace ? "not" : "above";
    return compose("the trace is {}, {} {}", facts.trace, rule, limits.most_trace);
  });
  consider(limits.least_trace - facts.trace,
           [&] { return compose("the trace is {}, not {}", facts.trace, limits.least_trace); });
  return worst;
}

Violation violation_of_limits(const Oracle& set, const Atom& x, Index side,
                              const SpectrumLimits& limits) {
  if (x.size() == set.dimension()) {
    if (!std::isfinite(x.largest_entry())) {
      return {std::numeric_limits<double>::infinity(), "its entries are not finite"};
    }
    if (const auto facts = spectrum_facts(x, side)) return violation_of_limits(*facts, limits);
  }
  return set.violation(x.to_dense());
}

Atom first_corner(Index side, double scale) {
  Atom atom;
  Atom::RankOne& shape = atom.become_rank_one(side, side);
  shape.scale = scale;
  shape.left.setUnit(side, 0);
  shape.right.setUnit(side, 0);
  return atom;
}

Index square_size(Index side) {
  require_at_least("side", side, 1);
  return matrix_size(side, side);
}

}  // namespace acgd
