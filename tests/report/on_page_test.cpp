// Attributes that a page removes from a chart, and those that it keeps.
#include <gtest/gtest.h>

#include "app/report/html.hpp"
#include "app/report/svg.hpp"
#include "app/report/text.hpp"
#include "report/reports.hpp"

namespace acgd::report {
namespace {

TEST(OnPage, RemovesColoursFontsAndBackground) {
  const std::string drawn =
      svg_text(1, 2.5, "end", "10", "class=\"word\" fill=\"#222222\"") +
      "<path class=\"grid\" d=\"M1 2H3\" fill=\"none\" stroke=\"#dcdcdc\" stroke-width=\"2\"/>\n";
  EXPECT_EQ(on_page(svg_element({10, 20, 13}, "A title", drawn)),
            "<svg viewBox=\"0 0 10 20\" role=\"img\" font-size=\"13\"><title>A title</title>"
            "<text x=\"1\" y=\"2.5\" text-anchor=\"end\" class=\"word\">10</text>"
            "<path class=\"grid\" d=\"M1 2H3\" fill=\"none\" stroke-width=\"2\"/></svg>\n");
}

TEST(OnPage, KeepsText) {
  const std::string text = "a fill=\"#123456\"\nand <rect class=\"ground\"> are text";
  const std::string svg = on_page(svg_element({10, 20, 13}, text, ""));
  EXPECT_NE(svg.find("<title>" + escape(text) + "</title>"), svg.npos) << svg;
}

TEST(OnPage, ChartsOfPageHaveNoColours) {
  Section section = acgd_test::section_of({{"a", acgd_test::trace_of({2, 1})}});
  section.race = Race{"A race", "iterations", {{"1e-1", {{"a", 2}, {"b", 3}}}}};
  section.coefficients = {{"income", -2.5}};
  section.map = Map{"Roads", {{0, 0, 1, 1, 5, 2, "a road"}}, {{0, 0, "1"}, {1, 1, "2"}}};
  const std::string html = to_html(acgd_test::report_of({section, section}));
  for (const char* part : {" fill=\"#", " stroke=\"#", "xmlns=", "class=\"ground\""}) {
    EXPECT_EQ(html.find(part), html.npos) << part;
  }
}

}  // namespace
}  // namespace acgd::report
