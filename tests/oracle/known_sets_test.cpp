// The table of sets: descriptions are consistent, and parameters reach the set.
#include "acgd/oracle/known_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "acgd/core/error.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/testing/testing.hpp"
#include "support/effort.hpp"
#include "support/every_kind.hpp"
#include "support/refusal.hpp"

namespace acgd {
namespace {

std::string refusal_of(const SetChoice& choice) {
  try {
    acgd_test::make_known(choice);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(KnownSets, HaveDistinctNamesAndDocumentation) {
  std::set<std::string_view> names;
  for (const KnownSet& known : known_sets()) {
    EXPECT_TRUE(names.insert(known.name()).second) << known.name();
    EXPECT_FALSE(known.sentence().empty() || known.formula.empty() || known.cost.empty());
    SetChoice choice = known.choice;
    const Description description = choice.describe();
    for (const Parameter& parameter : description) {
      EXPECT_FALSE(parameter.sentence.empty()) << known.name() << " " << parameter.name;
      EXPECT_TRUE(parameter.name != "file" || &parameter == &description.back()) << known.name();
    }
  }
}

TEST(KnownSets, PassCheckerWithDefaultParameters) {
  // Four gradients cover all kinds.
  const OracleCheck check = effort::is_sanitized()
                                ? OracleCheck{.gradients = 4, .points = 5}
                                : OracleCheck{.points = effort::choose(5, 50, 200)};
  for (const KnownSet& known : known_sets()) {
    const auto set = acgd_test::make_known(known.choice);
    EXPECT_EQ(set->dimension(), acgd_test::kVariables) << known.name();
    EXPECT_EQ(check_oracle(*set, check), std::vector<std::string>()) << known.name();
  }
}

TEST(KnownSets, RejectParametersOutOfRangeByName) {
  for (const KnownSet& known : known_sets()) {
    SetChoice choice = known.choice;
    for (Parameter& parameter : choice.describe()) {
      auto* number = std::get_if<double*>(&parameter.member);
      if (number == nullptr) continue;
      const double original = **number;
      constexpr double infinity = std::numeric_limits<double>::infinity();
      for (const double bad : {std::nan(""), infinity, -infinity, -1.0, 0.0, 1.0}) {
        if (parameter.range.contains(bad)) continue;
        **number = bad;
        const std::string sentence = refusal_of(choice);
        EXPECT_TRUE(sentence.starts_with(std::string(parameter.name) + " = ")) << sentence;
        EXPECT_TRUE(sentence.ends_with(parameter.range.rule)) << sentence;
      }
      **number = original;
    }
    EXPECT_EQ(refusal_of(choice), "") << known.name();
  }
}

TEST(KnownSets, RejectEmptyVariable) {
  for (const KnownSet& known : known_sets()) {
    EXPECT_THROW(known.choice.begin({.variable = {.dimension = 0}}), InvalidInput) << known.name();
  }
}

TEST(KnownSets, UseGivenParameters) {
  for (const KnownSet& known : known_sets()) {
    SetChoice choice = known.choice;
    const std::string plain = acgd_test::make_known(choice)->name();
    for (Parameter& parameter : choice.describe()) {
      auto* number = std::get_if<double*>(&parameter.member);
      if (number == nullptr) continue;
      const double original = **number;
      **number = original + 0.5;
      EXPECT_NE(acgd_test::make_known(choice)->name(), plain)
          << known.name() << " " << parameter.name;
      **number = original;
    }
    EXPECT_EQ(acgd_test::make_known(choice)->name(), plain);
  }
}

TEST(SetChoice, ConstructsSetForVariable) {
  const SetChoice choice = L1Ball::Parameters{.radius = 50};
  EXPECT_EQ(choice.name(), "l1");
  const auto set = choice.begin({.variable = {.dimension = 123}});
  EXPECT_EQ(set->name(), "l1 ball of radius 50 in R^123");
}

TEST(SquareSide, IsGivenOrFollowsFromVariable) {
  EXPECT_EQ(square_side(std::nullopt, {.dimension = 9}), 3);
  EXPECT_EQ(square_side(3, {.dimension = 9}), 3);
  EXPECT_EQ(square_side(std::nullopt, {.dimension = 9, .rows = 3, .cols = 3}), 3);
  using acgd_test::refusal;
  EXPECT_EQ(refusal([] { square_side(std::nullopt, {.dimension = 10}); }),
            "side = 3: a square matrix of this side has 9 entries, not 10");
  EXPECT_EQ(refusal([] { square_side(4, {.dimension = 9}); }),
            "side = 4: a square matrix of this side has 16 entries, not 9");
  EXPECT_EQ(refusal([] { square_side(std::nullopt, {.dimension = 6, .rows = 2, .cols = 3}); }),
            "side: the variable is a matrix of 2 x 3, which is not square");
  EXPECT_NE(refusal([] { square_side(Index{1} << 40, {.dimension = 9}); }), "");
}

TEST(SetChoice, ReportsMissingFileReader) {
  for (const KnownSet& known : known_sets()) {
    SetChoice choice = known.choice;
    const Description description = choice.describe();
    if (description.empty() || description.back().name != "file") continue;
    if (known.name() == "tv") continue;  // without a file the graph is a path
    EXPECT_THROW(known.choice.begin({.variable = {.dimension = 3}}), InvalidInput);
  }
}

}  // namespace
}  // namespace acgd
