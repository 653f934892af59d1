#include <gtest/gtest.h>

#include "acgd/traffic/traffic.hpp"
#include "app/data/graphs.hpp"
#include "expect_refused.hpp"
#include "gzip.hpp"
#include "support/data.hpp"

namespace acgd::data {
namespace {

using acgd_test::expect_refused;
using acgd_test::TemporaryFolder;

const std::string kMetadata =
    "<NUMBER OF ZONES> 2\t\n<number of nodes> 3\n<FIRST THRU NODE> 3\n<NUMBER OF LINKS> 2\n"
    "<ORIGINAL HEADER>~ anything ;\n<END OF METADATA>\t\n\n";
const std::string kNetwork = kMetadata +
                             "~ \tinit_node\tterm_node\tcapacity ;\n"
                             "\t1\t3\t100.5\t7\t6\t0.15\t4\t50\t2\t1\t;\n\n"
                             "  3 2 0 1 5 0 0;\n";
const std::string kTrips =
    "<NUMBER OF ZONES> 2\n<TOTAL OD FLOW> 9\n<END OF METADATA>\n\nOrigin  1 \n"
    "   1 :  4.0;  2 :   5.5; \n\nOrigin 2\n1 : 0.0; ~ no trips\n";

void expect_small_network(std::string_view text) {
  SCOPED_TRACE(text);
  const TemporaryFolder folder;
  const TntpNetwork found = read_tntp_network(folder.file("net", text));
  EXPECT_EQ(found.zones, 2);
  EXPECT_EQ(found.network.nodes, 3);
  EXPECT_EQ(found.network.first_through_node, 2);
  ASSERT_EQ(found.network.links.size(), 2u);
  EXPECT_EQ(found.network.links[0].from, 0);
  EXPECT_EQ(found.network.links[0].to, 2);
  EXPECT_EQ(found.network.links[1].from, 2);
  EXPECT_EQ(found.network.links[1].to, 1);
  ASSERT_EQ(found.costs.size(), 2u);
  EXPECT_EQ(found.costs[0].capacity, 100.5);
  EXPECT_EQ(found.costs[0].free_flow_time, 6);
  EXPECT_EQ(found.costs[0].b, 0.15);
  EXPECT_EQ(found.costs[0].power, 4);
  EXPECT_EQ(found.costs[0].fixed, 0);
  EXPECT_EQ(found.costs[1].free_flow_time, 5);
  EXPECT_EQ(found.lengths, (std::vector<double>{7, 1}));
  EXPECT_EQ(found.tolls, (std::vector<double>{2, 0}));
  const std::vector<LinkCost> costs = found.costs_with(0.5, 10);
  EXPECT_EQ(costs[0].fixed, 0.5 * 2 + 10 * 7);
  EXPECT_EQ(costs[1].fixed, 10);
}

TEST(Tntp, ReadsNetwork) {
  expect_small_network(kNetwork);
  expect_small_network(acgd_test::gzip(kNetwork));
}

TEST(Tntp, ReadsTrips) {
  const TemporaryFolder folder;
  const std::vector<Demand> trips = read_tntp_trips(folder.file("trips", kTrips), 2);
  ASSERT_EQ(trips.size(), 1u);
  EXPECT_EQ(trips[0].origin, 0);
  EXPECT_EQ(trips[0].destination, 1);
  EXPECT_EQ(trips[0].amount, 5.5);
}

TEST(Tntp, ReadsPositions) {
  const TemporaryFolder folder;
  for (const std::string header : {"", "Node\tX\tY\t;\n", "node X Y\n"}) {
    const auto found = read_tntp_nodes(folder.file("node", header + "2\t-1.5\t3 ;\n1 2 4\n"), 2);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].x, 2);
    EXPECT_EQ(found[0].y, 4);
    EXPECT_EQ(found[1].x, -1.5);
  }
}

