#include "report/race.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "report/legend.hpp"
#include "report/scale.hpp"
#include "report/stroke.hpp"
#include "report/text.hpp"
#include "report/ticks.hpp"

namespace acgd::report {
namespace {

constexpr double kMark = 5;
constexpr const char* kNotReached = "not reached";

/// Marks differ in shape as well as in colour.
std::string mark_svg(std::size_t place, double x, double y, bool filled,
                     const std::string& told = "") {
  static constexpr std::array<const char*, 5> shapes = {
      "m-4.6 0a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0-9.2 0z", "m-4.2-4.2h8.4v8.4h-8.4z",
      "m0-5.8l5.8 5.8l-5.8 5.8l-5.8-5.8z", "m0-5.4l5.4 9.4h-10.8z", "m0 5.4l5.4-9.4h-10.8z"};
  const char* shape = shapes[place % shapes.size()];
  return fmt::format("<path class=\"{}-{} curve-{}\" d=\"M{:.1f} {:.1f}{}\"{}>{}</path>\n",
                     filled ? "paint" : "ink", place % kToneCount, place, x, y, shape,
                     filled ? "" : " fill=\"none\" stroke-width=\"1.4\"",
                     told.empty() ? "" : "<title>" + escape(told) + "</title>");
}

struct RaceFrame {
  double left, right, lost;  ///< where those stand that did not get there
  double row, top, bottom;
  Scale x;
};

bool any_lost(const Race& race) {
  return std::ranges::any_of(race.rows, [](const Race::Row& row) {
    return std::ranges::any_of(row.marks, [](const auto& m) { return !std::isfinite(m.cost); });
  });
}

RaceFrame race_frame(const Race& race, const Canvas& canvas, std::size_t most_lost) {
  double names = 0;
  Range costs;
  for (const Race::Row& row : race.rows) {
    names = std::max(names, text_width(shorten(clean(row.goal), 24), canvas.font));
    for (const auto& mark : row.marks) {
      if (mark.cost > 0) costs.add(mark.cost);
    }
  }
  if (costs.empty()) costs.add(1);
  const double room = any_lost(race) ? std::max(2.4 * kMark * static_cast<double>(most_lost),
                                                text_width(kNotReached, canvas.font))
                                     : 0;
  RaceFrame frame{};
  frame.left = names + 18;
  frame.right = canvas.width - 12 - room;
  frame.lost = frame.right + 8 + kMark;
  frame.row = 1.9 * canvas.font;
  frame.top = any_lost(race) ? 1.6 * canvas.font : 6;
  frame.bottom = frame.top + frame.row * static_cast<double>(race.rows.size());
  frame.x = tight(costs, frame.left + 6, frame.right - 6, Growth::logarithmic);
  return frame;
}

std::string race_axis(const Race& race, const RaceFrame& frame, const Canvas& canvas) {
  std::string grid, labels;
  const int wanted = std::max(3, static_cast<int>((frame.right - frame.left) / 80));
  for (const Tick& tick : ticks(frame.x, wanted)) {
    const double x = frame.x(tick.value);
    grid += fmt::format("M{:.1f} {:.1f}V{:.1f}", x, frame.top, frame.bottom);
    labels += svg_text(x, frame.bottom + canvas.font + 3, "middle", tick.label);
  }
  labels += svg_text((frame.left + frame.right) / 2, frame.bottom + 2.4 * canvas.font + 3, "middle",
                     race.unit);
  if (any_lost(race)) labels += svg_text(frame.right + 8, canvas.font, "start", kNotReached);
  return fmt::format(
      "<path class=\"grid\" d=\"{}\" fill=\"none\" stroke=\"#e2e2e2\"/>\n"
      "<g class=\"words\" fill=\"#444444\">\n{}</g>\n",
      grid, labels);
}

std::string race_row(const Race::Row& row, const RaceFrame& frame, double y, double font,
                     const std::vector<std::string>& strategies, const std::string& unit) {
  std::string svg = svg_text(frame.left - 10, y + 0.35 * font, "end", shorten(clean(row.goal), 24),
                             "class=\"word\" fill=\"#222222\"");
  Range range;
  double lost = frame.lost;
  std::string marks;
  // The first one on top of those that it covers.
  std::vector<Race::Mark> last_first = row.marks;
  std::ranges::stable_sort(last_first, std::greater<>(), &Race::Mark::cost);
  for (const Race::Mark& mark : last_first) {
    const std::size_t place = place_of(mark.name, strategies);
    const bool there = mark.cost > 0 && std::isfinite(mark.cost);
    if (there) range.add(frame.x(mark.cost));
    const std::string told =
        there ? fmt::format("{}: {} {}", clean(mark.name), shown_number(mark.cost), unit)
              : clean(mark.name) + ": not reached";
    marks += mark_svg(place, there ? frame.x(mark.cost) : lost, y, there, told);
    if (!there) lost += 2.4 * kMark;
  }
  if (!range.empty()) {
    svg += fmt::format("<path class=\"axis\" d=\"M{:.1f} {:.1f}H{:.1f}\" stroke=\"#777777\"/>\n",
                       range.low(), y, range.high());
  }
  return svg + marks;
}

}  // namespace

std::string draw_race(const Race& race, const std::vector<std::string>& strategies,
                      const Canvas& canvas) {
  std::size_t most_lost = 0;
  for (const Race::Row& row : race.rows) {
    const auto lost = std::ranges::count_if(
        row.marks, [](const auto& mark) { return !std::isfinite(mark.cost); });
    most_lost = std::max(most_lost, static_cast<std::size_t>(lost));
  }
  const RaceFrame frame = race_frame(race, canvas, most_lost);
  std::string body = race_axis(race, frame, canvas);
  for (std::size_t i = 0; i < race.rows.size(); ++i) {
    const double y = frame.top + frame.row * (static_cast<double>(i) + 0.5);
    body += race_row(race.rows[i], frame, y, canvas.font, strategies, race.unit);
  }
  Canvas sized = canvas;
  sized.height = std::ceil(frame.bottom + 3 * canvas.font);
  return svg_element(sized, race.title, body);
}

std::string legend_mark(std::size_t place) {
  return fmt::format(
      "<svg viewBox=\"0 0 34 12\" aria-hidden=\"true\"><path {} d=\"M0 6H34\" "
      "stroke-width=\"2\"{}/>{}</svg>",
      tone_attributes(place, "stroke"), dash_attribute(place), mark_svg(place, 17, 6, true));
}

}  // namespace acgd::report
