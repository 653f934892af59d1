// Errors have hints where a remedy is known, and flags without effect are rejected.
#include <gtest/gtest.h>

#include "commands/tool.hpp"

namespace acgd_test {
namespace {

/// The .npy file of a 3 x 2 matrix, by columns or by rows.
std::string npy(bool by_columns, const std::vector<double>& numbers) {
  std::string header = std::string("{'descr': '<f8', 'fortran_order': ") +
                       (by_columns ? "True" : "False") + ", 'shape': (3, 2)}\n";
  std::string bytes = "\x93NUMPY\x01";
  bytes += {'\0', static_cast<char>(header.size()), '\0'};
  bytes += header;
  return bytes.append(reinterpret_cast<const char*>(numbers.data()), 8 * numbers.size());
}

struct Case {
  std::string words;
  std::string sentence;  ///< the whole message without "acgd: "
};

/// Valid and invalid files, which no run may change.
void prepare(const Tool& tool) {
  const double nan = std::nan("");
  tool.file("data.txt", "+1 1:1\n-1 2:1\n");
  tool.file("classes.txt", "0 1:1\n1 2:1\n");
  tool.file("three.txt", "1 1:1\n2 2:1\n3 1:1 2:1\n");
  tool.file("unseen.txt", "+1 1:1 7:1\n-1 2:1\n");
  tool.file("table", "1,2,3\n4,5,6\n");
  tool.file("spaces", "1 2 3\n4 5 6\n");
  tool.file("a.csv", "1,0\n0,1\n");
  tool.file("b.csv", "1\n2\n");
  tool.file("archive.npz", "PK");
  tool.file("rows.npy", npy(false, {1, 2, 3, nan, 5, 6}));
  tool.file("columns.npy", npy(true, {1, 2, 3, 4, nan, 6}));
}

void expect_refused(const std::vector<Case>& cases) {
  const Tool tool;
  prepare(tool);
  const auto before = tool.files();
  for (const Case& one : cases) {
    const Ran ran = tool.run(one.words);
    EXPECT_EQ(ran.code, 2) << one.words << ran.out;
    EXPECT_EQ(ran.out, "") << one.words;
    EXPECT_EQ(ran.error, "acgd: " + one.sentence + "\n") << one.words;
    EXPECT_EQ(tool.files(), before) << one.words;
  }
}

const std::string kLevy = "solve --objective levy --dim 3 --set l1:1";
const std::string kCuredLogistic = "solve --objective logistic --set l1:1 --data ";
const std::string kCuredSquares = "solve --objective least-squares --set l1:1 --data ";

TEST(InvalidArguments, HaveHintsForBadData) {
  expect_refused(
      {{kCuredLogistic + "classes.txt --labels keep",
        "--labels: 0 and 1 occur, must be -1 and +1; --labels auto turns them into these"},
       {kCuredLogistic + "three.txt",
        "--labels: 1, 2 and 3 occur, must be two values; several classes are learnt by --objective "
        "softmax"},
       {kCuredLogistic + "a1a",
        "a1a: there is no such file; acgd data fetch a1a --to . fetches it"},
       {kCuredLogistic + "data.txt --test here/a1a.t",
        "here/a1a.t: there is no such file; acgd data fetch a1a.t --to here fetches it"},
       {"solve --objective completion --data movielens100k --set nuclear:1",
        "movielens100k: there is no such file; acgd data fetch movielens100k --to . fetches it as "
        "movielens100k.csv"},
       {kCuredSquares + "archive.npz",
        "archive.npz: is an archive of NumPy arrays: save one array with numpy.save as .npy, a "
        "sparse "
        "matrix with scipy.io.mmwrite as .mtx"},
       {kLevy + " --x0 archive.npz",
        "archive.npz: is an archive of NumPy arrays: save one array with numpy.save as .npy, a "
        "sparse "
        "matrix with scipy.io.mmwrite as .mtx"},
       {kCuredSquares + "table",
        "table:1:1: label \"1,2,3\": must be a finite number; a table is in a file named .csv, or "
        "--format csv says so"},
       {kCuredSquares + "spaces",
        "spaces:1:3: \"2\": must be index:value; if these are numbers between spaces, --format "
        "text "
        "says so"},
       {kCuredSquares + "rows.npy",
        "rows.npy: row 2, column 2: nan is missing: --missing drop leaves such samples out"},
       {kCuredSquares + "columns.npy",
        "columns.npy: row 2, column 2: nan is missing: --missing drop leaves such samples out"},
       {kCuredSquares + "a.csv --targets b.csv --test a.csv",
        "--test: a.csv has 2 columns, as many as the data has features; its targets are missing: "
        "--test-targets FILE"}});
}

TEST(InvalidArguments, SuggestFlagsAndCommands) {
  expect_refused(
      {{"solve --objektive levy --dim 3 --steep x --set l1:1 --colour red",
        "unknown flags: --objektive (--objective?), --steep (--step?), --colour; see: acgd solve "
        "--help"},
       {kLevy + " --tolerance 1",
        "unknown flag: --tolerance (--gap-tolerance?); see: acgd solve --help"},
       {kLevy + " --max-iter 1",
        "unknown flag: --max-iter (--max-iterations?); see: acgd solve --help"},
       {"sovle", "sovle: unknown command; did you mean acgd solve? See: acgd --help"},
       {"data fech", "fech: unknown command; did you mean acgd data fetch? See: acgd data --help"},
       {"data", "acgd data: must be followed by one of list, fetch, make; see: acgd data --help"},
       {"--objective levy",
        "--objective: a command comes first, as in acgd solve --objective; see: acgd --help"},
       {"--vrsion", "unknown flag: --vrsion (--version?); see: acgd --help"},
       {kLevy + " extra", "extra: unexpected argument of acgd solve; see: acgd solve --help"},
       {"list sets extra", "extra: unexpected argument of acgd list; see: acgd list --help"},
       {"completion", "SHELL: is missing; see: acgd completion --help"},
       {"solve --set l1:1", "--objective NAME: is missing; see: acgd solve --help"},
       {kLevy + " --set l1:2", "--set: given twice; see: acgd solve --help"},
       {kLevy + " --quiet=no", "--quiet = no: it takes no value; see: acgd solve --help"},
       {kLevy + " --quiet --quiet", "--quiet: given twice; see: acgd solve --help"},
       {kLevy + " --trace --quiet",
        "--trace: its value is missing, as in --trace FILE; see: acgd solve --help"},
       {kLevy + " --trace",
        "--trace: its value is missing, as in --trace FILE; see: acgd solve --help"},
       {kLevy + " -- extra", "extra: unexpected argument of acgd solve; see: acgd solve --help"},
       {kLevy + " --dim x --colour red", "unknown flag: --colour; see: acgd solve --help"},
       {"--seed 1 solve --objective levy",
        "--seed: a command comes first, as in acgd solve --seed; see: acgd --help"}});
}

TEST(Refusals, HelpIsShownWhateverElseIsWrong) {
  const Tool tool;
  const std::string help = tool.run("solve --help").out;
  for (const char* words : {"solve --colour red --help", "solve --dim x --help",
                            "solve --help --trace", "solve --trace --help", "--help solve"}) {
    const Ran ran = tool.run(words);
    EXPECT_EQ(ran.code, 0) << words;
    EXPECT_EQ(ran.out, help) << words;
  }
}

TEST(InvalidArguments, ShowNumbersAsTyped) {
  expect_refused(
      {{kLevy + " --max-iterations 1.5", "--max-iterations = 1.5: must be an integer >= 0"},
       {kLevy + " --max-iterations -1", "--max-iterations = -1: must be an integer >= 0"},
       {kLevy + " --time-limit 5m",
        "--time-limit = 5m: must be seconds, as 90 or 90s, or 50ms, 5min, 2h"},
       {kLevy + " --gap-tolerance tiny", "--gap-tolerance = tiny: must be a finite number"},
       {kLevy + " --threads 0", "--threads = 0: must be an integer >= 1"},
       {kLevy + " --threads 1025", "--threads = 1025: must be from 1 to 1024"},
       {"reproduce lasso --threads 0", "--threads = 0: must be an integer >= 1"},
       {kLevy + " --x0 gaussian --seed -1", "--seed = -1: must be an integer >= 0"},
       {kLevy + " --period 1e12", "--period = 1e12: must be at most 2147483647"},
       {kLevy + " --gamma 2", "--gamma = 2: must be in (0, 1]"},
       {kLevy + " --initial-lipschitz x", "--initial-lipschitz = x: must be a finite number"},
       {kLevy + " --counting papr", "--counting = papr: unknown name; did you mean paper?"},
       {kLevy + " --max-evaluations x", "--max-evaluations = x: must be an integer >= 0"},
       {kLevy + " --check-gradient maybe", "--check-gradient = maybe: must be true or false"},
       {kLevy + " --feasibility-tolerance -1",
        "--feasibility-tolerance = -1: must be >= 0 and finite"},
       {kLevy + " --step adaptive-constant:gama=1",
        "--step: parameter of adaptive-constant = gama: unknown name; did you mean gamma?"},
       {kLevy + " --step fixed:x", "--step = fixed:x: length = x: must be a finite number"},
       {kLevy + " --direction frankwolfe",
        "--direction = frankwolfe: unknown name; did you mean frank-wolfe?"},
       {kLevy + " --direction steepest-descent",
        "--direction = steepest-descent: would leave the set, in which x of this run stays: must "
        "be frank-wolfe"},
       {"solve --objective levy --dim 0 --set l1:1", "--dim = 0: must be an integer >= 1"},
       {"solve --objective levy --dim 3 --set l1:-1",
        "--set = l1:-1: radius = -1: must be positive and finite"},
       {"solve --objective levy --dim 3 --set lp:3x:1",
        "--set = lp:3x:1: p = 3x: must be a finite number"},
       {"solve --objective least-squares:route=gramm --data a.csv --set l1:1",
        "--objective = least-squares:route=gramm: route = gramm: must be automatic or composite or "
        "gram-columns or gram-matrix"},
       {kLevy + " --norm lp:0.5", "--norm = lp:0.5: p = 0.5: must be above 1 and finite"},
       {"compare --objective levy --dim 3 --set l1:1 --steps short,adaptve-constant",
        "--steps = adaptve-constant: unknown name; did you mean adaptive-constant?"},
       {"compare --objective levy --dim 3 --set l1:1 --steps fixed:x",
        "--steps = fixed:x: length = x: must be a finite number"},
       {"compare --objective levy --dim 3 --set l1:1 --directions frankwolfe",
        "--directions = frankwolfe: unknown name; did you mean frank-wolfe?"},
       {"compare --objective levy --dim 3 --set l1:1 --steps open-loop,short,open-loop",
        "--steps = open-loop,short,open-loop: open-loop is given twice"}});
}

TEST(InvalidArguments, OfFlagsWithoutEffect) {
  expect_refused(
      {{kLevy + " --trace-every 5",
        "--trace-every: has no effect without --trace, --report or --svg"},
       {kLevy + " --value-tolerance 1", "--value-tolerance: has no effect without --optimal-value"},
       {kLevy + " --seed 1", "--seed: has no effect without --x0 random-vertex or gaussian"},
       {"compare --objective levy --dim 3 --set l1:1 --seed 1",
        "--seed: has no effect without --x0 random-vertex or gaussian"},
       {kLevy + " --norm l1 --step open-loop",
        "--norm = l1: has no effect on the step rule open-loop, nor without --gradient-tolerance"},
       {"compare --objective levy --dim 3 --set l1:1 --steps open-loop,secant --norm l1",
        "--norm = l1: has no effect on these step rules, nor without --gradient-tolerance"},
       {"compare --objective levy --dim 3 --set l1:1 --steps open-loop,secant --gamma 0.5",
        "--gamma: none of these step rules takes it; they have l, tolerance, max-rounds"},
       {kLevy + " --step secant --period 3",
        "--period: not a parameter of the step rule secant; it has tolerance, max-rounds"},
       {kCuredLogistic + "data.txt --test-targets b.csv",
        "--test-targets: has no effect without --test"},
       {kCuredLogistic + "data.txt --loss huber:1", "--loss: not used by the objective logistic"},
       {"reproduce logistic --quick --synthetic --data .",
        "--data: has no effect with --synthetic"}});
}

TEST(Accepted, CommonSpellingsOfIntegersAndSeconds) {
  const Tool tool;
  const std::string words = "solve --objective rosenbrock --dim 1e1 --set l1:1 --gap-tolerance 0 ";
  ASSERT_EQ(tool.run(words + "--max-iterations 1e2 --time-limit 1h --result r.json").code, 0);
  EXPECT_EQ(tool.json("r.json")["counts"]["iterations"], 100);
  EXPECT_EQ(tool.json("r.json")["options"]["time-limit"], 3600);
  EXPECT_EQ(tool.run(words + "--max-iterations 9 --gradient-tolerance 1e-9 --norm l1").code, 0);
  EXPECT_EQ(tool.run(words + "--max-iterations 9 --trace-every 2 --svg pictures").code, 0);
}

TEST(Accepted, TargetsOfHeldOutDataInSeparateFile) {
  // x solves x_1 = 1, x_2 = 2 exactly; the held-out targets are off by 1 and 3.
  const Tool tool;
  prepare(tool);
  tool.file("c.csv", "2\n5\n");
  const Ran ran = tool.run(
      "solve --objective least-squares --data a.csv --targets b.csv --set l2:10 --step line-search "
      "--gap-tolerance 1e-12 --test a.csv --test-targets c.csv --result r.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  EXPECT_NEAR(tool.json("r.json")["test"]["mae"].get<double>(), 2, 1e-4);
}

TEST(Accepted, FeaturesAbsentFromHeldOutData) {
  const Tool tool;
  prepare(tool);
  tool.file("fewer.txt", "+1 1:1\n-1 1:-1\n");
  EXPECT_EQ(tool.run(kCuredLogistic + "data.txt --test fewer.txt").code, 0);
  EXPECT_EQ(tool.run(kCuredLogistic + "data.txt --features 7 --test unseen.txt").error, "");
  const Ran unseen = tool.run(kCuredLogistic + "data.txt --test unseen.txt");
  EXPECT_EQ(unseen.code, 0);
  EXPECT_EQ(unseen.error,
            "acgd: unseen.txt: 1 entry with an index above 2, up to 7, which the data does not "
            "have: ignored\n");
}

TEST(NonFinite, StartHasHint) {
  const Tool tool;
  tool.file("counts.csv", "1,1\n1,2\n");
  // The vertex of the ball is x = -1000 or 1000; exp(1000) is infinite.
  tool.file("far.csv", "1000\n");
  const std::string words = "solve --objective poisson --data counts.csv --set l2:1000 --x0 ";
  const Ran far = tool.run(words + "far.csv --result r.json");
  EXPECT_EQ(far.code, 3);
  const std::string cure = "the start is too far out: try --x0 zero, or a smaller set";
  EXPECT_NE(far.out.find(cure), std::string::npos) << far.out;
  EXPECT_NE(tool.json("r.json")["message"].get<std::string>().find(cure), std::string::npos);
  EXPECT_EQ(tool.run(words + "zero").code, 0);
}

}  // namespace
}  // namespace acgd_test
