#include "app/data/specification.hpp"

#include <gtest/gtest.h>

#include "support/refusal.hpp"

namespace acgd::spec {
namespace {

using acgd_test::refusal;

TEST(Specification, SplitKeepsEmptyParts) {
  EXPECT_EQ(split("lp:3:2", ':'), (std::vector<std::string>{"lp", "3", "2"}));
  EXPECT_EQ(split("", ':'), (std::vector<std::string>{""}));
  EXPECT_EQ(split("a::", ':'), (std::vector<std::string>{"a", "", ""}));
}

TEST(Words, NumbersAreCompleteAndFinite) {
  EXPECT_EQ(to_number("x", "+1.5e-3"), 1.5e-3);
  EXPECT_EQ(to_number("x", "-0"), 0);
  EXPECT_EQ(to_number("x", "1e-400"), 0);  // as in files
  for (const char* text :
       {"", "+", "1x", " 1", "1 ", "nan", "inf", "1e999", "0x10", "--1", "+-1"}) {
    EXPECT_EQ(refusal([&] { to_number("x", text); }),
              "x = " + std::string(text) + ": must be a finite number");
  }
}

TEST(Words, CountsAreIntegersFromMinimum) {
  EXPECT_EQ(to_count("n", "12", 1), 12);
  EXPECT_EQ(to_count("n", "+12", 1), 12);
  EXPECT_EQ(to_count("n", "1e4", 1), 10000);
  EXPECT_EQ(to_count("n", "2.5e3", 1), 2500);
  EXPECT_EQ(to_count("n", "9223372036854775807", 1), 9223372036854775807);
  for (const char* text : {"0", "-3", "1.5", "1e-3", "", "1e4x", "1e16", "1e999", "nan", "+", "e4",
                           "99999999999999999999", "-1e4"}) {
    EXPECT_EQ(refusal([&] { to_count("n", text, 1); }),
              "n = " + std::string(text) + ": must be an integer >= 1");
  }
}

TEST(Words, SecondsMayHaveUnit) {
  EXPECT_EQ(to_seconds("t", "90"), 90);
  EXPECT_EQ(to_seconds("t", "90s"), 90);
  EXPECT_EQ(to_seconds("t", "1.5min"), 90);
  EXPECT_EQ(to_seconds("t", "2h"), 7200);
  EXPECT_EQ(to_seconds("t", "250ms"), 0.25);
  for (const char* text : {"", "s", "5m", "1 s", "inf", "nans", "1e999s", "2days"}) {
    EXPECT_EQ(refusal([&] { to_seconds("t", text); }),
              "t = " + std::string(text) + ": must be seconds, as 90 or 90s, or 50ms, 5min, 2h");
  }
}

TEST(Words, NearestNameIsTypingErrorPrefixOrPart) {
  const std::vector<std::string> names = {"--dim", "--time-limit", "--max-iterations",
                                          "--gap-tolerance", "--set"};
  EXPECT_EQ(nearest("--sat", names), "--set");
  EXPECT_EQ(nearest("--max-itertions", names), "--max-iterations");
  EXPECT_EQ(nearest("--max-iter", names), "--max-iterations");
  EXPECT_EQ(nearest("--tim", names), "--time-limit");
  EXPECT_EQ(nearest("--tolerance", names), "--gap-tolerance");
  EXPECT_EQ(nearest("--colour", names), std::nullopt);
  EXPECT_EQ(nearest("-", {}), std::nullopt);
}

TEST(Words, TypingErrorGetsSuggestionAndOthersGetList) {
  const std::vector<std::string> names = {"logistic", "huber"};
  EXPECT_EQ(refusal([&] { throw unknown_name("objective", "logstic", names); }),
            "objective = logstic: unknown name; did you mean logistic?");
  EXPECT_EQ(refusal([&] { throw unknown_name("objective", "xyz", names); }),
            "objective = xyz: must be one of logistic, huber");
}

}  // namespace
}  // namespace acgd::spec
