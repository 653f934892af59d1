#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "acgd/atom/atom.hpp"
#include "acgd/objective/function.hpp"
#include "acgd/objective/objective.hpp"
#include "acgd/oracle/oracle.hpp"
#include "acgd/solve/options.hpp"
#include "acgd/solve/penalty.hpp"
#include "acgd/solve/result.hpp"

namespace acgd {

/// Starting point of a run: a vector or Eigen expression, an atom, weighted atoms, or the result of
/// another run.
class Start {
 public:
  template <class Expression>
  Start(const Eigen::MatrixBase<Expression>& x) : atom_(Vector(x)) {}
  Start(Atom atom) : atom_(std::move(atom)) {}
  /// The sum of weight * atom. Throws InvalidInput if there is none, if their sizes differ, if a
  /// weight is negative or not finite, or if those of a block do not sum to 1 up to 1e-9.
  Start(WeightedAtoms atoms);
  /// x or the low-rank matrix of the result, and its atoms. A run over another set uses the atoms
  /// only if they are points of that set.
  Start(const Result& result);

  const Atom& atom() const { return atom_; }
  /// Its atoms, if they were given.
  const WeightedAtoms& atoms() const { return atoms_; }

 private:
  Atom atom_;
  WeightedAtoms atoms_;
};

/// Role of the set.
enum class Mode {
  constrained,        ///< x stays in it
  unconstrained,      ///< x is any vector; the set is the unit ball of a norm, or of a gauge
  continuous_greedy,  ///< x is the mean of N of its vertices: N steps of 1/N along them, from 0
};

constexpr std::string_view to_string(Mode mode) {
  if (mode == Mode::constrained) return "constrained";
  return mode == Mode::unconstrained ? "unconstrained" : "continuous-greedy";
}

/// Objective, set, starting point and mode.
struct Problem {
  std::shared_ptr<const Objective> f;
  std::shared_ptr<const Oracle> set = {};
  Start x0;
  Mode mode = Mode::constrained;
  /// x^-1 of Khademi and Silveti-Falls (2025), a point before x0: the adaptive step rules take
  /// their first Lipschitz estimate from the two. Absent: a probe along the first direction
  /// estimates it.
  std::optional<Atom> x_previous = {};
  /// Added to f, in place of a set, which must be absent.
  /// An x0 without entries then stands for 0.
  std::shared_ptr<const Penalty> penalty = {};
};

/// The default start of a run over the set: Oracle::start(). If f has a domain, the mean of vertices
/// in random directions: at least 64, and twice as many as f needs to be finite.
Start default_start(const Objective& f, const Oracle& set);

/// Minimises f over a set, or over R^n: the loop of minimize(), descend() and continuous_greedy().
/// Throws InvalidInput before iteration 0 for bad input; failures while iterating are a status.
Result solve(const Problem& problem, const Options& options = {});

/// As above; the caller keeps ownership of the objects.
Result solve(Mode mode, const Objective& f, const Oracle& set, const Start& x0,
             const Options& options = {});

/// Minimises f over the set by conditional gradients, x_{k+1} = x_k + t_k (v_k - x_k).
/// Throws InvalidInput before iteration 0 for bad input; failures while iterating are a status.
Result minimize(const Objective& f, const Oracle& set, const Start& x0,
                const Options& options = {});

/// As above, from default_start().
Result minimize(const Objective& f, const Oracle& set, const Options& options = {});

/// As above, with f and its gradient as functions.
Result minimize(Function::Value f, Function::GradientReturned gradient, const Oracle& set,
                const Start& x0, const Options& options = {});

/// Minimises f(x) + penalty(x). Result::value includes the penalty. The gap is a bound of the
/// suboptimality if f has a lower_bound() and every variable has a penalty or finite bounds;
/// otherwise it is NaN, and the message says what ended the run.
Result minimize(const Objective& f, const Penalty& penalty, const Start& x0,
                const Options& options = {});

/// As above, from 0.
Result minimize(const Objective& f, const Penalty& penalty, const Options& options = {});

/// Minimises f over R^n by steepest descent, x_{k+1} = x_k + t_k v_k. The set C is the unit ball of
/// a norm or of a gauge: 0 must be in its interior, and it need not be symmetric. The gap is the
/// maximum of <-g, v> over C; for a norm ball, the radius times the dual norm of the gradient.
/// Throws InvalidInput unless Oracle::is_interior() confirms 0.
Result descend(const Objective& f, const Oracle& ball, const Start& x0,
               const Options& options = {});

/// As above, with f and its gradient as functions.
Result descend(Function::Value f, Function::GradientReturned gradient, const Oracle& ball,
               const Start& x0, const Options& options = {});

/// Continuous greedy (Vondrak 2008; Calinescu, Chekuri, Pal and Vondrak 2011): from 0, `steps` = N
/// steps of 1/N along v_k, so that x is the mean of N vertices and a point of the set. If -f is the
/// multilinear extension of a monotone submodular function F with F(0) = 0, and the set is the hull
/// of the bases or of the independent sets of a matroid, or any down-closed set of vectors >= 0,
/// then -f(x) >= (1 - 1/e) max F - O(1/N). All steps are taken. Options for steps and directions
/// are ignored, and tolerances must be absent. Throws InvalidInput if it finds a vertex with
/// negative entries.
Result continuous_greedy(const Objective& f, const Oracle& set, Index steps, Options options = {});

}  // namespace acgd
