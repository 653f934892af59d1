#include "io/plain_text.hpp"

#include <fmt/format.h>

#include <string_view>

#include "io/numbers.hpp"
#include "io/row_stack.hpp"
#include "io/text_input.hpp"
#include "io/words.hpp"

namespace acgd::io {

Matrix read_plain_text(const std::filesystem::path& file) {
  TextInput input(file);
  RowStack rows;
  Index cols = 0;
  while (input.next_line()) {
    const Index before = rows.size();
    std::string_view rest = input.line();
    rest = rest.substr(0, rest.find('#'));
    for (auto word = take_word(rest); !word.empty(); word = take_word(rest)) {
      rows.push_back(to_finite(input, word, "value"));
    }
    const Index found = rows.size() - before;
    if (cols == 0) cols = found;
    if (found != cols && found != 0) {
      input.fail(fmt::format("{} numbers: must be {}, as on the first line", found, cols));
    }
  }
  if (rows.empty()) input.fail("the file ends: must have at least one number");
  return rows.matrix(cols);
}

}  // namespace acgd::io
