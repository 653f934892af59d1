#include "report/path_frame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "report/line.hpp"
#include "report/stroke.hpp"
#include "report/text.hpp"
#include "report/ticks.hpp"

namespace acgd::report {
namespace {

constexpr int kPathTicksUp = 6;

int path_ticks_across(const PathFrame& frame) {
  return std::max(3, static_cast<int>((frame.right - frame.left) / 70));
}

/// Positions of some radii from the first to the last, so far apart that numbers fit between them.
std::vector<std::size_t> apart(const PathReport& report, const PathFrame& frame, double distance) {
  std::vector<std::size_t> kept;
  double last = -1e9;
  for (std::size_t i = 0; i < std::min(report.radii.size(), report.sizes.size()); ++i) {
    if (!frame.x.shows(report.radii[i])) continue;
    const double x = frame.x(report.radii[i]);
    if (x - last < distance) continue;
    kept.push_back(i);
    last = x;
  }
  return kept;
}

/// glmnet's habit: how many coefficients there are, above their paths.
std::string sizes_above(const PathReport& report, const PathFrame& frame) {
  const double font = frame.canvas.font;
  double widest = 0;
  for (const double size : report.sizes) {
    widest = std::max(widest, text_width(fmt::format("{:.0f}", size), font));
  }
  std::string labels;
  for (const std::size_t i : apart(report, frame, widest + font)) {
    labels += svg_text(frame.x(report.radii[i]), frame.top - 6, "middle",
                       fmt::format("{:.0f}", report.sizes[i]));
  }
  if (labels.empty()) return labels;
  return labels + svg_text((frame.left + frame.right) / 2, frame.top - 1.9 * font, "middle",
                           report.size_name);
}

}  // namespace

PathFrame path_frame(const PathReport& report, const Canvas& canvas, const Range& up) {
  PathFrame frame{.canvas = canvas,
                  .left = 0,
                  .top = 3.2 * canvas.font,
                  .right = canvas.width - canvas.right,
                  .bottom = canvas.height - 3.2 * canvas.font,
                  .x = {},
                  .y = {}};
  Range seen = up;
  if (seen.empty()) seen.add(0);
  frame.y = airy(seen, frame.bottom, frame.top, Growth::linear);
  double widest = 0;
  for (const Tick& tick : ticks(frame.y, kPathTicksUp)) {
    widest = std::max(widest, text_width(tick.label, canvas.font));
  }
  frame.left = 1.7 * canvas.font + widest + 6;
  Range across;
  for (const double radius : report.radii) {
    if (radius > 0) across.add(radius);
  }
  if (across.empty()) across.add(1);
  const double air = 0.02 * (frame.right - frame.left);
  frame.x = tight(across, frame.left + air, frame.right - air, Growth::logarithmic);
  return frame;
}

std::string path_axes(const PathReport& report, const PathFrame& frame, const std::string& up) {
  const double font = frame.canvas.font;
  std::string grid;
  std::string labels = sizes_above(report, frame);
  for (const Tick& tick :
       apart(ticks(frame.x, path_ticks_across(frame)), frame.x, frame.canvas.font)) {
    const double x = frame.x(tick.value);
    grid += fmt::format("M{:.1f} {:.1f}v5", x, frame.bottom);
    labels += svg_text(x, frame.bottom + 5 + font, "middle", tick.label);
  }
  for (const Tick& tick : ticks(frame.y, kPathTicksUp)) {
    const double y = frame.y(tick.value);
    grid += fmt::format("M{:.1f} {:.1f}H{:.1f}", frame.left, y, frame.right);
    labels += svg_text(frame.left - 6, y + 0.35 * font, "end", tick.label);
  }
  labels += svg_text((frame.left + frame.right) / 2, frame.canvas.height - 0.5 * font, "middle",
                     "radius");
  labels += fmt::format(
      "<text transform=\"translate({:.1f} {:.1f}) rotate(-90)\" "
      "text-anchor=\"middle\">{}</text>\n",
      font, (frame.top + frame.bottom) / 2, escape(shorten(clean(up), 44)));
  return fmt::format(
      "<path class=\"grid\" d=\"{}\" fill=\"none\" stroke=\"#e2e2e2\"/>\n"
      "<path class=\"axis\" d=\"M{:.1f} {:.1f}H{:.1f}\" fill=\"none\" stroke=\"#777777\"/>\n"
      "<g class=\"words\" fill=\"#444444\">\n{}</g>\n",
      grid, frame.left, frame.bottom, frame.right, labels);
}

std::string path_marks(const PathReport& report, const PathFrame& frame) {
  std::string result;
  std::vector<std::size_t> done;
  double begin = 0, end = 0;  // of the last mark
  for (const PathCandidate& one : report.candidates) {
    if (one.fit >= report.radii.size() || !frame.x.shows(report.radii[one.fit])) continue;
    if (std::count(done.begin(), done.end(), one.fit) > 0) continue;
    done.push_back(one.fit);
    std::string mark;
    for (const PathCandidate& other : report.candidates) {
      if (other.fit == one.fit) mark += (mark.empty() ? "" : ", ") + other.mark;
    }
    const double x = frame.x(report.radii[one.fit]), font = frame.canvas.font;
    const double wide = text_width(mark, font) + 8;
    const bool leftwards = x + wide > frame.right || (done.size() > 1 && x - wide > frame.left);
    const double from = leftwards ? x - wide : x;
    // One that would stand on another stands below it.
    const bool covers = from < end && from + wide > begin;
    begin = from, end = from + wide;
    result += fmt::format(
        "<path class=\"mark\" d=\"M{:.1f} {:.1f}V{:.1f}\" fill=\"none\" stroke=\"#555555\" "
        "stroke-width=\"1.2\"{}/>\n",
        x, frame.top, frame.bottom, done.size() > 1 ? " stroke-dasharray=\"4 4\"" : "");
    result += svg_text(x + (leftwards ? -5 : 5), frame.top + (covers ? 2.3 : 1.1) * font,
                       leftwards ? "end" : "start", mark,
                       "class=\"mark-word\" fill=\"#333333\" font-weight=\"600\"");
  }
  return result;
}

std::string path_columns(const PathReport& report, const PathFrame& frame,
                         const std::vector<std::string>& titles) {
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < std::min(report.radii.size(), titles.size()); ++i) {
    if (frame.x.shows(report.radii[i])) shown.push_back(i);
  }
  std::string result;
  for (std::size_t k = 0; k < shown.size(); ++k) {
    const auto at = [&](std::size_t j) { return frame.x(report.radii[shown[j]]); };
    const double x = at(k);
    const double from = k == 0 ? frame.left : (at(k - 1) + x) / 2;
    const double to = k + 1 == shown.size() ? frame.right : (at(k + 1) + x) / 2;
    result += fmt::format(
        "<g class=\"column\" data-fit=\"{}\"><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
        "height=\"{:.1f}\" fill=\"none\"/><path d=\"M{:.1f} {:.1f}V{:.1f}\" stroke=\"none\"/>"
        "<title>{}</title></g>\n",
        shown[k], from, frame.top, std::max(to - from, 0.0), frame.bottom - frame.top, x, frame.top,
        frame.bottom, escape(titles[shown[k]]));
  }
  return result;
}

