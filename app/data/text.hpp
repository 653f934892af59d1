#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "acgd/core/error.hpp"
#include "acgd/core/vector.hpp"

namespace acgd::io {

/// `text` with A to Z as a to z, in any locale.
inline std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

/// Takes the first word off `rest`: up to the next space or tab, those before it left out. At the
/// end, a word of no letters.
inline std::string_view take_word(std::string_view& rest) {
  constexpr std::string_view between = " \t";
  rest.remove_prefix(std::min(rest.find_first_not_of(between), rest.size()));
  const std::string_view word = rest.substr(0, rest.find_first_of(between));
  rest.remove_prefix(word.size());
  return word;
}

/// What is wrong at some place of a text: "name:line:column: message".
class TextError : public InvalidInput {
 public:
  TextError(const std::filesystem::path& file, Index line, Index column, std::string message);

  /// The same, so many lines further down.
  TextError moved_down(Index lines) const { return {file_, line_ + lines, column_, message_}; }

 private:
  std::filesystem::path file_;
  Index line_;
  Index column_;
  std::string message_;
};

/// A line of a text, and where messages about it are placed.
class TextPlace {
 public:
  /// The line without its end.
  std::string_view line() const { return line_; }

  /// Throws TextError for the place where `at`, which is a part of line(), begins. After the last
  /// line, that is the line behind it.
  [[noreturn]] void fail(std::string_view at, const std::string& message) const;
  /// The same for the beginning of the line.
  [[noreturn]] void fail(const std::string& message) const { fail(line_, message); }

 protected:
  explicit TextPlace(std::filesystem::path file) : file_(std::move(file)) {}
  ~TextPlace() = default;

  /// Takes `text` for the next line: without a CR at its end, and without a byte order mark where
  /// a file begins.
  void set_line(std::string_view text, bool begins_file);
  /// Behind the last one, there is none.
  void pass_end();

  std::filesystem::path file_;
  std::string_view line_;
  Index line_number_ = 0;
};

/// Whether a line has nothing in it to be read.
bool is_blank(std::string_view line);

/// Text from a file as messages show it: in quotes, on one line, not too long.
std::string in_quotes(std::string_view text);
/// The same of a name, without quotes if nothing in it needs them.
std::string shown_name(std::string_view name);

}  // namespace acgd::io
