// Plain-text formulas typeset as MathML, and their detection in sentences.
#include "app/report/formula.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <string>
#include <vector>

#include "acgd/oracle/known_sets.hpp"
#include "app/experiments/experiment.hpp"
#include "app/spec/objectives.hpp"
#include "report/xml.hpp"

namespace acgd::report {
namespace {

using acgd_test::xml_complaint;

/// The HTML with every formula replaced by its symbols in braces.
std::string plain_text_of(const std::string& text) {
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

TEST(Formula, IsWellFormedForAnyInput) {
  for (const std::string text :
       {"", "((((", "))))", "||x", "x_", "x^", "x_{", "_^'*", "|", "<script>&\"", "1.2.3...",
        "\xff\x01", "x''''", "{}{}", "a_b_c^d^e"}) {
    EXPECT_EQ(xml_complaint(formula_html(text)), "") << text;
  }
}

TEST(Prose, TypesetsDetectedFormulas) {
  EXPECT_EQ(plain_text_of(
                "||Ax - b||^2 over the l1 ball of radius 10, A Gaussian, from a vertex; f* = 0"),
            "{\u2016Ax\u2212b\u20162} over the l1 ball of radius 10, {A} Gaussian, from a vertex; "
            "{f\u2217=0}");
  EXPECT_EQ(plain_text_of("the mean of log(1 + exp(-label_i (Ax)_i)) on a1a"),
            "the mean of {log(1+exp(\u2212labeli(Ax)i))} on a1a");
  EXPECT_EQ(plain_text_of("over the box [1, 10]^100, A symmetric; the sum of A's entries"),
            "over the box {[1,10]100}, {A} symmetric; the sum of A&#39;s entries");
}

/// Words outside of its brackets break lines, and are not part of the MathML.
TEST(Prose, TypesetsMarkedFormulaExceptWords) {
  EXPECT_EQ(plain_text_of(
                "Minimise `f(x) = mean over the samples of log(1 + exp(-label_i <a_i, x>)), labels "
                "-1 and +1`, over the l1 ball: 3 variables."),
            "Minimise {f(x)=} mean over the samples of {log(1+exp(\u2212labeli\u27e8ai,x\u27e9))}, "
            "labels {\u22121} and {+1}, over the l1 ball: 3 variables.");
  EXPECT_EQ(plain_text_of("`h(e) = e^2 / 2 where |e| <= rho, rho |e| - rho^2 / 2 beyond`"),
            "{h(e)=e2/2} where {|e|\u2264\u03c1}, {\u03c1|e|\u2212\u03c12/2} beyond");
  EXPECT_EQ(plain_text_of("`sum over i < n of the integral from 0 to x_a of t_a(s) ds`"),
            "sum over {i&lt;n} of the integral from {0} to {xa} of {ta(s)ds}");
  EXPECT_EQ(plain_text_of("`log(sum over classes k of exp(x_k))`"),
            "{log(sum\u00a0over\u00a0classes\u00a0k\u00a0of\u00a0exp(xk))}");
  EXPECT_EQ(plain_text_of("over the nuclear ball in R^(3 x 20)"),
            "over the nuclear ball in {R(3\u00d720)}");
  EXPECT_EQ(plain_text_of("`the open mark"), "the open mark");
}

TEST(Formula, TypesetsScriptsOfLettersDigitsAndLongNames) {
  const auto has = [](const char* formula, const std::string& part) {
    EXPECT_NE(formula_html(formula).find(part), std::string::npos) << formula_html(formula);
  };
  has("x_G1", "<msub><mi>x</mi><mrow><mi>G</mi><mn>1</mn></mrow></msub>");
  has("e^-x", "<msup><mi>e</mi><mrow><mo>\u2212</mo><mi>x</mi></mrow></msup>");
  has("|x|_(1)", "<mrow><mrow><mo stretchy=\"false\">(</mo><mn>1</mn>");
  has("rating_ij", "<msub><mi>rating</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub>");
  has("free_flow_time (1 + b)", "<mtext>free flow time\u00a0</mtext>");
  has("x'Qx", "<mi>Q</mi><mi>x</mi>");
}

/// Formulas that were not typeset.
std::string leftovers(const std::string& html) {
  const std::string text = std::regex_replace(
      std::regex_replace(html, std::regex("<mo>&lt;</mo>"), ""), std::regex("<[^>]*>"), "");
  return std::regex_search(text, std::regex("[_^`]|&lt;|<=")) ? text : "";
}

TEST(Prose, TypesetsFormulasOfAllSetsObjectivesAndExperiments) {
  std::vector<std::string> formulas;
  for (const KnownSet& set : known_sets()) formulas.emplace_back(set.formula);
  for (const auto& kind : spec::objective_kinds()) formulas.push_back(kind.formula);
  EXPECT_GE(formulas.size(), 45U);
  for (const std::string& formula : formulas) {
    const std::string html = prose_html("`" + formula + "`");
    EXPECT_EQ(xml_complaint("<p>" + html + "</p>"), "") << formula;
    EXPECT_EQ(leftovers(html), "");
  }
  for (const auto& experiment : experiments::all()) {
    EXPECT_EQ(leftovers(prose_html(experiment.description)), "");
    EXPECT_EQ(leftovers(prose_html(experiment.inferred)), "");
  }
}

TEST(Prose, LeavesSentencesUnchanged) {
  for (const std::string text :
       {"A regression of 3000 samples. A note.", "adaptive_constant is a name, and so is I.",
        "5 of 10 starts, 0.5 s, 1.5 times before short (0.02 s)."}) {
    EXPECT_EQ(prose_html(text), text);
  }
  EXPECT_EQ(prose_html("<b>\"'&"), "&lt;b&gt;&quot;&#39;&amp;");
}

}  // namespace
}  // namespace acgd::report
