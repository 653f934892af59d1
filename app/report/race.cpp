#include "app/report/race.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/report/scale.hpp"
#include "app/report/svg.hpp"
#include "app/report/text.hpp"

namespace acgd::report {

namespace {

constexpr double kMark = 5;
constexpr double kLane = 2 * kMark + 1;  // distance between marks in adjacent lanes
constexpr const char* kNotReached = "not reached";

/// Marks differ in shape as well as in colour.
std::string mark_svg(std::size_t place, double x, double y, bool filled,
                     const std::string& title = "") {
  static constexpr std::array<const char*, 5> shapes = {
      "m-4.6 0a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0-9.2 0z", "m-4.2-4.2h8.4v8.4h-8.4z",
      "m0-5.8l5.8 5.8l-5.8 5.8l-5.8-5.8z", "m0-5.4l5.4 9.4h-10.8z", "m0 5.4l5.4-9.4h-10.8z"};
  const char* shape = shapes[place % shapes.size()];
  return fmt::format("<path class=\"{}-{} curve-{}\" d=\"M{} {}{}\"{}>{}</path>\n",
                     filled ? "paint" : "ink", place % kToneCount, place, tenths(x), tenths(y),
                     shape, filled ? "" : " fill=\"none\" stroke-width=\"1.4\"",
                     title.empty() ? "" : "<title>" + escape(title) + "</title>");
}

struct RaceFrame {
  double left, right, lost;  ///< x of runs that did not reach the goal
  double top, bottom;
  std::vector<double> rows;  ///< their heights
  Scale x;
};

bool is_there(const Race::Mark& mark) { return mark.cost > 0 && std::isfinite(mark.cost); }

/// Lane of each mark within its row, such that no marks overlap: ties are drawn one below the
/// other.
std::vector<std::size_t> lanes_of(const Race::Row& row, const Scale& x) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < row.marks.size(); ++i) {
    if (is_there(row.marks[i])) order.push_back(i);
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return row.marks[i].cost; });
  std::vector<std::size_t> lanes(row.marks.size(), 0);
  std::vector<double> ends;  // of each lane
  for (const std::size_t i : order) {
    const double at = x(row.marks[i].cost);
    const auto free = std::ranges::find_if(ends, [&](double end) { return end <= at - kMark; });
    lanes[i] = static_cast<std::size_t>(free - ends.begin());
    if (free == ends.end()) ends.push_back(0);
    ends[lanes[i]] = at + kMark;
  }
  return lanes;
}

std::size_t lane_count(const std::vector<std::size_t>& lanes) {
  return lanes.empty() ? 1 : 1 + std::ranges::max(lanes);
}

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
  frame.top = any_lost(race) ? 1.6 * canvas.font : 6;
  frame.bottom = frame.top;
  frame.x = tight(costs, frame.left + 6, frame.right - 6, Growth::logarithmic);
  for (const Race::Row& row : race.rows) {
    const auto lanes = static_cast<double>(lane_count(lanes_of(row, frame.x)));
    frame.rows.push_back(1.9 * canvas.font + kLane * (lanes - 1));
    frame.bottom += frame.rows.back();
  }
  return frame;
}

std::string race_axis(const Race& race, const RaceFrame& frame, const Canvas& canvas) {
  std::string grid, labels;
  const int wanted = std::max(3, static_cast<int>((frame.right - frame.left) / 80));
  for (const Tick& tick : apart(ticks(frame.x, wanted), frame.x, canvas.font)) {
    const double x = frame.x(tick.value);
    grid += fmt::format("M{} {}V{}", tenths(x), tenths(frame.top), tenths(frame.bottom));
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
  const std::vector<std::size_t> lanes = lanes_of(row, frame.x);
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const Race::Mark& mark = row.marks[i];
    const std::size_t place = place_of(mark.name, strategies);
    if (is_there(mark)) {
      const double x = frame.x(mark.cost);
      range.add(x);
      marks += mark_svg(place, x, y + kLane * static_cast<double>(lanes[i]), true,
                        fmt::format("{}: {} {}", clean(mark.name), shown_number(mark.cost), unit));
    } else {
      marks += mark_svg(place, lost, y, false, clean(mark.name) + ": not reached");
      lost += 2.4 * kMark;
    }
  }
  if (!range.empty() && range.high() > range.low()) {
    svg += fmt::format("<path class=\"axis\" d=\"M{} {}H{}\" stroke=\"#777777\"/>\n",
                       tenths(range.low()), tenths(y), tenths(range.high()));
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
  double top = frame.top;
  for (std::size_t i = 0; i < race.rows.size(); ++i) {
    const double y = top + 0.95 * canvas.font;
    body += race_row(race.rows[i], frame, y, canvas.font, strategies, race.unit);
    top += frame.rows[i];
  }
  Canvas sized = canvas;
  sized.height = std::ceil(frame.bottom + 3 * canvas.font);
  return svg_element(sized, race.title, body);
}

std::string legend_mark(std::size_t place) {
  return fmt::format(
      "<svg viewBox=\"0 0 34 12\" aria-hidden=\"true\"><path class=\"ink-{}\" d=\"M0 6H34\" "
      "stroke-width=\"2\"{}/>{}</svg>",
      place % kToneCount, dash_attribute(place), mark_svg(place, 17, 6, true));
}

}  // namespace acgd::report
