#include "acgd/acgd.hpp"
#include "stress/invariants.hpp"
#include "stress/rounding.hpp"

namespace stress {
namespace {

using namespace acgd;

void examine_row(const Combination& c, const Record& row, bool last, Complaints& out) {
  const bool at_most_1 = c.constrained() && !c.remembers;
  const double longest = at_most_1 ? 1 : std::numeric_limits<double>::infinity();
  if (std::isnan(row.step) != last) out.push_back("only the last row has no step");
  if (row.step < 0 || row.step > longest) out.push_back(compared("step", row.step, longest));
  if (row.gap < 0 && std::isfinite(row.value)) out.push_back(compared("negative gap", row.gap, 0));
  if (c.rule.growth) {
    // L stays within the range of doubles.
    const double most = std::ceil(2200 * std::log(2.0) / std::log(*c.rule.growth));
    if (row.backtracks > most) out.push_back(compared("backtracks", row.backtracks, most));
  } else if (row.backtracks > (c.remembers ? 1100 : 100)) {
    // Along an edge between two atoms f may be flat long before it is toward v: then the length is
    // halved to 0.
    out.push_back(compared("backtracks", row.backtracks, 100));
  }
}

void examine_decrease(const Combination& c, const Result& result, Complaints& out) {
  // Rounding errors of f at any two points of the run; a black box cannot resolve 16 ulps of f.
  const Rounding at_start(c, c.x0.to_dense()), at_end(c, solution(result));
  const double terms = std::max(at_start.value_terms(), at_end.value_terms());
  if (!std::isfinite(terms)) return;
  for (std::size_t k = 0; k + 1 < result.trace.size(); ++k) {
    const double before = result.trace[k].value, after = result.trace[k + 1].value;
    if (after > before + 1e-12 * terms) {
      out.push_back(compared("f rose in iteration " + std::to_string(k), after, before));
      return;
    }
  }
}

}  // namespace

void examine_trace(const Combination& c, const Result& result, Complaints& out) {
  const Counts& counts = result.counts;
  const Trace& trace = result.trace;
  if (counts.iterations > c.options.max_iterations) {
    out.push_back(compared("iterations", static_cast<double>(counts.iterations),
                           static_cast<double>(c.options.max_iterations)));
  }
  // One more for the LMO call at -g, and two for another line, where the first point is the best.
  const std::int64_t more = counts.oracle_calls - (counts.iterations + 1);
  // Inexact LMOs are called again where they were not accurate enough; those of linear programs a
  // few times at the last point.
  if ((more < 0 && !c.lazy) || (more > 12 && !c.set.searches))
    out.push_back(
        compared("an oracle call for each point, but more by", static_cast<double>(more), 3));
  if (counts.gradients < 1) out.push_back("a gradient at least");
  if (static_cast<Index>(trace.size()) != counts.iterations + 1) {
    out.push_back("a row for each point");
    return;
  }
  double least = std::numeric_limits<double>::infinity(), smallest = least;
  double bound = std::numeric_limits<double>::quiet_NaN();
  const bool proves = c.constrained() && c.objective.f->is_convex();
  for (std::size_t k = 0; k < trace.size(); ++k) {
    if (trace[k].iteration != static_cast<Index>(k)) out.push_back("rows in order");
    if (k > 0 && trace[k].seconds < trace[k - 1].seconds) out.push_back("time goes on");
    examine_row(c, trace[k], k + 1 == trace.size(), out);
    least = std::fmin(least, trace[k].value);
    smallest = std::fmin(smallest, trace[k].gap);
    if (proves) bound = std::fmax(bound, trace[k].value - trace[k].gap);
    const bool same = trace[k].lower_bound == bound;
    if (!same && !(std::isnan(bound) && std::isnan(trace[k].lower_bound))) {
      out.push_back(compared("lower bound", trace[k].lower_bound, bound));
    }
  }
  if (result.best_value != least) out.push_back(compared("best value", result.best_value, least));
  if (result.best_gap != smallest) out.push_back(compared("best gap", result.best_gap, smallest));
  if (c.rule.monotone) examine_decrease(c, result, out);
}

}  // namespace stress
