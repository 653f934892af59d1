#include "acgd/solve/solve.hpp"

#include <cmath>
#include <map>
#include <memory>
#include <new>
#include <random>

#include "acgd/core/error.hpp"
#include "acgd/direction/direction_rules.hpp"
#include "acgd/solve/options.hpp"
#include "acgd/step/schedules.hpp"
#include "core/compose.hpp"
#include "linalg/threads.hpp"
#include "solve/agreement.hpp"
#include "solve/checkpoint.hpp"
#include "solve/checks.hpp"
#include "solve/penalized.hpp"
#include "solve/run.hpp"

namespace acgd {

namespace {

// Rounding error of a sum of weights that were printed with 10 digits.
constexpr double kOffOne = 1e-9;

void check(const WeightedAtoms& atoms) {
  if (atoms.empty()) throw InvalidInput("x0", "there is no atom");
  std::map<Index, double> sums;
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const auto& [atom, weight, block] = atoms[i];
    if (atom.size() != atoms[0].atom.size()) {
      throw InvalidInput("x0", compose("atom {} has {} entries, the first one {}", i, atom.size(),
                                       atoms[0].atom.size()));
    }
    if (!(weight >= 0) || !std::isfinite(weight)) {
      throw InvalidInput("x0",
                         compose("the weight {} of atom {} must be >= 0 and finite", weight, i));
    }
    sums[block] += weight;
  }
  for (const auto& [block, sum] : sums) {
    if (std::abs(sum - 1) <= kOffOne) continue;
    throw InvalidInput(
        "x0",
        sums.size() == 1
            ? compose("the weights of the atoms sum to {}, must sum to 1", sum)
            : compose("the weights of the atoms of block {} sum to {}, must sum to 1", block, sum));
  }
}

Atom sum_of(const WeightedAtoms& atoms) {
  if (atoms.size() == 1 && atoms[0].weight == 1) return atoms[0].atom;
  Atom sum;
  Vector& x = sum.become_dense(atoms[0].atom.size());
  x.setZero();
  for (const WeightedAtom& each : atoms) each.atom.add_to(x, each.weight);
  return sum;
}

}  // namespace

Start::Start(WeightedAtoms atoms) : atoms_(std::move(atoms)) {
  check(atoms_);
  atom_ = sum_of(atoms_);
}

namespace {

/// left right' as a sum of rank-one matrices.
Atom product_of(const LowRank& factors) {
  Atom atom;
  auto& terms = atom.become_low_rank(factors.left.rows(), factors.right.rows(),
                                     static_cast<std::size_t>(factors.rank()))
                    .terms;
  for (Index k = 0; k < factors.rank(); ++k) {
    terms[static_cast<std::size_t>(k)] = {1, factors.left.col(k), factors.right.col(k)};
  }
  return atom;
}

}  // namespace

Start::Start(const Result& result)
    : atom_(result.x.size() > 0 ? Atom(result.x) : product_of(result.factors)),
      atoms_(result.atoms) {}

Start default_start(const Objective& f, const Oracle& set) {
  if (!f.has_domain()) return set.start();
  constexpr Index kFew = 64, kMost = Index{1} << 16;
  std::mt19937_64 random(1);
  Gradient g(set.dimension());
  LmoResult lmo;
  Vector sum = Vector::Zero(set.dimension()), mean;
  Index count = 0;
  bool was_finite = false;
  for (Index wanted = kFew;; wanted *= 2) {
    for (; count < wanted; ++count) {
      // Uniform in [-1, 1), the same on every machine.
      for (double& entry : g.entries()) entry = static_cast<double>(random() >> 11) * 0x1p-52 - 1;
      set.minimize(g, lmo);
      lmo.atom.add_to(sum, 1);
    }
    mean = sum / static_cast<double>(count);
    if (was_finite || wanted == kMost) return mean;
    was_finite = std::isfinite(f.value(mean));
  }
}

Result minimize(const Objective& f, const Oracle& set, const Start& x0, const Options& options) {
  return solve(Mode::constrained, f, set, x0, options);
}

Result minimize(const Objective& f, const Oracle& set, const Options& options) {
  return solve(Mode::constrained, f, set, default_start(f, set), options);
}

Result minimize(Function::Value f, Function::GradientReturned gradient, const Oracle& set,
                const Start& x0, const Options& options) {
  return minimize(Function(set.dimension(), std::move(f), std::move(gradient)), set, x0, options);
}

Result descend(const Objective& f, const Oracle& ball, const Start& x0, const Options& options) {
  return solve(Mode::unconstrained, f, ball, x0, options);
}

Result descend(Function::Value f, Function::GradientReturned gradient, const Oracle& ball,
               const Start& x0, const Options& options) {
  return descend(Function(ball.dimension(), std::move(f), std::move(gradient)), ball, x0, options);
}

Result continuous_greedy(const Objective& f, const Oracle& set, Index steps, Options options) {
  require_at_least("steps", steps, 1);
  options.max_iterations = steps;
  return solve(Mode::continuous_greedy, f, set, Vector::Zero(f.dimension()), options);
}

