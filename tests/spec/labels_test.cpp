// The mapping of labels from a file to an objective.
#include <gtest/gtest.h>

#include "app/spec/objectives.hpp"
#include "support/refusal.hpp"
#include "support/temporary_folder.hpp"

namespace acgd::spec {
namespace {

class SigmoidLabels : public testing::Test {
 protected:
  std::filesystem::path write(const std::string& name, const std::string& text) {
    return folder_.file(name, text);
  }

  LoadedObjective load(const std::filesystem::path& file, const std::string& labels = "auto") {
    return load_objective({.name = "sigmoid", .data = file, .labels = labels});
  }

  /// At 0, where each sigmoid is 1/2: the mean of (1/2 - label)^2.
  static double at_zero(const LoadedObjective& loaded) {
    return loaded.f->value(Vector::Zero(loaded.shape.dimension));
  }

  acgd_test::TemporaryFolder folder_;
};

TEST_F(SigmoidLabels, AreKeptOnRequest) {
  const auto file = write("signs", "-1 1:1 2:2\n+1 1:3\n-1 2:1\n-1 1:1\n");
  const double unmapped = (3 * 2.25 + 0.25) / 4;
  EXPECT_DOUBLE_EQ(at_zero(load(file, "keep")), unmapped);
  EXPECT_DOUBLE_EQ(at_zero(load(file, "pm1")), unmapped);
  EXPECT_DOUBLE_EQ(at_zero(load(file, "01")), 0.25);
  EXPECT_DOUBLE_EQ(at_zero(load(file)), 0.25);
}

TEST_F(SigmoidLabels, MappingIsReported) {
  const auto description_of = [&](const std::filesystem::path& file, const std::string& labels) {
    return load(file, labels).description;
  };
  const std::string mapped = "labels -1/+1 taken as 0/1";
  const auto signs = write("signs", "-1 1:1 2:2\n+1 1:3\n");
  EXPECT_NE(description_of(signs, "auto").find(mapped), std::string::npos)
      << description_of(signs, "auto");
  EXPECT_NE(description_of(signs, "01").find(mapped), std::string::npos);
  EXPECT_EQ(description_of(signs, "keep").find("labels"), std::string::npos);
  EXPECT_EQ(description_of(signs, "pm1").find("labels"), std::string::npos);
  const auto classes = write("classes", "1 1:1 2:2\n2 1:3\n");
  EXPECT_NE(description_of(classes, "auto").find("labels 1/2 taken as 0/1"), std::string::npos);
  EXPECT_NE(description_of(classes, "pm1").find("labels 1/2 taken as -1/+1"), std::string::npos);
}

TEST_F(SigmoidLabels, InUnitIntervalAreProbabilities) {
  const auto soft = write("soft", "0.25 1:1\n1 1:3\n0.5 1:1\n");
  EXPECT_DOUBLE_EQ(at_zero(load(soft)), (0.0625 + 0.25) / 3);
  const auto three = write("three", "1 1:1\n2 1:3\n3 1:1\n");
  const std::string complaint = acgd_test::refusal([&] { load(three); });
  EXPECT_NE(complaint.find("labels: 1, 2 and 3 occur, must be two values, or all in [0, 1]"),
            std::string::npos)
      << complaint;
  EXPECT_DOUBLE_EQ(at_zero(load(three, "keep")), (0.25 + 2.25 + 6.25) / 3);
}

// A single class in the held-out samples keeps its code.
TEST_F(SigmoidLabels, OfHeldOutSamplesUseSameMapping) {
  const auto data = write("data", "-1 1:1\n+1 1:3\n");
  const auto held_out = write("held_out", "-1 1:-2\n-1 1:-1\n");
  for (const std::string labels : {"auto", "01", "keep", "pm1"}) {
    const Evaluate evaluate = load(data, labels).test({held_out});
    EXPECT_EQ(evaluate({.x = Vector::Ones(1)}).front().second, 1) << labels;
  }
  const auto other = write("other", "2 1:1\n");
  const std::string complaint = acgd_test::refusal([&] { load(data).test({other}); });
  EXPECT_NE(complaint.find("labels: 2 occurs, must be -1 or 1"), std::string::npos) << complaint;
}

}  // namespace
}  // namespace acgd::spec
