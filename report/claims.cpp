#include "report/claims.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/text.hpp"

namespace acgd::report {
namespace {

/// For the style sheet: "does-not-hold".
std::string word(std::string verdict) {
  std::replace(verdict.begin(), verdict.end(), ' ', '-');
  return verdict;
}

std::string claim_row(const Claim& claim, bool first) {
  std::string verdict = fmt::format("<span class=\"verdict {}\">{}</span>",
                                    escape(word(claim.verdict)), escape(claim.verdict));
  if (!claim.reason.empty()) verdict += " <small>" + escape(claim.reason) + "</small>";
  return fmt::format(
      "<tr{}><th scope=\"row\">{}</th>"
      "<td data-label=\"verdict\">{}</td><td "
      "data-label=\"claim\">{}</td>"
      "<td data-label=\"paper\">{}</td><td "
      "data-label=\"here\">{}</td></tr>\n",
      first ? " class=\"first\"" : "", escape(claim.about), verdict, escape(claim.claim),
      escape(claim.paper), escape(claim.found));
}

std::string claims_head() {
  std::string cells;
  for (const char* name : {"experiment", "verdict", "claim", "paper", "here"}) {
    cells += fmt::format("<th scope=\"col\">{}</th>", name);
  }
  return cells;
}

}  // namespace

std::string claims_title(const std::vector<Claim>& claims) {
  const auto with = [&](const char* verdict) {
    return std::count_if(claims.begin(), claims.end(),
                         [&](const Claim& claim) { return claim.verdict == verdict; });
  };
  return fmt::format("The paper's claims: {} hold, {} do not hold, {} cannot be told",
                     with("holds"), with("does not hold"), with("cannot be told"));
}

std::string claims_html(const Report& report) {
  const std::vector<Claim>& claims = report.claims;
  if (claims.empty()) return "";
  std::string rows;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    rows += claim_row(claims[i], i == 0 || claims[i].about != claims[i - 1].about);
  }
  return fmt::format(
      "<div class=\"claims\" id=\"claims\">\n<h2>{}</h2>\n<p>{}</p>\n"
      "<div class=\"table\" role=\"region\" aria-label=\"Table of claims\" tabindex=\"0\">\n"
      "<table class=\"stacked\">\n<caption>The paper's claims</caption>\n"
      "<thead><tr>{}</tr></thead>\n<tbody>\n{}"
      "</tbody>\n</table>\n</div>\n</div>\n",
      escape(claims_title(claims)), escape(kAboutClaims), claims_head(), rows);
}

}  // namespace acgd::report
