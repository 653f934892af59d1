// Specifications beyond the memory of any machine.
#include <gtest/gtest.h>

#include "acgd/oracle/balls.hpp"
#include "app/spec/objectives.hpp"
#include "app/spec/sets.hpp"
#include "app/spec/starts.hpp"
#include "support/refusal.hpp"

namespace acgd::spec {
namespace {

using acgd_test::refusal;

TEST(Limits, DimensionIsAtMostThatOfFiles) {
  const auto load = [](Index dimension) {
    return load_objective({.name = "levy", .dimension = dimension});
  };
  EXPECT_EQ(load(2147483646).shape.dimension, 2147483646);
  EXPECT_EQ(refusal([&] { load(Index{1} << 40); }),
            "dim = 1099511627776: must be at most 2147483646");
}

TEST(Limits, ShapeOfSetMustMatchVariables) {
  EXPECT_EQ(make_set("nuclear:1:2x3", {.dimension = 6})->dimension(), 6);
  for (const char* shape : {"2x4", "3x1", "4294967296x4294967296", "9223372036854775807x1"}) {
    EXPECT_EQ(refusal([&] { make_set(std::string("spectral:1:") + shape, {.dimension = 6}); }),
              "set: the shape " + std::string(shape) +
                  " must have as many entries as there are variables, 6");
  }
}

TEST(Limits, GaussianStartMustFit) {
  const L1Ball set(6, 1);
  const Shape ratings{.dimension = Index{1} << 40, .rows = 1 << 20, .cols = 1 << 20};
  EXPECT_EQ(refusal([&] { make_start("gaussian", Mode::constrained, &set, ratings, 1); }),
            "x0 = gaussian: 1099511627776 numbers, must be at most 2147483646 of them");
}

}  // namespace
}  // namespace acgd::spec