Description Options::describe() {
  Description all = {
      {"max_iterations", max_iterations, range::from_0, "maximum number of iterations"},
      {"time_limit", time_limit, range::seconds, "maximum run time", "none"},
      {"max_evaluations", max_evaluations, range::from_0,
       "maximum number of values tried by the step rule and gradients", "none"},
      {"gap_tolerance", gap_tolerance, range::non_negative,
       "stop when the gap is at most this; it or the next one, if given, replaces both defaults",
       "1e-9 of the largest gap; 1e-7 of it for your own functions, 1e-6 over R^n"},
      {"relative_gap_tolerance", relative_gap_tolerance, range::non_negative,
       "stop when the gap is at most this times |f(x)|",
       "1e-6; none for your own functions, which may have any constant, and over R^n"},
      {"gradient_tolerance", gradient_tolerance, range::non_negative,
       "stop when the dual norm of the gradient is at most this"},
      {"optimal_value", optimal_value, range::finite, "the minimum of f, where it is known",
       "unknown"},
      {"value_tolerance", value_tolerance, range::non_negative,
       "stop when f(x) - optimal_value is at most this"},
      {"feasibility_tolerance", feasibility_tolerance, range::non_negative,
       "maximum distance of x0 from the set, relative to the diameter of the set"},
      {"check_oracle", check_oracle, range::any,
       "check that every vertex of the LMO is in the set, not only the first and the last x"},
      {"check_gradient", check_gradient, range::any,
       "compare f with its gradient at x0 along four lines, to 1 %", "for functions of your own"},
      {"threads", threads, range::from_1,
       "maximum number of threads; any number gives the same bits", "that of OpenMP"},
      {"trace", trace, range::any, "keep records of the iterations in the result"},
      {"trace_every", trace_every, range::from_1,
       "keep the records of iterations 0, trace_every, 2 trace_every, ... and of the last"}};
  for (const Parameter& parameter : checkpoint.describe()) all.push_back(parameter);
  return all;
}

void validate(const Options& options) {
  validate(Options(options).describe());
  if (!options.norm) throw InvalidInput("norm", "null", "must be a norm");
}

namespace {

Result iterate(Run& run, Checkpoints& checkpoints) {
  while (true) {
    // 1. g = grad f(x).
    run.evaluate();
    // 2. A direction d; the rule may call the LMO.
    run.choose_direction();
    // 3. f along d, and the duality gap if the LMO was called.
    run.look();
    // 4. Stopping tests. Saves a checkpoint if one is due, or if the run ends and can be continued.
    std::optional<Stop> stop = checkpoints.keep(run.judge());
    // 5. The step length t.
    if (!stop) stop = run.choose_step();
    if (stop) return run.finish(*stop);
    // 6. The next x.
    run.move();
  }
}

Result run_checked(const Problem& problem, const Options& options) {
  const ThreadLimit threads(options.threads);
  Run run(problem, options);
  Checkpoints checkpoints(options, run);
  try {
    return iterate(run, checkpoints);
  } catch (const std::bad_alloc&) {
    // At iteration 0 there is nothing to return, and other ranks would wait.
    if (!run.is_choosing_direction() || run.iteration() == 0 || options.team->size() > 1) throw;
    return run.give_up();
  }
}

/// Non-owning pointer: the caller keeps the object alive.
template <class T>
std::shared_ptr<const T> borrow(const T& object) {
  return {std::shared_ptr<const T>(), &object};
}

/// Options of continuous greedy: max_iterations = N steps of 1/N along vertices of the LMO.
Options greedy(Options options) {
  require_at_least("max_iterations", options.max_iterations, 1);
  if (!uses_default_gap(options) || options.gradient_tolerance > 0 || options.optimal_value) {
    throw InvalidInput(
        "gap_tolerance, relative_gap_tolerance, gradient_tolerance, optimal_value: must be absent, "
        "continuous greedy takes all its steps");
  }
  options.direction = SteepestDescent{};
  options.step = Fixed{1 / static_cast<double>(options.max_iterations)};
  options.gap_tolerance = 0;
  return options;
}

}  // namespace

Result solve(const Problem& problem, const Options& given) {
  if (problem.penalty) return solve_penalized(problem, given);
  const bool is_greedy = problem.mode == Mode::continuous_greedy;
  const Options changed = is_greedy ? greedy(given) : Options();
  const Options& options = is_greedy ? changed : given;
  if (!options.team) throw InvalidInput("team", "null", "must be a team");
  if (options.team->size() > 1) return run_checked(problem, agreed(problem, options));
  check_input(problem, options);
  return run_checked(problem, options);
}

Result minimize(const Objective& f, const Penalty& penalty, const Start& x0,
                const Options& options) {
  return solve({.f = borrow(f), .x0 = x0, .penalty = borrow(penalty)}, options);
}

Result minimize(const Objective& f, const Penalty& penalty, const Options& options) {
  return minimize(f, penalty, Start(Atom()), options);
}

Result solve(Mode mode, const Objective& f, const Oracle& set, const Start& x0,
             const Options& options) {
  return solve({.f = borrow(f), .set = borrow(set), .x0 = x0, .mode = mode}, options);
}

}  // namespace acgd
