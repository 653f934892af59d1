#pragma once

#include <fmt/format.h>

#include <string>

#include "report/on_page.hpp"
#include "report/svg_parts.hpp"
#include "report/text.hpp"

namespace acgd::report {

/// A picture at both sizes, under its caption: the style sheet shows the one that fits.
template <class Draw>
std::string figure_html(const std::string& caption, const std::string& more, const Draw& draw) {
  return fmt::format(
      "<figure>\n<figcaption><div><span class=\"caption\">{}</span> "
      "<small>{}</small></div></figcaption>\n"
      "<div class=\"wide\">{}</div>\n<div class=\"narrow\">{}</div>\n</figure>\n",
      escape(caption), escape(more), on_page(draw(kWideCanvas)), on_page(draw(kNarrowCanvas)));
}

}  // namespace acgd::report