TEST(Tntp, RejectsBadMetadata) {
  const std::string rule =
      ": must be metadata, such as <NUMBER OF ZONES> 24, up to "
      "<END OF METADATA>";
  expect_refused(read_tntp_network, "1,2,3\n", ":1:1: \"1,2,3\"" + rule);
  expect_refused(read_tntp_network, "~ a\n <NUMBER OF 3\n", ":2:2: \"<NUMBER OF 3\"" + rule);
  expect_refused(read_tntp_network, "", ":1:1: the file ends: must have a line <END OF METADATA>");
  expect_refused(read_tntp_network, "<NUMBER OF ZONES> x\n",
                 ":1:19: <NUMBER OF ZONES> \"x\": must be an integer from 1 to 2147483645");
  expect_refused(read_tntp_network, "<NUMBER OF LINKS> 3\n<END OF METADATA>\n",
                 ":2:1: <END OF METADATA>: a network must have <NUMBER OF NODES> before it");
  expect_refused(read_tntp_network,
                 "<NUMBER OF ZONES> 4\n<NUMBER OF NODES> 3\n<NUMBER OF LINKS> 1\n"
                 "<END OF METADATA>\n",
                 ":4:1: <END OF METADATA>: 4 zones: must be nodes, of which there are 3");
  expect_refused(read_tntp_network,
                 "<NUMBER OF ZONES> 1\n<NUMBER OF NODES> 3\n<NUMBER OF LINKS> 1\n"
                 "<FIRST THRU NODE> 5\n<END OF METADATA>\n",
                 ":5:1: <END OF METADATA>: first thru node 5: must be at most 4, one more than "
                 "there are nodes");
}

TEST(Tntp, RejectsBadLinks) {
  const auto refused = [](const std::string& rows, const std::string& message) {
    expect_refused(read_tntp_network, kMetadata + rows, message);
  };
  refused("1 2 3;\n", ":8:1: 3 numbers: must be at least 7");
  refused("1 4 3 1 1 1 1;\n", ":8:3: term_node \"4\": must be an integer from 1 to 3");
  refused("0 2 3 1 1 1 1;\n", ":8:1: init_node \"0\": must be an integer from 1 to 3");
  refused("1 2 -3 1 1 1 1;\n", ":8:5: capacity \"-3\": must be >= 0");
  refused("1 2 3 1 1 1 nan;\n", ":8:13: power \"nan\": must be a finite number");
  refused("1 2 0 1 1 1 4;\n",
          ":8:5: capacity \"0\": must be positive, or b = 0 for a link without congestion");
  refused("1 2 3 1 1 1 4; 2 3;\n",
          ":8:16: \"2\" behind the semicolon: must be on a line of its own");
  refused("1 2 3 1 1 1 4;\n",
          ":9:1: the file ends, with 1 links: must be 2, as <NUMBER OF LINKS> says");
  expect_refused(read_tntp_network,
                 "<NUMBER OF ZONES> 1\n<NUMBER OF NODES> 2000000\n<NUMBER OF LINKS> 1\n"
                 "<END OF METADATA>\n1 2 3 1 1 1 4\n",
                 ":6:1: the file ends, with 2000000 nodes and 1 links: must not exceed them by "
                 "more than 1048576");
}

TEST(Tntp, RejectsBadTrips) {
  const auto refused = [](const std::string& rows, const std::string& message) {
    expect_refused([](const auto& file) { read_tntp_trips(file, 3); },
                   "<NUMBER OF ZONES> 3\n<END OF METADATA>\n" + rows, message);
  };
  refused("1 : 2.0;\n", ":3:1: \"1\": must be behind a line such as Origin 1");
  refused("Origin 4\n", ":3:8: origin \"4\": must be an integer from 1 to 3");
  refused("Origin\n", ":3:7: origin \"\": must be an integer from 1 to 3");
  refused("Origin 1\n 4 : 2;\n", ":4:2: destination \"4\": must be an integer from 1 to 3");
  refused("Origin 1\n 2 : -2;\n", ":4:6: trips \"-2\": must be >= 0");
  refused("Origin 1\n 2 : inf;\n", ":4:6: trips \"inf\": must be a finite number");
  const std::string rule = ": must be a destination and trips, such as 2 : 100.0;";
  refused("Origin 1\n2 100;\n", ":4:1: \"2 100\"" + rule);
  refused("Origin 1\n2 : ;\n", ":4:1: \"2 : \"" + rule);
  refused("Origin 1\n2 : 3 : 4;\n", ":4:1: \"2 : 3 : 4\"" + rule);
  refused("Origin 1\n2 : 3; 2 : 4;\n", ":4:8: destination \"2\": already given for origin 1");
  refused("Origin 1\n1 : 3; 2 : 0;\n",
          ":5:1: the file ends: must have trips from one zone to another");
  expect_refused([](const auto& file) { read_tntp_trips(file, 2); },
                 "<NUMBER OF ZONES> 3\n<END OF METADATA>\n",
                 ":2:1: <END OF METADATA>: trips between 3 zones, and the network has 2");
}

