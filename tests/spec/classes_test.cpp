// Classes as numbers and text, on their way into losses.
#include <gtest/gtest.h>

#include <cmath>

#include "app/data/labels.hpp"
#include "app/spec/objectives.hpp"
#include "support/refusal.hpp"
#include "support/temporary_folder.hpp"

namespace acgd::spec {
namespace {

using acgd_test::refusal;
using Names = std::vector<std::string>;

class Classes : public testing::TestWithParam<const char*> {
 protected:
  LoadedObjective load(const std::string& text, const std::string& labels = "auto") const {
    return load_objective(
        {.name = GetParam(), .data = folder_.file("t.csv", text), .labels = labels});
  }
  std::string refused(const std::string& text, const std::string& labels = "auto") const {
    return refusal([&] { load(text, labels); });
  }

  acgd_test::TemporaryFolder folder_;
};

/// Losses of two classes do not depend on the names of the classes.
using TwoClasses = Classes;

TEST_P(TwoClasses, NamesDoNotMatter) {
  const Vector x{{0.8, -0.3}};
  const double signs = load("1,2,-1\n3,1,1\n0,1,1\n").f->value(x);
  for (const std::string text :
       {"1,2,0\n3,1,1\n0,1,1\n", "1,2,1\n3,1,2\n0,1,2\n", "1,2,no\n3,1,yes\n0,1,yes\n",
        "a,b,y\n1,2,-1.0\n3,1,+1\n0,1,1e0\n"}) {
    EXPECT_EQ(load(text).f->value(x), signs) << text;
  }
  // With exchanged classes.
  EXPECT_NE(load("1,2,yes\n3,1,no\n0,1,no\n").f->value(x), signs);
}

TEST_P(TwoClasses, MappingIsReported) {
  const std::string taken = GetParam() == std::string("sigmoid") ? "0/1" : "-1/+1";
  const auto description_of = [&](const std::string& text) { return load(text).description; };
  EXPECT_NE(description_of("1,no\n2,yes\n").find("labels no/yes taken as " + taken),
            std::string::npos);
  EXPECT_NE(description_of("1,3\n2,7\n").find("labels 3/7 taken as " + taken), std::string::npos);
  const std::string own = taken == "0/1" ? "1,0\n2,1\n" : "1,-1\n2,1\n";
  EXPECT_EQ(description_of(own).find("labels"), std::string::npos);
  const LoadedObjective words = load("1,no\n2,yes\n");
  EXPECT_EQ(words.samples->layout.coding.classes, (Names{"no", "yes"}));
  EXPECT_TRUE(words.samples->layout.coding.numbers_classes());
}

TEST_P(TwoClasses, MustBeTwo) {
  EXPECT_EQ(refused("1,a\n2,b\n3,c\n").find("labels: a, b and c occur, must be two values"), 0u);
  EXPECT_EQ(refused("1,a\n2,a\n"), "labels: only a occurs, must be two values");
  EXPECT_EQ(refused("1,0\n2,1\n", "o1"), "labels = o1: unknown name; did you mean 01?");
}

INSTANTIATE_TEST_SUITE_P(Losses, TwoClasses,
                         testing::Values("logistic", "squared-hinge", "sigmoid"),
                         [](const auto& test) {
                           return test.param == std::string("squared-hinge") ? "hinge" : test.param;
                         });

using Signs = Classes;

TEST_P(Signs, SuggestSoftmaxForSeveralClasses) {
  EXPECT_EQ(refused("1,1\n2,2\n3,3\n"),
            "labels: 1, 2 and 3 occur, must be two values; several classes are learnt by "
            "--objective softmax");
}

TEST_P(Signs, AreKeptOnRequest) {
  EXPECT_NO_THROW(load("1,-1\n2,1\n", "keep"));
  EXPECT_EQ(refused("1,0\n2,1\n", "keep"),
            "labels: 0 and 1 occur, must be -1 and +1; --labels auto turns them into these");
  EXPECT_EQ(refused("1,0\n2,1\n", "01"), "labels = 01: the loss takes -1 and +1: --labels auto");
  EXPECT_NO_THROW(load("1,0\n2,1\n", "pm1"));
}

INSTANTIATE_TEST_SUITE_P(Losses, Signs, testing::Values("logistic", "squared-hinge"),
                         [](const auto& test) {
                           return test.param == std::string("logistic") ? "logistic" : "hinge";
                         });

using Numbers = Classes;

TEST_P(Numbers, RejectText) {
  const std::string sentence = refused("1,2\n2,yes\n");
  EXPECT_NE(sentence.find("t.csv:2:3: cell \"yes\" of column 2: must be a number; two classes are "
                          "learnt by --objective logistic, several by softmax"),
            std::string::npos)
      << sentence;
  // Unless two classes are mapped to numbers on request: the errors at 0 are 1 and 1.
  if (GetParam() == std::string("least-squares")) {
    EXPECT_EQ(load("1,no\n2,yes\n", "pm1").f->value(Vector::Zero(1)), 2);
    EXPECT_EQ(load("1,no\n2,yes\n", "01").f->value(Vector::Zero(1)), 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Losses, Numbers, testing::Values("least-squares", "huber", "poisson"),
                         [](const auto& test) {
                           return test.param == std::string("least-squares") ? "squares"
                                                                             : test.param;
                         });

TEST(Coding, NumbersClasses) {
  const Coding words = choose_coding(Labels::classes, {.words = {"b", "a", "", "c", "a"}});
  EXPECT_EQ(words.classes, (Names{"a", "b", "c"}));
  const Vector codes = words.encode({.words = {"c", "a", "d", ""}});
  EXPECT_EQ(codes.head(2), (Vector{{2, 0}}));
  EXPECT_TRUE(std::isnan(codes[2]) && std::isnan(codes[3]));
  // By value, not by spelling.
  const Coding numbers = choose_coding(Labels::classes, {.numbers = Vector{{10, 9, -1}}});
  EXPECT_EQ(numbers.classes, (Names{"-1", "9", "10"}));
  EXPECT_EQ(numbers.encode({.words = {"9", "10"}}), (Vector{{1, 2}}));
  EXPECT_EQ(numbers.description, "3 classes: -1, 9 and 10");
}

TEST(Coding, ShowsOnlyFirstClasses) {
  Names names;
  for (int k = 0; k < 6; ++k) names.push_back(std::to_string(k));
  EXPECT_EQ(shown_list(names, "and"), "0, 1, 2, 3, 4, ... (6 of them)");
  EXPECT_EQ(shown_list({"a"}, "or"), "a");
  EXPECT_EQ(shown_list({"a\n", ""}, "or"), "\"a\\x0a\" or \"\"");
  EXPECT_EQ(shown_list({"a", "b"}, "or"), "a or b");
}

}  // namespace
}  // namespace acgd::spec