std::string path_line(const PathReport& report, const PathFrame& frame,
                      const std::vector<double>& values, std::string_view attributes) {
  Points points;
  for (std::size_t i = 0; i < std::min(report.radii.size(), values.size()); ++i) {
    points.push_back({report.radii[i], values[i]});
  }
  const Line line = trace_line(points, frame.x, frame.y);
  std::string result;
  if (!line.path.empty()) {
    result += fmt::format("<path d=\"{}\" fill=\"none\" stroke-linejoin=\"round\" {}/>\n",
                          line.path, attributes);
  }
  for (const Point& dot : line.dots) {  // as lines without a length, which have the same colour
    result +=
        fmt::format("<path d=\"M{:.1f} {:.1f}h0.1\" fill=\"none\" stroke-linecap=\"round\" {}/>\n",
                    dot.x, dot.y, attributes);
  }
  return result;
}

std::vector<double> spread(std::vector<double> heights, double apart_by, double top,
                           double bottom) {
  std::vector<std::size_t> order(heights.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return heights[a] < heights[b]; });
  // With k apart_by taken away from the k-th, they must ascend only: isotonic regression.
  struct Block {
    double sum;
    std::size_t count;
    double mean() const { return sum / static_cast<double>(count); }
  };
  std::vector<Block> blocks;
  for (std::size_t k = 0; k < order.size(); ++k) {
    blocks.push_back({heights[order[k]] - static_cast<double>(k) * apart_by, 1});
    while (blocks.size() > 1 && blocks[blocks.size() - 2].mean() > blocks.back().mean()) {
      const Block last = blocks.back();
      blocks.pop_back();
      blocks.back().sum += last.sum;
      blocks.back().count += last.count;
    }
  }
  const double most =
      bottom - apart_by * static_cast<double>(std::max<std::size_t>(order.size(), 1) - 1);
  std::size_t k = 0;
  for (const Block& block : blocks) {
    for (std::size_t i = 0; i < block.count; ++i, ++k) {
      heights[order[k]] =
          std::max(std::min(block.mean(), most), top) + static_cast<double>(k) * apart_by;
    }
  }
  return heights;
}

}  // namespace acgd::report
