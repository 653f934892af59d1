#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "app/report/report.hpp"
#include "app/report/svg.hpp"
#include "app/report/text.hpp"

namespace acgd::report {

/// The page template made from the files in web/, with the placeholders {{title}}, {{heading}},
/// {{tones}}, {{answer}}, {{sections}}, {{words}} and {{facts}}.
std::string_view empty_page();

/// The same with the style and the script of path reports.
std::string_view empty_path_page();

/// A picture without its own colours, fonts and background, which the page's style sheet sets by
/// class.
std::string on_page(const std::string& svg);

/// A row of a description list; empty if the value is empty.
std::string fact_html(const std::string& name, const std::string& value);

/// Provenance of a report.
struct Origin {
  std::string version;  ///< of acgd
  std::string date;
  std::string machine;
  std::string command;  ///< command that recreates the report
};

/// The description list of `rows` and the origin; empty if there are no rows.
std::string facts_html(const Origin& origin, const std::string& rows = "");

/// A captioned picture at both sizes: the style sheet shows the one that fits the screen.
template <class Draw>
std::string figure_html(const std::string& caption, const std::string& more, const Draw& draw) {
  return fmt::format(
      "<figure>\n<figcaption><div><span class=\"caption\">{}</span> "
      "<small>{}</small></div></figcaption>\n"
      "<div class=\"wide\">{}</div>\n<div class=\"narrow\">{}</div>\n</figure>\n",
      escape(caption), escape(more), on_page(draw(kWideCanvas)), on_page(draw(kNarrowCanvas)));
}

/// How claims are evaluated.
inline constexpr const char* kAboutClaims =
    "For a run that reaches the limit of N iterations the paper prints the gap at x_{N-1}, and the "
    "value at x_{N-1} for short and open-loop, at x_N for the other strategies. The numbers here "
    "follow the same convention, in the order of the strategies in the claim. The spread of L is "
    "the ratio of its 95th to its 5th percentile. Times differ if every repetition of one run took "
    "less than a third of every repetition of the other.";

/// "The paper's claims: 24 hold, 9 do not hold, 20 are undecided"
std::string claims_title(const std::vector<Claim>& claims);

/// A table of the claims under that title; empty without claims.
std::string claims_html(const Report& report);

/// A section element with this identifier: summary, charts as SVG, table and notes. `alone`: it is
/// the only section of the page; `titled`: it has a title besides the page's.
std::string section_html(const Section& section, const std::string& id,
                         const std::vector<std::string>& strategies, bool alone, bool titled);

/// A command with a button to copy it.
std::string command_html(const std::string& command);

}  // namespace acgd::report
