#include "acgd/core/error.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace acgd {
namespace {

TEST(InvalidInput, KeepsItsFieldsAndFormatsThem) {
  const InvalidInput error("radius", -0.5, "must be positive", "0 is allowed for l2");
  EXPECT_EQ(error.argument(), "radius");
  EXPECT_EQ(error.value(), "-0.5");
  EXPECT_EQ(error.rule(), "must be positive");
  EXPECT_EQ(error.hint(), "0 is allowed for l2");
  EXPECT_EQ(error.cause(), nullptr);
  EXPECT_STREQ(error.what(), "radius = -0.5: must be positive; 0 is allowed for l2");
}

TEST(InvalidInput, FormatsPlacesAndValues) {
  const auto text = [](const InvalidInput& error) { return std::string(error.what()); };
  EXPECT_EQ(text({{"weights", 3}, std::nan(""), "must be finite"}),
            "weights[3] = nan: must be finite");
  EXPECT_EQ(text({{"Q", 2, 0}, 1e300, "must be small"}), "Q(2, 0) = 1e+300: must be small");
  EXPECT_EQ(text({{"a.csv", ":7:2"}, "no number"}), "a.csv:7:2: no number");
  EXPECT_EQ(text({"dim", "", "must be an integer"}), "dim = : must be an integer");
  EXPECT_EQ(text({"set", "must not be null"}), "set: must not be null");
  EXPECT_EQ(text(InvalidInput("the ranks disagree")), "the ranks disagree");
}

TEST(InvalidInput, AbsentValueIsNotAnEmptyOne) {
  EXPECT_EQ(InvalidInput("dim", std::nullopt, "is missing").value(), std::nullopt);
  EXPECT_EQ(InvalidInput("dim", "", "is empty").value(), "");
  EXPECT_EQ(InvalidInput("no argument").argument(), "");
}

TEST(InvalidInput, KeepsTheErrorInsideAValueAsItsCause) {
  const InvalidInput inner("radius", -1, "must be positive");
  const InvalidInput outer("set", "l1:-1", inner);
  EXPECT_STREQ(outer.what(), "set = l1:-1: radius = -1: must be positive");
  EXPECT_EQ(outer.argument(), "set");
  EXPECT_EQ(outer.value(), "l1:-1");
  ASSERT_NE(outer.cause(), nullptr);
  EXPECT_EQ(outer.cause()->argument(), "radius");
  EXPECT_EQ(outer.cause()->value(), "-1");
}

TEST(InvalidInput, WithAnotherArgumentKeepsAllElse) {
  const InvalidInput inner("radius", -1, "must be positive");
  const InvalidInput error = InvalidInput("set", "l1:-1", inner).with_argument("--set");
  EXPECT_STREQ(error.what(), "--set = l1:-1: radius = -1: must be positive");
  EXPECT_EQ(error.argument(), "--set");
  ASSERT_NE(error.cause(), nullptr);
  EXPECT_EQ(error.cause()->argument(), "radius");
  EXPECT_STREQ(InvalidInput({"y", 4}, 2, "must be a class").with_argument("targets").what(),
               "targets[4] = 2: must be a class");
}

}  // namespace
}  // namespace acgd
