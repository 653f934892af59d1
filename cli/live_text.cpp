#include "cli/live_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "cli/human.hpp"

namespace acgd::cli {
namespace {

struct Field {
  std::string text;
  int rank;  ///< the higher, the sooner it is left out
};

std::string join(const std::vector<Field>& fields) {
  std::string line;
  for (const Field& field : fields) line += (line.empty() ? "" : "  ") + field.text;
  return line;
}

}  // namespace

std::string LiveText::fit(std::size_t columns) const {
  const double rate = static_cast<double>(record.iteration) / record.seconds;
  std::vector<Field> fields = {{fmt::format("iteration {}", record.iteration), 0},
                               {fmt::format("value {:.6g}", record.value), 2},
                               {fmt::format("{} {:.3g}", measure, record.gap), 1}};
  if (!title.empty()) fields.insert(fields.begin(), {title, 3});
  if (std::isfinite(record.lipschitz)) {
    fields.push_back({fmt::format("L {:.3g}", record.lipschitz), 6});
  }
  fields.push_back({fmt::format("{} iterations/s", three_digits(rate)), 5});
  if (std::isfinite(seconds_left)) {
    fields.push_back({fmt::format("{} left at most", rough_duration(seconds_left)), 4});
  }
  while (!fields.empty() && join(fields).size() > columns) {
    fields.erase(std::max_element(fields.begin(), fields.end(),
                                  [](const Field& a, const Field& b) { return a.rank < b.rank; }));
  }
  return join(fields);
}

}  // namespace acgd::cli
