// The bits of a broad set of runs, one per line: every objective over every set with every rule, in
// both modes and in several norms; random combinations; runs on one and on two threads; runs that
// are resumed from a checkpoint. Record them before a change that must not affect results, and
// compare with those after it:
//
//         build/tests/acgd_bits > before; ...; build/tests/acgd_bits | diff before -
#include <omp.h>

#include <cstdio>
#include <cstring>

#include "acgd/acgd.hpp"
#include "solve/resume_problems.hpp"
#include "stress/combination.hpp"
#include "support/every_kind.hpp"
#include "support/named_rule.hpp"
#include "support/straight.hpp"

namespace {

using namespace acgd;

/// The results of a run, without times.
class Bits {
 public:
  void add(double number) {
    std::uint64_t bits;
    std::memcpy(&bits, &number, sizeof bits);
    // NaNs have many bit patterns.
    hash_ = (hash_ ^ (number != number ? 7 : bits)) * 1099511628211u;
    hash_ ^= hash_ >> 29;
  }
  template <class Numbers>
  void add_all(const Numbers& numbers) {
    for (Index i = 0; i < numbers.size(); ++i) add(numbers.data()[i]);
  }
  std::uint64_t hash() const { return hash_; }

 private:
  std::uint64_t hash_ = 14695981039346656037u;
};

void print(const std::string& name, const Result& r) {
  Bits path, end;
  for (const Record& record : r.trace) {
    for (const double number : {double(record.iteration), record.value, record.gap, record.step,
                                record.lipschitz, double(record.backtracks)}) {
      path.add(number);
    }
  }
  end.add_all(r.x);
  end.add_all(r.factors.left);
  end.add_all(r.factors.right);
  for (const double number : {r.value, r.gap, r.best_value, r.best_gap}) end.add(number);
  std::printf("%s\t%s\t%016llx %016llx\t%td steps %lld gradients %lld oracle %lld trials\t%s\n",
              name.c_str(), std::string(to_string(r.status)).c_str(),
              (unsigned long long)path.hash(), (unsigned long long)end.hash(), r.counts.iterations,
              (long long)r.counts.gradients, (long long)r.counts.oracle_calls,
              (long long)r.counts.trials, r.message.c_str());
}

template <class Run>
void record(const std::string& name, Run&& run) {
  try {
    print(name, run());
  } catch (const std::exception& error) {
    std::printf("%s\trefused: %s\n", name.c_str(), error.what());
  }
}

std::vector<acgd_test::NamedRule> rules() {
  return {{"adjustable", AdaptiveAdjustable{}},
          {"published", AdaptiveAdjustable{.delta = 1e-10, .counting = Counting::published}},
          {"constant", AdaptiveConstant{.gamma = 0.5, .beta = 3}},
          {"backtracking", Backtracking{}},
          {"short", Short{}},
          {"short 50", Short{.lipschitz = 50.0}},
          {"open-loop", OpenLoop{}},
          {"inverse-square-root", InverseSquareRoot{}},
          {"fixed", Fixed{.length = 0.05}},
          {"line-search", LineSearch{}},
          {"secant", Secant{}}};
}

struct NamedNorm {
  const char* name;
  std::shared_ptr<const Norm> norm;
};

void record_every_kind() {
  using namespace acgd_test;
  const NamedNorm norms[] = {{"l2", l2_norm()},
                             {"l1", l1_norm()},
                             {"linf", linf_norm()},
                             {"lp", lp_norm(3)},
                             {"nuclear", nuclear_norm(kRows, kCols)},
                             {"spectral", spectral_norm(kRows, kCols)}};
  const auto sets = every_set();
  for (const auto& f : every_objective()) {
    for (const auto& set : sets) {
      if (!are_compatible(f, set)) continue;
      for (const Mode mode : {Mode::constrained, Mode::unconstrained}) {
        if (mode == Mode::unconstrained && !set.set->is_norm_ball()) continue;
        for (const acgd_test::NamedRule& rule : rules()) {
          for (const NamedNorm& norm : norms) {
            const bool usual = std::strcmp(norm.name, "l2") == 0;
            if (!usual && std::strcmp(rule.name, "adjustable") != 0 &&
                std::strcmp(rule.name, "backtracking") != 0) {
              continue;
            }
            record(f.name + "/" + set.name + "/" + (mode == Mode::constrained ? "in" : "free") +
                       "/" + rule.name + "/" + norm.name,
                   [&] {
                     const Start start = mode == Mode::constrained
                                             ? Start(set.set->start())
                                             : Start(Vector::LinSpaced(kVariables, -0.3, 0.4));
                     return solve(mode, *f.f, *set.set, start,
                                  {.direction = acgd_test::Straight{},
                                   .step = rule.step,
                                   .norm = norm.norm,
                                   .max_iterations = 130,
                                   .gap_tolerance = 1e-6,
                                   .trace = true});
                   });
          }
        }
      }
    }
  }
}

void record_combinations() {
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    const auto combination = stress::draw_combination(seed);
    record("combination " + std::to_string(seed), [&] { return stress::run(combination); });
  }
}

