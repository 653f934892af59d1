// Output files: formats, links, existing files, and concurrent runs.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "commands/tool.hpp"
#include "support/npy.hpp"

namespace acgd_test {
namespace {

namespace fs = std::filesystem;
using acgd::Matrix;
using acgd::Vector;

const std::string kNamed =
    "solve --objective least-squares --data a.csv --set l2:10 --step line-search --max-iterations "
    "7 --gap-tolerance 0 --quiet ";

void write_data(const Tool& tool) {
  tool.file("a.csv", "\"size, m2\",age,price\n1,0.3,3\n0.1,1,-2\n1,1,1\n");
}

/// An objective that is constant: the solution is the start.
std::string again(const std::string& start) {
  return "solve --objective least-squares --data a.csv --set l2:10 --max-iterations 0 --quiet "
         "--solution again.npy --x0 " +
         start;
}

TEST(Solution, RoundTripsInEveryFormat) {
  const Tool tool;
  write_data(tool);
  tool.file("nameless.csv", "1,0.3,3\n0.1,1,-2\n1,1,1\n");
  ASSERT_EQ(tool.run(kNamed + "--solution x.npy").code, 0);
  const std::string expected = tool.read("x.npy");
  for (const std::string name : {"x.csv", "x.txt", "x.NPY"}) {
    ASSERT_EQ(tool.run(kNamed + "--solution " + name).code, 0) << name;
    const Ran ran = tool.run(again(name));
    ASSERT_EQ(ran.code, 0) << ran.error;
    EXPECT_TRUE(tool.read("again.npy") == expected) << name;
  }
  EXPECT_TRUE(tool.read("x.csv").starts_with("\"size, m2\",age\n")) << tool.read("x.csv");

  ASSERT_EQ(tool.run(kNamed + "--solution x.json").code, 0);
  const Vector x = read_npy(tool.path("x.npy")).col(0);
  EXPECT_EQ(tool.json("x.json")["x"], (std::vector<double>{x[0], x[1]}));
  EXPECT_EQ(tool.json("x.json")["names"], (std::vector<std::string>{"size, m2", "age"}));

  ASSERT_EQ(tool.run(kNamed + "--data nameless.csv --solution y.csv").code, 2) << "data twice";
  const std::string nameless =
      "solve --objective least-squares --data nameless.csv --set l2:10 "
      "--step line-search --max-iterations 7 --gap-tolerance 0 --quiet ";
  ASSERT_EQ(tool.run(nameless + "--solution y.csv").code, 0);
  ASSERT_EQ(tool.run(again("y.csv")).code, 0);
  EXPECT_TRUE(tool.read("again.npy") == expected);
}

TEST(Solution, UnknownFormatIsRejectedBeforeRun) {
  const Tool tool;
  write_data(tool);
  for (const std::string name : {"x", "x.dat", "x.csv.gz", ".npy"}) {
    const Ran ran = tool.run(kNamed + "--trace t.csv --solution " + name);
    EXPECT_EQ(ran.code, 2) << name;
    EXPECT_NE(ran.error.find(name + ": the name must end in .npy, .csv"), std::string::npos)
        << ran.error;
  }
  EXPECT_EQ(tool.files(), std::vector<std::string>{"a.csv"});
}

TEST(Solution, OfLowRankHasFormat) {
  const Tool tool;
  tool.file("r.csv", "1,1,1\n1,2,2\n2,1,2\n3,2,6\n");
  const std::string run =
      "solve --objective completion --data r.csv --set nuclear:9 --max-iterations 9 --quiet ";
  for (const std::string name : {"x.npy", "x.csv", "x.txt", "x.json"}) {
    ASSERT_EQ(tool.run(run + "--solution " + name).code, 0) << name;
  }
  const Matrix left = read_npy(tool.path("x.left.npy"));
  ASSERT_EQ(left.rows(), 3);
  const nlohmann::json json = tool.json("x.json");
  std::istringstream csv(tool.read("x.left.csv")), text(tool.read("x.left.txt"));
  for (acgd::Index i = 0; i < left.rows(); ++i) {
    for (acgd::Index j = 0; j < left.cols(); ++j) {
      double from_csv = 0, from_text = 0;
      csv >> from_csv;
      csv.ignore();
      text >> from_text;
      EXPECT_EQ(from_csv, left(i, j));
      EXPECT_EQ(from_text, left(i, j));
      EXPECT_EQ(json["left"][i][j], left(i, j));
    }
  }
  EXPECT_EQ(json["right"].size(), 2u);
}

TEST(Header, IsReportedAndKept) {
  const Tool tool;
  write_data(tool);
  const std::string run = "solve --objective least-squares --set l2:10 --data a.csv ";
  const Ran ran = tool.run(run + "--result r.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  EXPECT_NE(ran.out.find("header: size, m2,age,price"), std::string::npos) << ran.out;
  EXPECT_EQ(tool.json("r.json")["problem"]["header"].size(), 3u);
  const Ran many = tool.run("compare --objective least-squares --set l2:10 --data a.csv");
  EXPECT_NE(many.out.find("header: size, m2,age,price"), std::string::npos) << many.out;

  tool.file("b.csv", "1,NA,3\n4,5,6\n7,8,9\n");
  const Ran bad = tool.run("solve --objective least-squares --set l2:10 --data b.csv");
  EXPECT_EQ(bad.code, 2);
  EXPECT_NE(bad.error.find("b.csv:1:3: cell \"NA\" of column 2"), std::string::npos) << bad.error;
  tool.file("c.csv", "1,2,3\n4,5,6\n7,8,9\n");
  const Ran none = tool.run("solve --objective least-squares --set l2:10 --data c.csv");
  EXPECT_EQ(none.out.find("header"), std::string::npos) << none.out;
}

const std::string kLong =
    "solve --objective rosenbrock --dim 20 --set box:-2:2 --step fixed:1e-9 --gap-tolerance 0 "
    "--quiet --trace t.csv ";

void wait_for(const Tool& tool, const std::string& name) {
  for (int k = 0; k < 1000 && !tool.has(name); ++k) usleep(10000);
  ASSERT_TRUE(tool.has(name));
}

TEST(SharedTrace, RunsAreNotMixed) {
  const Tool tool;
  const pid_t first = begin(tool, kLong + "--max-iterations 1000000000000 --result r.json");
  wait_for(tool, "t.csv.partial");
  const Ran second = tool.run(kLong + "--max-iterations 10 --result s.json");
  EXPECT_EQ(second.code, 2);
  EXPECT_NE(second.error.find("t.csv: another run is writing t.csv.partial"), std::string::npos)
      << second.error;
  EXPECT_FALSE(tool.has("s.json"));
  kill(first, SIGINT);
  int status = 0;
  waitpid(first, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 130);
  const auto rows = rows_of(tool.read("t.csv"));
  EXPECT_EQ(rows.size(), tool.json("r.json")["counts"]["iterations"].get<std::size_t>() + 1);
  for (std::size_t k = 0; k < rows.size(); ++k) ASSERT_EQ(rows[k][0], static_cast<double>(k));
}

TEST(SharedTrace, RunsMayFollowEachOtherAfterKill) {
  const Tool tool;
  const pid_t first = begin(tool, kLong + "--max-iterations 1000000000000");
  wait_for(tool, "t.csv.partial");
  kill(first, SIGKILL);
  waitpid(first, nullptr, 0);
  ASSERT_TRUE(tool.has("t.csv.partial"));
  EXPECT_EQ(tool.run(kLong + "--max-iterations 10").code, 0);
  EXPECT_EQ(rows_of(tool.read("t.csv")).size(), 11u);
  EXPECT_FALSE(tool.has("t.csv.partial"));
}

TEST(Links, PointToCreatedFile) {
  const Tool tool;
  write_data(tool);
  fs::create_directory(tool.path("far"));
  for (const std::string name : {"t.csv", "r.json", "x.npy", "r.html", "c"}) {
    fs::create_symlink("far/" + name, tool.path(name));
  }
  const Ran ran = tool.run(
      kNamed + "--trace t.csv --result r.json --solution x.npy --report r.html --checkpoint c");
  ASSERT_EQ(ran.code, 0) << ran.error;
  for (const std::string name : {"t.csv", "r.json", "x.npy", "r.html", "c"}) {
    EXPECT_TRUE(fs::is_symlink(tool.path(name))) << name;
    EXPECT_TRUE(fs::is_regular_file(tool.path("far/" + name))) << name;
  }
  fs::create_symlink("nowhere/x.npy", tool.path("lost.npy"));
  const Ran lost = tool.run(kNamed + "--solution lost.npy");
  EXPECT_EQ(lost.code, 2);
  EXPECT_NE(lost.error.find("there is no folder nowhere"), std::string::npos) << lost.error;
}

/// As a user without permissions.
TEST(ReadOnlyFiles, AreNotReplacedInWritableFolder) {
  const Tool tool;
  write_data(tool);
  fs::permissions(tool.path(""), fs::perms::all);
  fs::permissions(tool.file("mine.json", "precious"), static_cast<fs::perms>(0444));
  std::string user;
  if (geteuid() == 0) user = "setpriv --reuid=65534 --regid=65534 --clear-groups ";
  const std::string script = "cd '" + tool.path("").string() + "' && exec " + user + ACGD_TOOL " ";
  tool.file("version", script + "--version");
  if (tool.run_script("version").code != 0) GTEST_SKIP() << "cannot run as another user here";
  tool.file("run", script + kNamed + "--result mine.json --trace t.csv");
  const Ran ran = tool.run_script("run");
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.error.find("mine.json: already exists"), std::string::npos) << ran.error;
  EXPECT_EQ(tool.read("mine.json"), "precious");
  EXPECT_FALSE(tool.has("t.csv"));
}

TEST(Folders, AreCreatedOnlyForOutputs) {
  const Tool tool;
  write_data(tool);
  const auto before = tool.files();
  for (const std::string words :
       {"solve --objective least-squares --data none.csv --set l2:1 --svg p/q",
        "compare --objective least-squares --data none.csv --set l2:1 --svg p --traces t",
        "compare --objective least-squares --data a.csv --set l7:1 --svg p --traces t",
        "reproduce nothing --svg p --traces t", "reproduce lasso --counting x --svg p --traces t",
        "data fetch nothing --to d", "data fetch a1a --to d --mirror file:///nowhere"}) {
    EXPECT_EQ(tool.run(words).code, 2) << words;
    EXPECT_EQ(tool.files(), before) << words;
  }
  ASSERT_EQ(tool.run(kNamed + "--svg p/q").code, 0);
  EXPECT_TRUE(tool.has("p/q"));
  EXPECT_EQ(tool.run(kNamed + "--svg a.csv/q").code, 2);
}

TEST(TraceOnFullDisk, EndsRun) {
  const Tool tool;
  const std::string run = "solve --objective rosenbrock --dim 200 --set l1:20 --gap-tolerance 0 ";
  const Ran ran =
      tool.run(run + "--trace /dev/full --result r.json --solution x.npy --report r.html");
  EXPECT_EQ(ran.code, 2);
  const std::string why = "/dev/full: cannot be written: No space left on device";
  EXPECT_EQ(ran.error, "acgd: " + why + "\n");
  EXPECT_TRUE(ran.out.starts_with("trace failed")) << ran.out;
  EXPECT_NE(ran.out.find("(" + why + ", after iteration "), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("observer"), std::string::npos) << ran.out;
  EXPECT_EQ(tool.json("r.json")["status"], "trace failed");
  EXPECT_TRUE(tool.json("r.json")["message"].get<std::string>().starts_with(why));
  EXPECT_NE(tool.read("r.html").find("No space left on device"), std::string::npos);
  EXPECT_EQ(read_npy(tool.path("x.npy")).rows(), 200);
}

TEST(FailedOutput, DoesNotAffectOthers) {
  const Tool tool;
  write_data(tool);
  const Ran ran = tool.run(kNamed + "--solution /dev/full --result r.json --report r.html");
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.error, "acgd: /dev/full: cannot be written: No space left on device\n");
  EXPECT_TRUE(tool.json("r.json")["usable"]);
  EXPECT_TRUE(tool.has("r.html"));
}

}  // namespace
}  // namespace acgd_test
