#include <gtest/gtest.h>

#include <random>
#include <string>

#include "acgd/core/error.hpp"
#include "app/data/byte_input.hpp"
#include "support/refusal.hpp"
#include "support/temporary_folder.hpp"
#include "support/thread_team.hpp"

namespace acgd::data {
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

  /// The error message for a pattern, without the pattern itself.
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

TEST(DataFiles, SingleFileWithoutPattern) {
  const Folder folder({"a*b", "aab", "c"});
  EXPECT_EQ(folder.match("c"), Names{"c"});
  EXPECT_EQ(folder.match("absent"), Names{"absent"});
  EXPECT_EQ(folder.match("a*b"), Names{"a*b"});  // a file of exactly that name
  EXPECT_EQ(folder.match("a?b"), (Names{"a*b", "aab"}));
  EXPECT_EQ(data_files("-").front(), "-");
}

TEST(DataFiles, IgnoreHiddenFiles) {
  const Folder folder({".part-00000.csv.crc", "part-00000.csv"});
  EXPECT_EQ(folder.match("*part-*"), Names{"part-00000.csv"});
}

TEST(DataFiles, RejectPatternWithoutMatch) {
  const Folder folder({"part-a.svm"});
  EXPECT_EQ(folder.complaint("part-*.csv"), "no file has a name like this");
  EXPECT_THROW(data_files("no/such/folder/part-*"), FileError);
}

TEST(DataFiles, RejectGapsInNumbering) {
  const std::string rule = " is missing: must be there, as those before and behind it are";
  EXPECT_EQ(Folder({"part-00000.svm", "part-00002.svm"}).complaint("part-*.svm"),
            "part-00001.svm" + rule);
  EXPECT_EQ(Folder({"part-00000", "part-00001", "part-00004"}).complaint("part-0*"),
            "part-00002" + rule);
  EXPECT_EQ(Folder({"p9.csv", "p10.csv", "p1.csv"}).complaint("p*.csv"), "p2.csv" + rule);
  EXPECT_EQ(Folder({"part-1-ab.csv", "part-3-cd.csv"}).complaint("part-*"), "part-2..." + rule);
}

/// Dates, numbers with several parts, and other names may have gaps.
TEST(DataFiles, MayHaveOtherNumbers) {
  EXPECT_EQ(Folder({"part-00000.svm", "part-00001.svm"}).complaint("part-*"), "");
  EXPECT_EQ(Folder({"p1", "p2", "p3"}).complaint("p?"), "");
  EXPECT_EQ(Folder({"log-20240131", "log-20240201"}).complaint("log-*"), "");
  EXPECT_EQ(Folder({"part-00010", "part-00012"}).complaint("part-0001?"), "");
  EXPECT_EQ(Folder({"part-0", "part-2", "part-x"}).complaint("part-*"), "");
  EXPECT_EQ(Folder({"2024-01.csv", "2024-03.csv"}).complaint("*.csv"), "");
}

TEST(DataFiles, AllRanksRejectDifferentFiles) {
  std::mt19937 random(13);
  const auto draw = [&](std::size_t most) {
    return std::uniform_int_distribution<std::size_t>(0, most)(random);
  };
  for (int trial = 0; trial < 60; ++trial) {
    const auto ranks = 2 + draw(6), other = draw(ranks - 1), changed = draw(4);
    std::string bytes(1 + draw(3000), ' ');
    for (char& byte : bytes) byte = static_cast<char>(draw(255));
    std::string altered = bytes;
    const std::size_t place = draw(bytes.size() - 1);
    if (changed == 0) altered[place] = static_cast<char>(altered[place] ^ (1 << draw(7)));
    if (changed == 1) altered.erase(place);
    if (changed == 2) altered.insert(place, 1, 'x');
    const bool is_absent = changed == 3;  // reported by the reader
    const acgd_test::TemporaryFolder folder;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      std::filesystem::create_directory(folder.path() / std::to_string(rank));
      if (is_absent && rank == other) continue;
      for (const char* name : {"part-0", "part-1"}) {
        folder.file(std::to_string(rank) + "/" + name, rank == other ? altered : bytes);
      }
    }
    const bool differs = !is_absent && altered != bytes;
    SCOPED_TRACE(testing::Message() << ranks << " ranks, " << other << " has changed " << changed);
    for (const std::string name : {"part-1", "part-*"}) {
      std::vector<std::string> messages(ranks);
      ThreadTeam::run(static_cast<int>(ranks), [&](const std::shared_ptr<const Team>& team) {
        const auto rank = static_cast<std::size_t>(team->rank());
        messages[rank] = acgd_test::refusal([&] {
          require_same_files(*team, "--data", folder.path() / std::to_string(rank) / name);
        });
        // One folder for each rank.
        messages[rank] =
            messages[rank].substr(std::min(messages[rank].find(": has "), messages[rank].size()));
      });
      for (const std::string& one : messages) EXPECT_EQ(one, messages[0]);
      EXPECT_EQ(!messages[0].empty(), differs) << messages[0];
      if (!differs) continue;
      EXPECT_NE(messages[0].find(" on rank " + std::to_string(other)), std::string::npos)
          << messages[0];
      EXPECT_NE(messages[0].find(std::to_string(altered.size() * (name == "part-*" ? 2 : 1)) +
                                 " bytes, checksum "),
                std::string::npos)
          << messages[0];
    }
  }
}

TEST(DataFiles, LargeFilesAreSampled) {
  const acgd_test::TemporaryFolder folder;
  const auto file = folder.file("large", "");
  constexpr std::uintmax_t size = (std::uintmax_t{80} << 20) + 5;
  std::filesystem::resize_file(file, size);
  const auto with_byte_at = [&](std::uintmax_t place) {
    std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
    stream.seekp(static_cast<std::streamoff>(place)).put('x');
    stream.close();
    const auto print = fingerprint(file);
    stream.open(file, std::ios::binary | std::ios::in | std::ios::out);
    stream.seekp(static_cast<std::streamoff>(place)).put(0);
    return print;
  };
  const auto print = fingerprint(file);
  ASSERT_TRUE(print);
  EXPECT_TRUE(print->starts_with(std::to_string(size) + " bytes, checksum ")) << *print;
  constexpr std::uintmax_t in_piece_32 = (size - (1 << 20)) * 32 / 63 + 1000;
  for (const std::uintmax_t place : {std::uintmax_t{0}, in_piece_32, size - 1}) {
    EXPECT_NE(with_byte_at(place), print) << place;
  }
  EXPECT_EQ(fingerprint(file), print);
  std::filesystem::resize_file(file, size - 1);
  EXPECT_NE(fingerprint(file), print);
  EXPECT_FALSE(fingerprint(folder.path()));
  EXPECT_FALSE(fingerprint("/dev/null"));
}

}  // namespace
}  // namespace acgd::data