/// In one run, and resumed from a checkpoint in the middle.
void record_resumed() {
  for (const auto& problem : acgd_test::resume_problems()) {
    for (const acgd_test::NamedRule& rule : rules()) {
      const std::string name = "resume " + problem.name + "/" + rule.name;
      Checkpoint half;
      record(name, [&] {
        return problem.solve(
            {.step = rule.step,
             .max_iterations = problem.iterations,
             .gap_tolerance = 0,
             .trace = true,
             .checkpoint = {.every = problem.iterations / 2, .save = [&](const Checkpoint& c) {
                              if (c.iteration == problem.iterations / 2) half = c;
                            }}});
      });
      if (half.state.empty()) continue;
      record(name + " resumed", [&] {
        return problem.solve({.step = rule.step,
                              .max_iterations = problem.iterations,
                              .gap_tolerance = 0,
                              .trace = true,
                              .resume = std::make_shared<Checkpoint>(half)});
      });
    }
  }
}

/// Data large enough to be processed by several threads.
void record_threads() {
  constexpr Index kSamples = 780, kColumns = 700;
  const Matrix a = acgd_test::random_matrix(kSamples, kColumns, 1);
  const SparseMatrix sparse = a.sparseView(0.05, 1.0);
  const Vector target = acgd_test::random_matrix(kSamples, 1, 2);
  const Vector labels = target.unaryExpr([](double v) { return v > 0 ? 1.0 : -1.0; });
  const Matrix symmetric = a.topRows(kColumns) + a.topRows(kColumns).transpose();
  const Vector b = target.head(kColumns);
  const std::pair<const char*, std::shared_ptr<const Objective>> objectives[] = {
      {"logistic", std::make_shared<Composite>(logistic(a, labels))},
      {"sigmoid float", std::make_shared<Composite>(sigmoid(MatrixFloat(a.cast<float>()), labels))},
      {"huber sparse", std::make_shared<Composite>(huber(sparse, target, 0.5))},
      {"quadratic", std::make_shared<Quadratic>(symmetric, b)},
      {"least squares", std::make_shared<LeastSquares>(a, target)},
      {"least squares sparse", std::make_shared<LeastSquares>(sparse, target)},
      {"balancing", std::make_shared<MatrixBalancing>(Matrix(symmetric.cwiseAbs()))}};
  const L1Ball l1(kColumns, 5.0);
  const L2Ball l2(kColumns, 5.0);
  const Box box(kColumns, -0.1, 0.2);
  const NuclearBall nuclear(28, 25, 3.0);
  const std::pair<const char*, const Oracle*> sets[] = {
      {"l1", &l1}, {"l2", &l2}, {"box", &box}, {"nuclear", &nuclear}};
  for (const int threads : {1, 2}) {
    for (const auto& [name, f] : objectives) {
      for (const auto& [set_name, set] : sets) {
        record(std::string("large ") + name + "/" + set_name + " on " + std::to_string(threads),
               [&, f = f, set = set] {
                 return minimize(*f, *set,
                                 {.direction = FrankWolfe{},
                                  .max_iterations = 150,
                                  .gap_tolerance = 0,
                                  .threads = threads,
                                  .trace = true});
               });
      }
    }
  }
}

}  // namespace

int main() {
  record_every_kind();
  record_combinations();
  record_resumed();
  record_threads();
}
