#include "solve/check_gradient.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "acgd/core/error.hpp"
#include "acgd/objective/black_box_cursor.hpp"
#include "core/compose.hpp"
#include "solve/contradiction.hpp"

namespace acgd {
namespace {

constexpr int kLines = 4;
// Of the distance to the set's points, and of the length of x0. A central difference is wrong by
// the square of its step, a real mistake by a share of the slope.
constexpr double kStep = 1e-4;

void refuse(const Rates& rates) {
  throw InvalidInput(
      compose("gradient: contradicts f near x0, where f changes at the rate {:.4g} along a line "
              "and the gradient says {:.4g}; check_gradient = false would let it pass",
              rates.measured, rates.promised));
}

Direction to(Mode mode, const Atom& v) { return mode == Mode::constrained ? toward(v) : along(v); }

double first_step(const Atom& x0, double norm) {
  return std::min(kStep, kStep * std::max(1.0, x0.largest_entry()) / norm);
}

/// Lines that have nothing to do with the gradient.
class OtherLines {
 public:
  explicit OtherLines(const FirstLook& run, const Gradient& shape)
      : run_(run), functional_(shape), random_(1) {}

  Line& look(Cursor& cursor) {
    std::normal_distribution<double> normal;
    for (double& entry : functional_.entries()) entry = normal(random_);
    Line& line = look_along_functional(cursor);
    if (line.norm() > 0) return line;
    // x0 itself: then the farthest from it.
    functional_.entries() *= -1;
    return look_along_functional(cursor);
  }
  int oracle_calls() const { return oracle_calls_; }

 private:
  Line& look_along_functional(Cursor& cursor) {
    run_.set.minimize(functional_, answer_);
    ++oracle_calls_;
    return cursor.look(to(run_.mode, answer_.atom));
  }

  const FirstLook& run_;
  Gradient functional_;
  std::mt19937_64 random_;
  Answer answer_;
  int oracle_calls_ = 0;
};

/// A line on which f is flat, up to the rounding errors of gradients in single precision.
bool tells_nothing(Line& line) {
  return !(line.norm() > 0) || std::abs(line.gap()) <= single_precision * line.slope_noise();
}

/// One line: the first direction, or another where that one is none.
void check_briefly(const FirstLook& run, Cursor& cursor, const Answer& first, Counts& counts) {
  OtherLines others(run, cursor.gradient());
  Line* line = &cursor.look(to(run.mode, first.atom));
  if (tells_nothing(*line)) {
    line = &others.look(cursor);
    counts.oracle_calls += others.oracle_calls();
  }
  if (line->norm() > 0) {
    if (const auto rates = settled_contradiction(*line, first_step(run.x0, line->norm()))) {
      refuse(*rates);
    }
  }
}

void check_closely(const FirstLook& run, Cursor& cursor, const Answer& first, Counts& counts) {
  OtherLines others(run, cursor.gradient());
  Line* line = &cursor.look(to(run.mode, first.atom));
  for (int i = 0; i < kLines; ++i) {
    if (line->norm() > 0) {
      if (const auto rates = contradiction(*line, first_step(run.x0, line->norm()))) refuse(*rates);
    }
    if (i + 1 < kLines) line = &others.look(cursor);
  }
  counts.oracle_calls += others.oracle_calls();
}

}  // namespace

void check_gradient(const FirstLook& run, Cursor& cursor, const Answer& first, Counts& counts) {
  const bool black_box = dynamic_cast<const BlackBoxCursor*>(&cursor) != nullptr;
  const std::optional<bool>& wanted = run.options.check_gradient;
  if (!wanted.value_or(black_box && !run.f.has_proven_gradient())) return;
  if (!std::isfinite(cursor.value()) || !cursor.gradient().entries().allFinite()) return;
  if (!black_box) {
    // What a cursor remembers of other lines may change the last bits of a run.
    check_closely(run, *run.f.start(run.x0, run.options.norm), first, counts);
    return;
  }
  if (wanted) {
    check_closely(run, cursor, first, counts);
  } else {
    check_briefly(run, cursor, first, counts);
  }
  cursor.look(to(run.mode, first.atom));
}

}  // namespace acgd
