#include "app/report/map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include "app/report/scale.hpp"
#include "app/report/svg.hpp"
#include "app/report/text.hpp"

namespace acgd::report {

namespace {

// All lengths are in units of the view box.
constexpr double kMapWidth = 760;
constexpr double kMapMargin = 30;
constexpr double kLeastHeight = 200;
constexpr double kMostHeight = 700;
constexpr double kThinnest = 1.2;
constexpr double kWidest = 7;
constexpr double kMapLegendRow = 32;  // fits the larger font on phones
constexpr double kMapFont = 13;
// Maximum number of labelled places; beyond it all places are dots without names.
constexpr std::size_t kMaxLabels = 150;

/// Class of roads by flow / capacity. Colours differ in lightness and, across 1, in hue, so that
/// colour-blind readers can distinguish them.
struct Load {
  double most;
  const char* colour;
  const char* label;
};
constexpr Load kLoads[] = {{0.5, "#a9c1d9", "below 0.5"},
                           {1, "#4f8fc9", "0.5 to 1"},
                           {1.5, "#e8871e", "1 to 1.5"},
                           {2, "#c0301c", "1.5 to 2"},
                           {std::numeric_limits<double>::infinity(), "#5c0a3a", "over 2"}};
constexpr Load kUnlimited = {0, "#9a9a9a", "no capacity"};

std::size_t load_of(const Road& road) {
  if (!(road.capacity > 0)) return std::size(kLoads);
  const double load = road.flow / road.capacity;
  std::size_t k = 0;
  while (k + 1 < std::size(kLoads) && load >= kLoads[k].most) ++k;
  return k;
}

const Load& load_at(std::size_t k) { return k < std::size(kLoads) ? kLoads[k] : kUnlimited; }

struct MapPoint {
  double x = 0, y = 0;
};

/// Maps places to the view box: north is up, both axes have the same scale.
class Projection {
 public:
  explicit Projection(const Map& map) {
    Range x, y;
    for (const Place& place : map.places) x.add(place.x), y.add(place.y);
    for (const Road& road : map.roads) {
      x.add(road.from_x), x.add(road.to_x), y.add(road.from_y), y.add(road.to_y);
    }
    if (x.empty()) x.add(0), y.add(0);
    const bool degrees = x.low() >= -180 && x.high() <= 180 && y.low() >= -90 && y.high() <= 90;
    const double middle = (y.low() + y.high()) / 2 * std::numbers::pi / 180;
    const double shrinkage = degrees ? std::max(std::cos(middle), 0.01) : 1;
    const double across = (x.high() - x.low()) * shrinkage, up = y.high() - y.low();
    height_ = kLeastHeight + 2 * kMapMargin;
    if (!std::isfinite(across) || !std::isfinite(up)) return;  // all places are drawn in the middle
    const double room = kMapWidth - 2 * kMapMargin;
    double scale = across > 0 ? room / across : 0;
    if (up > 0 && (scale == 0 || up * scale > kMostHeight)) scale = kMostHeight / up;
    if (!std::isfinite(scale)) scale = 0;
    height_ = std::clamp(up * scale, kLeastHeight, kMostHeight) + 2 * kMapMargin;
    x_scale_ = scale * shrinkage;
    y_scale_ = scale;
    x_middle_ = x.low() + (x.high() - x.low()) / 2;
    y_middle_ = y.low() + (y.high() - y.low()) / 2;
  }

  MapPoint operator()(double x, double y) const {
    return {kMapWidth / 2 + (x - x_middle_) * x_scale_, height_ / 2 - (y - y_middle_) * y_scale_};
  }
  double height() const { return height_; }

 private:
  double x_scale_ = 0, y_scale_ = 0, x_middle_ = 0, y_middle_ = 0, height_ = 0;
};

std::string road_svg(const Road& road, const Projection& project, double most, double radius) {
  const MapPoint from = project(road.from_x, road.from_y), to = project(road.to_x, road.to_y);
  const double dx = to.x - from.x, dy = to.y - from.y;
  const double length = std::hypot(dx, dy);
  if (!(length > 0)) return "";
  const bool flows = most > 0 && road.flow > 0;  // false for NaN
  const double part = flows ? std::min(road.flow, most) / most : 0;
  const double width = kThinnest + (kWidest - kThinnest) * part;
  // Offset to the right-hand side of the direction (dx, dy); y points down.
  const double aside = (width / 2 + 0.7) / length;
  const double end = std::min(radius, length / 3) / length;
  const auto at = [&](double t) {
    return MapPoint{from.x + t * dx - aside * dy, from.y + t * dy + aside * dx};
  };
  const MapPoint a = at(end), b = at(1 - end);
  const std::size_t load = load_of(road);
  return fmt::format(
      "<path class=\"load-{}\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" stroke=\"{}\" "
      "stroke-width=\"{:.1f}\"><title>{}</title></path>\n",
      load, a.x, a.y, b.x, b.y, load_at(load).colour, width, escape(road.title));
}

std::string place_svg(const Place& place, const Projection& project, double radius, bool named) {
  const MapPoint at = project(place.x, place.y);
  std::string svg = fmt::format(
      "<circle class=\"place\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"#ffffff\" "
      "stroke=\"#777777\"/>\n",
      at.x, at.y, radius);
  if (!named) return svg;
  return svg + fmt::format(
                   "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" "
                   "font-size=\"10\">{}</text>\n",
                   at.x, at.y + 3.5, escape(place.label));
}

/// Legend of colours (three per row) and widths.
std::string legend_svg(double top, double most, bool unlimited) {
  const std::size_t count = std::size(kLoads) + (unlimited ? 1 : 0);
  const auto base = [top](int row) { return top + 20 + kMapLegendRow * row; };
  std::string svg = svg_text(kMapMargin, base(0), "", "flow / capacity");
  for (std::size_t k = 0; k < count; ++k) {
    const double left = kMapMargin + 240 * static_cast<double>(k % 3);
    const double y = base(1 + static_cast<int>(k / 3));
    svg +=
        fmt::format("<path class=\"load-{}\" d=\"M{} {}h24\" stroke=\"{}\" stroke-width=\"6\"/>\n",
                    k, tenths(left), tenths(y - 4.5), load_at(k).colour) +
        svg_text(left + 32, y, "", load_at(k).label);
  }
  svg +=
      svg_text(kMapMargin, base(3), "",
               fmt::format("The widest road carries {}; traffic keeps right.", shown_number(most)));
  return "<g class=\"map-legend\">\n" + svg + "</g>\n";
}

}  // namespace

std::string draw_map(const Map& map) {
  const Projection project(map);
  const bool named = map.places.size() <= kMaxLabels;
  const double radius = named ? 9 : 1.5;
  double most = 0;
  bool unlimited = false;
  for (const Road& road : map.roads) {
    if (std::isfinite(road.flow)) most = std::max(most, road.flow);
    unlimited = unlimited || load_of(road) == std::size(kLoads);
  }
  std::string body;
  for (const Road& road : map.roads) body += road_svg(road, project, most, radius);
  for (const Place& place : map.places) body += place_svg(place, project, radius, named);
  const double height = std::ceil(project.height() + 4 * kMapLegendRow);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" role=\"img\" "
      "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"{}\">\n<title>{}</title>\n"
      "<rect class=\"ground\" width=\"{}\" height=\"{}\" fill=\"#ffffff\"/>\n"
      "<g fill=\"#222222\">\n{}{}</g>\n</svg>\n",
      kMapWidth, height, kMapFont, escape(map.title), kMapWidth, height, body,
      legend_svg(project.height(), most, unlimited));
}

}  // namespace acgd::report
