// Outputs never replace inputs of a command, nor each other.
#include <gtest/gtest.h>

#include "commands/tool.hpp"

namespace acgd_test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kData = "a,b,y\n1,0,3\n0,1,-2\n1,1,1\n";
const std::string kSolveFiles =
    "solve --objective least-squares --set l2:10 --max-iterations 5 --quiet --data a.csv ";

struct Collision {
  std::string name;
  std::string words;
  std::vector<std::string> flags;  ///< named in the message
};

/// A folder with data under several names.
void fill(const Tool& tool) {
  tool.file("a.csv", kData);
  tool.file("point.csv", "0\n0\n");
  tool.file("b.csv", "1\n2\n3\n");
  tool.file("q.csv", "2,0\n0,2\n");
  tool.file("edges.csv", "0,1\n");
  tool.file("hull.csv", "1,0\n0,1\n");
  tool.file("c", "a checkpoint");
  fs::create_directory(tool.path("x"));
  fs::create_directory(tool.path("pictures"));
  fs::create_directory(tool.path("traces"));
  fs::create_symlink("a.csv", tool.path("link.csv"));
  fs::create_symlink("new.csv", tool.path("dangling.csv"));
  fs::create_hard_link(tool.path("a.csv"), tool.path("hard.csv"));
  fs::create_symlink("../a.csv", tool.path("pictures/old-gap.svg"));
  tool.file("pictures/hull.svg", "1 0\n0 1\n");
  fs::create_symlink("pictures/hull.svg", tool.path("way"));
  fs::create_symlink("../a.csv", tool.path("traces/short.csv"));
  fs::create_symlink("../a.csv", tool.path("traces/zakharov-backtracking.csv"));
}

/// All names and contents of the folder.
std::vector<std::string> contents(const Tool& tool) {
  std::vector<std::string> all;
  for (const auto& entry : fs::recursive_directory_iterator(tool.path(""))) {
    const std::string name = entry.path().string() + (entry.is_symlink() ? " -> " : " ");
    all.push_back(entry.is_directory() ? name : name + bytes_of(entry.path()));
  }
  std::sort(all.begin(), all.end());
  return all;
}

class PathCollision : public testing::TestWithParam<Collision> {};

TEST_P(PathCollision, IsRejectedBeforeAnythingIsWritten) {
  const Tool tool;
  fill(tool);
  const auto before = contents(tool);
  const Ran ran = tool.run(GetParam().words);
  EXPECT_EQ(ran.code, 2) << ran.out;
  EXPECT_EQ(std::count(ran.error.begin(), ran.error.end(), '\n'), 1) << ran.error;
  for (const std::string& flag : GetParam().flags) {
    EXPECT_NE(ran.error.find(flag), std::string::npos) << ran.error;
  }
  EXPECT_EQ(contents(tool), before);
}

