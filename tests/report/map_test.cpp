// Maps: well-formed, inside the frame, both directions side by side, in the colour of their load.
#include "app/report/map.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <regex>

#include "report/reports.hpp"
#include "report/xml.hpp"

namespace acgd::report {
namespace {

using acgd_test::count;
using acgd_test::xml_complaint;

Map two_places() {
  return {.title = "A <street>",
          .roads = {{.from_x = 0,
                     .from_y = 0,
                     .to_x = 100,
                     .to_y = 0,
                     .flow = 10,
                     .capacity = 8,
                     .title = "east & fast"},
                    {.from_x = 100,
                     .from_y = 0,
                     .to_x = 0,
                     .to_y = 0,
                     .flow = 1,
                     .capacity = 8,
                     .title = "west"}},
          .places = {{0, 0, "a"}, {100, 0, "b"}}};
}

struct DrawnRoad {
  std::string load;
  double x0, y0, x1, y1, width;
};

std::vector<DrawnRoad> roads_in(const std::string& svg) {
  static const std::regex road(
      R"rx(class="load-(\d)" d="M([-\d.]+) ([-\d.]+)L([-\d.]+) ([-\d.]+)" stroke="#\w+" stroke-width="([\d.]+)")rx");
  std::vector<DrawnRoad> roads;
  for (std::sregex_iterator it(svg.begin(), svg.end(), road), end; it != end; ++it) {
    roads.push_back({(*it)[1], std::stod((*it)[2]), std::stod((*it)[3]), std::stod((*it)[4]),
                     std::stod((*it)[5]), std::stod((*it)[6])});
  }
  return roads;
}

TEST(RoadMap, DrivesOnRightWithWidthOfFlow) {
  const std::string svg = draw_map(two_places());
  EXPECT_EQ(xml_complaint(svg), "");
  EXPECT_NE(svg.find("<title>A &lt;street&gt;</title>"), svg.npos);
  EXPECT_NE(svg.find("<title>east &amp; fast</title>"), svg.npos);
  const std::vector<DrawnRoad> roads = roads_in(svg);
  ASSERT_EQ(roads.size(), 2U);
  EXPECT_LT(roads[0].x0, roads[0].x1);
  EXPECT_GT(roads[1].x0, roads[1].x1);
  // Eastbound traffic has the other direction on its left, which is up.
  EXPECT_GT(roads[0].y0 - roads[0].width / 2, roads[1].y0 + roads[1].width / 2);
  EXPECT_GT(roads[0].width, 2 * roads[1].width);
  EXPECT_EQ(roads[0].load, "2");
  EXPECT_EQ(roads[1].load, "0");
}

TEST(RoadMap, ColoursByFlowOverCapacity) {
  Map map = two_places();
  const std::pair<double, const char*> cases[] = {{0, "0"}, {0.49, "0"}, {0.5, "1"}, {0.99, "1"},
                                                  {1, "2"}, {1.7, "3"},  {2, "4"},   {50, "4"}};
  for (const auto& [load, expected] : cases) {
    map.roads[0].flow = 8 * load;
    EXPECT_EQ(roads_in(draw_map(map))[0].load, expected) << load;
  }
  map.roads[0].capacity = 0;
  EXPECT_EQ(roads_in(draw_map(map))[0].load, "5");
  EXPECT_NE(draw_map(map).find("no capacity"), std::string::npos);
}

TEST(RoadMap, NorthIsUpAndLongitudesAreScaled) {
  const auto across = [](double latitude, double scale) {
    Map map = two_places();
    map.places = {{0, scale * latitude, "south"}, {scale, scale * (latitude + 1), "north"}};
    map.roads = {{.from_x = 0,
                  .from_y = scale * latitude,
                  .to_x = scale,
                  .to_y = scale * (latitude + 1),
                  .title = ""}};
    const DrawnRoad road = roads_in(draw_map(map)).at(0);
    EXPECT_GT(road.y0, road.y1);
    return (road.x1 - road.x0) / (road.y0 - road.y1);
  };
  EXPECT_NEAR(across(60, 1), std::cos(60.5 / 180 * 3.14159265), 0.02);
  EXPECT_NEAR(across(60, 1000), 1, 0.02) << "metres, not degrees";
}

TEST(RoadMap, AcceptsDegenerateInput) {
  const double infinity = std::numeric_limits<double>::infinity();
  Map map = two_places();
  for (const auto& spoil : std::vector<std::function<void()>>{
           [&] { map.roads[0].to_x = 0; },  // of no length
           [&] {
             map.places.assign(500, {0, 0, "x"});
           },
           [&] { map.roads[0].flow = std::numeric_limits<double>::quiet_NaN(); },
           [&] { map.roads[1].flow = infinity; },
           [&] { map.places[0].x = 1e308, map.places[1].x = -1e308; }, [&] { map = {}; }}) {
    spoil();
    const std::string svg = draw_map(map);
    EXPECT_EQ(xml_complaint(svg), "");
    EXPECT_EQ(svg.find("nan"), svg.npos);
    EXPECT_EQ(count(svg, "inf"), 0U);
  }
}

TEST(RoadMap, IsPartOfReport) {
  Section section = acgd_test::section_of({});
  section.map = two_places();
  const std::string html = to_html(acgd_test::report_of({section}));
  EXPECT_NE(html.find("<figure class=\"map\""), html.npos);
  EXPECT_EQ(to_svg(acgd_test::report_of({section})).back().name, "lasso-map.svg");
}

}  // namespace
}  // namespace acgd::report
