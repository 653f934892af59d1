#include <gtest/gtest.h>

#include "app/data/csv.hpp"
#include "support/refusal.hpp"
#include "support/temporary_folder.hpp"

namespace acgd::data {
namespace {

TEST(ReadLines, ReadsAnyNumberOfValuesPerLine) {
  const acgd_test::TemporaryFolder folder;
  const auto lines = read_lines(folder.file("a.csv", "# rows\n1,2, 3\n\n 4;5e1\t # columns\n"));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0], Vector({{1, 2, 3}}));
  EXPECT_EQ(lines[1], Vector({{4, 50}}));
  EXPECT_TRUE(read_lines(folder.file("none.csv", "\n#\n")).empty());
}

TEST(ReadLines, ReportsLocationOfInvalidNumber) {
  const acgd_test::TemporaryFolder folder;
  const auto file = folder.file("a.csv", "1,2\n3,x\n");
  const std::string sentence = acgd_test::refusal([&] { read_lines(file); });
  EXPECT_TRUE(sentence.starts_with(file.string() + ":2:3: ")) << sentence;
  EXPECT_NE(acgd_test::refusal([&] { read_lines(folder.file("b.csv", "1,inf\n")); }), "");
}

}  // namespace
}  // namespace acgd::data
