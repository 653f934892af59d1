#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "io/text_input.hpp"

namespace acgd::io {

/// What a file says of itself, where it does.
struct TntpMetadata {
  std::optional<Index> zones;
  std::optional<Index> nodes;
  std::optional<Index> first_through_node;
  std::optional<Index> links;
};

/// A text file of the Transportation Networks for Research: comments are passed over.
class TntpInput {
 public:
  explicit TntpInput(const std::filesystem::path& file) : text_(file) {}

  /// Reads up to <END OF METADATA>. Throws InvalidInput if the file begins otherwise, or ends
  /// before.
  TntpMetadata read_metadata();

  /// Goes to the next line that is no comment; false if there is none.
  bool next_line();
  /// The same for a line of words before a ;, or without one. Throws InvalidInput if more follows,
  /// or they are fewer than so many.
  bool next_row(std::size_t least_words);
  /// The words of the row. Valid until the next call of next_row().
  const std::vector<std::string_view>& words() const { return words_; }

  const TextInput& text() const { return text_; }

 private:
  TextInput text_;
  std::vector<std::string_view> words_;
};

}  // namespace acgd::io
