#include "io/text_input.hpp"

#include <fmt/format.h>

#include <cstring>

#include "io/limits.hpp"

namespace acgd::io {
namespace {

// Grows from one to the other, so that small files take little.
constexpr std::size_t kFirstBuffer = 8 << 10;
constexpr std::size_t kTextBuffer = 256 << 10;

}  // namespace

TextInput::TextInput(const std::filesystem::path& file)
    : TextPlace(file), bytes_(file), buffer_(kFirstBuffer) {
  file_ = bytes_.file();
}

bool TextInput::next_line() {
  do {
    if (!take_line()) {
      pass_end();
      return false;
    }
  } while (is_blank(line_));
  return true;
}

bool TextInput::take_line() {
  std::size_t searched = 0;
  const void* newline = nullptr;
  do {
    const char* from = buffer_.data() + begin_ + searched;
    newline = std::memchr(from, '\n', end_ - begin_ - searched);
    searched = end_ - begin_;
  } while (newline == nullptr && refill());

  if (newline == nullptr && begin_ == end_) return false;
  const char* first = buffer_.data() + begin_;
  const std::size_t length =
      newline == nullptr ? end_ - begin_
                         : static_cast<std::size_t>(static_cast<const char*>(newline) - first);
  set_line({first, length}, line_number_ == 0);
  begin_ += length + (newline == nullptr ? 0 : 1);
  return true;
}

/// Reads more behind the line that has begun, which moves to the front; false at the file's end.
bool TextInput::refill() {
  const std::size_t kept = end_ - begin_;
  if (kept > kMaxLine) {
    pass_end();
    fail(fmt::format("a line: must be at most {} bytes", kMaxLine));
  }
  std::memmove(buffer_.data(), buffer_.data() + begin_, kept);
  begin_ = 0;
  if (buffer_.size() < kTextBuffer || 2 * kept > buffer_.size()) buffer_.resize(2 * buffer_.size());
  end_ = kept + bytes_.read({buffer_.data() + kept, buffer_.size() - kept});
  return end_ > kept;
}

}  // namespace acgd::io
