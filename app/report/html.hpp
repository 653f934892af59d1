#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "app/report/report.hpp"
#include "app/report/svg.hpp"
#include "app/report/text.hpp"

namespace acgd::report {

/// The page without its content, from the files in web/: {{title}}, {{heading}}, {{tones}},
/// {{answer}}, {{sections}}, {{words}} and {{facts}} stand where that goes.
std::string_view empty_page();

/// The same with the style and the script of a path.
std::string_view empty_path_page();

/// A picture as a page has it: without colours, letters and ground of its own, which the page's
/// style sheet gives to its classes.
std::string on_page(const std::string& svg);

/// A row of a list of facts; nothing if the value is empty.
std::string fact_html(const std::string& name, const std::string& value);

/// Where a report is from.
struct Origin {
  std::string version;  ///< of acgd
  std::string date;
  std::string machine;
  std::string command;  ///< what to type to make it again
};

/// The list of these facts behind rows of others; nothing if there are none.
std::string facts_html(const Origin& origin, const std::string& rows = "");

/// A picture at both sizes, under its caption: the style sheet shows the one that fits.
template <class Draw>
std::string figure_html(const std::string& caption, const std::string& more, const Draw& draw) {
  return fmt::format(
      "<figure>\n<figcaption><div><span class=\"caption\">{}</span> "
      "<small>{}</small></div></figcaption>\n"
      "<div class=\"wide\">{}</div>\n<div class=\"narrow\">{}</div>\n</figure>\n",
      escape(caption), escape(more), on_page(draw(kWideCanvas)), on_page(draw(kNarrowCanvas)));
}

/// How they are evaluated.
inline constexpr const char* kAboutClaims =
    "Of a run to the limit of N iterations the paper prints the gap at x_{N-1}, and the value "
    "there "
    "for short and open-loop, at x_N for the others: so do these numbers, in the order of the "
    "strategies in the claim. The spread of L is its 95th percentile over its 5th. Times are told "
    "apart where every repetition of one run took less than a third of every one of the other.";

/// "The paper's claims: 24 hold, 9 do not hold, 20 cannot be told"
std::string claims_title(const std::vector<Claim>& claims);

/// A table of them, under that title; nothing if there are none.
std::string claims_html(const Report& report);

/// A section element with this identifier: the answer, its pictures as SVG, its table and its notes.
/// Whether it is the only one of its page, and whether it needs a title beside that of the page.
std::string section_html(const Section& section, const std::string& id,
                         const std::vector<std::string>& strategies, bool alone, bool titled);

/// A command and a button to copy it.
std::string command_html(const std::string& command);

}  // namespace acgd::report
