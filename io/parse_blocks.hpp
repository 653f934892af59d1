#pragma once

#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#include "io/block_input.hpp"

namespace acgd::io {

/// The place behind the last line of a file.
class TextEnd {
 public:
  /// So many lines, and those of a range that is read only if there is something to tell.
  TextEnd(std::filesystem::path file, Index lines, FileRange unread)
      : file_(std::move(file)), lines_(lines), unread_(std::move(unread)) {}

  /// Throws TextError for this place.
  [[noreturn]] void fail(const std::string& message) const;

 private:
  std::filesystem::path file_;
  Index lines_;
  FileRange unread_;
};

/// Has threads take blocks of the input and parse them, each with a function of its own that
/// `begin_thread` makes, which takes the lines and number of a block. Returns the end of the last
/// file.
///
/// What one of the functions throws is thrown on: the first in the order of the lines, whatever the
/// threads do. The lines of a TextError are then those of the file.
TextEnd share_blocks(
    BlockInput& input,
    const std::function<std::function<void(BlockLines&, std::size_t)>()>& begin_thread);

template <class Part>
struct ParsedText {
  std::vector<Part> parts;  ///< in the order of the lines
  TextEnd end;
};

/// The same with copies of `parser`, which has scratch for a thread and makes a Part of a block.
template <class Part, class Parser>
ParsedText<Part> parse_blocks(BlockInput& input, const Parser& parser) {
  std::vector<Part> parts;
  std::mutex mutex;
  TextEnd end = share_blocks(input, [&] {
    return [&, own = parser](BlockLines& lines, std::size_t number) mutable {
      Part part = own.parse(lines);
      const std::lock_guard lock(mutex);
      if (parts.size() <= number) parts.resize(number + 1);
      parts[number] = std::move(part);
    };
  });
  return {std::move(parts), std::move(end)};
}

}  // namespace acgd::io
