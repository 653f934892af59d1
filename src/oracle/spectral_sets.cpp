#include "acgd/oracle/spectral_sets.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "linalg/decompositions.hpp"
#include "linalg/low_rank.hpp"
#include "linalg/singular_pair.hpp"
#include "oracle/entries.hpp"
#include "parallel/eigen_search.hpp"
#include "parallel/gradient_operator.hpp"

namespace acgd {

namespace {

/// rows * cols; throws InvalidInput unless both are at least 1 and the product fits an Index.
Index matrix_size(Index rows, Index cols) {
  require_at_least("rows", rows, 1);
  require_at_least("cols", cols, 1);
  if (rows > std::numeric_limits<Index>::max() / cols)
    throw InvalidInput("matrix",
                       compose("is {} x {}, must have fewer than 2^63 entries", rows, cols));
  return rows * cols;
}

/// Quantities that decide whether a square matrix X is in a set of symmetric matrices.
struct SpectrumFacts {
  double asymmetry = 0;  ///< ||X - X'||_F / 2, the distance to the nearest symmetric matrix
  double smallest = 0;   ///< smallest eigenvalue of the symmetric part
  double largest = 0;
  double trace = 0;
};

/// Limits: X = X' with eigenvalues in [0, largest] and trace in [least_trace, most_trace].
struct SpectrumLimits {
  double least_trace = 0;
  double most_trace = std::numeric_limits<double>::infinity();
  double largest = std::numeric_limits<double>::infinity();
};

bool is_symmetric(const Atom::RankOne& term) { return term.left == term.right; }

/// Includes the eigenvalue 0 of a matrix with more rows than the given eigenvalues.
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
    // l r' - r l'||_F / 2 = |l| |component of r orthogonal to l| / sqrt(2)
    const double along = dot / pair.left.squaredNorm();
    if (std::isfinite(along)) {
      facts.asymmetry = std::abs(pair.scale) * pair.left.norm() *
                        (pair.right - along * pair.left).norm() / std::sqrt(2.0);
    }
  }
  if (pair.left.size() > 1) include_zero(facts);
  return facts;
}

