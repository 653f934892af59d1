#include "app/data/linear_programs.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "data/expect_refused.hpp"
#include "data/gzip.hpp"

namespace acgd::data {
namespace {

using acgd_test::TemporaryFolder;
using Names = std::vector<std::string>;

constexpr double kInf = std::numeric_limits<double>::infinity();

// min -2 x + y with x + 2 y <= 4, 1 <= 3 x - y <= 5, x + y + z = 2, -3 <= y <= 8, z free
constexpr std::string_view kMps =
    "* a comment\n"
    "NAME          SMALL\n"
    "OBJSENSE\n"
    "    MIN\n"
    "ROWS\n"
    " N  COST\n"
    " L  LIM\n"
    " G  MIX\n"
    " E  ALL\n"
    "COLUMNS\n"
    "    X         COST      -2.0   LIM       1.0\n"
    "    X         MIX       3.0    ALL       1.0\n"
    "    MARKER1   'MARKER'  'INTORG'\n"
    "    Y         COST      1.0    LIM       2.0\n"
    "    Y         MIX      -1.0    ALL       1.0\n"
    "    MARKER2   'MARKER'  'INTEND'\n"
    "    Z         ALL       1.0\n"
    "RHS\n"
    "    RHS1      LIM       4.0    MIX       1.0\n"
    "    RHS1      ALL       2.0\n"
    "RANGES\n"
    "    RNG       MIX       4.0\n"
    "BOUNDS\n"
    " LO BND       Y         -3.0\n"
    " UP BND       Y         8.0\n"
    " FR BND       Z\n"
    "ENDATA\n";

constexpr std::string_view kLp =
    "\\ a comment\n"
    "Minimize\n"
    " cost: - 2 x + y\n"
    "Subject To\n"
    " lim: x + 2y <= 4\n"
    " 1 <= 3 x\n"
    "   - y <= 5\n"
    " all: x + y + z - 1 = 1 \\ another\n"
    "Bounds\n"
    " -3 <= y <= 8\n"
    " z free\n"
    "Generals\n"
    " y\n"
    "End\n";

void expect_small(const LinearProgram& program) {
  Matrix rows(3, 3);
  rows << 1, 2, 0, 3, -1, 0, 1, 1, 1;
  EXPECT_EQ(Matrix(program.matrix), rows);
  EXPECT_EQ(program.row_lower, (Vector{{-kInf, 1, 2}}));
  EXPECT_EQ(program.row_upper, (Vector{{4, 5, 2}}));
  EXPECT_EQ(program.lower, (Vector{{0, -3, -kInf}}));
  EXPECT_EQ(program.upper, (Vector{{kInf, 8, kInf}}));
}

TEST(ReadMps, ReadsRowsColumnsAndBounds) {
  const TemporaryFolder folder;
  const LinearProgram program = read_mps(folder.file("small.mps", kMps));
  expect_small(program);
  EXPECT_EQ(program.row_names, (Names{"LIM", "MIX", "ALL"}));
  EXPECT_EQ(program.column_names, (Names{"X", "Y", "Z"}));
}

TEST(ReadLpFormat, ReadsSameProgram) {
  const TemporaryFolder folder;
  const LinearProgram program = read_lp_format(folder.file("small.lp", kLp));
  expect_small(program);
  EXPECT_EQ(program.row_names, (Names{"lim", "", "all"}));
  EXPECT_EQ(program.column_names, (Names{"x", "y", "z"}));
}

TEST(ReadLinearProgram, ChoosesFormatByNameAndDecompresses) {
  const TemporaryFolder folder;
  expect_small(read_linear_program(folder.file("small.lp", kLp)));
  expect_small(read_linear_program(folder.file("small.txt", kMps)));
  expect_small(read_linear_program(folder.file("a.LP.gz", acgd_test::gzip(std::string(kLp)))));
  expect_small(read_linear_program(folder.file("a.mps.gz", acgd_test::gzip(std::string(kMps)))));
}

/// The bounds of a variable x with these lines of BOUNDS.
std::pair<double, double> mps_bounds(const std::string& lines) {
  const TemporaryFolder folder;
  const LinearProgram program = read_mps(folder.file(
      "a.mps", "ROWS\n N c\n G r\nCOLUMNS\n x r 1\nRHS\nBOUNDS\n" + lines + "ENDATA\n"));
  return {program.lower[0], program.upper[0]};
}

TEST(ReadMps, ReadsAllKindsOfBounds) {
  using Pair = std::pair<double, double>;
  EXPECT_EQ(mps_bounds(""), Pair(0, kInf));
  EXPECT_EQ(mps_bounds(" UP B x 3\n"), Pair(0, 3));
  EXPECT_EQ(mps_bounds(" UP x 3\n"), Pair(0, 3));  // without the name of the set
  EXPECT_EQ(mps_bounds(" UP B x -3\n"), Pair(-kInf, -3));
  EXPECT_EQ(mps_bounds(" LO B x -5\n UP B x -3\n"), Pair(-5, -3));
  EXPECT_EQ(mps_bounds(" FX B x 2\n"), Pair(2, 2));
  EXPECT_EQ(mps_bounds(" FR B x\n"), Pair(-kInf, kInf));
  EXPECT_EQ(mps_bounds(" FR x\n"), Pair(-kInf, kInf));
  EXPECT_EQ(mps_bounds(" MI B x\n"), Pair(-kInf, kInf));
  EXPECT_EQ(mps_bounds(" UP B x 3\n PL B x\n"), Pair(0, kInf));
  EXPECT_EQ(mps_bounds(" BV B x\n"), Pair(0, 1));
  EXPECT_EQ(mps_bounds(" LI B x 2\n UI B x 1e30\n"), Pair(2, kInf));
  EXPECT_EQ(mps_bounds(" LO B x -Inf\n"), Pair(-kInf, kInf));
}

TEST(ReadMps, RangesExtendRowsByType) {
  const TemporaryFolder folder;
  const LinearProgram program = read_mps(
      folder.file("a.mps",
                  "ROWS\n N c\n L l\n G g\n E p\n E m\nCOLUMNS\n x l 1 g 1\n x p 1 m 1\n"
                  "RHS\n l 10 g 10\n p 10 m 10\nRANGES\n R l 3 g 3\n R p 3 m -3\nENDATA\n"));
  EXPECT_EQ(program.row_lower, (Vector{{7, 10, 10, 7}}));
  EXPECT_EQ(program.row_upper, (Vector{{10, 13, 13, 10}}));
}

TEST(ReadMps, ErrorsHaveLocation) {
  const auto refused = [](const std::string& text, const std::string& message) {
    acgd_test::expect_refused([](const auto& file) { read_mps(file); }, text, message);
  };
  const std::string rows = "ROWS\n N c\n G r\n", columns = rows + "COLUMNS\n x r 1\n";
  refused(" x\n", ":1:1: a line before the first section");
  refused("ROWS\n Q r\n", ":2:2: a row of type \"Q\": must be N, E, L or G");
  refused("ROWS\n G\n", ":2:1: a row must be its type and its name");
  refused(rows + " L r\n", ":4:1: a second row \"r\": names must differ");
  refused(rows + "COLUMNS\n x q 1\n", ":5:4: no row is called \"q\"");
  refused(rows + "COLUMNS\n x r 1z\n", ":5:6: coefficient \"1z\": must be a finite number");
  refused(columns + " x r 2\n", ":6:4: the column has the row \"r\" twice");
  refused(columns + " y r 2\n x c 1\n",
          ":7:2: the column \"x\" again: its lines must follow each other");
  refused(columns + "BOUNDS\n UP B y 1\n", ":7:7: no column is called \"y\"");
  refused(columns + "BOUNDS\n SC B x 1\n",
          ":7:2: a bound of type \"SC\": must be UP, LO, FX, FR, MI, PL, BV, UI or LI");
  refused(columns + "SOS1\n",
          ":6:1: a section \"SOS1\": must be NAME, OBJSENSE, ROWS, COLUMNS, RHS, RANGES, BOUNDS or "
          "ENDATA");
  refused(columns, ":6:1: the file ends: must end with ENDATA");
}

TEST(ReadLpFormat, AcceptsCommonSpellings) {
  const TemporaryFolder folder;
  const LinearProgram program =
      read_lp_format(folder.file("a.lp",
                                 "Max\n obj: 3 a + 2 b + [ a ^ 2 ] / 2 + e\nst\n"
                                 "c1: a + b =< 4 c2: a - b >= -2\n"
                                 "-a - c <= 10\n"
                                 " 2 a + 3 < 9\n"
                                 "bounds\n a <= 5\n 1 <= b\n c = 3\n"
                                 " -inf <= d <= 7\nbinary\n e\nend\n"));
  EXPECT_EQ(program.column_names, (Names{"a", "b", "e", "c", "d"}));
  EXPECT_EQ(program.row_names, (Names{"c1", "c2", "", ""}));
  Matrix rows(4, 5);
  rows << 1, 1, 0, 0, 0, 1, -1, 0, 0, 0, -1, 0, 0, -1, 0, 2, 0, 0, 0, 0;
  EXPECT_EQ(Matrix(program.matrix), rows);
  EXPECT_EQ(program.row_lower, (Vector{{-kInf, -2, -kInf, -kInf}}));
  EXPECT_EQ(program.row_upper, (Vector{{4, kInf, 10, 6}}));
  EXPECT_EQ(program.lower, (Vector{{0, 1, 0, 3, -kInf}}));
  EXPECT_EQ(program.upper, (Vector{{5, kInf, 1, 3, 7}}));
}

TEST(ReadLpFormat, ErrorsHaveLocation) {
  const auto refused = [](const std::string& text, const std::string& message) {
    acgd_test::expect_refused([](const auto& file) { read_lp_format(file); }, text, message);
  };
  refused("x + y\n", ":1:1: must begin with Minimize or Maximize");
  refused("min\n x\nst\n x y <= 3\n",
          ":4:4: \"y\" behind a variable: must be a sign or a relation");
  refused("min\n x\nst\n x <= y\n", ":4:7: variables must be on one side of a constraint");
  refused("min\n x\nst\n x ^ 2 <= 3\n", ":4:4: \"^\" in a constraint: must be linear");
  refused("min\n x\nst\n 3 4 x <= 3\n", ":4:4: a number behind a number");
  refused("min\n x\nst\n <= 3\n", ":4:2: a relation that nothing precedes");
  refused("min\n x\nst\n 5 <= x <= 3\nend\n",
          ":4:1: a constraint whose bounds contradict each other");
  refused("min\n x\nst\n x\nend\n", ":5:1: a constraint without a relation");
  refused("min\n x\nst\nx <= 3\nbounds\n 2 x <= 3\n",
          ":6:1: a bound must be like 0 <= x <= 5, x <= 5, x = 5 or x free");
  refused("min\n x\nst\nx <= 3\nsos2\n", ":5:1: a section \"sos2\": what it has is not linear");
  refused("min\nst\nend\n", ":3:1: the file ends: must have a variable");
  refused("min\n x\nbounds\n x <= -1\nend\n",
          ":5:1: the file ends, and the variable \"x\" must be from 0 to -1, which is nothing");
}

}  // namespace
}  // namespace acgd::data
