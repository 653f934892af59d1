// Which points of a long curve stay.
#include "report/thin.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace acgd::report {
namespace {

std::vector<double> wave(std::size_t size) {
  std::vector<double> values;
  for (std::size_t i = 0; i < size; ++i) values.push_back(std::sin(0.37 * static_cast<double>(i)));
  return values;
}

bool has(const std::vector<std::size_t>& rows, std::size_t row) {
  return std::binary_search(rows.begin(), rows.end(), row);
}

TEST(Thin, LeavesShortCurvesAlone) {
  EXPECT_TRUE(thin({}, 10).empty());
  EXPECT_TRUE(thin({{}}, 10).empty());
  EXPECT_EQ(thin({{5}}, 10), (std::vector<std::size_t>{0}));
  EXPECT_EQ(thin({wave(10)}, 10).size(), 10U);
}

TEST(Thin, KeepsTheEndsAndAllExtremesWithinTheLimit) {
  std::vector<double> first = wave(5000);
  std::vector<double> second = wave(5000);
  first[1234] = 40;
  first[2345] = -40;
  second[3456] = 40;
  second[4567] = -40;
  for (const std::size_t limit : {6U, 50U, 999U, 4999U}) {
    const std::vector<std::size_t> rows = thin({first, second}, limit);
    EXPECT_LE(rows.size(), limit);
    EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end()));
    for (const std::size_t row : {0U, 1234U, 2345U, 3456U, 4567U, 4999U}) {
      EXPECT_TRUE(has(rows, row)) << row << " of " << limit;
    }
  }
}

TEST(Thin, KeepsTheEndsWhateverTheLimit) {
  for (const std::size_t limit : {0U, 1U, 2U, 3U}) {
    EXPECT_EQ(thin({wave(100)}, limit), (std::vector<std::size_t>{0, 99}));
  }
}

TEST(Thin, LooksAtFiniteValuesOnly) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<double> values(1000, std::nan(""));
  values[0] = -infinity;
  values[1] = infinity;
  values[500] = 3;
  values[501] = 4;
  const std::vector<std::size_t> rows = thin({values}, 20);
  EXPECT_TRUE(has(rows, 500));
  EXPECT_TRUE(has(rows, 501));
  EXPECT_LE(rows.size(), 20U);
}

TEST(Thin, IsTheSameEveryTime) { EXPECT_EQ(thin({wave(9999)}, 100), thin({wave(9999)}, 100)); }

}  // namespace
}  // namespace acgd::report