/// The nonzero eigenvalues of W W' are those of W'W.
SpectrumFacts facts_of(const Atom::LowRank& matrix, Index side) {
  const auto count = static_cast<Index>(matrix.terms.size());
  Matrix gram = Matrix::Zero(count, count);
  SpectrumFacts facts;
  for (Index j = 0; j < count; ++j) {
    const Atom::RankOne& a = matrix.terms[j];
    facts.trace += a.scale * a.left.squaredNorm();
    for (Index i = j; i < count; ++i) {
      const Atom::RankOne& b = matrix.terms[i];
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

/// For finite stacked columns.
SpectrumFacts spectrum_facts(ConstVectorRef x, Index side) {
  const Eigen::Map<const Matrix> matrix(x.data(), side, side);
  const Vector values = symmetric_eigenvalues(0.5 * (matrix + matrix.transpose()));
  return {.asymmetry = 0.5 * (matrix - matrix.transpose()).norm(),
          .smallest = values[0],
          .largest = values[side - 1],
          .trace = matrix.trace()};
}

/// For an atom without forming its matrix, if it has rank one or is a sum of s v v', s >= 0.
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

/// The most violated limit.
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

/// The same for an atom, without forming its matrix if possible.
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

/// scale e_1 e_1' as a rank-one atom.
Atom first_corner(Index side, double scale) {
  Atom atom;
  Atom::RankOne& shape = atom.become_rank_one(side, side);
  shape.scale = scale;
  shape.left.setUnit(side, 0);
  shape.right.setUnit(side, 0);
  return atom;
}

/// side * side; throws InvalidInput unless side >= 1 and the product fits an Index.
Index square_size(Index side) {
  require_at_least("side", side, 1);
  return matrix_size(side, side);
}

/// Smallest eigenpair of a gradient, with memory reused between LMO calls.
struct SmallestEigenpair {
  EigenSearch search;
  EigenPairs pairs;

  /// Accurate to lmo.accuracy / scale. An exact search starts from the previous atom unless that is
  /// 0.
  void find(const Gradient& gradient, Index side, double scale, const LmoResult& lmo) {
    const auto* last = lmo.atom.as<Atom::RankOne>();
    if (last != nullptr && last->scale != 0 && last->left.size() == side) {
      pairs.vectors = last->left;
    } else {
      pairs.vectors.setZero(side, 1);  // a resize would release the memory
    }
    search.find(gradient, side, 1, lmo.accuracy / scale, pairs);
  }

  /// atom = scale v v'
  void give(double scale, Atom& atom) const {
    const Index side = pairs.vectors.rows();
    Atom::RankOne& shape = atom.become_rank_one(side, side);
    shape.scale = scale;
    shape.left = pairs.vectors.col(0);
    shape.right = shape.left;
  }
};

/// scale U V' over the singular values that are nonzero up to rounding.
Matrix polar_factor(const ThinSvd& svd, double scale) {
  const double longest = static_cast<double>(std::max(svd.left.rows(), svd.right.rows()));
  const double smallest = std::numeric_limits<double>::epsilon() * longest * svd.values[0];
  const Index rank = (svd.values.array() > smallest).count();
  return scale * svd.left.leftCols(rank) * svd.right.leftCols(rank).transpose();
}

}  // namespace

SpectralBall::SpectralBall(Index rows, Index cols, double radius)
    : NormBall(spectral_norm(rows, cols), matrix_size(rows, cols), radius),
      rows_(rows),
      cols_(cols) {}

std::string SpectralBall::name() const {
  return compose("spectral ball of radius {} in R^({} x {})", radius(), rows_, cols_);
}

void SpectralBall::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& entries = gradient.dense();
  assert(entries.size() == dimension());
  Vector& atom = lmo.atom.become_dense(dimension());
  atom.setZero();
  lmo.error = 0;
  if (!entries.allFinite()) {
    lmo.error = std::numeric_limits<double>::infinity();
  } else if (!entries.isZero(0)) {
    const Eigen::Map<const Matrix> matrix(entries.data(), rows_, cols_);
    Eigen::Map<Matrix>(atom.data(), rows_, cols_) = polar_factor(thin_svd(matrix), -radius());
  }
}

Atom SpectralBall::start() const {
  Atom atom;
  Vector& values = atom.become_dense(dimension());
  Eigen::Map<Matrix>(values.data(), rows_, cols_) = -radius() * Matrix::Identity(rows_, cols_);
  return atom;
}

namespace {

/// Per-run state between LMO calls.
struct Memory {
  GradientOperator::Room room;
  SingularSearch search;
  SingularPair pair;
};

}  // namespace

NuclearBall::NuclearBall(Index rows, Index cols, double radius)
    : NormBall(nuclear_norm(rows, cols), matrix_size(rows, cols), radius),
      rows_(rows),
      cols_(cols) {}

std::string NuclearBall::name() const {
  return compose("nuclear ball of radius {} in R^({} x {})", radius(), rows_, cols_);
}

void NuclearBall::minimize(const Gradient& gradient, LmoResult& lmo) const {
  GradientOperator::Room& room = lmo.memory<Memory>().room;
  minimize(GradientOperator(gradient, rows_, cols_, room), lmo);
}

void NuclearBall::minimize(const MatrixOperator& gradient, LmoResult& lmo) const {
  search(gradient, 1, lmo);
}

void NuclearBall::minimize_leading(const Gradient& gradient, Index most, LmoResult& lmo) const {
  auto& memory = lmo.memory<Memory>();
  const GradientOperator g(gradient, rows_, cols_, memory.room);
  search(g, 1 + most, lmo);
  lmo.other_count = 0;
  const Matrix& candidates = memory.search.candidates();
  for (Index i = 1; i < candidates.cols(); ++i) {
    Atom::RankOne& atom = lmo.add_other().become_rank_one(rows_, cols_);
    // The vector of the longer side is the image of the other one.
    const bool has_left = rows_ < cols_;
    Vector& given = has_left ? atom.left : atom.right;
    Vector& image = has_left ? atom.right : atom.left;
    given = candidates.col(i);
    has_left ? g.multiply_adjoint(given, image) : g.multiply(given, image);
    const double length = image.norm();
    if (!(length > 0)) {
      --lmo.other_count;
      break;
    }
    image /= length;
    atom.scale = -radius();
  }
}

void NuclearBall::search(const MatrixOperator& gradient, Index count, LmoResult& lmo) const {
  if (gradient.rows() != rows_ || gradient.cols() != cols_)
    throw InvalidInput("gradient", compose("an operator of {} x {}, but the matrix is {} x {}",
                                           gradient.rows(), gradient.cols(), rows_, cols_));
  auto& [room, search, pair] = lmo.memory<Memory>();
  if (const auto* last = lmo.atom.as<Atom::RankOne>()) {
    pair.left = last->left;
    pair.right = last->right;
  } else {
    pair.left.resize(0);
    pair.right.resize(0);
  }
  search.find_several(gradient, lmo.accuracy / radius(), count, pair);

  Atom::RankOne& atom = lmo.atom.become_rank_one(rows_, cols_);
  atom.scale = -radius();
  atom.left = pair.left;
  atom.right = pair.right;
  lmo.error = radius() * pair.error;
}

Violation NuclearBall::violation_of(const Atom& x) const {
  if (const auto* matrix = x.as<Atom::LowRank>(); matrix != nullptr && x.size() == dimension()) {
    return violation_of_terms(matrix->terms);
  }
  const auto* pair = x.as<Atom::RankOne>();
  if (pair == nullptr || pair->left.size() != rows_ || pair->right.size() != cols_) {
    return NormBall::violation_of(x);
  }
  const double size = std::abs(pair->scale) * pair->left.norm() * pair->right.norm();
  if (std::isfinite(size)) return violation_of_size(size);
  return {std::numeric_limits<double>::infinity(), "its factors are not finite"};
}

Violation NuclearBall::violation_of_terms(std::span<const Atom::RankOne> terms) const {
  const auto count = static_cast<Index>(terms.size());
  Matrix left(rows_, count), right(cols_, count);
  Vector weights(count);
  double most = 0;
  for (Index k = 0; k < count; ++k) {
    const Atom::RankOne& term = terms[k];
    if (term.left.size() != rows_ || term.right.size() != cols_) {
      return {std::numeric_limits<double>::infinity(), "its factors have another size"};
    }
    left.col(k) = term.left;
    right.col(k) = term.right;
    weights[k] = term.scale;
    most += std::abs(term.scale) * term.left.norm() * term.right.norm();
  }
  if (!std::isfinite(most)) {
    return {std::numeric_limits<double>::infinity(), "its factors are not finite"};
  }
  // The norm of the sum is at most `most`; compute it only if that exceeds the radius.
  if (most <= radius()) return {};
  return violation_of_size(recompress(left, weights, right, 0).weights.sum());
}

Atom NuclearBall::start() const {
  Atom atom;
  Atom::RankOne& shape = atom.become_rank_one(rows_, cols_);
  shape.scale = -radius();
  shape.left = Vector::Unit(rows_, 0);
  shape.right = Vector::Unit(cols_, 0);
  return atom;
}

SchattenBall::SchattenBall(Index rows, Index cols, double p, double radius)
    : NormBall(schatten_norm(p, rows, cols), matrix_size(rows, cols), radius),
      rows_(rows),
      cols_(cols),
      of_values_(std::min(rows, cols), p, radius) {}

std::string SchattenBall::name() const {
  return compose("Schatten-{} ball of radius {} in R^({} x {})", p(), radius(), rows_, cols_);
}

void SchattenBall::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& entries = gradient.dense();
  assert(entries.size() == dimension());
  Vector& atom = lmo.atom.become_dense(dimension());
  atom.setZero();
  lmo.error = 0;
  if (!entries.allFinite()) {
    lmo.error = std::numeric_limits<double>::infinity();
  } else if (!entries.isZero(0)) {
    const ThinSvd svd = thin_svd(Eigen::Map<const Matrix>(entries.data(), rows_, cols_));
    const Vector weights = linear_minimizer(of_values_, svd.values);
    Eigen::Map<Matrix>(atom.data(), rows_, cols_) =
        svd.left * weights.asDiagonal() * svd.right.transpose();
  }
}

