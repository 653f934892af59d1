#include "app/data/text_input.hpp"

#include <random>

#include "acgd/core/error.hpp"
#include "expect_refused.hpp"
#include "gzip.hpp"

namespace acgd::data {
namespace {

using acgd_test::expect_refused;
using acgd_test::gzip;
using acgd_test::TemporaryFolder;

std::vector<std::string> lines_of(const std::filesystem::path& file) {
  TextInput input(file);
  std::vector<std::string> lines;
  while (input.next_line()) lines.emplace_back(input.line());
  return lines;
}

using Lines = std::vector<std::string>;

TEST(TextInput, SkipsBlankLines) {
  const TemporaryFolder folder;
  EXPECT_EQ(lines_of(folder.file("a", "one\n two \nthree\n")), (Lines{"one", " two ", "three"}));
  EXPECT_EQ(lines_of(folder.file("b", "one\n\n  \t\n\ntwo\n\n")), (Lines{"one", "two"}));
  EXPECT_EQ(lines_of(folder.file("c", "one\r\n\r\ntwo\r\n")), (Lines{"one", "two"}));
  EXPECT_EQ(lines_of(folder.file("d", "one\ntwo")), (Lines{"one", "two"}));
  EXPECT_EQ(lines_of(folder.file("e", "one\r\ntwo\r")), (Lines{"one", "two"}));
  EXPECT_EQ(lines_of(folder.file("f", "\xEF\xBB\xBFone\n")), Lines{"one"});
  EXPECT_EQ(lines_of(folder.file("g", "")), Lines{});
  EXPECT_EQ(lines_of(folder.file("h", "\n\r\n ")), Lines{});
}

/// Lines that cross the ends of the buffer, and some that are longer than it.
TEST(TextInput, ReadsLinesOfAnyLength) {
  std::mt19937_64 random(1);
  Lines lines;
  std::string text;
  for (const std::size_t longest : {10u, 1000u, 100000u, 700000u, 10u}) {
    for (int k = 0; k < 40; ++k) {
      lines.emplace_back(1 + random() % longest, static_cast<char>('a' + random() % 26));
      text += lines.back() + (k % 2 == 0 ? "\n" : "\r\n");
    }
  }
  const TemporaryFolder folder;
  EXPECT_TRUE(lines_of(folder.file("plain", text)) == lines);
  EXPECT_TRUE(lines_of(folder.file("compressed", gzip(text))) == lines);
}

TEST(TextInput, DetectsCompressionByContent) {
  const TemporaryFolder folder;
  EXPECT_EQ(lines_of(folder.file("a.txt", gzip("one\ntwo\n"))), (Lines{"one", "two"}));
  EXPECT_EQ(lines_of(folder.file("b.gz", "one\ntwo\n")), (Lines{"one", "two"}));
  EXPECT_EQ(lines_of(folder.file("c.gz", gzip("one\n") + gzip("two\n"))), (Lines{"one", "two"}));
  EXPECT_EQ(lines_of(folder.file("d.gz", gzip(""))), Lines{});
}

TEST(TextInput, RejectsTruncatedCompressedData) {
  const std::string whole = gzip("one\ntwo\nthree\nfour\n");
  for (std::size_t length = 2; length < whole.size(); ++length) {
    expect_refused(lines_of, whole.substr(0, length), ": compressed data is cut off");
  }
}

TEST(TextInput, RejectsCorruptCompressedData) {
  std::string wrong_sum = gzip("one\ntwo\nthree\nfour\n");
  wrong_sum[wrong_sum.size() - 8] ^= 1;
  expect_refused(lines_of, wrong_sum, ": compressed data is damaged");
}

TEST(TextInput, BoundsRemainingBytes) {
  const TemporaryFolder folder;
  EXPECT_EQ(TextInput(folder.file("plain", "12345\n")).most_bytes(), 6u);
  const std::string zeros(1000000, '0');
  EXPECT_GE(TextInput(folder.file("compressed", gzip(zeros))).most_bytes(), zeros.size());
}

TEST(TextInput, ErrorsHaveLocation) {
  const auto fail_at_x = [](const std::filesystem::path& file) {
    TextInput input(file);
    while (input.next_line()) {
      const std::size_t x = input.line().find('x');
      if (x != std::string_view::npos) input.fail(input.line().substr(x), "an x");
    }
    input.fail("no x");
  };
  expect_refused(fail_at_x, "x\n", ":1:1: an x");
  expect_refused(fail_at_x, "a\r\n\r\nabx", ":3:3: an x");
  expect_refused(fail_at_x, gzip("a\n\n\n  x\n"), ":4:3: an x");
  expect_refused(fail_at_x, "a\nb\n", ":3:1: no x");
  expect_refused(fail_at_x, "a\nb", ":3:1: no x");
  expect_refused(fail_at_x, "", ":1:1: no x");
}

TEST(TextInput, ReportsReasonOfReadError) {
  const TemporaryFolder folder;
  const std::filesystem::path absent = folder.path() / "absent.txt";
  try {
    lines_of(absent);
    FAIL();
  } catch (const FileError& error) {
    EXPECT_EQ(error.what(), absent.string() + ": cannot be opened: No such file or directory");
  }
  try {
    lines_of(folder.path());
    FAIL();
  } catch (const FileError& error) {
    EXPECT_EQ(error.what(), folder.path().string() + ": cannot be read: Is a directory");
  }
}

TEST(InQuotes, ShowsAnyBytesOnOneLine) {
  EXPECT_EQ(in_quotes("a b"), "\"a b\"");
  EXPECT_EQ(in_quotes(""), "\"\"");
  EXPECT_EQ(in_quotes({"\0\n\xFF", 3}), "\"\\x00\\x0a\\xff\"");
  EXPECT_EQ(in_quotes(std::string(41, 'a')), "\"" + std::string(40, 'a') + "...\"");
}

}  // namespace
}  // namespace acgd::data
