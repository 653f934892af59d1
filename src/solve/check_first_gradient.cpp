#include "solve/check_first_gradient.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "acgd/core/error.hpp"
#include "acgd/objective/black_box_cursor.hpp"
#include "acgd/team/shards.hpp"
#include "core/compose.hpp"
#include "objective/sum.hpp"
#include "solve/contradiction.hpp"
#include "team/gradient_sums.hpp"

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

double first_step(const Atom& x0, double norm) {
  return std::min(kStep, kStep * std::max(1.0, x0.largest_entry()) / norm);
}

/// Lines that have nothing to do with the gradient.
class OtherLines {
 public:
  OtherLines(const FirstLook& run, OracleCalls& oracle, const Gradient& shape)
      : run_(run), oracle_(oracle), functional_(shape), random_(1) {}

  Line& look(Cursor& cursor) {
    draw_functional();
    Line& line = look_along_functional(cursor);
    if (line.norm() > 0) return line;
    // x0 itself: then the farthest from it.
    functional_.entries() *= -1;
    return look_along_functional(cursor);
  }

 private:
  /// Of entries that are spread over ranks, each draws all, and keeps its own.
  void draw_functional() {
    std::normal_distribution<double> normal;
    Vector& own = functional_.entries();
    const Shards* shards = functional_.shards();
    const Index all = shards ? shards->samples() : own.size();
    const Index first = shards ? shards->samples_of(shards->team().rank()).first : 0;
    for (Index i = 0; i < all; ++i) {
      const double drawn = normal(random_);
      if (i >= first && i < first + own.size()) own[i - first] = drawn;
    }
  }

  Line& look_along_functional(Cursor& cursor) {
    oracle_.ask(functional_, answer_);
    return cursor.look(run_.context.straight_to(answer_.atom));
  }

  const FirstLook& run_;
  OracleCalls& oracle_;
  Gradient functional_;
  std::mt19937_64 random_;
  OracleCall answer_;
};

/// A line on which f is flat, up to the rounding errors of gradients in single precision.
bool tells_nothing(Line& line) {
  return !(line.norm() > 0) || std::abs(line.fall()) <= single_precision * line.slope_noise();
}

/// One line: along the first direction, or along another where f is flat on that one.
void check_briefly(const FirstLook& run, Cursor& cursor, OracleCalls& oracle,
                   const Direction& first) {
  OtherLines others(run, oracle, cursor.gradient());
  Line* line = &cursor.look(first);
  if (tells_nothing(*line)) {
    line = &others.look(cursor);
  }
  if (line->norm() > 0) {
    if (const auto rates = settled_contradiction(*line, first_step(run.context.x0, line->norm()))) {
      refuse(*rates);
    }
  }
}

void check_closely(const FirstLook& run, Cursor& cursor, OracleCalls& oracle,
                   const Direction& first) {
  OtherLines others(run, oracle, cursor.gradient());
  Line* line = &cursor.look(first);
  for (int i = 0; i < kLines; ++i) {
    if (line->norm() > 0) {
      if (const auto rates = contradiction(*line, first_step(run.context.x0, line->norm())))
        refuse(*rates);
    }
    if (i + 1 < kLines) line = &others.look(cursor);
  }
}

/// What a sum is made of, each by itself: none hides behind the others.
void check_parts(const FirstLook& run, const SumCursor& sum, OracleCalls& oracle,
                 const Direction& first) {
  for (const Objective* part : sum.black_boxes()) {
    const auto cursor = part->start(run.context.x0, run.options.norm);
    if (!std::isfinite(cursor->value()) || !cursor->gradient().entries().allFinite()) continue;
    check_briefly({run.context, *part, run.options}, *cursor, oracle, first);
  }
}

}  // namespace

void check_first_gradient(const FirstLook& run, Cursor& cursor, OracleCalls& oracle,
                          const Direction& first) {
  const bool black_box = dynamic_cast<const BlackBoxCursor*>(&cursor) != nullptr;
  const std::optional<bool>& wanted = run.options.check_gradient;
  const auto* sum = dynamic_cast<const SumCursor*>(&cursor);
  if (sum != nullptr && !wanted) check_parts(run, *sum, oracle, first);
  if (!wanted.value_or(black_box && !run.f.has_proven_gradient())) return;
  if (!std::isfinite(cursor.value()) || !is_finite(cursor.gradient())) return;
  if (!black_box) {
    // What a cursor remembers of other lines may change the last bits of a run.
    check_closely(run, *run.f.start(run.context.x0, run.options.norm), oracle, first);
    return;
  }
  if (wanted) {
    check_closely(run, cursor, oracle, first);
  } else {
    check_briefly(run, cursor, oracle, first);
  }
  cursor.look(first);
}

}  // namespace acgd