Atom SchattenBall::start() const {
  Atom atom;
  atom.become_coordinate(dimension(), 0, -radius());
  return atom;
}

namespace {

/// Per-run state of a Fantope between LMO calls.
struct FantopeMemory {
  EigenSearch search;
  EigenPairs pairs;
};

/// The sum of v v' over the columns of `vectors`.
void give_projection(const Matrix& vectors, Atom& atom) {
  const Index side = vectors.rows();
  auto& terms = atom.become_low_rank(side, side, static_cast<std::size_t>(vectors.cols())).terms;
  for (Index i = 0; i < vectors.cols(); ++i) {
    Atom::RankOne& term = terms[i];
    term.scale = 1;
    term.left = vectors.col(i);
    term.right = term.left;
  }
}

/// e_1 e_1' + ... + e_K e_K'
void give_units(Index side, Index count, Atom& atom) {
  auto& terms = atom.become_low_rank(side, side, static_cast<std::size_t>(count)).terms;
  for (Index i = 0; i < count; ++i) {
    Atom::RankOne& term = terms[i];
    term.scale = 1;
    term.left.setUnit(i);
    term.right.setUnit(i);
  }
}

SpectrumLimits fantope_limits(Index count) {
  const auto total = static_cast<double>(count);
  return {.least_trace = total, .most_trace = total, .largest = 1};
}

}  // namespace

