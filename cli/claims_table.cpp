#include "cli/claims_table.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/wrap.hpp"
#include "report/claims.hpp"

namespace acgd::cli {
namespace {

/// Of the strategies in every geometry, the one the paper names most efficient.
constexpr const char* kForGeometries = "adaptive-adjustable";

/// Verdicts stand in the first columns, what they are about behind them.
constexpr std::size_t kIndent = 18;

void append(const std::string& about, const std::vector<experiments::Judgement>& judgements,
            std::vector<report::Claim>& claims) {
  for (const experiments::Judgement& judgement : judgements) {
    claims.push_back({.about = about,
                      .claim = judgement.claim,
                      .verdict = std::string(to_string(judgement.verdict)),
                      .paper = judgement.paper,
                      .found = judgement.found,
                      .reason = judgement.reason});
  }
}

/// Below a verdict, behind the indent.
std::string further(const std::string& text) {
  return std::string(kIndent, ' ') + wrap(text, kIndent) + '\n';
}

/// On one line if they fit.
std::string numbers(const report::Claim& claim) {
  const std::string paper = "paper " + claim.paper, here = "here " + claim.found;
  if (claim.found.empty()) return further(paper);
  const std::string both = paper + "; " + here;
  return kIndent + both.size() <= kTextWidth ? further(both) : further(paper) + further(here);
}

}  // namespace

std::vector<report::Claim> to_claims(const std::vector<experiments::Evaluation>& evaluations) {
  std::vector<report::Claim> claims;
  for (const experiments::Evaluation& evaluation : evaluations) {
    append(evaluation.experiment.name, judgements(evaluation), claims);
  }
  append(fmt::format("least-squares, {}", kForGeometries),
         geometry_judgements(evaluations, kForGeometries), claims);
  return claims;
}

std::string to_text(const std::vector<report::Claim>& claims, const std::string& note) {
  std::string text = wrap(
      "The paper's claims, judged by the rows of this run. Numbers stand in the order of the "
      "strategies in the claim.");
  text += '\n';
  if (!note.empty()) text += wrap(note) + '\n';
  std::string about;
  for (const report::Claim& claim : claims) {
    if (claim.about != about) text += claim.about + '\n';
    about = claim.about;
    text += fmt::format("  {:<{}}{}\n", claim.verdict, kIndent - 2, wrap(claim.claim, kIndent));
    text += numbers(claim);
    if (!claim.reason.empty()) text += further("(" + claim.reason + ")");
  }
  return text + wrap(report::claims_title(claims) + ".") + '\n';
}

nlohmann::ordered_json to_json(const std::vector<report::Claim>& claims) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const report::Claim& claim : claims) {
    nlohmann::ordered_json one = {{"experiment", claim.about},
                                  {"claim", claim.claim},
                                  {"verdict", claim.verdict},
                                  {"paper", claim.paper},
                                  {"found", claim.found}};
    if (!claim.reason.empty()) one["reason"] = claim.reason;
    json.push_back(std::move(one));
  }
  return json;
}

}  // namespace acgd::cli
