// Specifications of sets: parameters in order or by name, a file at the end.
#include "app/spec/sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/refusal.hpp"
#include "support/temporary_folder.hpp"

namespace acgd::spec {
namespace {

using acgd_test::refusal;

std::string name_of(const std::string& text) { return make_set(text, {.dimension = 6})->name(); }

TEST(SetKinds, AreTheSetsOfTheLibraryAndTheirProduct) {
  std::vector<std::string> known, typed;
  for (const KnownSet& set : known_sets()) known.emplace_back(set.name());
  known.emplace_back("product");
  for (const SetKind& set : set_kinds()) typed.push_back(set.name);
  EXPECT_EQ(typed, known);
}

/// How many letters a syntax has: nuclear:R[:MxN] has three.
std::size_t letters_in(std::string_view syntax) {
  const auto colons = std::ranges::count(syntax, ':');
  const bool has_sides = syntax.find("MxN") != std::string_view::npos;
  return static_cast<std::size_t>(colons) + (has_sides ? 1 : 0);
}

TEST(SetKinds, HaveALetterForEachParameterAndAnExample) {
  for (const SetKind& set : set_kinds()) {
    EXPECT_TRUE(set.syntax.starts_with(set.name)) << set.syntax;
    EXPECT_NE(set.example.find("--set " + set.name), std::string::npos) << set.example;
    SetChoice choice = set.choice;
    EXPECT_EQ(letters_in(set.syntax), choice.describe().size()) << set.syntax;
    EXPECT_LE(set.required, letters_in(set.syntax)) << set.syntax;
    for (const std::string& value : set.values) EXPECT_TRUE(value.starts_with(set.name)) << value;
  }
}

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

TEST(MakeSet, UsesMatrixShapeOfObjective) {
  const Shape matrix{.dimension = 6, .rows = 3, .cols = 2};
  EXPECT_EQ(make_set("spectral:1", matrix)->name(), "spectral ball of radius 1 in R^(3 x 2)");
  EXPECT_EQ(make_set("spectral:1:2x3", matrix)->name(), "spectral ball of radius 1 in R^(2 x 3)");
  EXPECT_EQ(refusal([] { name_of("nuclear:1"); }),
            "set: this objective has a vector of variables; say which matrix it is, as in "
            "nuclear:10:20x30");
}

TEST(MakeSet, RejectsInvalidSpecifications) {
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

TEST(MakeSet, ReadsFilesWithColonsAndEqualSignsInName) {
  const acgd_test::TemporaryFolder folder;
  const std::string points = folder.file("a:b=c.csv", "0,0\n1,0\n0,1\n").string();
  EXPECT_EQ(make_set("hull:" + points, {.dimension = 2})->name(), "convex hull of 3 points in R^2");
  EXPECT_EQ(make_set("hull:file=" + points, {.dimension = 2})->dimension(), 2);
  EXPECT_EQ(file_of_set("hull:" + points), points);
  EXPECT_EQ(file_of_set("hull:file=" + points), points);
}

TEST(MakeSet, VariablesAreNodesOrEdgesOfGraph) {
  const acgd_test::TemporaryFolder folder;
  const std::string edges = folder.file("edges.csv", "0,1\n0,2\n1,3\n2,3\n0,3\n").string();
  EXPECT_EQ(make_set("dag:" + edges, {.dimension = 4})->dimension(), 4);
  EXPECT_EQ(make_set("dag:" + edges, {.dimension = 5})->dimension(), 5);
}

TEST(FileOfSet, ExistsOnlyForSetsOfFiles) {
  EXPECT_EQ(file_of_set("dag:edges.csv"), "edges.csv");
  for (const char* text : {"l1:50", "dag", "nothing:edges.csv", "", "box:0:1"}) {
    EXPECT_EQ(file_of_set(text), std::nullopt) << text;
  }
}

TEST(MakeSet, ReadsLinearProgramsOfBothFormats) {
  const acgd_test::TemporaryFolder folder;
  const std::string mps =
      folder.file("a.mps", "ROWS\n N c\n L r\nCOLUMNS\n x r 1\n y r 1\nRHS\n r 1\nENDATA\n")
          .string();
  const std::string lp = folder.file("a.lp", "min\n x + y\nst\n x + y <= 1\nend\n").string();
  for (const std::string& text :
       {"polyhedron:" + mps, "polyhedron:" + lp, "lp:" + mps, "lp:" + lp}) {
    EXPECT_EQ(make_set(text, {.dimension = 2})->name(), "polyhedron of 1 rows in R^2") << text;
    EXPECT_TRUE(file_of_set(text)) << text;
  }
  EXPECT_EQ(name_of("lp:3:2"), "l3 ball of radius 2 in R^6");
  const std::string open = folder.file("b.lp", "min\n x\nst\n x >= 1\nend\n").string();
  EXPECT_EQ(refusal([&] { make_set("lp:" + open, {.dimension = 1}); }),
            "set = lp:" + open +
                ": polyhedron: it is unbounded, x[0] (x) can grow without end; must be bounded, "
                "give its variables bounds");
  const std::string bad = folder.file("c.lp", "min\n x\nst\n x x\nend\n").string();
  EXPECT_TRUE(
      refusal([&] { make_set("lp:" + bad, {.dimension = 1}); }).starts_with(bad + ":4:4: "));
}

TEST(MakeSet, AcceptsProductsOfSets) {
  const auto names = [](const std::string& text, Index dimension) {
    return make_set(text, {.dimension = dimension})->name();
  };
  EXPECT_EQ(names("product:3*simplex,5*l1:2", 8),
            "product of 2 sets in R^8: " + names("simplex", 3) + ", " + names("l1:2", 5));
  // One part has the remaining variables, and sides give the size of a matrix.
  EXPECT_EQ(names("product:simplex,5*l1:2", 8), names("product:3*simplex,5*l1:2", 8));
  EXPECT_EQ(names("product:3*simplex,l1:radius=2", 8), names("product:3*simplex,5*l1:2", 8));
  EXPECT_EQ(names("product:nuclear:2:2x3,l1:1", 8),
            "product of 2 sets in R^8: nuclear ball of radius 2 in R^(2 x 3), l1 ball of radius 1 "
            "in R^2");
  EXPECT_EQ(names("product:6*nuclear:2:rows=2:cols=3,2*l1:1", 8),
            names("product:nuclear:2:2x3,l1:1", 8));
  EXPECT_EQ(names("product:l1:1", 4), "product of 1 sets in R^4: l1 ball of radius 1 in R^4");
}

TEST(MakeSet, FindsFilesInProducts) {
  const acgd_test::TemporaryFolder folder;
  const std::string points = folder.file("a,b:c.csv", "0,0\n1,0\n0,1\n").string();
  const std::string text = "product:2*hull:" + points + ",3*simplex";
  EXPECT_EQ(make_set(text, {.dimension = 5})->dimension(), 5);
  EXPECT_EQ(file_of_set(text), points);
  const std::string twice = "product:2*hull:" + points + ",hull:" + points;
  EXPECT_EQ(make_set(twice, {.dimension = 4})->dimension(), 4);
  EXPECT_EQ(files_of_set(twice).size(), 2u);
  EXPECT_EQ(refusal([&] { make_set("product:3*hull:" + points + ",simplex", {.dimension = 5}); }),
            "set = product:3*hull:" + points + ",simplex: parts[0] = 3*hull:" + points +
                ": the set has 2 variables, must have 3");
}

TEST(MakeSet, ErrorNamesInvalidPartOfProduct) {
  const auto refused = [](const std::string& text) {
    const std::string begin = "set = " + text + ": ";
    const std::string sentence = refusal([&] { make_set(text, {.dimension = 8}); });
    return sentence.starts_with(begin) ? sentence.substr(begin.size()) : sentence;
  };
  EXPECT_EQ(refused("product"), "set: product has 0 parameters, must be product:N*SET,N*SET");
  EXPECT_EQ(refused("product:3*simplex,5*l3:2"), "parts[1] = l3: unknown name; did you mean l1?");
  EXPECT_EQ(refused("product:3*simplex,5*l1:-2"),
            "parts[1] = l1:-2: radius = -2: must be positive and finite");
  EXPECT_EQ(refused("product:3*simplex,5*l1"), "parts[1]: l1 has 0 parameters, must be l1:R");
  EXPECT_EQ(refused("product:3*simplex,6*l1:2"),
            "parts[1] = 6*l1:2: its 6 variables and those before are more than 8, which there are "
            "in all");
  EXPECT_EQ(refused("product:3*simplex,4*l1:2"), "the parts have 7 variables in all, must have 8");
  EXPECT_EQ(refused("product:simplex,l1:2"),
            "parts[1] = l1:2: only one part may leave open how many variables it has, and parts[0] "
            "does; say N*l1:2");
  EXPECT_EQ(refused("product:8*simplex,l1:2"),
            "parts[1] = l1:2: none of the 8 variables is left for it");
  EXPECT_EQ(refused("product:0*simplex,l1:2"),
            "parts[0]: number of variables = 0: must be an integer >= 1");
  EXPECT_EQ(refused("product:x*simplex,l1:2"),
            "parts[0]: number of variables = x: must be an integer >= 1");
  EXPECT_EQ(refused("product:4*simplex,product:4*l1:1"),
            "parts[1] = product:4*l1:1: a product within a product must be typed as its parts, one "
            "after the other");
  EXPECT_EQ(refused("product:3*simplex,,l1:1"), "parts[1]: there is none, must be N*SET or SET");
  EXPECT_EQ(refused("product:9223372036854775807*simplex,9223372036854775807*l1:1"),
            "parts[0] = 9223372036854775807*simplex: its 9223372036854775807 variables and those "
            "before are more than 8, which there are in all");
}

TEST(MakeNorm, UsesOneTable) {
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
}  // namespace acgd::spec
