#include <gtest/gtest.h>

#include "app/data/graphs.hpp"
#include "expect_refused.hpp"
#include "gzip.hpp"
#include "support/data.hpp"

namespace acgd::data {
namespace {

using acgd_test::expect_refused;
using acgd_test::TemporaryFolder;

/// From 0 to 2 and from 2 to 1.
void expect_two_edges(std::string_view text) {
  SCOPED_TRACE(text);
  const TemporaryFolder folder;
  const std::vector<FlowGraph::Edge> edges = read_edges(folder.file("edges", text));
  ASSERT_EQ(edges.size(), 2u);
  EXPECT_EQ(edges[0].from, 0);
  EXPECT_EQ(edges[0].to, 2);
  EXPECT_EQ(edges[1].from, 2);
  EXPECT_EQ(edges[1].to, 1);
}

TEST(Edges, ReadsEverySeparator) {
  expect_two_edges("0,2\n2,1\n");
  expect_two_edges("0;2\n2;1\n");
  expect_two_edges("0\t2\n2\t1\n");
  expect_two_edges("0 2\r\n\r\n 2   1");
  expect_two_edges(acgd_test::gzip("0,2\n2,1\n"));
}

TEST(Edges, ReadsColumnsNamedByHeader) {
  expect_two_edges("from,to\n0,2\n2,1\n");
  expect_two_edges("video,from_node,to_node\n1,0,2\n1,2,1\n");
  expect_two_edges("To,cost,From\n2,x,0\n1,y,2\n");
  expect_two_edges("\"source\"\t\"target\"\n0\t2\n2\t1\n");
  expect_two_edges("tail;head\n0;2\n2;1\n");
  expect_two_edges("head tail\n2 0\n1 2\n");
  expect_two_edges("a,b\n0,2\n2,1\n");
}

TEST(Edges, RejectsBadTables) {
  const std::string rule =
      " columns: must be two, or have a header that calls two of them from and to";
  expect_refused(read_edges, "", ":1:1: the file is empty: must have at least one row");
  expect_refused(read_edges, "from,to\n",
                 ":2:1: the file ends: must have an edge below the header");
  expect_refused(read_edges, "1,2,3\n", ":1:1: 3" + rule);
  expect_refused(read_edges, "1\n", ":1:1: 1" + rule);
  expect_refused(read_edges, "a,b,c\n1,2,3\n", ":1:1: 3" + rule);
  expect_refused(read_edges, "from,b,target\n1,2,3\n", ":1:1: 3" + rule);
  expect_refused(read_edges, "1,2\n3\n", ":2:2: 1 cells: must be 2, as on the first line");
}

TEST(Edges, RejectsFirstLineThatIsNeitherHeaderNorEdge) {
  const std::string rule = "; a header has no number in it";
  expect_refused(read_edges, "0,1x\n1,2\n",
                 ":1:3: cell \"1x\" of column 2: must be a number, as \"0\" is" + rule);
  expect_refused(read_edges, "from,to,7\n0,1,2\n",
                 ":1:1: cell \"from\" of column 1: must be a number, as \"7\" is" + rule);
}

TEST(Edges, RejectsBadNodes) {
  const std::string rule = ": must be an integer from 0 to 2147483645";
  expect_refused(read_edges, "0,1\nx,2\n", ":2:1: from \"x\"" + rule);
  expect_refused(read_edges, "0,1\n1,-2\n", ":2:3: to \"-2\"" + rule);
  expect_refused(read_edges, "0,1\n1,nan\n", ":2:3: to \"nan\"" + rule);
  expect_refused(read_edges, "0,1\n1,1.5\n", ":2:3: to \"1.5\"" + rule);
  expect_refused(read_edges, "0,1\n1,\n", ":2:3: to \"\"" + rule);
  expect_refused(read_edges, "0,2147483646\n", ":1:3: to \"2147483646\"" + rule);
  expect_refused(read_edges, "to,from\n9223372036854775808,0\n",
                 ":2:1: to \"9223372036854775808\"" + rule);
}

/// A few bytes must not allocate memory for so many nodes.
TEST(Edges, RejectsNodesFarBeyondEdges) {
  const TemporaryFolder folder;
  EXPECT_EQ(read_edges(folder.file("far", "0,1048577\n")).at(0).to, 1048577);
  expect_refused(
      read_edges, "1048578,0\n",
      ":2:1: the file ends, with node 1048578 among 1 edges: must not exceed them by more "
      "than 1048576");
}

TEST(Edges, ReadsRealData) {
  const auto file = acgd_test::data_file("video-colocalization/edges.csv");
  if (!file) GTEST_SKIP() << "video-colocalization/edges.csv absent";
  const std::vector<FlowGraph::Edge> edges = read_edges(*file);
  ASSERT_EQ(edges.size(), 11200u);
  EXPECT_EQ(edges[0].from, 0);
  EXPECT_EQ(edges[0].to, 20);
  EXPECT_EQ(edges[1].to, 21);
  for (const FlowGraph::Edge& edge : edges) {
    EXPECT_LT(edge.from, edge.to);
    EXPECT_LT(edge.to, 660);
  }
}

}  // namespace
}  // namespace acgd::data
