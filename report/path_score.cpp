#include "report/path_score.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "report/text.hpp"

namespace acgd::report {
namespace {

constexpr const char* kHeldOut = "held out";

double at_or_nan(const std::vector<double>& values, std::size_t i) {
  return i < values.size() ? values[i] : std::nan("");
}

/// Where there is no error it is as if it were 0.
double error_at(const PathScore& score, std::size_t i) {
  const double error = at_or_nan(score.error, i);
  return std::isfinite(error) && error > 0 ? error : 0;
}

/// What must be seen: what was fitted, the first fit, and those that might be taken.
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

/// All of it, but for what is so far out that nobody could see the rest: overfitted losses explode.
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

/// One standard error to both sides, in pieces where the score is known.
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

/// The height of the last value that is known.
double end_of(const std::vector<double>& values, const PathFrame& frame) {
  for (auto value = values.rbegin(); value != values.rend(); ++value) {
    if (std::isfinite(*value)) return std::clamp(frame.y(*value), frame.top, frame.bottom);
  }
  return std::nan("");
}

/// The names of the curves, behind where they end.
std::string end_words(const PathScore& score, const PathFrame& frame) {
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
                           cut_off(frame.box(), curves) + end_words(score, frame) +
                           path_columns(report, frame, titles);
  return svg_element(with_words, report.title + ": " + score_heading(score), body);
}

}  // namespace acgd::report
