// Set specifications without a radius.
#include <gtest/gtest.h>

#include "acgd/core/error.hpp"
#include "acgd/norm/norm.hpp"
#include "acgd/oracle/balls.hpp"
#include "app/spec/sets.hpp"
#include "support/temporary_folder.hpp"

namespace acgd::spec {
namespace {

using acgd_test::TemporaryFolder;

std::string refusal(const std::string& text) {
  try {
    with_radius(text, 1);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(RadiusSpecification, InsertRadius) {
  EXPECT_EQ(with_radius("l1", 2.5), "l1:2.5");
  EXPECT_EQ(with_radius("simplex", 0.1), "simplex:total=0.1");
  EXPECT_EQ(with_radius("lp:3", 2), "lp:radius=2:3");
  EXPECT_EQ(with_radius("group:l2:g.csv", 2), "group:radius=2:l2:g.csv");
  EXPECT_EQ(with_radius("nuclear:2x3", 2), "nuclear:radius=2:2x3");
}

TEST(RadiusSpecification, RejectRadiusGivenTwiceOrUnsupported) {
  EXPECT_NE(refusal("l1:2").find("--set l1 --radii"), std::string::npos);
  EXPECT_NE(refusal("l1:radius=2").find("--set l1 --radii"), std::string::npos);
  EXPECT_NE(refusal("lp:3:2").find("--set lp:3 --radii"), std::string::npos);
  EXPECT_NE(refusal("group:linf:2:g.csv").find("--set group:linf:g.csv"), std::string::npos);
  EXPECT_NE(refusal("simplex:3").find("--set simplex "), std::string::npos);
  EXPECT_NE(refusal("box:0:1").find("these have one: "), std::string::npos);
  EXPECT_NE(refusal("l11").find("l1?"), std::string::npos) << refusal("l11");
}

TEST(RadiusSpecification, PenaltyHasLambdaInPlaceOfRadius) {
  const auto expect = [](const std::string& text, const std::string& set, double lambda) {
    const auto split = split_penalty(text);
    ASSERT_TRUE(split) << text;
    EXPECT_EQ(split->set, set);
    EXPECT_EQ(split->lambda, lambda);
  };
  expect("l1:0.5", "l1:1", 0.5);
  expect("l1:radius=0.5", "l1:1", 0.5);
  expect("lp:3:0.5", "lp:radius=1:3", 0.5);
  expect("group:l2:0.5:g.csv", "group:radius=1:l2:g.csv", 0.5);
  expect("nuclear:0:2x3", "nuclear:radius=1:2x3", 0);
  for (const char* text : {"nonnegative", "box:0:inf", "free", "product:l1:1"}) {
    EXPECT_FALSE(split_penalty(text)) << text;
  }
  for (const char* text : {"l1", "lp:3", "box:0", "birkhoff", "group:l2:g.csv", "nothing:1"}) {
    EXPECT_THROW(make_penalty(text, {.dimension = 4}), InvalidInput) << text;
  }
}

TEST(RadiusSpecification, PenaltyHasValuesOfItsParts) {
  const auto at = [](const std::string& text, const Vector& x) {
    return make_penalty(text, {.dimension = x.size()})->value(x).value();
  };
  EXPECT_DOUBLE_EQ(at("l1:0.5", Vector{{1, -3}}), 2);
  EXPECT_DOUBLE_EQ(at("product:2*l1:0.5,nonnegative", Vector{{1, -3, 7}}), 2);
  EXPECT_TRUE(std::isinf(at("product:2*l1:0.5,nonnegative", Vector{{1, -3, -7}})));
  EXPECT_TRUE(std::isinf(at("box:-1:inf", Vector{{-2, 3}})));
  EXPECT_EQ(at("box:-inf:1", Vector{{-2, 0}}), 0);
}

/// Every set grows with its radius: -min <g, x> is proportional to it.
TEST(RadiusSpecification, ConstructGrowingSets) {
  const TemporaryFolder folder;
  const std::string groups = folder.file("groups.csv", "0\n0\n1\n1\n").string();
  const std::string weights = folder.file("weights.csv", "4\n3\n2\n1\n").string();
  Vector g{{1, -2, -3, 0.5}};
  const auto least = [&](const std::string& text, double radius) {
    const RadiusSet set = make_radius_set(text, 4, 1);
    const auto oracle = set.of(radius);
    LmoResult lmo;
    oracle->minimize(Gradient(g), lmo);
    return lmo.atom.dot(g);
  };
  const std::map<std::string, std::string> more = {{"lp", ":3"},
                                                   {"knorm", ":2"},
                                                   {"ksparse", ":2"},
                                                   {"hypersimplex", ":2"},
                                                   {"unit-hypersimplex", ":2"},
                                                   {"nuclear", ":2x2"},
                                                   {"spectral", ":2x2"},
                                                   {"schatten", ":3:2x2"},
                                                   {"owl", ":" + weights},
                                                   {"group", ":l2:" + groups}};
  for (const std::string& name : sets_with_radius()) {
    const auto found = more.find(name);
    const std::string text = found == more.end() ? name : name + found->second;
    if (name.starts_with("spectra") && name != "spectral") g[2] = g[1];  // of symmetric matrices
    const double one = least(text, 1), three = least(text, 3);
    EXPECT_LT(one, 0) << text;
    EXPECT_NEAR(three, 3 * one, 1e-9) << text;
  }
}

TEST(RadiusSpecification, GroupCoefficientsOfFeatureInSeveralOutputs) {
  const RadiusSet set = make_radius_set("", 2, 3);
  EXPECT_EQ(set.shape.rows, 2);
  EXPECT_EQ(set.shape.cols, 3);
  const auto* ball = dynamic_cast<const NormBall*>(set.of(2).get());
  ASSERT_NE(ball, nullptr);
  // Features a, b of outputs 1, 2, 3, stacked by outputs: ||(1, 2, 2)|| + ||(3, 0, 4)|| = 8.
  EXPECT_NEAR(ball->norm().of(Vector{{1, 3, 2, 0, 2, 4}}), 8, 1e-12);
  EXPECT_EQ(ball->radius(), 2);
  EXPECT_EQ(make_radius_set("", 2, 1).of(2)->name(), "l1 ball of radius 2 in R^2");
}

}  // namespace
}  // namespace acgd::spec
