#include "app/data/numbers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>
#include <string>

namespace acgd::data {
namespace {

double number(const std::string& text) {
  double value = 0;
  EXPECT_EQ(scan_number(text, value), text.data() + text.size()) << text;
  return value;
}

TEST(Numbers, ReadsCommonFormats) {
  EXPECT_EQ(number("1"), 1);
  EXPECT_EQ(number("+1"), 1);
  EXPECT_EQ(number("-0.25"), -0.25);
  EXPECT_EQ(number("3.5e2"), 350);
  EXPECT_EQ(number("3.5E+2"), 350);
  EXPECT_EQ(number("+.5"), 0.5);
  EXPECT_EQ(number("7."), 7);
  EXPECT_EQ(number("00012.50"), 12.5);
  EXPECT_TRUE(std::signbit(number("-0")));
  EXPECT_EQ(number("1e-5"), 1e-5);
  EXPECT_EQ(number("123456789012345678901234567890"), 123456789012345678901234567890.0);
  EXPECT_EQ(number("0.000000000000000000000000000001"), 1e-30);
}

TEST(Numbers, RoundsOutOfRangeNumbers) {
  EXPECT_EQ(number("1e-400"), 0);
  EXPECT_EQ(number("0." + std::string(400, '0') + "1"), 0);
  EXPECT_EQ(number("5e-324"), 5e-324);
  EXPECT_EQ(number("1e400"), HUGE_VAL);
  EXPECT_EQ(number("-1e400"), -HUGE_VAL);
  EXPECT_EQ(number(std::string(400, '1')), HUGE_VAL);
}

/// Beyond the range of long double as well, by the exponent or the digits alone.
TEST(Numbers, RoundsFarOutOfRangeNumbers) {
  for (const char* text : {"1e-5000", "-1e-99999999999999999999", "0.001e-4999", "1000e-5010"}) {
    EXPECT_EQ(number(text), 0) << text;
  }
  EXPECT_TRUE(std::signbit(number("-1e-5000")));
  EXPECT_EQ(number("0." + std::string(6000, '0') + "1e5"), 0);
  EXPECT_EQ(number("1" + std::string(6000, '0') + "e-5"), HUGE_VAL);
  EXPECT_EQ(number("1e+99999999999999999999"), HUGE_VAL);
  EXPECT_EQ(number("-1e5000"), -HUGE_VAL);
  EXPECT_EQ(number("0e99999"), 0);
}

TEST(Numbers, RejectsNonNumbers) {
  for (const char* text : {"", "+", "-", ".", "+-1", "++1", "--1", "x", " 1", "e5", "-.", "1x",
                           "1 ", "1e", "1.2.3", "0x10", "1,5", "1_000"}) {
    EXPECT_FALSE(is_number(text)) << text;
  }
  for (const char* text : {"nan", "-inf", "+infinity", "1", "1e400"}) {
    EXPECT_TRUE(is_number(text)) << text;
  }
}

TEST(Numbers, StopsAtEndOfNumber) {
  const std::string text = "-2.5:7";
  double value = 0;
  EXPECT_EQ(scan_number(text, value), text.data() + 4);
  EXPECT_EQ(value, -2.5);
}

/// The C library rounds correctly; numbers of every length, with the point anywhere.
TEST(Numbers, RoundsToNearest) {
  std::mt19937_64 random(1);
  for (int k = 0; k < 200000; ++k) {
    std::string text = std::to_string(random()).substr(0, 1 + random() % 20);
    if (random() % 4 != 0) text.insert(random() % (text.size() + 1), ".");
    if (random() % 4 == 0) text += "e" + std::to_string(static_cast<int>(random() % 60) - 30);
    if (random() % 2 == 0) text.insert(0, "-");
    ASSERT_EQ(number(text), std::strtod(text.c_str(), nullptr)) << text;
  }
}

}  // namespace
}  // namespace acgd::data
