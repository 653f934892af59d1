#include <gtest/gtest.h>

#include <string>

#include "acgd/core/error.hpp"
#include "app/data/byte_input.hpp"
#include "support/temporary_folder.hpp"

namespace acgd::data {
namespace {

/// Character by character: a line begins at 0 and behind each line end.
std::string lines_that_begin_in(const std::string& text, std::size_t first, std::size_t last) {
  std::string lines;
  bool is_wanted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at == 0 || text[at - 1] == '\n') is_wanted = at >= first && at < last;
    if (is_wanted) lines += text[at];
  }
  return lines;
}

/// Read with a buffer of this size.
std::string read_all(LineRange& range, std::size_t size) {
  std::string lines;
  std::string some(size, '\0');
  while (const std::size_t got = range.read(some)) lines.append(some, 0, got);
  return lines;
}

TEST(LineRange, HasLinesThatBeginInIt) {
  const acgd_test::TemporaryFolder folder;
  for (const std::string text : {"ab\n\nc\nd e f g\n\n", "one\ntwo", "\n", "no end", "\r\nx\r\n"}) {
    const auto file = folder.file("text", text);
    for (std::size_t first = 0; first <= text.size(); ++first) {
      for (std::size_t last = first; last <= text.size(); ++last) {
        for (const std::size_t size : {1u, 3u, 100u}) {
          LineRange range({file, first, last});
          EXPECT_EQ(read_all(range, size), lines_that_begin_in(text, first, last))
              << text << ": " << first << ", " << last;
        }
      }
    }
  }
}

TEST(LineRange, ReadsLittleMoreThanItsBytes) {
  const acgd_test::TemporaryFolder folder;
  std::string text;
  for (int k = 0; k < 100000; ++k) text += std::to_string(k) + "\n";
  const auto file = folder.file("text", text);
  const std::size_t share = text.size() / 4;
  for (std::size_t part = 0; part < 4; ++part) {
    LineRange range({file, part * share, (part + 1) * share});
    const std::string lines = read_all(range, 1 << 16);
    EXPECT_EQ(lines, lines_that_begin_in(text, part * share, (part + 1) * share));
    EXPECT_LE(static_cast<double>(range.bytes_read()), 1.01 * static_cast<double>(share));
    EXPECT_EQ(text.substr(range.begin(), lines.size()), lines);
  }
}

TEST(LineRange, ReportsMissingFile) { EXPECT_THROW(LineRange({"no/such/file", 0, 1}), FileError); }

}  // namespace
}  // namespace acgd::data
