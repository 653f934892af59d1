// Samples read with the layout of others: held-out samples, and samples to predict.
#include <gtest/gtest.h>

#include <cmath>

#include "app/data/samples.hpp"
#include "support/refusal.hpp"
#include "support/temporary_folder.hpp"

namespace acgd::spec {
namespace {

using acgd_test::refusal;

class ConsistentSamples : public testing::Test {
 protected:
  LoadedSamples read(const std::string& text, const SampleLayout& layout,
                     Purpose purpose = Purpose::prediction, const std::string& missing = "refuse",
                     const std::string& name = "t.csv") const {
    return read_consistent({.data = folder_.file(name, text), .choices = {.missing = missing}},
                           layout, purpose);
  }
  std::string refused(const std::string& text, const SampleLayout& layout,
                      Purpose purpose = Purpose::prediction) const {
    std::string sentence = refusal([&] { read(text, layout, purpose); });
    const std::string folder = folder_.path().string() + "/";
    for (std::size_t at; (at = sentence.find(folder)) != std::string::npos;) {
      sentence.erase(at, folder.size());
    }
    return sentence;
  }
  static const Matrix& dense(const LoadedSamples& loaded) {
    return *std::get<std::shared_ptr<const Matrix>>(loaded.samples.features);
  }
  static Matrix sparse(const LoadedSamples& loaded) {
    return *std::get<std::shared_ptr<const SparseMatrix>>(loaded.samples.features);
  }