Fantope::Fantope(Index side, Index count)
    : side_(side), dimension_(square_size(side)), count_(count) {
  validate(Parameters{.count = count});
  if (count > side) {
    throw InvalidInput(
        "count", count,
        compose(
            "must be at most {}, the side of the matrices: none of their eigenvalues is above 1",
            side));
  }
}

std::string Fantope::name() const {
  return compose("Fantope of trace {} in R^({} x {})", count_, side_, side_);
}

void Fantope::minimize(const Gradient& gradient, LmoResult& lmo) const {
  lmo.error = 0;
  if (count_ == side_) {
    give_units(side_, count_, lmo.atom);  // I is the only point
    return;
  }
  auto& [search, pairs] = lmo.memory<FantopeMemory>();
  const auto* last = lmo.atom.as<Atom::LowRank>();
  if (last != nullptr && static_cast<Index>(last->terms.size()) == count_ &&
      last->terms[0].left.size() == side_) {
    pairs.vectors.resize(side_, count_);
    for (Index i = 0; i < count_; ++i) {
      pairs.vectors.col(i) = last->terms[i].left;
    }
  } else {
    pairs.vectors.resize(0, 0);
  }
  search.find(gradient, side_, count_, lmo.accuracy, pairs);
  give_projection(pairs.vectors, lmo.atom);
  lmo.error = pairs.error;
}

void Fantope::minimize_leading(const Gradient& gradient, Index most, LmoResult& lmo) const {
  minimize(gradient, lmo);
  lmo.other_count = 0;
  if (count_ == side_ || most < 1) return;
  auto& [search, pairs] = lmo.memory<FantopeMemory>();
  Matrix candidates, vectors = pairs.vectors;
  search.candidates(count_ + most, candidates);
  for (Index i = 0; i < candidates.cols() && static_cast<Index>(lmo.other_count) < most; ++i) {
    // The part that is orthogonal to the vectors found: candidates include approximations of these.
    Vector rest = candidates.col(i);
    for (int pass = 0; pass < 2; ++pass) {
      rest -= pairs.vectors * (pairs.vectors.transpose() * rest).eval();
      if (!(rest.norm() > 0.5)) break;
    }
    if (!(rest.norm() > 0.5)) continue;
    vectors.col(count_ - 1) = rest.normalized();
    give_projection(vectors, lmo.add_other());
  }
}

Violation Fantope::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  return violation_of_limits(spectrum_facts(x, side_), fantope_limits(count_));
}

Violation Fantope::violation_of(const Atom& x) const {
  return violation_of_limits(*this, x, side_, fantope_limits(count_));
}

Atom Fantope::start() const {
  Atom atom;
  give_units(side_, count_, atom);
  return atom;
}

namespace {

SpectrumLimits trace_limits(const Spectraplex& set) {
  return {.least_trace = set.relation() == Relation::equal ? set.trace() : 0,
          .most_trace = set.trace()};
}

}  // namespace

Spectraplex::Spectraplex(Index side, double trace, Relation relation)
    : side_(side), dimension_(square_size(side)), trace_(trace), relation_(relation) {
  validate(Parameters{.trace = trace});
}

std::string Spectraplex::name() const {
  return compose(
      "{} {} in R^({} x {})",
      relation_ == Relation::equal ? "spectraplex of trace" : "spectrahedron of trace at most",
      trace_, side_, side_);
}

