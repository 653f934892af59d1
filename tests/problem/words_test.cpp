#include "problem/words.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"

namespace acgd::problem {
namespace {

using acgd_test::complaint;

TEST(Words, SplitKeepsEmptyParts) {
  EXPECT_EQ(split("lp:3:2", ':'), (std::vector<std::string>{"lp", "3", "2"}));
  EXPECT_EQ(split("", ':'), (std::vector<std::string>{""}));
  EXPECT_EQ(split("a::", ':'), (std::vector<std::string>{"a", "", ""}));
}

TEST(Words, NumbersAreWholeAndFinite) {
  EXPECT_EQ(to_number("x", "+1.5e-3"), 1.5e-3);
  EXPECT_EQ(to_number("x", "-0"), 0);
  EXPECT_EQ(to_number("x", "1e-400"), 0);  // as in files
  for (const char* text :
       {"", "+", "1x", " 1", "1 ", "nan", "inf", "1e999", "0x10", "--1", "+-1"}) {
    EXPECT_EQ(complaint([&] { to_number("x", text); }),
              "x = " + std::string(text) + ": must be a finite number");
  }
}

TEST(Words, CountsAreIntegersFromTheLeastOn) {
  EXPECT_EQ(to_count("n", "12", 1), 12);
  for (const char* text : {"0", "-3", "1.5", "", "99999999999999999999"}) {
    EXPECT_EQ(complaint([&] { to_count("n", text, 1); }),
              "n = " + std::string(text) + ": must be an integer >= 1");
  }
}

TEST(Words, ATypingErrorGetsASuggestionAndNonsenseTheList) {
  const std::vector<std::string> names = {"logistic", "huber"};
  EXPECT_EQ(complaint([&] { refuse_name("objective", "logstic", names); }),
            "objective = logstic: there is none of this name; logistic?");
  EXPECT_EQ(complaint([&] { refuse_name("objective", "xyz", names); }),
            "objective = xyz: must be one of logistic, huber");
}

}  // namespace
}  // namespace acgd::problem
