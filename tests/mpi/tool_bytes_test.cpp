// Number of bytes that each rank of the tool reads, as counted by the operating system.
#include <gtest/gtest.h>

#include "mpi/ranks.hpp"

namespace acgd_test {
namespace {

constexpr int kSamples = 100000;
constexpr int kFew = 64;

/// Writes `count` samples; returns the number of bytes.
double write_libsvm(const Tool& tool, const std::string& name, int samples) {
  std::string text;
  for (int i = 0; i < samples; ++i) {
    text += i % 3 == 0 ? "+1" : "-1";
    for (int j = 1; j <= 6; ++j) {
      text += " " + std::to_string(j) + ":" + std::to_string((i * j) % 1000) + ".5";
    }
    text += "\n";
  }
  tool.file(name, text);
  return static_cast<double>(text.size());
}

double write_table(const Tool& tool, const std::string& name, int samples) {
  std::string text = "a,b,c,y\n";
  for (int i = 0; i < samples; ++i) {
    for (int j = 1; j <= 3; ++j) text += std::to_string((i * j) % 1000) + ".125,";
    text += std::to_string(i % 7) + "\n";
  }
  tool.file(name, text);
  return static_cast<double>(text.size());
}

/// Bytes that each rank reads by system calls, from any file: those of a shell are its own, and
/// those of the programs that it has waited for. Empty if the system does not report them.
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

constexpr int kRanks = 3;

TEST(BytesUnderMpirun, RanksShareReading) {
  const Ranks tool;
  const std::string run = "solve --set l1:1 --max-iterations 1 --quiet --objective ";
  // Reading by MPI, and by the tool besides its data, is measured with almost no data.
  write_libsvm(tool, "few.svm", kFew);
  const auto beside = bytes_read(tool, kRanks, run + "logistic --data few.svm");
  if (beside.empty()) GTEST_SKIP() << "/proc does not say what is read";
  const auto expect_shares = [&](const std::string& words, double size) {
    SCOPED_TRACE(words);
    const auto all = bytes_read(tool, kRanks, run + words);
    ASSERT_EQ(all.size(), beside.size());
    double sum = 0;
    for (std::size_t r = 0; r < all.size(); ++r) {
      EXPECT_LE(all[r] - beside[r], size / kRanks + 0.01 * size) << "rank " << r;
      sum += all[r] - beside[r];
    }
    EXPECT_GE(sum, 0.99 * size);
  };
  expect_shares("logistic --data all.svm", write_libsvm(tool, "all.svm", kSamples));
  expect_shares("least-squares --data all.csv", write_table(tool, "all.csv", kSamples));
  double in_parts = 0;
  for (int part = 100; part < 400; ++part) {
    in_parts += write_libsvm(tool, "part-" + std::to_string(part) + ".svm", kSamples / 300);
  }
  expect_shares("logistic --data \"part-*.svm\"", in_parts);
}

}  // namespace
}  // namespace acgd_test
