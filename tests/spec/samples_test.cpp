// Samples on their way from tables into functions: columns, weights, missing values.
#include "app/data/samples.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "app/data/npy.hpp"
#include "app/spec/objectives.hpp"
#include "support/refusal.hpp"
#include "support/temporary_folder.hpp"

namespace acgd::spec {
namespace {

using acgd_test::refusal;
using Names = std::vector<std::string>;

class SampleFiles : public testing::Test {
 protected:
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    return folder_.file(name, text);
  }

  LoadedSamples read(const std::string& text, const SampleChoices& choices = {},
                     Labels labels = Labels::keep) const {
    return read_samples({.data = write("t.csv", text), .labels = labels, .choices = choices});
  }

  /// The error message, without the name of the folder.
  std::string refused(const std::string& text, const SampleChoices& choices,
                      Labels labels = Labels::keep) const {
    std::string sentence = refusal([&] { read(text, choices, labels); });
    const std::string folder = folder_.path().string() + "/";
    const std::size_t at = sentence.find(folder);
    return at == std::string::npos ? sentence : sentence.erase(at, folder.size());
  }

  static const Matrix& dense(const LoadedSamples& loaded) {
    return *std::get<std::shared_ptr<const Matrix>>(loaded.samples.features);
  }

  acgd_test::TemporaryFolder folder_;
};

const std::string kTable = "a,y,b,w\n1,10,2,0.5\n3,20,4,1.5\n5,30,6,1\n";

TEST_F(SampleFiles, TargetMayBeAnyColumn) {
  const Matrix others{{1, 2, 0.5}, {3, 4, 1.5}, {5, 6, 1}};
  for (const std::string column : {"y", "2", "-3"}) {
    const LoadedSamples loaded = read(kTable, {.target_column = column});
    EXPECT_EQ(dense(loaded), others) << column;
    EXPECT_EQ(loaded.samples.targets, (Vector{{10, 20, 30}})) << column;
    EXPECT_EQ(loaded.summary.layout.columns, (Names{"a", "b", "w"})) << column;
    EXPECT_EQ(loaded.summary.layout.target, "y") << column;
    EXPECT_TRUE(loaded.summary.targets.starts_with("column y of ")) << loaded.summary.targets;
  }
  const LoadedSamples last = read(kTable);
  EXPECT_EQ(last.samples.targets, (Vector{{0.5, 1.5, 1}}));
  EXPECT_TRUE(last.summary.targets.starts_with("last column of "));
  EXPECT_EQ(read("1,10,2\n3,20,4\n", {.target_column = "2"}).summary.layout.target, "2");
}

TEST_F(SampleFiles, RejectUnknownColumns) {
  EXPECT_EQ(refused(kTable, {.target_column = "5"}), "target-column = 5: t.csv has 4 columns");
  EXPECT_EQ(refused("age,price\n1,2\n", {.target_column = "prise"}),
            "target-column = prise: no column of t.csv is called so; did you mean price?");
  EXPECT_EQ(
      refused("1,2\n", {.target_column = "y"}),
      "target-column = y: t.csv has no header with names; give the number of the column, from 1 "
      "to 2");
  EXPECT_EQ(refused("y,x,y\n1,2,3\n", {.target_column = "y"}),
            "target-column = y: several columns of t.csv are called so; give its number");
  EXPECT_EQ(refused(kTable, {.weights = "w"}), "weights = w: is the column of the targets");
  EXPECT_EQ(refused("y,w\n1,2\n", {.target_column = "y", .weights = "w"}),
            "data = t.csv: no column is left as a feature");
  EXPECT_EQ(refused(kTable, {.target_column = "y", .weights = "v"}),
            "weights = v: no column of t.csv is called so");
}

TEST_F(SampleFiles, WeightsAreColumnOrFile) {
  const LoadedSamples column = read(kTable, {.target_column = "y", .weights = "w"});
  EXPECT_EQ(column.samples.weights, (Vector{{0.5, 1.5, 1}}));
  EXPECT_EQ(dense(column), (Matrix{{1, 2}, {3, 4}, {5, 6}}));
  EXPECT_EQ(column.summary.layout.weights, "w");
  EXPECT_NE(column.summary.description().find("weights: column w of"), std::string::npos);
  const auto file = write("w.txt", "2\n0\n1\n");
  const LoadedSamples beside = read(kTable, {.target_column = "y", .weights = file.string()});
  EXPECT_EQ(beside.samples.weights, (Vector{{2, 0, 1}}));
  EXPECT_EQ(dense(beside).cols(), 3);

  const auto few = write("few.txt", "1\n2\n");
  EXPECT_NE(refused(kTable, {.weights = few.string()})
                .find("2 of them, must be one for each of the 3 samples of"),
            std::string::npos);
  EXPECT_EQ(refused("x,w,y\n1,-1,2\n", {.weights = "w"}),
            "weights = w: that of sample 1 is -1, must be >= 0");
  EXPECT_EQ(refused("x,w,y\n1,0,2\n", {.weights = "w"}), "weights = w: all of them are 0");
}

// The weight of a class is n / (2 n_c): here 4 / (2 * 3) and 4 / (2 * 1).
TEST_F(SampleFiles, BalanceClasses) {
  const std::string table = "x,y\n1,no\n2,yes\n3,no\n4,no\n";
  const LoadedSamples loaded = read(table, {.class_weights = "balanced"}, Labels::signs);
  EXPECT_EQ(loaded.samples.targets, (Vector{{0, 1, 0, 0}}));
  const double no = 4.0 / 6, yes = 4.0 / 2;
  EXPECT_EQ(loaded.samples.weights, (Vector{{no, yes, no, no}}));
  EXPECT_TRUE(loaded.summary.balanced);
  EXPECT_EQ(refused(table, {.class_weights = "equal"}, Labels::signs),
            "class-weights = equal: must be one of balanced");
  EXPECT_EQ(refused(kTable, {.class_weights = "balanced"}),
            "class-weights = balanced: the targets are numbers, not classes");
}

// Every class has the same total weight, and all of them that of the samples: 6.
TEST_F(SampleFiles, BalanceWeightsOfClasses) {
  const LoadedSamples loaded = read("x,w,y\n0,3,a\n1,1,a\n0,1,b\n1,1,b\n",
                                    {.weights = "w", .class_weights = "balanced"}, Labels::signs);
  EXPECT_EQ(loaded.samples.weights, (Vector{{2.25, 0.75, 1.5, 1.5}}));
}

const std::string kGaps = "a,b,y\n1,NA,1\n,4,2\n3,6,\n5,8,4\n";

TEST_F(SampleFiles, MissingValuesAreRejectedByDefault) {
  EXPECT_EQ(refused(kGaps, {}),
            "t.csv:2:3: cell \"NA\" of column 2 (b) is missing: --missing drop leaves such samples "
            "out, --missing mean puts the mean of the column there");
  EXPECT_EQ(refused("a,y\n1,?\n", {}),
            "t.csv:2:3: cell \"?\" of column 2 (y) is missing: --missing drop leaves such samples "
            "out");
  EXPECT_EQ(refused(kGaps, {.missing = "means"}),
            "missing = means: unknown name; did you mean mean?");
}

TEST_F(SampleFiles, DropSamplesWithMissingValues) {
  const LoadedSamples loaded = read(kGaps, {.missing = "drop"});
  EXPECT_EQ(dense(loaded), (Matrix{{5, 8}}));
  EXPECT_EQ(loaded.samples.targets, (Vector{{4}}));
  EXPECT_EQ(loaded.summary.dropped, 3);
  EXPECT_NE(loaded.summary.description().find("3 samples with missing cells left out"),
            std::string::npos);
  EXPECT_EQ(refused("a,y\n,1\n", {.missing = "drop"}),
            "missing = drop: all 1 samples of t.csv would be left out");
}

// The means are those of samples with a target: a has 1 and 5, b has 4 and 8.
TEST_F(SampleFiles, ImputeMeans) {
  const LoadedSamples loaded = read(kGaps, {.missing = "mean"});
  EXPECT_EQ(dense(loaded), (Matrix{{1, 6}, {3, 4}, {5, 8}}));
  EXPECT_EQ(loaded.samples.targets, (Vector{{1, 2, 4}}));
  EXPECT_EQ(loaded.summary.layout.fill, (Vector{{3, 6}}));
  EXPECT_EQ(loaded.summary.dropped, 1);
  EXPECT_EQ(loaded.summary.filled, 2);
  const std::string description = loaded.summary.description();
  EXPECT_NE(
      description.find("1 sample with missing cells left out, 2 missing cells filled with the mean "
                       "of their column"),
      std::string::npos)
      << description;
  EXPECT_EQ(refused("a,b,y\n1,,1\n2,,2\n", {.missing = "mean"}),
            "missing = mean: all of feature 2 (b) is missing");
}

// As if the first sample was there three times.
TEST_F(SampleFiles, ImputeWeightedMeans) {
  const LoadedSamples loaded =
      read("a,w,y\n1,3,1\n5,1,2\n,1,3\n", {.weights = "w", .missing = "mean"});
  EXPECT_EQ(loaded.summary.layout.fill, (Vector{{2}}));
  EXPECT_EQ(dense(loaded), (Matrix{{1}, {5}, {2}}));
}

TEST_F(SampleFiles, OfNumPyMayHaveMissingValues) {
  const double nan = std::nan("");
  const auto file = write("a.npy", data::to_npy(Matrix{{1, nan, 3}, {4, 5, 6}, {7, 9, nan}}));
  const LoadedSamples filled = read_samples({.data = file, .choices = {.missing = "mean"}});
  EXPECT_EQ(dense(filled), (Matrix{{1, 5}, {4, 5}}));
  EXPECT_EQ(filled.summary.dropped, 1);
  EXPECT_NE(refusal([&] { read_samples({.data = file}); })
                .find("a.npy: row 1, column 2: nan is missing: --missing drop leaves such samples "
                      "out, --missing mean"),
            std::string::npos);
}

TEST_F(SampleFiles, OfLibsvmHaveNoColumns) {
  const auto file = write("samples.txt", "1 1:1\n2 2:1\n");
  const auto refuse = [&](const SampleChoices& choices) {
    return refusal([&] { read_samples({.data = file, .choices = choices}); });
  };
  EXPECT_NE(refuse({.target_column = "1"}).find("is read as LIBSVM"), std::string::npos);
  EXPECT_NE(refuse({.missing = "mean"}).find("where what is absent is 0"), std::string::npos);
  EXPECT_NE(refuse({.weights = "w"}).find("weights = w: there is no such file"), std::string::npos);
}

TEST_F(SampleFiles, TargetsMayBeInSeparateFile) {
  const auto data = write("data.csv", "a,b\n1,2\n3,4\n");
  const auto words = write("words.csv", "kind\nred\nblue\n");
  const LoadedSamples loaded =
      read_samples({.data = data, .targets = words, .labels = Labels::classes});
  EXPECT_EQ(loaded.samples.targets, (Vector{{1, 0}}));
  EXPECT_EQ(loaded.summary.layout.coding.classes, (Names{"blue", "red"}));
  const auto row = write("row.csv", "5,6\n");
  EXPECT_EQ(read_samples({.data = data, .targets = row}).samples.targets, (Vector{{5, 6}}));
  EXPECT_EQ(refusal([&] {
              read_samples({.data = data, .targets = row, .choices = {.target_column = "a"}});
            }),
            "target-column: has no effect with --targets, which has them");
}

// A weight of 2 equals a duplicate sample.
TEST_F(SampleFiles, IntegerWeightsEqualRepetitions) {
  const auto once = write("once.csv", "x,z,w,y\n1,2,2,-1\n0.5,1,1,1\n");
  const auto twice = write("twice.csv", "x,z,y\n1,2,-1\n1,2,-1\n0.5,1,1\n");
  const Vector x{{0.3, -0.7}};
  for (const std::string name : {"logistic", "squared-hinge", "sigmoid", "huber"}) {
    const LoadedObjective weighed =
        load_objective({.name = name, .data = once, .samples = {.weights = "w"}});
    const LoadedObjective repeated = load_objective({.name = name, .data = twice});
    EXPECT_NEAR(weighed.f->value(x), repeated.f->value(x), 1e-15) << name;
  }
}

}  // namespace
}  // namespace acgd::spec
