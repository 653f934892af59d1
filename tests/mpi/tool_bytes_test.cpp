// How much of the data each rank of the tool reads, as the system counts it.
#include <gtest/gtest.h>

#include "mpi/ranks.hpp"

namespace acgd_test {
namespace {

/// So many samples, and how many bytes they have.
struct Data {
  std::string name;
  double bytes;
};

constexpr int kSamples = 100000;
constexpr int kFew = 64;
constexpr const char* kLogistic =
    "solve --objective logistic --set l1:1 --max-iterations 1 --quiet --features 6 --data ";

Data write_libsvm(const Tool& tool, const std::string& name, int samples) {
  std::string text;
  for (int i = 0; i < samples; ++i) {
    text += i % 3 == 0 ? "+1" : "-1";
    for (int j = 1; j <= 6; ++j) {
      text += " " + std::to_string(j) + ":" + std::to_string((i * j) % 1000) + ".5";
    }
    text += "\n";
  }
  tool.file(name, text);
  return {name, static_cast<double>(text.size())};
}

Data write_table(const Tool& tool, const std::string& name, int samples) {
  std::string text = "a,b,c,y\n";
  for (int i = 0; i < samples; ++i) {
    for (int j = 1; j <= 3; ++j) text += std::to_string((i * j) % 1000) + ".125,";
    text += std::to_string(i % 7) + "\n";
  }
  tool.file(name, text);
  return {name, static_cast<double>(text.size())};
}

/// Bytes that each rank reads by calls of the system, from whatever file: those of a shell are its
/// own, and those of the programs that it has waited for. None if the system does not say.
std::vector<double> bytes_read(const Ranks& tool, int ranks, const std::string& words) {
  const Ran ran =
      tool.shell(Ranks::mpirun() + " -n " + std::to_string(ranks) + " sh -c '" ACGD_TOOL " " +
                 words + "; code=$?; cat /proc/$$/io > io." + Ranks::number() + "; exit $code'");
  EXPECT_EQ(ran.code, 0) << ran.error;
  std::vector<double> bytes;
  for (int rank = 0; rank < ranks; ++rank) {
    std::istringstream lines(tool.read("io." + std::to_string(rank)));
    std::string name;
    double count = 0;
    if (lines >> name >> count && name == "rchar:") bytes.push_back(count);
  }
  return bytes;
}

/// What MPI reads, and what the tool does beside its data, is what it reads with hardly any.
void expect_shares(const Ranks& tool, const std::string& run, const Data& data, const Data& few) {
  for (const int ranks : {2, 3}) {
    const auto all = bytes_read(tool, ranks, run + data.name);
    const auto beside = bytes_read(tool, ranks, run + few.name);
    if (all.empty()) GTEST_SKIP() << "/proc does not say what is read";
    ASSERT_EQ(all.size(), static_cast<std::size_t>(ranks));
    double sum = 0;
    for (std::size_t r = 0; r < all.size(); ++r) {
      EXPECT_LE(all[r] - beside[r], data.bytes / ranks + 0.01 * data.bytes) << "rank " << r;
      sum += all[r] - beside[r];
    }
    EXPECT_GE(sum, 0.99 * data.bytes);
  }
}

TEST(BytesUnderMpirun, OfSamplesAreSharedByTheRanks) {
  const Ranks tool;
  expect_shares(tool, kLogistic, write_libsvm(tool, "all.svm", kSamples),
                write_libsvm(tool, "few.svm", kFew));
}

TEST(BytesUnderMpirun, OfManySmallFilesAreSharedByTheRanks) {
  const Ranks tool;
  Data parts{"\"part-*.svm\"", 0};
  for (int part = 100; part < 500; ++part) {
    parts.bytes +=
        write_libsvm(tool, "part-" + std::to_string(part) + ".svm", kSamples / 400).bytes;
  }
  expect_shares(tool, kLogistic, parts, write_libsvm(tool, "few.svm", kFew));
}

TEST(BytesUnderMpirun, OfATableAreSharedByTheRanks) {
  const Ranks tool;
  expect_shares(tool,
                "solve --objective least-squares --set l1:1 --max-iterations 1 --quiet --data ",
                write_table(tool, "all.csv", kSamples), write_table(tool, "few.csv", kFew));
}

}  // namespace
}  // namespace acgd_test
