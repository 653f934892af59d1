// Formulas as they are typed, set as MathML; and which words of a sentence are one.
#include "report/formula.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <string>
#include <vector>

#include "report/xml.hpp"

namespace acgd::report {
namespace {

using acgd_test::xml_complaint;

/// The HTML with every formula replaced by its letters and signs in braces.
std::string told(const std::string& text) {
  std::string html = prose_html(text);
  html = std::regex_replace(html, std::regex("<math>"), "{");
  html = std::regex_replace(html, std::regex("</math>"), "}");
  return std::regex_replace(html, std::regex("<[^>]*>"), "");
}

TEST(Formula, HasIndicesPowersAndNorms) {
  EXPECT_EQ(
      formula_html("x_i^2"),
      "<math><msubsup><mi>x</mi><mrow><mi>i</mi></mrow><mrow><mn>2</mn></mrow></msubsup></math>");
  EXPECT_EQ(formula_html("x'Q"), "<math><msup><mi>x</mi><mo>\u22a4</mo></msup><mi>Q</mi></math>");
  EXPECT_EQ(
      formula_html("||x||_1"),
      "<math><msub><mrow><mo>\u2016</mo><mi>x</mi><mo>\u2016</mo></mrow><mrow><mn>1</mn></mrow>"
      "</msub></math>");
  EXPECT_EQ(
      formula_html("x_{i+1} <= f*"),
      "<math><msub><mi>x</mi><mrow><mi>i</mi><mo>+</mo><mn>1</mn></mrow></msub><mo>\u2264</mo>"
      "<msup><mi>f</mi><mo>\u2217</mo></msup></math>");
}

TEST(Formula, IsSoundWhateverIsTyped) {
  for (const std::string text :
       {"", "((((", "))))", "||x", "x_", "x^", "x_{", "_^'*", "|", "<script>&\"", "1.2.3...",
        "\xff\x01", "x''''", "{}{}", "a_b_c^d^e"}) {
    EXPECT_EQ(xml_complaint(formula_html(text)), "") << text;
  }
}

TEST(Prose, SetsWhatLooksLikeAFormula) {
  EXPECT_EQ(told("||Ax - b||^2 over the l1 ball of radius 10, A Gaussian, from a vertex; f* = 0"),
            "{\u2016Ax\u2212b\u20162} over the l1 ball of radius 10, {A} Gaussian, from a vertex; "
            "{f\u2217=0}");
  EXPECT_EQ(told("the mean of log(1 + exp(-label_i (Ax)_i)) on a1a"),
            "the mean of {log(1+exp(\u2212labeli(Ax)i))} on a1a");
  EXPECT_EQ(told("over the box [1, 10]^100, A symmetric; the sum of A's entries"),
            "over the box {[1,10]100}, {A} symmetric; the sum of A&#39;s entries");
}

TEST(Prose, LeavesSentencesAlone) {
  for (const std::string text :
       {"A regression of 3000 samples. A note.", "adaptive_constant is a name, and so is I.",
        "5 of 10 starts, 0.5 s, 1.5 times before short (0.02 s)."}) {
    EXPECT_EQ(prose_html(text), text);
  }
  EXPECT_EQ(prose_html("<b>\"'&"), "&lt;b&gt;&quot;&#39;&amp;");
}

}  // namespace
}  // namespace acgd::report
