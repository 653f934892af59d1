// Samples read by several ranks: each has its own blocks, and their concatenation is that of one
// rank.
#include "app/data/distribute.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <mutex>
#include <random>

#include "app/data/samples.hpp"
#include "data/gzip.hpp"
#include "support/refusal.hpp"
#include "support/temporary_folder.hpp"
#include "support/thread_team.hpp"

namespace acgd::spec {
namespace {

Matrix dense_features(const Samples& samples) {
  if (const auto* matrix = std::get_if<std::shared_ptr<const Matrix>>(&samples.features)) {
    return **matrix;
  }
  return Matrix(*std::get<std::shared_ptr<const SparseMatrix>>(samples.features));
}

/// Every rank's samples one after the other are those of a plain run with the blocks that several
/// ranks have by default, and all summaries say the same.
void expect_distributed(const DataSource& source) {
  DataSource alone = source;
  if (alone.choices.blocks == 0) alone.choices.blocks = 8;
  const LoadedSamples plain = read_samples(alone);
  const Matrix features = dense_features(plain.samples);
  for (const int ranks : {2, 3, 8}) {
    SCOPED_TRACE(ranks);
    ThreadTeam::run(ranks, [&](const std::shared_ptr<const Team>& team) {
      DataSource shared = source;
      shared.team = team;
      const LoadedSamples own = read_samples(shared);
      const Reduction::Range mine = own.samples.reduction->samples_of(team->rank());
      EXPECT_EQ(own.samples.reduction->samples(), features.rows());
      EXPECT_EQ(own.samples.reduction->count(), plain.samples.reduction->count());
      EXPECT_EQ(dense_features(own.samples), features.middleRows(mine.first, mine.size()));
      EXPECT_EQ(own.samples.targets, plain.samples.targets.segment(mine.first, mine.size()));
      if (plain.samples.weights.size() > 0) {
        EXPECT_EQ(own.samples.weights, plain.samples.weights.segment(mine.first, mine.size()));
      }
      EXPECT_EQ(own.summary.size, plain.summary.size);
      EXPECT_EQ(own.summary.layout.columns, plain.summary.layout.columns);
      EXPECT_EQ(own.summary.layout.coding.classes, plain.summary.layout.coding.classes);
      EXPECT_EQ(own.summary.layout.fill, plain.summary.layout.fill);
      EXPECT_EQ(own.summary.dropped, plain.summary.dropped);
      EXPECT_EQ(own.summary.filled, plain.summary.filled);
    });
  }
}

class DistributedSamples : public testing::Test {
 protected:
  DistributedSamples() {
    std::mt19937 random(5);
    std::uniform_int_distribution<int> digit(0, 9);
    for (int i = 0; i < 700; ++i) {
      libsvm_ += i % 3 == 0 ? "+1" : "-1";
      for (int j = 1 + i % 4; j < 40; j += 3 + digit(random)) {
        libsvm_ += " " + std::to_string(j) + ":" + std::to_string(digit(random)) + ".25";
      }
      libsvm_ += "\n";
    }
    table_ = "a,b,w,y\n";
    for (int i = 0; i < 600; ++i) {
      const std::string a = i % 7 == 3 ? "" : std::to_string(digit(random)) + ".5";
      table_ += a + "," + std::to_string(i) + "," + std::to_string(1 + digit(random)) + "," +
                (i % 5 == 0 ? "no" : "yes") + "\n";
    }
  }

