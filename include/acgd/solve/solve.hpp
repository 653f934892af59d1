#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "acgd/atom/atom.hpp"
#include "acgd/objective/function.hpp"
#include "acgd/objective/objective.hpp"
#include "acgd/oracle/oracle.hpp"
#include "acgd/solve/options.hpp"
#include "acgd/solve/result.hpp"

namespace acgd {

/// Where a run begins: a vector or anything Eigen makes into one, a point in its own shape, atoms
/// with their weights, or what another run has found.
class Start {
 public:
  template <class Expression>
  Start(const Eigen::MatrixBase<Expression>& x) : atom_(Vector(x)) {}
  Start(Atom atom) : atom_(std::move(atom)) {}
  /// The sum of weight * atom. Throws InvalidInput if there is none, if their sizes differ, if a
  /// weight is negative or not finite, or if those of a block do not sum to 1 up to 1e-9.
  Start(WeightedAtoms atoms);
  /// Its x, or its low-rank matrix, and its atoms; a run over another set uses those only if they are
  /// points of that set.
  Start(const Result& result);

  const Atom& atom() const { return atom_; }
  /// What it is made of, if the caller said so.
  const WeightedAtoms& atoms() const { return atoms_; }

 private:
  Atom atom_;
  WeightedAtoms atoms_;
};

/// What the set is to x.
enum class Mode {
  constrained,        ///< x stays in it
  unconstrained,      ///< x is any vector; the set is the unit ball of a norm, or of a gauge
  continuous_greedy,  ///< x is the mean of N of its vertices: N steps of 1/N along them, from 0
};

constexpr std::string_view to_string(Mode mode) {
  if (mode == Mode::constrained) return "constrained";
  return mode == Mode::unconstrained ? "unconstrained" : "continuous-greedy";
}

/// What is minimised, over what, from where.
struct Problem {
  std::shared_ptr<const Objective> f;
  std::shared_ptr<const Oracle> set;
  Start x0;
  Mode mode = Mode::constrained;
  /// x^-1 of the paper, a point before x0: the first Lipschitz estimate of the adaptive step rules is
  /// that of the two. Absent: a probe along the first direction finds it.
  std::optional<Atom> x_previous = {};
};

/// Minimises f over a set, or over R^n: the loop that minimize(), descend() and continuous_greedy()
/// run.
/// Throws InvalidInput before iteration 0 for bad input; trouble while iterating is a status.
Result solve(const Problem& problem, const Options& options = {});

/// As above, of objects that stay the caller's.
Result solve(Mode mode, const Objective& f, const Oracle& set, const Start& x0,
             const Options& options = {});

/// Minimises f over the set by conditional gradients, x_{k+1} = x_k + t_k (v_k - x_k).
/// Throws InvalidInput before iteration 0 for bad input; trouble while iterating is a status.
Result minimize(const Objective& f, const Oracle& set, const Start& x0,
                const Options& options = {});

/// As above, from the set's own start point.
Result minimize(const Objective& f, const Oracle& set, const Options& options = {});

/// As above, f and its gradient being lambdas.
Result minimize(Function::Value f, Function::GradientReturned gradient, const Oracle& set,
                const Start& x0, const Options& options = {});

/// Minimises f over R^n by steepest descent, x_{k+1} = x_k + t_k v_k. The set is the unit ball of a
/// norm, or of a gauge: 0 must be inside it, symmetric it need not be. The gap is max { <-g, v> : v in
/// C }, the dual norm of the gradient, times the radius of a ball. Refuses sets that do not know 0 to be
/// inside (Oracle::is_interior).
Result descend(const Objective& f, const Oracle& ball, const Start& x0,
               const Options& options = {});

/// As above, f and its gradient being lambdas.
Result descend(Function::Value f, Function::GradientReturned gradient, const Oracle& ball,
               const Start& x0, const Options& options = {});

/// Continuous greedy (Vondrak 2008; Calinescu, Chekuri, Pal and Vondrak 2011): from 0, `steps` = N
/// steps of 1/N along v_k, so that x is the mean of N vertices and a point of the set. If -f is the
/// multilinear extension of a monotone submodular function F with F(0) = 0, and the set is the hull of
/// the bases or of the independent sets of a matroid, or any down-closed set of vectors >= 0, then
/// -f(x) >= (1 - 1/e) max F - O(1/N). All steps are taken, whatever f does: options for steps,
/// directions and tolerances are not used. Refuses sets with negative entries, as far as it sees any.
Result continuous_greedy(const Objective& f, const Oracle& set, Index steps, Options options = {});

}  // namespace acgd