const auto kCollisions = testing::Values(
    Collision{"trace", kSolveFiles + "--trace a.csv", {"--trace a.csv", "--data a.csv"}},
    Collision{"result", kSolveFiles + "--result a.csv", {"--result", "--data"}},
    Collision{"solution", kSolveFiles + "--solution a.csv", {"--solution", "--data"}},
    Collision{"report", kSolveFiles + "--report a.csv", {"--report", "--data"}},
    Collision{"checkpoint", kSolveFiles + "--checkpoint a.csv", {"--checkpoint", "--data"}},
    Collision{"test", kSolveFiles + "--test b.csv --trace b.csv", {"--trace", "--test"}},
    Collision{"targets", kSolveFiles + "--targets b.csv --trace b.csv", {"--trace", "--targets"}},
    Collision{"start", kSolveFiles + "--x0 point.csv --solution point.csv", {"--solution", "--x0"}},
    Collision{"quadratic",
              "solve --objective quadratic --Q q.csv --set l2:1 --result q.csv",
              {"--result", "--Q"}},
    Collision{"linear",
              "solve --objective quadratic --Q q.csv --b point.csv --set l2:1 --result point.csv",
              {"--result", "--b"}},
    Collision{"hull",
              "solve --objective rosenbrock --dim 2 --set hull:hull.csv --trace hull.csv",
              {"--trace", "--set"}},
    Collision{"dag",
              "solve --objective rosenbrock --dim 2 --set dag:edges.csv --trace ./edges.csv",
              {"--trace", "--set"}},
    Collision{
        "symbolic_link", kSolveFiles + "--trace link.csv", {"--trace link.csv", "--data a.csv"}},
    Collision{"hard_link", kSolveFiles + "--trace hard.csv", {"--trace hard.csv", "--data a.csv"}},
    Collision{"spelling", kSolveFiles + "--trace ./x/../a.csv", {"--trace ./x/../a.csv", "--data"}},
    Collision{"two_outputs", kSolveFiles + "--trace t --result t", {"--trace t", "--result t"}},
    Collision{"two_spellings",
              kSolveFiles + "--trace t --result ./x/../t",
              {"--trace", "--result ./x/../t"}},
    Collision{"dangling_link",
              kSolveFiles + "--trace new.csv --result dangling.csv",
              {"--trace new.csv", "--result dangling.csv"}},
    Collision{"partial", kSolveFiles + "--trace t --result t.partial", {"--trace", "--result"}},
    Collision{"factors",
              kSolveFiles + "--solution s.npy --result s.left.npy",
              {"--solution", "--result"}},
    Collision{"resume", kSolveFiles + "--resume c --trace c", {"--resume c", "--trace c"}},
    Collision{"both", kSolveFiles + "--checkpoint k --trace k", {"--checkpoint", "--trace"}},
    Collision{"picture", kSolveFiles + "--svg pictures", {"--svg", "--data"}},
    Collision{"hull_among_pictures",
              "solve --objective rosenbrock --dim 2 --set hull:way --svg pictures",
              {"--svg", "--set"}},
    Collision{"page_among_pictures",
              kSolveFiles + "--svg pictures --report x/../pictures/p.svg",
              {"--svg", "--report"}},
    Collision{"page_among_new_pictures",
              kSolveFiles + "--svg p/q --report p/q/p.svg",
              {"--svg", "--report"}},
    Collision{"compared",
              "compare --objective least-squares --set l2:10 --data a.csv --steps short --traces "
              "traces",
              {"--traces", "--data"}},
    Collision{"compared_twice",
              "compare --objective rosenbrock --dim 2 --set l2:10 --steps secant --traces traces "
              "--result traces/secant.csv",
              {"--traces", "--result"}},
    Collision{"reproduced",
              "reproduce zakharov --quick --result r --report ./r",
              {"--result", "--report"}},
    Collision{"reproduced_traces",
              "reproduce zakharov --quick --traces traces --result traces/zakharov-open-loop.csv",
              {"--traces", "--result"}});

INSTANTIATE_TEST_SUITE_P(Files, PathCollision, kCollisions,
                         [](const auto& test) { return test.param.name; });

TEST(PathCollisionOfReproduce, IsRejected) {
  const Tool tool;
  tool.file("a1a", "+1 1:1\n-1 2:1\n");
  const Ran ran = tool.run("reproduce zakharov --quick --data . --result a1a");
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.error.find("--result a1a"), std::string::npos) << ran.error;
  EXPECT_NE(ran.error.find("--data"), std::string::npos) << ran.error;
  EXPECT_EQ(tool.read("a1a"), "+1 1:1\n-1 2:1\n");
}

TEST(PathCollisionOfData, IsRejected) {
  const Tool tool;
  tool.file("a1a", "as published");
  const Ran ran = tool.run("data fetch a1a --to . --mirror file://" + tool.path("").string());
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.error.find("--mirror"), std::string::npos) << ran.error;
  EXPECT_NE(ran.error.find("--to"), std::string::npos) << ran.error;
  EXPECT_EQ(tool.read("a1a"), "as published");
}

/// The shell opens these files before the tool starts.
TEST(PathCollisionOfRedirection, IsRejectedForAppending) {
  const Tool tool;
  fill(tool);
  tool.file("run", ACGD_TOOL " " + kSolveFiles + " >> a.csv");
  const Ran ran = tool.run_script("run");
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.error.find("--data a.csv"), std::string::npos) << ran.error;
  EXPECT_NE(ran.error.find("standard output"), std::string::npos) << ran.error;
  EXPECT_EQ(tool.read("a.csv"), kData);

  tool.file("run", ACGD_TOOL
            " solve --objective least-squares --set l2:1 --quiet --data - --trace a.csv < a.csv");
  const Ran in = tool.run_script("run");
  EXPECT_EQ(in.code, 2);
  EXPECT_EQ(tool.read("a.csv"), kData);
}

TEST(SharedInput, IsAllowed) {
  const Tool tool;
  fill(tool);
  const Ran ran = tool.run(kSolveFiles + "--test ./a.csv --trace t.csv --result r.json");
  EXPECT_EQ(ran.code, 0) << ran.error;
  EXPECT_EQ(tool.run(kSolveFiles + "--trace /dev/null --result /dev/null").code, 0);
}

}  // namespace
}  // namespace acgd_test
