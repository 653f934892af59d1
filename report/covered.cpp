#include "report/covered.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/text.hpp"

namespace acgd::report {
namespace {

// Pictures show some ten decades: less than this is within the width of a line.
constexpr double kSameGap = 0.02;

bool looks_the_same(double a, double b) {
  return a == b || std::abs(a - b) <= kSameGap * std::abs(b) || (std::isnan(a) && std::isnan(b));
}

/// The last iteration up to which they look the same; -1 where they never do.
Index same_until(const Trace& a, const Trace& b) {
  Index last = -1;
  for (auto p = a.begin(), q = b.begin(); p != a.end() && q != b.end();) {
    if (p->iteration < q->iteration) {
      ++p;
    } else if (q->iteration < p->iteration) {
      ++q;
    } else {
      if (!looks_the_same(p->gap, q->gap)) break;
      last = p->iteration;
      ++p, ++q;
    }
  }
  return last;
}

}  // namespace

std::vector<std::string> covered_curves(const Section& section) {
  std::vector<std::string> sentences;
  const std::vector<Curve>& curves = section.curves;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    for (std::size_t j = i + 1; j < curves.size(); ++j) {
      if (curves[i].trace.empty() || curves[j].trace.empty()) continue;
      const Index same = same_until(curves[i].trace, curves[j].trace);
      const Index end =
          std::min(curves[i].trace.back().iteration, curves[j].trace.back().iteration);
      // Over logarithmic iterations, half of the picture is up to their root.
      if (same < 2 || same * same < end) continue;
      const std::string names = clean(curves[i].name) + " and " + clean(curves[j].name);
      sentences.push_back(
          same == end
              ? fmt::format("The curves of {} cover each other.", names)
              : fmt::format("Up to iteration {}, the curves of {} cover each other.", same, names));
    }
  }
  return sentences;
}

}  // namespace acgd::report
