#include "app/report/path_pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>

#include "app/report/bars.hpp"
#include "app/report/scale.hpp"
#include "app/report/svg.hpp"
#include "app/report/text.hpp"

namespace acgd::report {

namespace {

constexpr int kPathTicksUp = 6;

int path_ticks_across(const PathFrame& frame) {
  return std::max(3, static_cast<int>((frame.right - frame.left) / 70));
}

/// Indices of some radii, including the first and the last, far enough apart for their labels.
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

/// The number of non-zero coefficients along the top, as glmnet plots it.
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
  frame.y = padded(seen, frame.bottom, frame.top, Growth::linear);
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
  double begin = 0, end = 0;  // extent of the last label
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
    // A label that would overlap the previous one is placed below it.
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
  for (const Point& dot :
       line.dots) {  // as lines of zero length, which get the colour of the curve
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
  // After subtracting k * apart from the k-th height, the result must be non-decreasing: isotonic
  // regression by pooling adjacent violators.
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

namespace {

/// Upper limit of the y axis as a multiple of the largest coefficient of the chosen fit.
constexpr double kMaxRatio = 5;

bool is_narrow(const Canvas& canvas) { return canvas.width < kWideCanvas.width; }

double value_at(const PathCoefficient& coefficient, std::size_t i) {
  const double value = i < coefficient.values.size() ? coefficient.values[i] : 0;
  return std::isfinite(value) ? value : 0;
}

double largest_value(const PathCoefficient& coefficient) {
  double largest = 0;
  for (std::size_t i = 0; i < coefficient.values.size(); ++i) {
    largest = std::max(largest, std::abs(value_at(coefficient, i)));
  }
  return largest;
}

/// A coefficient drawn in colour, with its name at the end of its line.
struct NamedLine {
  std::size_t coefficient;
  std::string name;
};

/// The largest coefficients that have room for a name.
std::vector<NamedLine> named_lines(const PathReport& report, const std::vector<std::size_t>& order,
                                   const Canvas& canvas) {
  const std::size_t most = is_narrow(canvas) ? 7 : 10;
  std::vector<NamedLine> lines;
  for (const std::size_t j : order) {
    if (lines.size() == most || largest_value(report.coefficients[j]) == 0) break;
    lines.push_back({j, shorten(clean(report.coefficients[j].name), is_narrow(canvas) ? 11 : 18)});
  }
  return lines;
}

/// Colours, then the same colours with dashes.
std::string line_look(std::size_t place) {
  return tone_attributes(place, "stroke") + " stroke-width=\"2\"" +
         (place >= kToneCount ? " stroke-dasharray=\"6 3\"" : "");
}

/// A visible line and a wider transparent one for the pointer.
std::string line_svg(const PathReport& report, const PathFrame& frame, std::size_t j,
                     const std::string& look, const std::string& more = "") {
  const PathCoefficient& coefficient = report.coefficients[j];
  const std::string drawn = path_line(report, frame, coefficient.values,
                                      "class=\"touch\" stroke=\"none\" stroke-width=\"9\"") +
                            path_line(report, frame, coefficient.values, look);
  if (drawn.empty()) return "";
  return fmt::format("<g class=\"line\" data-name=\"{}\">\n", escape(coefficient.name)) +
         cut_off(frame.box(), drawn) + more +
         fmt::format("<title>{}: {}</title></g>\n", escape(coefficient.name),
                     shown_number(value_at(coefficient, report.chosen)));
}

/// Names to the right of the last radius, each joined to the end of its curve.
std::vector<std::string> end_names(const PathReport& report, const PathFrame& frame,
                                   const std::vector<NamedLine>& lines) {
  const double font = frame.canvas.font;
  const double from = report.radii.empty() ? frame.right : frame.x(report.radii.back());
  std::vector<double> ends;
  for (const NamedLine& line : lines) {
    ends.push_back(std::clamp(
        frame.y(value_at(report.coefficients[line.coefficient], report.radii.size() - 1)),
        frame.top, frame.bottom));
  }
  const std::vector<double> heights =
      spread(ends, 1.2 * font, frame.top + 0.5 * font, frame.bottom - 0.5 * font);
  std::vector<std::string> result;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    result.push_back(
        fmt::format(
            "<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" fill=\"none\" stroke-opacity=\"0.5\" {}/>\n",
            from + 2, ends[i], frame.right + 10, heights[i], tone_attributes(i, "stroke")) +
        svg_text(frame.right + 13, heights[i] + 0.35 * font, "start", lines[i].name,
                 tone_attributes(i, "fill")));
  }
  return result;
}

std::string zero_line(const PathFrame& frame) {
  if (!frame.y.shows(0)) return "";
  return fmt::format(
      "<path class=\"axis\" d=\"M{:.1f} {:.1f}H{:.1f}\" fill=\"none\" stroke=\"#777777\"/>\n",
      frame.left, frame.y(0), frame.right);
}

/// Range of all coefficients, limited to a multiple of those of the chosen fit: on separable data
/// coefficients grow without bound.
Range coefficient_range(const PathReport& report, const std::vector<std::size_t>& order) {
  double limit = 0;
  for (const std::size_t j : order) {
    limit = std::max(limit, kMaxRatio * std::abs(value_at(report.coefficients[j], report.chosen)));
  }
  if (limit == 0) limit = std::numeric_limits<double>::max();
  Range up;
  up.add(0);
  for (const std::size_t j : order) {
    for (const double value : report.coefficients[j].values) {
      up.add(std::isfinite(value) ? std::clamp(value, -limit, limit) : value);
    }
  }
  return up;
}

/// Tooltip of each radius: the size of its model and the largest coefficients.
std::vector<std::string> radius_titles(const PathReport& report,
                                       const std::vector<NamedLine>& lines) {
  std::vector<std::string> titles;
  for (std::size_t i = 0; i < report.radii.size(); ++i) {
    std::string title = fmt::format("radius {}", shown_number(report.radii[i]));
    if (i < report.sizes.size()) {
      title += fmt::format(", {} {:.0f}", report.size_name, report.sizes[i]);
    }
    for (const NamedLine& line : lines) {
      const double value = value_at(report.coefficients[line.coefficient], i);
      if (value != 0) title += fmt::format("\n{}: {}", line.name, shown_number(value));
    }
    titles.push_back(std::move(title));
  }
  return titles;
}

}  // namespace

std::vector<std::size_t> by_size(const PathReport& report) {
  std::vector<std::pair<double, double>> sizes;
  for (const PathCoefficient& one : report.coefficients) {
    sizes.emplace_back(std::abs(value_at(one, report.chosen)), largest_value(one));
  }
  std::vector<std::size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
  return order;
}

std::string draw_coefficients(const PathReport& report, const Canvas& canvas) {
  std::vector<std::size_t> order = by_size(report);
  order.resize(std::min(order.size(), kMaxCoefficients));
  const std::vector<NamedLine> named = named_lines(report, order, canvas);
  Canvas with_names = canvas;
  double widest = 0;
  for (const NamedLine& line : named) {
    widest = std::max(widest, text_width(line.name, canvas.font));
  }
  with_names.right = widest + 18;
  const PathFrame frame = path_frame(report, with_names, coefficient_range(report, order));
  std::string body = path_axes(report, frame, report.coefficient_name) + zero_line(frame) +
                     path_marks(report, frame) +
                     path_columns(report, frame, radius_titles(report, named));
  for (std::size_t k = order.size(); k-- > named.size();) {
    body += line_svg(report, frame, order[k],
                     "class=\"grey-ink\" stroke=\"#bdbdbd\" stroke-width=\"1\"");
  }
  const std::vector<std::string> names = end_names(report, frame, named);
  for (std::size_t k = named.size(); k-- > 0;) {
    body += line_svg(report, frame, named[k].coefficient, line_look(k), names[k]);
  }
  return svg_element(with_names, report.title + ": coefficients", body);
}

namespace {

constexpr const char* kHeldOut = "held out";

double at_or_nan(const std::vector<double>& values, std::size_t i) {
  return i < values.size() ? values[i] : std::nan("");
}

/// The standard error; 0 if unknown.
double error_at(const PathScore& score, std::size_t i) {
  const double error = at_or_nan(score.error, i);
  return std::isfinite(error) && error > 0 ? error : 0;
}

/// Values that must be visible: training scores, the first fit and the candidates.
Range core_range(const PathReport& report, const PathScore& score) {
  Range range;
  for (const double value : score.train) range.add(value);
  range.add(at_or_nan(score.held_out, 0));
  for (const PathCandidate& one : report.candidates) {
    range.add(at_or_nan(score.held_out, one.fit) - error_at(score, one.fit));
    range.add(at_or_nan(score.held_out, one.fit) + error_at(score, one.fit));
  }
  return range;
}

/// Range of all scores, without outliers far beyond the core: losses of overfitted models diverge.
Range score_range(const PathReport& report, const PathScore& score) {
  const Range core = core_range(report, score);
  const double more = core.empty() ? 0 : core.high() / 2 - core.low() / 2;
  const auto within = [&](double value) {
    return core.empty() ? value : std::clamp(value, core.low() - more, core.high() + more);
  };
  Range range = core;
  for (std::size_t i = 0; i < score.held_out.size(); ++i) {
    if (!std::isfinite(score.held_out[i])) continue;
    range.add(within(score.held_out[i] - error_at(score, i)));
    range.add(within(score.held_out[i] + error_at(score, i)));
  }
  return range;
}

/// Band of plus and minus one standard error, in pieces where the score is known.
std::string error_band(const PathReport& report, const PathScore& score, const PathFrame& frame) {
  std::string result;
  std::string there, back;
  const auto finish_piece = [&] {
    if (!there.empty()) {
      result += fmt::format("<path {} fill-opacity=\"0.14\" d=\"M{}{}Z\"/>\n",
                            tone_attributes(0, "fill"), there.substr(1), back);
    }
    there.clear();
    back.clear();
  };
  for (std::size_t i = 0; i < std::min(report.radii.size(), score.held_out.size()); ++i) {
    const double middle = score.held_out[i], error = error_at(score, i);
    if (!frame.x.shows(report.radii[i]) || !std::isfinite(middle)) {
      finish_piece();
      continue;
    }
    const double x = frame.x(report.radii[i]);
    there += fmt::format("L{:.1f} {:.1f}", x, frame.y(middle + error));
    back = fmt::format("L{:.1f} {:.1f}", x, frame.y(middle - error)) + back;
  }
  finish_piece();
  return result;
}

/// A dot with a bar of one standard error for each radius.
std::string error_bars(const PathReport& report, const PathScore& score, const PathFrame& frame) {
  std::string bars, dots;
  const double radius = report.radii.size() > 60 ? 1.6 : 2.6;
  for (std::size_t i = 0; i < std::min(report.radii.size(), score.held_out.size()); ++i) {
    if (!frame.x.shows(report.radii[i]) || !std::isfinite(score.held_out[i])) continue;
    const double x = frame.x(report.radii[i]), error = error_at(score, i);
    if (error > 0) {
      fmt::format_to(std::back_inserter(bars), "M{:.1f} {:.1f}V{:.1f}", x,
                     frame.y(score.held_out[i] - error), frame.y(score.held_out[i] + error));
    }
    dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"/>\n", x,
                        frame.y(score.held_out[i]), radius);
  }
  if (!bars.empty()) {
    bars = fmt::format("<path {} fill=\"none\" stroke-opacity=\"0.55\" d=\"{}\"/>\n",
                       tone_attributes(0, "stroke"), bars);
  }
  return bars + fmt::format("<g {}>\n{}</g>\n", tone_attributes(0, "fill"), dots);
}

/// Height of the last finite value.
double end_of(const std::vector<double>& values, const PathFrame& frame) {
  for (auto value = values.rbegin(); value != values.rend(); ++value) {
    if (std::isfinite(*value)) return std::clamp(frame.y(*value), frame.top, frame.bottom);
  }
  return std::nan("");
}

/// Names of the curves, to the right of their ends.
std::string curve_names(const PathScore& score, const PathFrame& frame) {
  const double font = frame.canvas.font;
  std::vector<double> heights;
  std::vector<std::pair<std::string, std::string>> words;
  const auto add = [&](double height, const char* word, const std::string& look) {
    if (!std::isfinite(height)) return;
    heights.push_back(height);
    words.emplace_back(word, look);
  };
  add(end_of(score.held_out, frame), kHeldOut, tone_attributes(0, "fill"));
  add(end_of(score.train, frame), "train", "class=\"quiet\" fill=\"#6a6a6a\"");
  heights = spread(heights, 1.3 * font, frame.top, frame.bottom);
  std::string result;
  for (std::size_t i = 0; i < words.size(); ++i) {
    result += svg_text(frame.right, heights[i] + 0.35 * font, "start", words[i].first,
                       words[i].second + " font-weight=\"600\"");
  }
  return result;
}

std::string fit_title(const PathReport& report, const PathScore& score, std::size_t i) {
  std::string title = fmt::format("radius {}", shown_number(report.radii[i]));
  if (i < report.sizes.size()) {
    title += fmt::format(", {} {:.0f}", report.size_name, report.sizes[i]);
  }
  if (i < score.held_out.size()) {
    title += fmt::format("\nheld out {}", shown_number(score.held_out[i]));
    if (error_at(score, i) > 0) title += fmt::format(" \u00b1 {:.2g}", error_at(score, i));
  }
  return title + fmt::format("\ntrain {}", shown_number(at_or_nan(score.train, i)));
}

}  // namespace

std::string score_heading(const PathScore& score) {
  return score.held_out.empty() ? score.name + " on the samples that were fitted"
                                : score.name + " on samples that were held out";
}

std::string draw_score(const PathReport& report, const PathScore& score, const Canvas& canvas) {
  Canvas with_words = canvas;
  with_words.right = text_width(kHeldOut, canvas.font) + 8;
  const PathFrame frame = path_frame(report, with_words, score_range(report, score));
  std::vector<std::string> titles;
  for (std::size_t i = 0; i < report.radii.size(); ++i) {
    titles.push_back(fit_title(report, score, i));
  }
  const std::string curves =
      error_band(report, score, frame) +
      path_line(report, frame, score.train,
                "class=\"quiet-ink\" stroke=\"#8a8a8a\" stroke-width=\"1.8\"") +
      path_line(report, frame, score.held_out,
                tone_attributes(0, "stroke") + " stroke-width=\"2\"") +
      error_bars(report, score, frame);
  const std::string body = path_axes(report, frame, score.name) + path_marks(report, frame) +
                           cut_off(frame.box(), curves) + curve_names(score, frame) +
                           path_columns(report, frame, titles);
  return svg_element(with_words, report.title + ": " + score_heading(score), body);
}

std::vector<Picture> to_svg(const PathReport& report) {
  std::vector<Picture> pictures;
  std::vector<std::string> names;
  for (const PathScore& score : report.scores) names.push_back("path-" + score.name);
  names = file_names(names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    pictures.push_back({names[i] + ".svg", draw_score(report, report.scores[i], kWideCanvas)});
  }
  if (report.coefficients.empty()) return pictures;
  pictures.push_back({"path-coefficients.svg", draw_coefficients(report, kWideCanvas)});
  const std::string model = draw_model(report, kWideCanvas);
  if (!model.empty()) pictures.push_back({"path-model.svg", model});
  return pictures;
}

std::string draw_model(const PathReport& report, const Canvas& canvas) {
  std::vector<Coefficient> model;
  for (const std::size_t j : by_size(report)) {
    const auto& [name, values] = report.coefficients[j];
    model.push_back({name, report.chosen < values.size() ? values[report.chosen] : 0});
  }
  return draw_bars(model, report.title + ": the largest coefficients", canvas);
}

}  // namespace acgd::report
