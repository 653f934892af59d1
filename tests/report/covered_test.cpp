// Curves that cover each other are listed.
#include <gtest/gtest.h>

#include "app/report/curves.hpp"
#include "report/reports.hpp"

namespace acgd::report {
namespace {

using acgd_test::section_of;
using acgd_test::trace_of;
using Sentences = std::vector<std::string>;

/// Gaps 1, 1/2, ... that differ from an iteration on.
acgd::Trace fork(int until) {
  std::vector<double> gaps;
  for (int k = 0; k <= 100; ++k) gaps.push_back((k > until ? 2.0 : 1.0) / (k + 1));
  return trace_of(gaps);
}

TEST(Covered, ListsCurvesThatCoverEachOther) {
  EXPECT_EQ(covered_curves(section_of({{"a", fork(100)}, {"b", fork(100)}})),
            Sentences{"The curves of a and b cover each other."});
  EXPECT_EQ(covered_curves(section_of({{"a", fork(100)}, {"b", fork(30)}, {"c", fork(-1)}})),
            Sentences{"Up to iteration 30, the curves of a and b cover each other."});
}

TEST(Covered, IsEmptyIfCurvesSeparateInFirstHalf) {
  EXPECT_EQ(covered_curves(section_of({{"a", fork(100)}, {"b", fork(9)}})), Sentences{});
  EXPECT_EQ(covered_curves(section_of({{"a", fork(100)}, {"b", {}}})), Sentences{});
  EXPECT_EQ(covered_curves(section_of({})), Sentences{});
}

TEST(Covered, IsShownBelowCharts) {
  const std::string html =
      to_html(acgd_test::report_of({section_of({{"a", fork(100)}, {"b", fork(100)}})}));
  EXPECT_NE(html.find("The curves of a and b cover each other."), html.npos);
}

}  // namespace
}  // namespace acgd::report
