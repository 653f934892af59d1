#include "cli/command_line.hpp"

#include <algorithm>
#include <cctype>

namespace acgd::cli {
namespace {

bool is_plain(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         std::string_view("-_./:=,+@%").find(c) != std::string_view::npos;
}

}  // namespace

std::string quoted_word(std::string_view word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return std::string(word);
  std::string text = "'";
  for (const char c : word) {
    if (c == '\'') {
      text += "'\\''";
    } else {
      text += c;
    }
  }
  return text + "'";
}

std::string command_line(int argc, const char* const* argv) {
  std::string text = "acgd";  // however it was found
  for (int i = 1; i < argc; ++i) text += ' ' + quoted_word(argv[i]);
  return text;
}

}  // namespace acgd::cli
