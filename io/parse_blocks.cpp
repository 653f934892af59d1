#include "io/parse_blocks.hpp"

#include <exception>

#include "linalg/threads.hpp"

namespace acgd::io {
namespace {

using ParseBlock = std::function<void(BlockLines&, std::size_t)>;

/// So many at the beginning, a megabyte in all, are not worth waking threads.
constexpr std::size_t kBlocksAlone = 5;

/// The blocks that threads have taken, and the first of them with something wrong in it.
class SharedBlocks {
 public:
  explicit SharedBlocks(BlockInput& input) : input_(input) {}

  /// Parses blocks until none is left, something is wrong or there are `most`.
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

  /// All blocks before it were taken, and are parsed to their ends.
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

  /// How many lines its file has before a block, and those before the slice, which nobody has read.
  std::pair<Index, FileRange> lines_before(std::size_t number) const {
    // What begins a file has none before it.
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

}  // namespace acgd::io
