#include "acgd/core/description.hpp"

#include <gtest/gtest.h>

#include "support/refusal.hpp"

namespace acgd {
namespace {

using acgd_test::refusal;

enum class Colour { red, green };

/// One member of each kind.
struct Everything {
  bool flag = false;
  int count = 3;
  Index limit = std::numeric_limits<Index>::max();
  double share = 0.5;
  double seconds = range::kInfinity;
  std::string word = "text";
  std::optional<bool> check = {};
  std::optional<Index> steps = {};
  std::optional<double> guess = {};
  Colour colour = Colour::red;

  Description describe() {
    return {{"flag", flag, range::any, "a flag"},
            {"count", count, range::from_1, "a count"},
            {"limit", limit, range::from_0, "a limit", "none"},
            {"share", share, range::up_to_1, "a share"},
            {"seconds", seconds, range::seconds, "a time", "none"},
            {"word", word, range::any, "a word"},
            {"check", check, range::any, "perhaps a flag", "sometimes"},
            {"steps", steps, range::from_1, "perhaps a count", "as many as there are"},
            {"first_guess", guess, range::non_negative, "perhaps a number", "found"},
            {"colour", Word(colour, {"red", "green"}), "one of two words"}};
  }
};

void set(Everything& all, std::string_view name, std::string_view text) {
  Description description = all.describe();
  assign(*find(description, name), text);
}

std::string shown(Everything all, std::string_view name) {
  Description description = all.describe();
  return value_text(*find(description, name));
}

TEST(Description, ParsesValuesFromText) {
  Everything all;
  set(all, "flag", "true");
  set(all, "count", "+12");
  set(all, "limit", "1e4");
  set(all, "share", "1e-400");
  set(all, "seconds", "2.5");
  set(all, "word", "");
  set(all, "check", "false");
  set(all, "steps", "7");
  set(all, "first-guess", "-0.5");
  set(all, "colour", "green");
  EXPECT_TRUE(all.flag);
  EXPECT_EQ(all.count, 12);
  EXPECT_EQ(all.limit, 10000);
  EXPECT_EQ(all.share, 0);
  EXPECT_EQ(all.seconds, 2.5);
  EXPECT_EQ(all.word, "");
  EXPECT_EQ(all.check, std::optional(false));
  EXPECT_EQ(all.steps, std::optional<Index>(7));
  EXPECT_EQ(all.guess, std::optional(-0.5));
  EXPECT_EQ(all.colour, Colour::green);
  for (const char* name : {"limit", "seconds", "check", "steps", "first_guess"}) {
    set(all, name, "none");
    EXPECT_EQ(shown(all, name), "none") << name;
  }
  EXPECT_EQ(all.limit, std::numeric_limits<Index>::max());
  EXPECT_EQ(all.seconds, range::kInfinity);
  EXPECT_EQ(all.guess, std::nullopt);
}

TEST(Description, RejectsInvalidText) {
  struct Case {
    const char *name, *text, *rule;
  };
  for (const Case& one : {Case{"flag", "yes", "true or false"},
                          {"flag", "none", "true or false"},
                          {"count", "0", "an integer >= 1"},
                          {"count", "1.5", "an integer >= 1"},
                          {"count", "", "an integer >= 1"},
                          {"count", "none", "an integer >= 1"},
                          {"count", "3000000000", "at most 2147483647"},
                          {"limit", "-1", "an integer >= 0"},
                          {"limit", "1e16", "an integer >= 0"},
                          {"limit", "99999999999999999999", "an integer >= 0"},
                          {"share", "half", "a finite number"},
                          {"share", "inf", "a finite number"},
                          {"share", "nan", "a finite number"},
                          {"share", "1e999", "a finite number"},
                          {"share", "+-1", "a finite number"},
                          {"share", "1 ", "a finite number"},
                          {"first_guess", "", "a finite number"},
                          {"steps", "0", "an integer >= 1"},
                          {"check", "maybe", "true or false"},
                          {"colour", "blue", "red or green"}}) {
    Everything all;
    EXPECT_EQ(refusal([&] { set(all, one.name, one.text); }),
              std::string(one.name) + " = " + one.text + ": must be " + one.rule);
  }
}

TEST(Description, ShownValuesParseBack) {
  Everything all{.flag = true, .count = 9, .share = 0.1, .check = true, .guess = 1e-7};
  Everything copy;
  Description from = all.describe(), to = copy.describe();
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i].name != "word") assign(to[i], value_text(from[i]));
    EXPECT_EQ(value_text(to[i]), value_text(from[i]));
  }
  EXPECT_EQ(copy.share, 0.1);
  EXPECT_EQ(copy.guess, std::optional(1e-7));
}

TEST(Description, ShowsAbsentValuesInWords) {
  Everything all;
  Description description = all.describe();
  EXPECT_EQ(default_text(*find(description, "check")), "sometimes");
  EXPECT_EQ(default_text(*find(description, "seconds")), "none");
  EXPECT_EQ(default_text(*find(description, "share")), "0.5");
  EXPECT_EQ(find(description, "no-such-name"), nullptr);
}

TEST(Description, ValidateNamesFirstParameterOutOfRange) {
  EXPECT_EQ(refusal([] { validate(Everything{}); }), "");
  EXPECT_EQ(refusal([] { validate(Everything{.share = 1}); }), "");
  EXPECT_EQ(refusal([] { validate(Everything{.share = 0}); }), "share = 0: must be in (0, 1]");
  EXPECT_EQ(refusal([] { validate(Everything{.share = std::nan("")}); }),
            "share = nan: must be in (0, 1]");
  EXPECT_EQ(refusal([] { validate(Everything{.count = 0, .share = 7}); }),
            "count = 0: must be at least 1");
  EXPECT_EQ(refusal([] { validate(Everything{.seconds = -1}); }), "seconds = -1: must be >= 0");
  EXPECT_EQ(refusal([] { validate(Everything{.guess = range::kInfinity}); }),
            "first_guess = inf: must be >= 0 and finite");
}

TEST(Description, CheckpointMustHaveSameValues) {
  Archive saving;
  Everything all{.guess = 0.1};
  expect(saving, all);
  const std::string bytes = std::move(saving).take();
  const auto compare = [&](const Everything& other) {
    return refusal([&] {
      Archive loading{std::string_view(bytes)};
      expect(loading, other);
      loading.end();
    });
  };
  EXPECT_EQ(compare(all), "");
  std::vector<Everything> others(9, all);
  others[0].flag = true;
  others[1].count = 4;
  others[2].limit = 5;
  others[3].share = std::nextafter(0.5, 1);
  others[4].seconds = 3;
  others[5].word = "other";
  others[6].check = false;
  others[7].guess = 0.2;
  others[8].colour = Colour::green;
  for (const Everything& other : others) {
    EXPECT_NE(compare(other).find("the checkpoint has "), std::string::npos);
  }
  EXPECT_EQ(compare(others[8]), "resume: the checkpoint has colour = red, this run has green");
}

}  // namespace
}  // namespace acgd
