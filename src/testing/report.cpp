#include "testing/report.hpp"

#include <algorithm>

#include "core/compose.hpp"

namespace acgd {

void Report::fail(const std::string& kind, const std::string& sentence) {
  const auto known = std::find_if(failures_.begin(), failures_.end(),
                                  [&](const Failure& failure) { return failure.kind == kind; });
  if (known != failures_.end()) {
    ++known->times;
  } else {
    failures_.push_back({kind, sentence, 1});
  }
}

std::vector<std::string> Report::sentences() const {
  std::vector<std::string> sentences;
  for (const Failure& failure : failures_) {
    const std::string more =
        failure.times > 1 ? compose(" (and {} more like it)", failure.times - 1) : "";
    sentences.push_back(compose("{}: {}{}", failure.kind, failure.sentence, more));
  }
  return sentences;
}

}  // namespace acgd
