#include "acgd/oracle/fantope.hpp"

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/entries.hpp"
#include "oracle/spectrum_limits.hpp"
#include "team/eigen_search.hpp"

namespace acgd {
namespace {

/// What a run over a Fantope keeps from call to call.
struct FantopeMemory {
  EigenSearch search;
  EigenPairs pairs;
};

/// The sum of v v' over the columns of `vectors`.
void give_projection(const Matrix& vectors, Atom& atom) {
  const Index side = vectors.rows();
  auto& terms = atom.become_low_rank(side, side, static_cast<std::size_t>(vectors.cols())).terms;
  for (Index i = 0; i < vectors.cols(); ++i) {
    Atom::RankOne& term = terms[static_cast<std::size_t>(i)];
    term.scale = 1;
    term.left = vectors.col(i);
    term.right = term.left;
  }
}

/// e_1 e_1' + ... + e_K e_K'
void give_units(Index side, Index count, Atom& atom) {
  auto& terms = atom.become_low_rank(side, side, static_cast<std::size_t>(count)).terms;
  for (Index i = 0; i < count; ++i) {
    Atom::RankOne& term = terms[static_cast<std::size_t>(i)];
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
        compose("count = {}: must be at most {}, the side of the matrices: none of "
                "their eigenvalues is above 1",
                count, side));
  }
}

std::string Fantope::name() const {
  return compose("Fantope of trace {} in R^({} x {})", count_, side_, side_);
}

void Fantope::minimize(const Gradient& gradient, OracleCall& answer) const {
  answer.error = 0;
  if (count_ == side_) {
    give_units(side_, count_, answer.atom);  // I is the only point
    return;
  }
  auto& [search, pairs] = answer.memory<FantopeMemory>();
  const auto* last = answer.atom.as<Atom::LowRank>();
  if (last != nullptr && static_cast<Index>(last->terms.size()) == count_ &&
      last->terms[0].left.size() == side_) {
    pairs.vectors.resize(side_, count_);
    for (Index i = 0; i < count_; ++i) {
      pairs.vectors.col(i) = last->terms[static_cast<std::size_t>(i)].left;
    }
  } else {
    pairs.vectors.resize(0, 0);
  }
  search.find(gradient, side_, count_, answer.accuracy, pairs);
  give_projection(pairs.vectors, answer.atom);
  answer.error = pairs.error;
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

}  // namespace acgd
