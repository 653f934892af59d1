#include "io/lines.hpp"

#include <algorithm>

#include "io/numbers.hpp"
#include "io/text_input.hpp"

namespace acgd::io {

std::vector<Vector> read_lines(const std::filesystem::path& file) {
  constexpr std::string_view separators = ",; \t";
  TextInput input(file);
  std::vector<Vector> lines;
  std::vector<double> numbers;
  while (input.next_line()) {
    numbers.clear();
    std::string_view left = input.line().substr(0, input.line().find('#'));
    while (true) {
      left.remove_prefix(std::min(left.find_first_not_of(separators), left.size()));
      if (left.empty()) break;
      const std::string_view word = left.substr(0, left.find_first_of(separators));
      numbers.push_back(to_finite(input, word, "entry"));
      left.remove_prefix(word.size());
    }
    if (numbers.empty()) continue;
    lines.push_back(Eigen::Map<const Vector>(numbers.data(), static_cast<Index>(numbers.size())));
  }
  return lines;
}

}  // namespace acgd::io
