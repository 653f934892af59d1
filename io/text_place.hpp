#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "acgd/core/error.hpp"
#include "acgd/core/vector.hpp"

namespace acgd::io {

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
