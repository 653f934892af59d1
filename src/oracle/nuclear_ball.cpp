#include "acgd/oracle/nuclear_ball.hpp"

#include <cmath>
#include <limits>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "linalg/low_rank.hpp"
#include "linalg/singular_pair.hpp"
#include "oracle/matrix_size.hpp"
#include "team/gradient_operator.hpp"

namespace acgd {
namespace {

/// What a run keeps from call to call.
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

void NuclearBall::minimize(const Gradient& gradient, OracleCall& answer) const {
  GradientOperator::Room& room = answer.memory<Memory>().room;
  minimize(GradientOperator(gradient, rows_, cols_, room), answer);
}

void NuclearBall::minimize(const MatrixOperator& gradient, OracleCall& answer) const {
  if (gradient.rows() != rows_ || gradient.cols() != cols_)
    throw InvalidInput(compose("gradient: an operator of {} x {}, but the matrix is {} x {}",
                               gradient.rows(), gradient.cols(), rows_, cols_));
  auto& [room, search, pair] = answer.memory<Memory>();
  if (const auto* last = answer.atom.as<Atom::RankOne>()) {
    pair.left = last->left;
    pair.right = last->right;
  } else {
    pair.left.resize(0);
    pair.right.resize(0);
  }
  search.find(gradient, answer.accuracy / radius(), pair);

  Atom::RankOne& atom = answer.atom.become_rank_one(rows_, cols_);
  atom.scale = -radius();
  atom.left = pair.left;
  atom.right = pair.right;
  answer.error = radius() * pair.error;
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
    const Atom::RankOne& term = terms[static_cast<std::size_t>(k)];
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
  // The norm of a sum is at most the sum of the norms: only beyond it has to be known.
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

}  // namespace acgd
