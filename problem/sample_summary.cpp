#include <fmt/format.h>

#include "problem/samples.hpp"
#include "problem/words.hpp"

namespace acgd::problem {

std::string SampleSummary::description() const {
  std::string text = size;
  const auto add = [&](const std::string& more) { text += ", " + more; };
  if (dropped > 0) {
    add(fmt::format("{} with missing cells left out",
                    dropped == 1 ? "1 sample" : fmt::format("{} samples", dropped)));
  }
  if (filled > 0) {
    add(fmt::format("{} filled with the mean of {} column",
                    filled == 1 ? "1 missing cell" : fmt::format("{} missing cells", filled),
                    filled == 1 ? "its" : "their"));
  }
  if (!layout.coding.description.empty()) add(layout.coding.description);
  if (!weights.empty()) add("weights: " + weights);
  if (balanced) add("classes balanced");
  return text;
}

Missing to_missing(const std::string& text) {
  if (text == "refuse") return Missing::refuse;
  if (text == "drop") return Missing::drop;
  if (text == "mean") return Missing::mean;
  refuse_name("missing", text, {"refuse", "drop", "mean"});
}

std::optional<std::filesystem::path> file_of_weights(const std::string& text) {
  if (text.empty() || !std::filesystem::exists(text)) return std::nullopt;
  return text;
}

}  // namespace acgd::problem