  acgd_test::TemporaryFolder folder_;
  std::string libsvm_, table_;
};

// Slices with long lines have fewer samples than belong to their rank.
TEST_F(DistributedSamples, MoveToLowerAndHigherRanks) {
  std::string first_long, last_long;
  for (int i = 0; i < 800; ++i) {
    const auto line = [i](bool is_long) {
      std::string text = std::to_string(i % 2);
      for (int j = 1; j < (is_long ? 40 : 4); ++j) {
        text += " " + std::to_string(j) + ":" + std::to_string(i + 1) + ".5";
      }
      return text + "\n";
    };
    first_long += line(i < 200);
    last_long += line(i >= 600);
  }
  expect_distributed({.data = folder_.file("first.svm", first_long), .labels = Labels::signs});
  expect_distributed({.data = folder_.file("last.svm", last_long), .labels = Labels::signs});
}

TEST_F(DistributedSamples, LibsvmFileIsReadInSlices) {
  expect_distributed({.data = folder_.file("a.svm", libsvm_), .labels = Labels::signs});
  expect_distributed({.data = folder_.file("a.svm", libsvm_), .choices = {.blocks = 5}});
}

TEST_F(DistributedSamples, CompressedFileIsReadByOneRank) {
  expect_distributed(
      {.data = folder_.file("a.svm.gz", acgd_test::gzip(libsvm_)), .labels = Labels::signs});
}

TEST_F(DistributedSamples, SeveralFilesAreOneList) {
  const std::size_t cut = libsvm_.find('\n', libsvm_.size() / 3) + 1;
  folder_.file("part-0.svm", libsvm_.substr(0, cut));
  folder_.file("part-1.svm", libsvm_.substr(cut));
  expect_distributed({.data = folder_.path() / "part-*.svm", .labels = Labels::signs});
}

TEST_F(DistributedSamples, TableKeepsNamesTextWeightsAndMeans) {
  const auto file = folder_.file("a.csv", table_);
  for (const std::string missing : {"drop", "mean"}) {
    expect_distributed(
        {.data = file,
         .labels = Labels::signs,
         .choices = {.weights = "w", .class_weights = "balanced", .missing = missing}});
  }
}

// The other ranks read nothing from which they could derive columns and roles.
TEST_F(DistributedSamples, CompressedTableIsReadByOneRank) {
  expect_distributed({.data = folder_.file("a.csv.gz", acgd_test::gzip(table_)),
                      .labels = Labels::signs,
                      .choices = {.weights = "w", .missing = "mean"}});
}

// The first ranks see numbers where the last ones see text, and one class each.
TEST_F(DistributedSamples, ClassesMayOccurOnOneRankOnly) {
  std::string mixed = "a,y\n", words = mixed, numbers;
  for (int i = 0; i < 600; ++i) {
    const std::string a = std::to_string(i % 11);
    mixed += a + (i < 400 ? ",1\n" : ",other\n");
    words += a + (i < 400 ? ",x\n" : ",a\n");
    numbers += (i < 400 ? "7" : "3") + std::string(" 1:") + a + ".5\n";
  }
  expect_distributed({.data = folder_.file("mixed.csv", mixed), .labels = Labels::signs});
  expect_distributed({.data = folder_.file("words.csv", words), .labels = Labels::signs});
  expect_distributed({.data = folder_.file("numbers.svm", numbers), .labels = Labels::signs});
}

TEST_F(DistributedSamples, TargetsAndWeightsMayBeInSeparateFiles) {
  std::string table, numbers;
  for (int i = 0; i < 700; ++i) {
    table += std::to_string(i % 13) + (i % 17 == 5 ? ",\n" : ",0.5\n");
    numbers += std::to_string(1 + i % 11) + "\n";
  }
  const auto beside = folder_.file("numbers.txt", numbers);
  expect_distributed(
      {.data = folder_.file("a.csv", table), .targets = beside, .choices = {.missing = "drop"}});
  expect_distributed({.data = folder_.file("b.svm", libsvm_),
                      .labels = Labels::signs,
                      .choices = {.weights = beside.string()}});
}

TEST_F(DistributedSamples, AllRanksRejectErrors) {
  std::string broken = libsvm_;
  broken.insert(broken.size() - 10, " x ");
  const auto file = folder_.file("broken.svm", broken);
  const std::string sentence = acgd_test::refusal([&] { read_samples({.data = file}); });
  ThreadTeam::run(3, [&](const std::shared_ptr<const Team>& team) {
    EXPECT_EQ(acgd_test::refusal([&] { read_samples({.data = file, .team = team}); }), sentence);
  });
}

TEST_F(DistributedSamples, MayBeFewerThanRanks) {
  std::mt19937 random(15);
  const auto draw = [&](int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random);
  };
  for (int trial = 0; trial < 24; ++trial) {
    const int samples = trial % 2 == 0 ? draw(1, 8) : draw(9, 300);
    SCOPED_TRACE(samples);
    std::string libsvm, words = "a,b,w,y\n", numbers = words;
    for (int i = 0; i < samples; ++i) {
      const std::string number = std::to_string(draw(0, 9));
      const std::string row = (i % 7 == 3 ? "" : number) + "," + std::to_string(i) + "," + number;
      libsvm += number + " " + std::to_string(draw(1, 3)) + ":" + number + ".5 7:1\n";
      words += row + (i % 2 == 0 ? ",yes\n" : ",no\n");
      numbers += row + "," + number + "\n";
    }
    const std::string missing = draw(0, 1) == 0 ? "drop" : "mean";
    numbers += "1,1,1,1\n";  // so that not all weights are 0
    expect_distributed({.data = folder_.file("a.svm", libsvm)});
    expect_distributed({.data = folder_.file("a.svm.gz", acgd_test::gzip(libsvm))});
    expect_distributed({.data = folder_.file("numbers.csv", numbers),
                        .choices = {.weights = "w", .missing = missing}});
    if (samples < 2) continue;
    expect_distributed({.data = folder_.file("words.csv", words),
                        .labels = Labels::signs,
                        .choices = {.class_weights = "balanced", .missing = missing}});
  }
}

/// Samples [first, last) of 256, of which those from 128 on have three entries, the others two.
data::Dataset few_entries(Index first, Index last) {
  SparseMatrix features(last - first, 4);
  for (Index i = 0; i < last - first; ++i) {
    for (Index j = 0; j < (first + i < 128 ? 2 : 3); ++j) features.insert(i, j) = 1;
  }
  return {.features = std::make_shared<SparseMatrix>(features),
          .targets = {.numbers = Vector::Zero(last - first)}};
}

// Sparse matrices use int indices: each rank has less than the limit before the exchange.
TEST(Distribute, TooManyEntriesAreRejectedByAllRanks) {
  ThreadTeam::run(2, [](const std::shared_ptr<const Team>& team) {
    const Reduction reduction(256, 8, team);
    const auto dealt = [&](Index most) {
      data::Dataset raw = team->rank() == 0 ? few_entries(0, 250) : few_entries(250, 256);
      deal(raw, reduction, {.data = "a.svm", .entries = most});
      return raw.sparse()->nonZeros();
    };
    EXPECT_EQ(dealt(384), team->rank() == 0 ? 256 : 384);
    EXPECT_EQ(acgd_test::refusal([&] { dealt(383); }),
              "data = a.svm: 384 non-zeros belong to rank 1 of 2, must be at most 383: run more "
              "ranks");
  });
}

// Those of all ranks, each once and in order; missing values are left out.
TEST(MergedTargets, AreSameOnAllRanks) {
  ThreadTeam::run(2, [](const std::shared_ptr<const Team>& team) {
    const bool first = team->rank() == 0;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const data::Targets numbers = merged_targets(
        {.numbers = first ? Vector{{2, nan, 1}} : Vector{{nan, 3, 2}}, .words = {}}, *team);
    EXPECT_EQ(numbers.numbers, Vector({{1, 2, 3}}));
    EXPECT_TRUE(numbers.words.empty());
    using Words = std::vector<std::string>;
    const data::Targets words = merged_targets(
        {.numbers = Vector(0), .words = first ? Words{"b", "", "a"} : Words{"c", "a"}}, *team);
    EXPECT_EQ(words.words, Words({"a", "b", "c"}));
    EXPECT_EQ(words.numbers.size(), 0);
    const data::Targets mixed = merged_targets(
        {.numbers = first ? Vector{{1}} : Vector(0), .words = first ? Words{} : Words{"a"}}, *team);
    EXPECT_EQ(mixed.words, Words{"a"});
    EXPECT_EQ(mixed.numbers.size(), 0);
  });
}

}  // namespace
}  // namespace acgd::spec
