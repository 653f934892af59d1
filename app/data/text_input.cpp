#include "app/data/text_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>
#include <utility>

#include "app/data/byte_input.hpp"
#include "app/data/limits.hpp"
#include "linalg/threads.hpp"

namespace acgd::data {

namespace {

constexpr std::size_t kLongestQuote = 40;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

TextError::TextError(const std::filesystem::path& file, Index line, Index column,
                     std::string message)
    : InvalidInput({file.string(), fmt::format(":{}:{}", line, column)}, message),
      file_(file),
      line_(line),
      column_(column),
      message_(std::move(message)) {}

void TextPlace::fail(std::string_view at, const std::string& message) const {
  throw TextError(file_, line_number_, at.data() - line_.data() + 1, message);
}

void TextPlace::set_line(std::string_view text, bool begins_file) {
  ++line_number_;
  if (text.ends_with('\r')) text.remove_suffix(1);
  if (begins_file && text.starts_with(kByteOrderMark)) {
    text.remove_prefix(kByteOrderMark.size());
  }
  line_ = text;
}

void TextPlace::pass_end() {
  ++line_number_;
  line_ = {};
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r\v\f") == std::string_view::npos;
}

std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  for (const char c : text.substr(0, kLongestQuote)) {
    if (c >= ' ' && c <= '~') {
      result += c;
    } else {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  return result + (text.size() > kLongestQuote ? "...\"" : "\"");
}

std::string shown_name(std::string_view name) {
  const auto is_plain = [](char c) { return c >= ' ' && c <= '~' && c != '"'; };
  const bool plain = !name.empty() && name.size() <= kLongestQuote &&
                     std::all_of(name.begin(), name.end(), is_plain);
  return plain ? std::string(name) : in_quotes(name);
}

namespace {

// The size grows from one to the other, so that small files take little memory.
constexpr std::size_t kFirstBlock = 32 << 10;
constexpr std::size_t kLargestBlock = 1 << 20;

std::vector<FileRange> whole_files(const std::filesystem::path& data) {
  std::vector<FileRange> ranges;
  for (std::filesystem::path& file : data_files(data)) ranges.push_back({std::move(file), 0, 0});
  return ranges;
}

Index count_lines(std::string_view text) { return std::count(text.begin(), text.end(), '\n'); }

/// Whether all lines of a block are blank.
bool is_all_blank(const TextBlock& block) {
  BlockLines lines(block);
  return !lines.next_line();
}

}  // namespace

BlockLines::BlockLines(const TextBlock& block) : TextPlace(block.file) {
  set_block(block);
  line_number_ = block.lines_before;
}

void BlockLines::set_block(const TextBlock& block) {
  rest_ = block.text();
  begins_file_ = block.begins_file;
}

bool BlockLines::take_line() {
  do {
    if (rest_.empty()) return false;
    const std::size_t length = std::min(rest_.find('\n'), rest_.size());
    set_line(rest_.substr(0, length), begins_file_ && line_number_ == 0);
    rest_.remove_prefix(std::min(length + 1, rest_.size()));
  } while (is_blank(line_));
  return true;
}

bool BlockLines::next_line() {
  if (take_line()) return true;
  pass_end();
  return false;
}

bool TextInput::next_line() {
  while (!take_line()) {
    try {
      if (!input_.next(block_)) {
        pass_end();
        return false;
      }
    } catch (const TextError& error) {
      throw block_.begins_file ? error : error.moved_down(line_number_);
    }
    if (block_.begins_file) {
      file_ = block_.file;
      line_number_ = block_.lines_before;
    }
    set_block(block_);
  }
  return true;
}

BlockInput::BlockInput(const std::filesystem::path& data, const Slice& slice)
    : slice_(slice), block_size_(kFirstBlock) {
  ranges_ = slice.parts == 1 && slice.part == 0 ? whole_files(data) : ranges_of(data, slice);
  first_file_ = slice.is_whole() ? ranges_.front().file : data_files(data).front();
  file_ = ranges_.empty() ? first_file_ : ranges_.front().file;
  if (!ranges_.empty()) open_next();
}

bool BlockInput::open_next() {
  if (opened_ == ranges_.size()) return false;
  const FileRange& range = ranges_[opened_++];
  begins_file_ = range.first == 0;
  if (slice_.is_whole()) {
    const ByteInput& bytes = source_.emplace<ByteInput>(range.file);
    file_ = bytes.file();
    most_bytes_ = bytes.most_bytes();
  } else {
    file_ = source_.emplace<LineRange>(range).file();
  }
  return true;
}

std::size_t BlockInput::read(std::span<char> to) {
  if (auto* all = std::get_if<ByteInput>(&source_)) return all->read(to);
  auto& lines = std::get<LineRange>(source_);
  const std::size_t got = lines.read(to);
  if (opened_ == 1) begin_ = lines.begin();
  return got;
}

void BlockInput::close() {
  bytes_read_ = bytes_read();
  source_.emplace<std::monostate>();
}

std::uint64_t BlockInput::bytes_read() const {
  if (const auto* all = std::get_if<ByteInput>(&source_)) return bytes_read_ + all->bytes_read();
  if (const auto* lines = std::get_if<LineRange>(&source_)) {
    return bytes_read_ + lines->bytes_read();
  }
  return bytes_read_;
}

bool BlockInput::next(TextBlock& block) {
  if (!has_peeked_) return read_block(block);
  std::swap(block, peeked_);
  has_peeked_ = false;
  return block.size > 0;
}

const TextBlock& BlockInput::peek() {
  if (!has_peeked_ && !read_block(peeked_)) peeked_.size = 0;
  has_peeked_ = true;
  return peeked_;
}

bool BlockInput::read_block(TextBlock& block) {
  Index blank_lines = 0;
  for (;;) {
    if (std::holds_alternative<std::monostate>(source_)) {
      if (!open_next()) return false;
      blank_lines = 0;
    }
    block.file = file_;
    block.begins_file = begins_file_;
    block.lines_before = blank_lines;
    if (!fill(block)) continue;
    block_size_ = std::min(2 * block_size_, kLargestBlock);
    const bool is_last = std::holds_alternative<std::monostate>(source_);
    if (begins_file_ && !is_last && is_all_blank(block)) {
      blank_lines += count_lines(block.text());
      continue;
    }
    begins_file_ = false;
    return true;
  }
}

/// Reads whole lines; false if the file, which is then closed, has no more of them.
bool BlockInput::fill(TextBlock& block) {
  std::size_t filled = rest_.size();
  if (block.bytes.size() < std::max(block_size_, 2 * filled)) {
    block.bytes.resize(std::max(block_size_, 2 * filled));
  }
  std::copy(rest_.begin(), rest_.end(), block.bytes.begin());
  rest_.clear();
  for (;;) {
    const std::size_t searched = filled;
    const std::size_t wanted = block.bytes.size() - filled;
    const std::size_t got = read({block.bytes.data() + filled, wanted});
    filled += got;
    const std::string_view text(block.bytes.data(), filled);
    block.size = filled;
    if (got < wanted) {
      close();
      return filled > 0;
    }
    const std::size_t newline = text.substr(searched).rfind('\n');
    if (newline != std::string_view::npos) {
      block.size = searched + newline + 1;
      rest_ = text.substr(block.size);
      return true;
    }
    if (filled > kMaxLine) {
      throw TextError(file_, block.lines_before + 1, 1,
                      fmt::format("a line: must be at most {} bytes", kMaxLine));
    }
    block.bytes.resize(2 * block.bytes.size());
  }
}

TextBlock BlockInput::read_first_line() {
  TextBlock block{.file = first_file_, .begins_file = true};
  block.bytes.resize(kFirstBlock);
  std::uint64_t begin = 0;
  for (;;) {
    LineRange line({first_file_, begin, begin + 1});
    std::size_t got = 0;
    block.size = 0;
    while ((got = line.read(std::span(block.bytes).subspan(block.size))) > 0) {
      block.size += got;
      if (block.size == block.bytes.size()) block.bytes.resize(2 * block.size);
    }
    bytes_read_ += line.bytes_read();
    if (block.size == 0 || !is_all_blank(block)) return block;
    begin += block.size;
    ++block.lines_before;
    block.begins_file = false;
  }
}

FileRange BlockInput::before_slice() const {
  if (slice_.is_whole() || ranges_.empty()) return {};
  return {ranges_.front().file, 0, begin_};
}

namespace {

/// Counts the lines that begin in a range of a plain file.
Index lines_in(const FileRange& range) {
  if (range.first == range.last) return 0;
  LineRange text(range);
  std::string some(kLargestBlock, '\0');
  Index lines = 0;
  while (const std::size_t got = text.read(some)) lines += count_lines({some.data(), got});
  return lines;
}

using ParseBlock = std::function<void(BlockLines&, std::size_t)>;

/// The first blocks, a megabyte in all, are parsed by one thread.
constexpr std::size_t kBlocksAlone = 5;

/// Blocks taken by threads, and the first error in them.
class SharedBlocks {
 public:
  explicit SharedBlocks(BlockInput& input) : input_(input) {}

  /// Parses blocks until none is left, one fails or `most` are taken.
  void work(const std::function<ParseBlock()>& begin_thread, std::size_t most) {
    std::size_t number = 0;
    try {
      const ParseBlock parse = begin_thread();
      TextBlock block;
      while (take(block, number, most)) {
        BlockLines lines(block);
        parse(lines, number);
        const std::lock_guard lock(mutex_);
        taken_[number].lines = lines.lines() - 1;  // it has passed the end
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      keep_failure(number);
    }
  }

  bool is_done() const { return is_done_; }

  TextEnd end() const {
    if (failure_) throw_failure();
    auto [lines, unread] = lines_before(taken_.size());
    return {input_.file(), lines, std::move(unread)};
  }

 private:
  struct Taken {
    bool begins_file = false;
    Index lines = 0;
  };

  bool take(TextBlock& block, std::size_t& number, std::size_t most) {
    const std::lock_guard lock(mutex_);
    if (is_done_ || taken_.size() == most) return false;
    number = taken_.size();
    taken_.emplace_back();
    try {
      is_done_ = !input_.next(block);
    } catch (...) {
      taken_.back().begins_file = block.begins_file;
      throw;
    }
    taken_.back().begins_file = block.begins_file;
    if (is_done_) taken_.pop_back();
    return !is_done_;
  }

  /// All blocks before this one were taken and will be parsed.
  void keep_failure(std::size_t number) {
    is_done_ = true;
    if (failure_ && failed_ <= number) return;
    failed_ = number;
    failure_ = std::current_exception();
  }

  [[noreturn]] void throw_failure() const {
    try {
      std::rethrow_exception(failure_);
    } catch (const TextError& error) {
      const auto [lines, unread] = lines_before(failed_);
      throw error.moved_down(lines + lines_in(unread));
    }
  }

  /// The number of lines of its file before a block, and the range before the slice, not read yet.
  std::pair<Index, FileRange> lines_before(std::size_t number) const {
    // A block that begins a file has none before it.
    if (number < taken_.size() && taken_[number].begins_file) return {};
    Index lines = 0;
    while (number > 0) {
      lines += taken_[--number].lines;
      if (taken_[number].begins_file) return {lines, {}};
    }
    return {lines, input_.before_slice()};
  }

  BlockInput& input_;
  std::mutex mutex_;
  std::vector<Taken> taken_;
  bool is_done_ = false;
  std::exception_ptr failure_;
  std::size_t failed_ = 0;
};

}  // namespace

void TextEnd::fail(const std::string& message) const {
  throw TextError(file_, lines_ + lines_in(unread_) + 1, 1, message);
}

TextEnd share_blocks(BlockInput& input, const std::function<ParseBlock()>& begin_thread) {
  SharedBlocks blocks(input);
  blocks.work(begin_thread, kBlocksAlone);
  if (!blocks.is_done()) {
    constexpr auto no_limit = static_cast<std::size_t>(-1);
    share_any_tasks(thread_count(), [&](Index) { blocks.work(begin_thread, no_limit); });
  }
  return blocks.end();
}

}  // namespace acgd::data
