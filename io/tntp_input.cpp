#include "io/tntp_input.hpp"

#include <fmt/format.h>

#include "io/letters.hpp"
#include "io/limits.hpp"
#include "io/numbers.hpp"
#include "io/words.hpp"

namespace acgd::io {

bool TntpInput::next_line() {
  while (text_.next_line()) {
    std::string_view line = text_.line();
    if (!take_word(line).starts_with('~')) return true;
  }
  return false;
}

TntpMetadata TntpInput::read_metadata() {
  TntpMetadata metadata;
  while (next_line()) {
    std::string_view rest = text_.line();
    rest.remove_prefix(rest.find_first_not_of(" \t\r\v\f"));
    const std::size_t end = rest.find('>');
    if (!rest.starts_with('<') || end == std::string_view::npos) {
      text_.fail(rest, fmt::format("{}: must be metadata, such as <NUMBER OF ZONES> 24, up to "
                                   "<END OF METADATA>",
                                   in_quotes(rest)));
    }
    const std::string name = lower_case(rest.substr(1, end - 1));
    rest.remove_prefix(end + 1);
    const auto read = [&](const char* what, Index least) {
      return to_integer(text_, take_word(rest), what, least, kMaxId);
    };
    if (name == "number of zones") metadata.zones = read("<NUMBER OF ZONES>", 1);
    if (name == "number of nodes") metadata.nodes = read("<NUMBER OF NODES>", 1);
    if (name == "first thru node") metadata.first_through_node = read("<FIRST THRU NODE>", 1);
    if (name == "number of links") metadata.links = read("<NUMBER OF LINKS>", 1);
    if (name == "end of metadata") return metadata;
  }
  text_.fail("the file ends: must have a line <END OF METADATA>");
}

bool TntpInput::next_row(std::size_t least_words) {
  words_.clear();
  if (!next_line()) return false;
  const std::string_view line = text_.line();
  const std::size_t end = std::min(line.find(';'), line.size());
  std::string_view rest = line.substr(0, end);
  for (auto word = take_word(rest); !word.empty(); word = take_word(rest)) words_.push_back(word);
  if (words_.size() < least_words) {
    text_.fail(fmt::format("{} numbers: must be at least {}", words_.size(), least_words));
  }
  rest = line.substr(std::min(end + 1, line.size()));
  const std::string_view more = take_word(rest);
  if (!more.empty() && !more.starts_with('~')) {
    text_.fail(more, fmt::format("{} behind the semicolon: must be on a line of its own",
                                 in_quotes(more)));
  }
  return true;
}

}  // namespace acgd::io