  acgd_test::TemporaryFolder folder_;
  const SampleLayout named_{.features = 2, .columns = {"age", "size"}, .target = "y"};
  const SampleLayout unnamed_{.features = 2, .target = "3"};
};

TEST_F(ConsistentSamples, HaveTheirColumnsFoundByName) {
  const LoadedSamples samples = read("id,size,y,age\nu1,2,9,1\nu2,4,8,3\n", named_);
  EXPECT_EQ(dense(samples), (Matrix{{1, 2}, {3, 4}}));
  EXPECT_EQ(samples.samples.targets, (Vector{{9, 8}}));
  const LoadedSamples without = read("age,size\n1,2\n3,4\n", named_);
  EXPECT_EQ(dense(without), (Matrix{{1, 2}, {3, 4}}));
  EXPECT_EQ(without.samples.targets.size(), 0);
}

TEST_F(ConsistentSamples, AreRefusedWithoutAColumn) {
  EXPECT_EQ(refused("age,y\n1,2\n", named_),
            "t.csv has no column size, which is one of the 2 features");
  EXPECT_EQ(refused("age,Size\n1,2\n", named_),
            "t.csv has no column size, which is one of the 2 features; did you mean Size?");
  EXPECT_EQ(refused("age,size,age\n1,2,3\n", named_),
            "t.csv has 2 columns age, must have 1 of them");
  EXPECT_EQ(refused("age,size\n1,2\n", named_, Purpose::evaluation),
            "t.csv has no column y; its targets are missing: --test-targets FILE");
}

TEST_F(ConsistentSamples, ColumnsOfOneNameAreTakenInOrder) {
  const SampleLayout twice{.features = 3, .columns = {"a", "b", "a"}, .target = "y"};
  EXPECT_EQ(dense(read("y,b,a,a\n9,2,1,3\n", twice)), (Matrix{{1, 2, 3}}));
  EXPECT_EQ(refused("a,b,y\n1,2,3\n", twice), "t.csv has 1 columns a, must have 2 of them");
  // A target of the same name is identified by its number, and may be absent.
  const SampleLayout same{.features = 2, .columns = {"a", "b"}, .target = "1"};
  const LoadedSamples all = read("a,a,b\n9,1,2\n", same);
  EXPECT_EQ(dense(all), (Matrix{{1, 2}}));
  EXPECT_EQ(all.samples.targets, (Vector{{9}}));
  EXPECT_EQ(dense(read("a,b\n1,2\n", same)), (Matrix{{1, 2}}));
}

TEST_F(ConsistentSamples, WithoutNamesAreTakenInOrder) {
  EXPECT_EQ(dense(read("1,2\n3,4\n", named_)), (Matrix{{1, 2}, {3, 4}}));
  EXPECT_EQ(dense(read("a,b\n1,2\n3,4\n", unnamed_)), (Matrix{{1, 2}, {3, 4}}));
  const LoadedSamples last = read("1,2,9\n3,4,8\n", unnamed_);
  EXPECT_EQ(dense(last), (Matrix{{1, 2}, {3, 4}}));
  EXPECT_EQ(last.samples.targets, (Vector{{9, 8}}));
  // Where the target of the others was, and where their weights were.
  const SampleLayout first{.features = 2, .target = "1", .weights = "3"};
  EXPECT_EQ(dense(read("9,1,2\n8,3,4\n", first)), (Matrix{{1, 2}, {3, 4}}));
  const LoadedSamples whole = read("9,1,0.5,2\n8,3,0.5,4\n", first, Purpose::evaluation);
  EXPECT_EQ(dense(whole), (Matrix{{1, 2}, {3, 4}}));
  EXPECT_EQ(whole.samples.targets, (Vector{{9, 8}}));
  EXPECT_EQ(refused("1,2,3,4\n", unnamed_), "t.csv has 3 features, the data has 2");
  EXPECT_EQ(refused("1\n", unnamed_), "t.csv has 1 features, the data has 2");
}

TEST_F(ConsistentSamples, OfLibsvmMayShowOtherFeatures) {
  const SampleLayout three{.features = 3};
  const LoadedSamples more =
      read("1 1:1 5:7 9:2\n2 3:4\n", three, Purpose::prediction, "refuse", "t.txt");
  EXPECT_EQ(sparse(more), (Matrix{{1, 0, 0}, {0, 0, 4}}));
  ASSERT_EQ(more.notes.size(), 1u);
  EXPECT_NE(more.notes[0].find("2 entries with an index above 3, up to 9, which the data does not "
                               "have: ignored"),
            std::string::npos)
      << more.notes[0];
  const LoadedSamples fewer = read("1 1:1\n2 2:4\n", three, Purpose::prediction, "refuse", "t.txt");
  EXPECT_EQ(sparse(fewer), (Matrix{{1, 0, 0}, {0, 4, 0}}));
  EXPECT_TRUE(fewer.notes.empty());
}

TEST_F(ConsistentSamples, HaveTheSameClasses) {
  SampleLayout layout = named_;
  layout.coding = {.classes = {"no", "yes"}, .codes = Vector{{0, 1}}};
  const std::string text = "age,size,y\n1,2,yes\n3,4,no\n5,6,maybe\n";
  const LoadedSamples samples = read(text, layout);
  EXPECT_EQ(samples.samples.targets.head(2), (Vector{{1, 0}}));
  EXPECT_TRUE(std::isnan(samples.samples.targets[2]));
  ASSERT_EQ(samples.notes.size(), 1u);
  EXPECT_NE(samples.notes[0].find("the label maybe of sample 3 is no class of the model"),
            std::string::npos);
  EXPECT_EQ(refused(text, layout, Purpose::evaluation),
            "labels: maybe occurs, must be no or yes, as in the data");
}

TEST_F(ConsistentSamples, AreFilledAsTheOthersWere) {
  SampleLayout filled = named_;
  filled.fill = Vector{{30, 40}};
  EXPECT_EQ(dense(read("size,age\nNA,1\n2,?\n", filled)), (Matrix{{1, 40}, {30, 2}}));
  EXPECT_EQ(refused("age,size\n1,NA\n", named_),
            "t.csv:2:3: cell \"NA\" of column 2 (size) is missing: the model was made without "
            "--missing mean, which would say what stands for it");
  EXPECT_EQ(refused("age,size,y\n1,NA,1\n", named_, Purpose::evaluation),
            "t.csv:2:3: cell \"NA\" of column 2 (size) is missing: must be a number");
  // Samples that are only evaluated may be left out; those to be predicted may lack their target.
  const LoadedSamples evaluated =
      read("age,size,y\n1,NA,1\n2,3,4\n5,6,\n", named_, Purpose::evaluation, "drop");
  EXPECT_EQ(dense(evaluated), (Matrix{{2, 3}}));
  EXPECT_EQ(evaluated.samples.targets, (Vector{{4}}));
  const LoadedSamples unknown = read("age,size,y\n1,2,\n3,4,5\n", named_);
  EXPECT_TRUE(std::isnan(unknown.samples.targets[0]));
  EXPECT_EQ(unknown.samples.targets[1], 5);
}

}  // namespace
}  // namespace acgd::spec
