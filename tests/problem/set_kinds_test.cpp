// Sets as they are typed: parameters in order or by name, a file at the end.
#include "problem/set_kinds.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "problem/norm_kinds.hpp"
#include "support/refusal.hpp"
#include "support/temporary_folder.hpp"

namespace acgd::problem {
namespace {

using acgd_test::refusal;

std::string name_of(const std::string& text) { return make_set(text, {.dimension = 6})->name(); }

TEST(MakeSet, TakesParametersInOrderOrByName) {
  EXPECT_EQ(name_of("l1:50"), "l1 ball of radius 50 in R^6");
  EXPECT_EQ(name_of("l1:radius=50"), name_of("l1:50"));
  EXPECT_EQ(name_of("lp:3:2"), "l3 ball of radius 2 in R^6");
  for (const char* same :
       {"lp:p=3:radius=2", "lp:radius=2:p=3", "lp:3:radius=2", "lp:radius=2:3"}) {
    EXPECT_EQ(name_of(same), name_of("lp:3:2")) << same;
  }
  EXPECT_EQ(name_of("box:-1:2"), name_of("box:upper=2:lower=-1"));
  EXPECT_EQ(name_of("simplex"), name_of("simplex:1"));
  EXPECT_EQ(name_of("simplex:total=4"), name_of("simplex:4"));
  EXPECT_EQ(name_of("nuclear:2:2x3"), "nuclear ball of radius 2 in R^(2 x 3)");
  for (const char* same : {"nuclear:2:rows=2:cols=3", "nuclear:2:rows=2", "nuclear:2:cols=3"}) {
    EXPECT_EQ(name_of(same), name_of("nuclear:2:2x3")) << same;
  }
}

TEST(MakeSet, TakesTheShapeOfAMatrixFromTheObjective) {
  const Shape matrix{.dimension = 6, .rows = 3, .cols = 2};
  EXPECT_EQ(make_set("spectral:1", matrix)->name(), "spectral ball of radius 1 in R^(3 x 2)");
  EXPECT_EQ(make_set("spectral:1:2x3", matrix)->name(), "spectral ball of radius 1 in R^(2 x 3)");
  EXPECT_EQ(refusal([] { name_of("nuclear:1"); }),
            "set: this objective has a vector of variables; say which matrix it is, as in "
            "nuclear:10:20x30");
}

TEST(MakeSet, SaysWhatIsWrong) {
  const auto refused = [](const std::string& text) { return refusal([&] { name_of(text); }); };
  EXPECT_EQ(refused("l1"), "set: l1 has 0 parameters, must be l1:R");
  EXPECT_EQ(refused("l1:1:2"), "set: l1 has 2 parameters, must be l1:R");
  EXPECT_EQ(refused("lp:p=3"), "set: lp has 1 parameters, must be lp:P:R");
  EXPECT_EQ(refused("dag"), "set: dag has 0 parameters, must be dag:EDGES.csv");
  EXPECT_EQ(refused("l1:3x"), "set = l1:3x: radius = 3x: must be a finite number");
  EXPECT_EQ(refused("l1:"), "set = l1:: radius = : must be a finite number");
  EXPECT_EQ(refused("l1:radius=3x"), "set = l1:radius=3x: radius = 3x: must be a finite number");
  EXPECT_EQ(refused("l1:radios=3"),
            "set: parameter of l1 = radios: unknown name; did you mean radius?");
  EXPECT_EQ(refused("lp:p=3:p=4"), "set: p=4 is given twice");
  EXPECT_EQ(refused("l1:-1"), "set = l1:-1: radius = -1: must be positive and finite");
  EXPECT_EQ(refused("lp:1:1"), "set = lp:1:1: p = 1: must be above 1 and finite");
  EXPECT_EQ(refused("nuclear:1:2"), "set: the shape 2 must be ROWSxCOLS");
  EXPECT_EQ(refused("nuclear:1:rows=4"),
            "set: the shape 4x1 must have as many entries as there are variables, 6");
  EXPECT_EQ(refused("nuclear:1:cols=0"), "set: cols = 0: must be an integer >= 1");
  EXPECT_EQ(refused("l3:1"), "set = l3: unknown name; did you mean l1?");
}

TEST(MakeSet, ReadsFilesWhoseNamesHaveColonsAndEqualSigns) {
  const acgd_test::TemporaryFolder folder;
  const std::string points = folder.file("a:b=c.csv", "0,0\n1,0\n0,1\n").string();
  EXPECT_EQ(make_set("hull:" + points, {.dimension = 2})->name(), "convex hull of 3 points in R^2");
  EXPECT_EQ(make_set("hull:file=" + points, {.dimension = 2})->dimension(), 2);
  EXPECT_EQ(file_of_set("hull:" + points), points);
  EXPECT_EQ(file_of_set("hull:file=" + points), points);
}

TEST(MakeSet, TakesNodesOrEdgesOfAGraphForTheVariables) {
  const acgd_test::TemporaryFolder folder;
  const std::string edges = folder.file("edges.csv", "0,1\n0,2\n1,3\n2,3\n0,3\n").string();
  EXPECT_EQ(make_set("dag:" + edges, {.dimension = 4})->dimension(), 4);
  EXPECT_EQ(make_set("dag:" + edges, {.dimension = 5})->dimension(), 5);
}

TEST(FileOfSet, IsThereForSetsOfFilesOnly) {
  EXPECT_EQ(file_of_set("dag:edges.csv"), "edges.csv");
  for (const char* text : {"l1:50", "dag", "nothing:edges.csv", "", "box:0:1"}) {
    EXPECT_EQ(file_of_set(text), std::nullopt) << text;
  }
}

TEST(MakeNorm, ComesFromOneTable) {
  const Vector v{{3, -4, 0, 0, 0, 0}};
  const Shape shape{.dimension = 6};
  const auto size = [&](const std::string& text) { return make_norm(text, shape)->of(v); };
  EXPECT_EQ(size("l1"), 7);
  EXPECT_EQ(size("l2"), 5);
  EXPECT_EQ(size("linf"), 4);
  EXPECT_EQ(size("frobenius"), 5);
  EXPECT_NEAR(size("lp:3"), std::cbrt(27.0 + 64.0), 1e-14);
  EXPECT_NEAR(size("nuclear:6x1"), 5, 1e-14);
  EXPECT_NEAR(size("spectral:1x6"), 5, 1e-14);
  for (const Kind& kind : norm_kinds()) EXPECT_TRUE(kind.syntax.starts_with(kind.name));
  const auto refused = [&](const std::string& text) { return refusal([&] { size(text); }); };
  EXPECT_EQ(refused("lp"), "norm = lp: must be lp:P");
  EXPECT_EQ(refused("l2:1"), "norm = l2:1: must be l2");
  EXPECT_EQ(refused("nuclear"),
            "norm = nuclear: this objective has a vector of variables; say which matrix it is, as "
            "in nuclear:20x30");
}

}  // namespace
}  // namespace acgd::problem