TEST(Tntp, RejectsBadPositions) {
  const auto read = [](const auto& file) { read_tntp_nodes(file, 2); };
  expect_refused(read, "1 2 3\n", ":2:1: the file ends: must have a row of node 2");
  expect_refused(read, "1 2 3\n1 2 3\n", ":2:1: node \"1\": already given");
  expect_refused(read, "3 2 3\n", ":1:1: node \"3\": must be an integer from 1 to 2");
  expect_refused(read, "1 2\n", ":1:1: 2 numbers: must be at least 3");
  expect_refused(read, "1 2 y\n", ":1:5: y \"y\": must be a finite number");
}

/// Beckmann's function at the published best known flows.
void expect_published(const std::string& name, Index nodes, Index links, std::size_t pairs,
                      double total, double optimum) {
  const auto folder = acgd_test::data_file("traffic");
  if (!folder) GTEST_SKIP() << "traffic absent";
  const TntpNetwork network = read_tntp_network(*folder / (name + "_net.tntp"));
  const auto trips = read_tntp_trips(*folder / (name + "_trips.tntp"), network.zones);
  const auto flows = read_tntp_flows(*folder / (name + "_flow.tntp"));
  EXPECT_EQ(network.network.nodes, nodes);
  ASSERT_EQ(static_cast<Index>(network.network.links.size()), links);
  ASSERT_EQ(flows.size(), network.network.links.size());
  EXPECT_EQ(trips.size(), pairs);
  double demand = 0;
  for (const Demand& trip : trips) demand += trip.amount;
  EXPECT_NEAR(demand, total, 1e-9 * total);

  Vector x(links), times(links), published(links);
  for (std::size_t i = 0; i < flows.size(); ++i) {
    const Edge& link = network.network.links[i];
    EXPECT_EQ(flows[i].link.from, link.from);
    EXPECT_EQ(flows[i].link.to, link.to);
    x[static_cast<Index>(i)] = flows[i].volume;
    published[static_cast<Index>(i)] = flows[i].cost;
  }
  const Composite f = traffic(network.costs);
  EXPECT_NEAR(f.value(x), optimum, 5e-10 * optimum);
  f.gradient(x, times);
  EXPECT_LE((times - published).cwiseAbs().maxCoeff(), 1e-9 * published.maxCoeff());
}

TEST(Tntp, ReadsSiouxFalls) {
  expect_published("SiouxFalls", 24, 76, 528, 360600.0, 4231335.287107440);
}

TEST(Tntp, ReadsAnaheim) { expect_published("Anaheim", 416, 914, 1406, 104694.40, 1286032.171); }

TEST(Tntp, ReadsPositionsOfSiouxFalls) {
  const auto file = acgd_test::data_file("traffic/SiouxFalls_node.tntp");
  if (!file) GTEST_SKIP() << "traffic/SiouxFalls_node.tntp absent";
  const auto nodes = read_tntp_nodes(*file, 24);
  EXPECT_EQ(nodes[0].x, -96.77041974);
  EXPECT_EQ(nodes[0].y, 43.61282792);
}

}  // namespace
}  // namespace acgd::data