void Spectraplex::minimize(const Gradient& gradient, LmoResult& lmo) const {
  auto& smallest = lmo.memory<SmallestEigenpair>();
  smallest.find(gradient, side_, trace_, lmo);
  const auto& [values, vectors, error] = smallest.pairs;
  if (relation_ == Relation::equal || values[0] < 0) {
    smallest.give(trace_, lmo.atom);
    lmo.error = trace_ * error;
    return;
  }
  // Fixed vectors, so that 0 is always the same atom.
  Atom::RankOne& zero = lmo.atom.become_rank_one(side_, side_);
  zero.scale = 0;
  zero.left.setUnit(side_, 0);
  zero.right.setUnit(side_, 0);
  lmo.error = std::isfinite(error) ? trace_ * std::max(0.0, error - values[0]) : error;
}

void Spectraplex::minimize_leading(const Gradient& gradient, Index most, LmoResult& lmo) const {
  minimize(gradient, lmo);
  lmo.other_count = 0;
  Matrix candidates;
  lmo.memory<SmallestEigenpair>().search.candidates(1 + most, candidates);
  for (Index i = 1; i < candidates.cols(); ++i) {
    Atom::RankOne& atom = lmo.add_other().become_rank_one(side_, side_);
    atom.scale = trace_;
    atom.left = candidates.col(i);
    atom.right = atom.left;
  }
}

Violation Spectraplex::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  return violation_of_limits(spectrum_facts(x, side_), trace_limits(*this));
}

Violation Spectraplex::violation_of(const Atom& x) const {
  return violation_of_limits(*this, x, side_, trace_limits(*this));
}

Atom Spectraplex::start() const { return first_corner(side_, trace_); }

bool Spectraplex::recenter(VectorRef x) const {
  assert(x.size() == dimension_);
  const double found = Eigen::Map<const Matrix>(x.data(), side_, side_).trace();
  const double off = relation_ == Relation::equal ? std::abs(found - trace_) : found - trace_;
  if (!(off > kRecenterFrom * trace_ && off <= kRecenterUpTo * trace_)) return false;
  x *= trace_ / found;
  return true;
}

Description SpectralBall::Parameters::describe() {
  return {radius_parameter(radius), rows_parameter(rows), cols_parameter(cols)};
}

std::unique_ptr<Oracle> SpectralBall::Parameters::begin(const SetContext& context) const {
  return std::make_unique<SpectralBall>(rows.value_or(context.variable.rows),
                                        cols.value_or(context.variable.cols), radius);
}

Description NuclearBall::Parameters::describe() {
  return {radius_parameter(radius), rows_parameter(rows), cols_parameter(cols)};
}

std::unique_ptr<Oracle> NuclearBall::Parameters::begin(const SetContext& context) const {
  return std::make_unique<NuclearBall>(rows.value_or(context.variable.rows),
                                       cols.value_or(context.variable.cols), radius);
}

Description SchattenBall::Parameters::describe() {
  return {exponent_parameter(p), radius_parameter(radius), rows_parameter(rows),
          cols_parameter(cols)};
}

std::unique_ptr<Oracle> SchattenBall::Parameters::begin(const SetContext& context) const {
  return std::make_unique<SchattenBall>(rows.value_or(context.variable.rows),
                                        cols.value_or(context.variable.cols), p, radius);
}

Description Fantope::Parameters::describe() {
  return {{"count", count, range::from_1, "the sum of the eigenvalues"}, side_parameter(side)};
}

std::unique_ptr<Oracle> Fantope::Parameters::begin(const SetContext& context) const {
  return std::make_unique<Fantope>(square_side(side, context.variable), count);
}

Description Spectraplex::Parameters::describe() {
  return {{"trace", trace, range::positive, "the trace"}, side_parameter(side)};
}

std::unique_ptr<Oracle> Spectraplex::Parameters::begin(const SetContext& context) const {
  return std::make_unique<Spectraplex>(square_side(side, context.variable), trace);
}

Description Spectraplex::AtMost::describe() {
  return {{"trace", trace, range::positive, "the largest trace"}, side_parameter(side)};
}

std::unique_ptr<Oracle> Spectraplex::AtMost::begin(const SetContext& context) const {
  return std::make_unique<Spectraplex>(square_side(side, context.variable), trace,
                                       Relation::at_most);
}

}  // namespace acgd
