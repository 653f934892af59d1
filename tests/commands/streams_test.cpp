// Standard streams: closed, full, broken, and as files.
#include <gtest/gtest.h>

#include "commands/tool.hpp"
#include "support/npy.hpp"

namespace acgd_test {
namespace {

using acgd::Vector;

constexpr const char* kTwoColumns = "1,0,3\n0,1,-2\n1,1,1\n";
const std::string kSolveTable =
    "solve --objective least-squares --set l2:10 --step line-search --max-iterations 50 ";

/// Runs a shell script. $ACGD is the tool.
Ran run_shell(const Tool& tool, const std::string& text) {
  tool.file("script", "ACGD='" ACGD_TOOL "'\n" + text + "\n");
  const Ran ran = tool.run_script("script");
  std::filesystem::remove(tool.path("script"));
  return ran;
}

TEST(FullOutput, ExitsWithTwoAndMessage) {
  for (const std::string words :
       {"list", "help solve", "--version", "completion bash", "data list",
        "solve --objective rosenbrock --dim 2 --set l2:1 --max-iterations 3",
        "compare --objective rosenbrock --dim 2 --set l2:1 --max-iterations 3",
        "reproduce zakharov --quick --strategies backtracking"}) {
    const Tool tool;
    const Ran ran = run_shell(tool, "$ACGD " + words + " > /dev/full");
    EXPECT_EQ(ran.code, 2) << words;
    EXPECT_EQ(ran.error, "acgd: standard output: cannot be written: No space left on device\n")
        << words;
  }
}

TEST(FullOutput, KeepsFiles) {
  const Tool tool;
  tool.file("a.csv", kTwoColumns);
  const Ran ran = run_shell(tool, "$ACGD " + kSolveTable +
                                      "--data a.csv --result r.json --trace t.csv --solution x.npy "
                                      "> /dev/full");
  EXPECT_EQ(ran.code, 2);
  EXPECT_TRUE(tool.json("r.json")["usable"]);
  EXPECT_TRUE(tool.has("t.csv") && tool.has("x.npy"));
}

TEST(FullErrors, DoNotCrash) {
  const Tool tool;
  for (const std::string where : {"2> /dev/full", "2>&-", "2>&- >&-", "> /dev/full 2> /dev/full"}) {
    EXPECT_EQ(run_shell(tool, "$ACGD solve --objective nothing " + where).code, 2) << where;
    EXPECT_EQ(run_shell(tool, "$ACGD sovle " + where).code, 2) << where;
    EXPECT_EQ(run_shell(tool,
                        "$ACGD solve --objective rosenbrock --dim 2 --set l2:1 --trace "
                        "/dev/full --quiet " +
                            where)
                  .code,
              2)
        << where;
  }
}

TEST(ClosedStreams, AreNotMistakenForFiles) {
  const Tool tool;
  tool.file("a.csv", kTwoColumns);
  const std::string files = "--data a.csv --trace t.csv --result r.json --solution x.csv ";
  const Ran ran = run_shell(tool, "$ACGD " + kSolveTable + files + "<&- >&-");
  EXPECT_EQ(ran.code, 2) << "the summary could not be written";
  EXPECT_EQ(ran.error, "acgd: standard output: cannot be written: Bad file descriptor\n");
  EXPECT_EQ(run_shell(tool, "$ACGD " + kSolveTable + files + "--quiet <&- >&- 2>&-").code, 0);
  EXPECT_EQ(tool.read("a.csv"), kTwoColumns);
  EXPECT_TRUE(tool.json("r.json")["usable"]);
  EXPECT_TRUE(tool.read("t.csv").starts_with("iteration,time_s,"));
  EXPECT_EQ(rows_of(tool.read("t.csv")).size(),
            tool.json("r.json")["counts"]["iterations"].get<std::size_t>() + 1);
}

TEST(BrokenPipe, ExitsWithTwoAndKeepsFiles) {
  const Tool tool;
  const std::string run =
      "$ACGD solve --objective rosenbrock --dim 2 --set l2:1 --max-iterations 50 --result r.json ";
  // The reader has ended before the tool begins.
  const auto broken = [&](const std::string& line) {
    run_shell(tool, "rm -f gone; ( until [ -e gone ]; do sleep 0.01; done; " + line +
                        "; echo $? > code ) | ( exec 0<&-; touch gone )");
    return tool.read("code");
  };
  EXPECT_EQ(broken("$ACGD list"), "2\n");
  EXPECT_EQ(broken(run), "2\n");
  EXPECT_TRUE(tool.json("r.json")["usable"]);
  EXPECT_EQ(broken(run + "--trace - --gap-tolerance 0 --solution x.npy"), "2\n");
  EXPECT_EQ(tool.json("r.json")["status"], "trace failed");
  EXPECT_TRUE(tool.has("x.npy"));
}

TEST(OutOfMemory, ExitsWithTwoAndMessage) {
  const Tool tool;
  const Ran ran = run_shell(tool,
                            "ulimit -v 800000\nOMP_NUM_THREADS=1 exec $ACGD solve --objective "
                            "rosenbrock --dim 200000000 --set l2:1 --max-iterations 3");
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.error, "acgd: out of memory\n");
}

/// The same data in every detected format.
TEST(StandardInput, IsReadLikeFile) {
  const Tool tool;
  tool.file("a.csv", kTwoColumns);
  tool.file("header.csv", std::string("\na,b,y\n") + kTwoColumns);
  ASSERT_EQ(run_shell(tool, "gzip -c a.csv > a.csv.gz").code, 0);
  tool.file("a.txt", "3 1:1\n-2 2:1\n1 1:1 2:1\n");
  const auto solution = [&](const std::string& line) {
    const Ran ran = run_shell(tool, line);
    EXPECT_EQ(ran.code, 0) << line << ran.error;
    return Vector(read_npy(tool.path("x.npy")).col(0));
  };
  const std::string end = " --quiet --solution x.npy ";
  const Vector dense = solution("$ACGD " + kSolveTable + "--data a.csv" + end);
  for (const std::string file : {"a.csv", "header.csv", "a.csv.gz"}) {
    EXPECT_EQ(solution("cat " + file + " | $ACGD " + kSolveTable + "--data -" + end), dense)
        << file;
    EXPECT_EQ(solution("$ACGD " + kSolveTable + "--data -" + end + "< " + file), dense) << file;
    EXPECT_EQ(solution("cat " + file + " | $ACGD " + kSolveTable + "--data /dev/stdin" + end),
              dense);
  }
  EXPECT_EQ(solution("cat a.csv | $ACGD " + kSolveTable + "--data - --format csv" + end), dense);
  EXPECT_EQ(solution("cat a.csv > other; $ACGD " + kSolveTable + "--data other --format csv" + end),
            dense);
  const Vector sparse = solution("$ACGD " + kSolveTable + "--data a.txt" + end);
  EXPECT_EQ(solution("cat a.txt | $ACGD " + kSolveTable + "--data -" + end), sparse);
  EXPECT_EQ(solution("cp a.txt a.mtx; cat a.txt | $ACGD " + kSolveTable +
                     "--data - --format libsvm" + end),
            sparse);
}

TEST(StandardInput, DetectsMatrixFormatByFirstBytes) {
  const Tool tool;
  tool.file("q.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 2\n2 2 4\n");
  tool.file("start.csv", "1\n0\n");
  const std::string run =
      "$ACGD solve --objective quadratic --set simplex --max-iterations 0 --quiet";
  ASSERT_EQ(run_shell(tool, run + " --Q q.mtx --x0 start.csv --solution x.npy").code, 0);
  // The solution is a start again, through a pipe, to the bit.
  const Ran ran =
      run_shell(tool, run + " --Q q.mtx --x0 - --solution y.npy < x.npy && cat q.mtx | " + run +
                          " --Q - --x0 start.csv --solution - | " + run +
                          " --Q q.mtx --x0 - --solution z.npy");
  ASSERT_EQ(ran.code, 0) << ran.error;
  EXPECT_EQ(tool.read("x.npy"), tool.read("y.npy"));
  EXPECT_EQ(tool.read("x.npy"), tool.read("z.npy"));
}

TEST(StandardInput, MayBeTargetsOrEdges) {
  const Tool tool;
  tool.file("a.csv", "1,0\n0,1\n");
  const std::string run =
      "$ACGD solve --objective least-squares --data a.csv --quiet --set l2:9 "
      "--step line-search --solution x.npy --targets ";
  tool.file("b.csv", "price\n3\n-2\n");
  tool.file("b.txt", "# prices\n3\n-2\n");
  ASSERT_EQ(run_shell(tool, run + "b.csv").code, 0);
  const std::string expected = tool.read("x.npy");
  for (const std::string file : {"b.csv", "b.txt"}) {
    const Ran ran = run_shell(tool, "cat " + file + " | " + run + "-");
    ASSERT_EQ(ran.code, 0) << ran.error;
    EXPECT_TRUE(tool.read("x.npy") == expected) << file;
  }
  const Ran graph = run_shell(tool,
                              "printf '0,1\\n' | $ACGD solve --objective rosenbrock --dim 2 "
                              "--set dag:- --max-iterations 3 --quiet");
  EXPECT_EQ(graph.code, 0) << graph.error;
}

TEST(StandardInput, IsReadOnceAndNamedInMessages) {
  const Tool tool;
  const Ran twice = tool.run(kSolveTable + "--data - --test /dev/stdin");
  EXPECT_EQ(twice.code, 2);
  EXPECT_NE(twice.error.find("--data - and --test /dev/stdin"), std::string::npos) << twice.error;
  const Ran bad = run_shell(tool, "printf '1,2\\n3,x\\n' | $ACGD " + kSolveTable + "--data -");
  EXPECT_EQ(bad.code, 2);
  EXPECT_NE(bad.error.find("standard input:2:3: cell \"x\""), std::string::npos) << bad.error;
  EXPECT_EQ(tool.run(kSolveTable + "--data - --format xls").code, 2);
}

TEST(StandardOutput, HasOnlyResult) {
  const Tool tool;
  tool.file("a.csv", kTwoColumns);
  for (const std::string name : {"-", "/dev/stdout", "/dev/fd/1"}) {
    const Ran ran = tool.run(kSolveTable + "--data a.csv --result " + name);
    ASSERT_EQ(ran.code, 0) << ran.error;
    EXPECT_TRUE(nlohmann::json::parse(ran.out)["usable"]);
    EXPECT_NE(ran.error.find("iterations"), std::string::npos) << "the summary is for people";
    EXPECT_EQ(tool.run(kSolveTable + "--quiet --data a.csv --result " + name).error, "");
  }
  const std::string compare = "compare --objective rosenbrock --dim 2 --set l2:1 --result -";
  EXPECT_EQ(nlohmann::json::parse(tool.run(compare).out)["runs"].size(), 4u);
  const std::string reproduce = "reproduce zakharov --quick --strategies backtracking --result -";
  EXPECT_EQ(nlohmann::json::parse(tool.run(reproduce).out)["experiments"].size(), 1u);
  EXPECT_EQ(tool.files(), std::vector<std::string>{"a.csv"});
}

TEST(StandardOutput, HasTraceRowByRow) {
  const Tool tool;
  tool.file("a.csv", kTwoColumns);
  ASSERT_EQ(tool.run(kSolveTable + "--data a.csv --trace t.csv --quiet").code, 0);
  const Ran ran = tool.run(kSolveTable + "--data a.csv --trace -");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const auto rows = rows_of(ran.out), expected = rows_of(tool.read("t.csv"));
  ASSERT_EQ(rows.size(), expected.size());
  for (std::size_t k = 0; k < rows.size(); ++k) EXPECT_EQ(rows[k][2], expected[k][2]);
}

TEST(StandardOutput, IsForOneOutputOnly) {
  const Tool tool;
  tool.file("a.csv", kTwoColumns);
  const Ran ran = tool.run(kSolveTable + "--data a.csv --trace - --result /dev/stdout");
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_NE(ran.error.find("--trace - and --result /dev/stdout"), std::string::npos) << ran.error;
  for (const std::string words : {"--checkpoint -", "--svg -", "--resume - --checkpoint c"}) {
    EXPECT_EQ(tool.run(kSolveTable + "--data a.csv " + words).code, 2) << words;
  }
  EXPECT_EQ(tool.files(), std::vector<std::string>{"a.csv"});
}

TEST(Log, HasLineAtGivenInterval) {
  const Tool tool;
  const std::string run =
      "solve --objective rosenbrock --dim 20 --set l1:20 --gap-tolerance 0 --max-iterations 25 "
      "--trace t.csv --log-every ";
  const Ran ran = tool.run(run + "10");
  ASSERT_EQ(ran.code, 0) << ran.error;
  std::istringstream lines(ran.error);
  std::vector<std::string> seen;
  for (std::string line; std::getline(lines, line);) seen.push_back(line);
  ASSERT_EQ(seen.size(), 4u) << ran.error;
  for (std::size_t k = 0; k < 4; ++k) {
    const std::string iteration = "iteration " + std::to_string(k < 3 ? 10 * k : 25) + " ";
    EXPECT_NE(seen[k].find(iteration), std::string::npos) << seen[k];
  }
  EXPECT_EQ(rows_of(tool.read("t.csv")).size(), 26u) << "the trace is another matter";
  EXPECT_EQ(tool.run(run + "-1").code, 2);
  EXPECT_EQ(tool.run(run + "5 --quiet").code, 2);
  const Ran many = tool.run(
      "compare --objective rosenbrock --dim 2 --set l2:1 --steps secant,open-loop "
      "--max-iterations 3 --log-every 100 --gap-tolerance 0");
  EXPECT_NE(many.error.find("secant  iteration 0"), std::string::npos) << many.error;
  EXPECT_NE(many.error.find("open-loop  iteration 3"), std::string::npos) << many.error;
}

}  // namespace
}  // namespace acgd_test
