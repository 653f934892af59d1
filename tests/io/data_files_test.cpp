#include "io/data_files.hpp"

#include <gtest/gtest.h>

#include <string>

#include "acgd/core/file_error.hpp"
#include "support/temporary_folder.hpp"

namespace acgd::io {
namespace {

using Names = std::vector<std::string>;

/// A folder with empty files of these names.
class Folder {
 public:
  explicit Folder(const Names& names) {
    for (const std::string& name : names) folder_.file(name, "");
  }

  Names match(const std::string& pattern) const {
    Names names;
    for (const auto& file : data_files(folder_.path() / pattern)) {
      EXPECT_EQ(file.parent_path(), folder_.path());
      names.push_back(file.filename().string());
    }
    return names;
  }

  /// What is said of a pattern, behind it.
  std::string complaint(const std::string& pattern) const {
    try {
      match(pattern);
    } catch (const FileError& error) {
      const std::string begin = (folder_.path() / pattern).string() + ": ";
      EXPECT_EQ(std::string(error.what()).substr(0, begin.size()), begin);
      return std::string(error.what()).substr(begin.size());
    }
    return "";
  }

 private:
  acgd_test::TemporaryFolder folder_;
};

TEST(DataFiles, AreSortedByName) {
  const Folder folder({"part-b.svm", "part-a.svm", "part-c.csv", "apart-a.svm", "part-.svm"});
  EXPECT_EQ(folder.match("part-*.svm"), (Names{"part-.svm", "part-a.svm", "part-b.svm"}));
  EXPECT_EQ(folder.match("part-?.svm"), (Names{"part-a.svm", "part-b.svm"}));
  EXPECT_EQ(folder.match("*-?.*"),
            (Names{"apart-a.svm", "part-a.svm", "part-b.svm", "part-c.csv"}));
  EXPECT_EQ(folder.match("*part-*"), folder.match("*"));
  EXPECT_EQ(folder.match("*").size(), 5u);
}

TEST(DataFiles, AreOneWhereTheNameHasNoPattern) {
  const Folder folder({"a*b", "aab", "c"});
  EXPECT_EQ(folder.match("c"), Names{"c"});
  EXPECT_EQ(folder.match("absent"), Names{"absent"});
  EXPECT_EQ(folder.match("a*b"), Names{"a*b"});  // a file of that very name
  EXPECT_EQ(folder.match("a?b"), (Names{"a*b", "aab"}));
  EXPECT_EQ(data_files("-").front(), "-");
}

TEST(DataFiles, PassOverHiddenFiles) {
  const Folder folder({".part-00000.csv.crc", "part-00000.csv"});
  EXPECT_EQ(folder.match("*part-*"), Names{"part-00000.csv"});
}

TEST(DataFiles, RefuseAPatternThatNothingFits) {
  const Folder folder({"part-a.svm"});
  EXPECT_EQ(folder.complaint("part-*.csv"), "no file has a name like this");
  EXPECT_THROW(data_files("no/such/folder/part-*"), FileError);
}

TEST(DataFiles, RefuseAHoleInTheirNumbers) {
  const std::string rule = " is missing: must be there, as those before and behind it are";
  EXPECT_EQ(Folder({"part-00000.svm", "part-00002.svm"}).complaint("part-*.svm"),
            "part-00001.svm" + rule);
  EXPECT_EQ(Folder({"part-00000", "part-00001", "part-00004"}).complaint("part-0*"),
            "part-00002" + rule);
  EXPECT_EQ(Folder({"p9.csv", "p10.csv", "p1.csv"}).complaint("p*.csv"), "p2.csv" + rule);
  EXPECT_EQ(Folder({"part-1-ab.csv", "part-3-cd.csv"}).complaint("part-*"), "part-2..." + rule);
}

/// Dates, some of many parts, and names that are no numbers have holes by right.
TEST(DataFiles, MayHaveNumbersThatDoNotCount) {
  EXPECT_EQ(Folder({"part-00000.svm", "part-00001.svm"}).complaint("part-*"), "");
  EXPECT_EQ(Folder({"p1", "p2", "p3"}).complaint("p?"), "");
  EXPECT_EQ(Folder({"log-20240131", "log-20240201"}).complaint("log-*"), "");
  EXPECT_EQ(Folder({"part-00010", "part-00012"}).complaint("part-0001?"), "");
  EXPECT_EQ(Folder({"part-0", "part-2", "part-x"}).complaint("part-*"), "");
  EXPECT_EQ(Folder({"2024-01.csv", "2024-03.csv"}).complaint("*.csv"), "");
}

}  // namespace
}  // namespace acgd::io
