#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/parse_blocks.hpp"
#include "io/table_head.hpp"

namespace acgd::io {

/// A table in text files, or a slice of it, whose rows the threads parse. As of a TableInput, the
/// first line decides; where there are several files, each has the same header.
class TableBlocks {
 public:
  /// Throws as TableInput's does, and InvalidInput if there is no such slice.
  TableBlocks(const std::filesystem::path& data, const Slice& slice,
              std::span<const std::string_view> separators, const HeaderRule& rule);

  const TableHead& head() const { return head_; }
  std::uint64_t bytes_read() const { return input_.bytes_read(); }

  /// See parse_blocks(). The parser is to call skip_header() first.
  template <class Part, class Parser>
  ParsedText<Part> parse(const Parser& parser) {
    return parse_blocks<Part>(input_, parser);
  }

  /// Throws InvalidInput at the first line.
  [[noreturn]] void fail_at_head(const std::string& message) const;

 private:
  void take_head(const TextBlock& first, std::span<const std::string_view> separators,
                 const HeaderRule& rule);

  BlockInput input_;
  TableHead head_;
  std::filesystem::path file_;  ///< with the first line
  Index line_ = 0;              ///< its number
};

/// Passes over the header, if there is one where the lines begin. Throws InvalidInput if it is
/// another one than that of the first file.
void skip_header(BlockLines& lines, const TableHead& head);

}  // namespace acgd::io
