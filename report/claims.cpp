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

std::string row_html(const Claim& claim, bool first) {
  std::string verdict = fmt::format("<span class=\"verdict {}\">{}</span>",
                                    escape(word(claim.verdict)), escape(claim.verdict));
  if (!claim.reason.empty()) verdict += " <small>" + escape(claim.reason) + "</small>";
  return fmt::format(
      "<tr{}><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
      first ? " class=\"first\"" : "", escape(claim.about), verdict, escape(claim.claim),
      escape(claim.paper), escape(claim.found));
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

std::string claims_html(const std::vector<Claim>& claims, const std::string& note) {
  if (claims.empty()) return "";
  std::string rows;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    rows += row_html(claims[i], i == 0 || claims[i].about != claims[i - 1].about);
  }
  return "<div class=\"claims\" id=\"claims\">\n<h2>" + escape(claims_title(claims)) +
         "</h2>\n<p>Judged by the rows of these runs alone. Numbers stand in the order of the "
         "strategies in the claim. " +
         escape(note) +
         "</p>\n"
         "<div class=\"table\" role=\"region\" aria-label=\"Table of claims\" tabindex=\"0\">\n"
         "<table>\n<thead><tr><th scope=\"col\">experiment</th><th scope=\"col\">verdict</th>"
         "<th scope=\"col\">claim</th><th scope=\"col\">paper</th><th scope=\"col\">here</th>"
         "</tr></thead>\n<tbody>\n" +
         rows + "</tbody>\n</table>\n</div>\n</div>\n";
}

}  // namespace acgd::report
