#pragma once

#include <string>
#include <string_view>

/// What pictures are made of. All lengths are in units of the view box. Colours are those of paper;
/// classes let a page change them.
namespace acgd::report {

/// How large a picture is drawn: one for desks and paper, one for phones.
struct Canvas {
  double width = 640;
  double height = 440;
  double font = 13;
  double right = 16;  ///< the room behind the axes
};
inline constexpr Canvas kWideCanvas = {};
inline constexpr Canvas kNarrowCanvas = {.width = 372, .height = 350, .font = 12.5, .right = 8};

struct Box {
  double left = 0, top = 0, right = 0, bottom = 0;
};

/// A position or length: 12.3, 12
std::string tenths(double length);

/// Without an anchor it has that of what it stands in.
std::string svg_text(double x, double y, std::string_view anchor, std::string_view content,
                     std::string_view attributes = "");

/// How wide a text is at most, about.
double text_width(std::string_view content, double font);

/// Cuts off what is beyond the box.
std::string cut_off(const Box& box, const std::string& body);

/// The attributes of the line or letters of one colour.
std::string tone_attributes(std::size_t place, std::string_view property);

/// That of the line of one strategy; empty where it has no dashes.
std::string dash_attribute(std::size_t place);

/// The whole element, with more attributes of it.
std::string svg_element(const Canvas& canvas, const std::string& title, const std::string& body,
                        std::string_view attributes = "");

/// The one rounding of a page: four digits that count, as 0.03142, 1.5e-07, 12350; and seven of a
/// value of f, which is told from others that are close.
std::string shown_number(double number);
std::string shown_value(double value);

}  // namespace acgd::report
