// Traffic in the shell: the Braess network with its known equilibrium, and invalid files.
#include <gtest/gtest.h>

#include "commands/tool.hpp"
#include "support/data.hpp"

namespace acgd_test {
namespace {

/// From 1 over 2 or 3 to 4, and a bridge from 2 to 3. Costs are 10 + 10 s, 60 + s and 10 + s, so
/// that six trips take 112 each: four on the first road, two over the bridge.
const std::string kTown =
    "<NUMBER OF ZONES> 4\n<NUMBER OF NODES> 4\n<FIRST THRU NODE> 1\n<NUMBER OF LINKS> 5\n"
    "<END OF METADATA>\n~ init term capacity length time b power speed toll type ;\n"
    "1 2 1 2 10 1 1 0 0 1 ;\n2 4 60 2 60 1 1 0 0 1 ;\n1 3 60 2 60 1 1 0 0 1 ;\n"
    "3 4 1 2 10 1 1 0 0 1 ;\n2 3 10 2 10 1 1 0 30 1 ;\n";
const std::string kTrips = "<NUMBER OF ZONES> 4\n<END OF METADATA>\nOrigin 1\n4 : 6.0;\n";
const std::string kNodes = "Node X Y ;\n1 0 0 ;\n2 1 1 ;\n3 1 -1 ;\n4 2 0 ;\n";
const std::string kSolveTraffic =
    "solve --objective traffic --network town_net.tntp --trips town_trips.tntp ";
const std::string kExactly = "--gap-tolerance 1e-9 --quiet ";

class TrafficTool : public testing::Test {
 protected:
  TrafficTool() {
    tool_.file("town_net.tntp", kTown);
    tool_.file("town_trips.tntp", kTrips);
    tool_.file("town_node.tntp", kNodes);
  }

  void expect_refused(const std::string& words, const std::string& sentence) {
    const Ran ran = tool_.run(words);
    EXPECT_EQ(ran.code, 2) << words;
    EXPECT_NE(ran.error.find(sentence), std::string::npos) << ran.error;
  }

  const Tool tool_;
};

TEST_F(TrafficTool, FindsEquilibriumOfBraessNetwork) {
  const Ran ran = tool_.run(kSolveTraffic + kExactly + "--solution flows.json --result r.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const auto flows = tool_.json("flows.json");
  const std::vector<double> flow = flows["flow"], cost = flows["cost"];
  EXPECT_EQ(flows["from"], (std::vector<int>{1, 2, 1, 3, 2}));
  EXPECT_EQ(flows["to"], (std::vector<int>{2, 4, 3, 4, 3}));
  const std::vector<double> expected = {4, 2, 2, 4, 2};
  for (std::size_t a = 0; a < 5; ++a) EXPECT_NEAR(flow[a], expected[a], 1e-6);
  EXPECT_NEAR(cost[0] + cost[1], 112, 1e-5);
  EXPECT_NEAR(cost[0] + cost[4] + cost[3], 112, 1e-5);

  const auto result = tool_.json("r.json");
  // 2 (10 * 4 + 10 * 4^2 / 2) + 2 (60 * 2 + 2^2 / 2) + 10 * 2 + 2^2 / 2
  EXPECT_NEAR(result["value"], 506, 1e-6);
  EXPECT_NEAR(result["facts"]["total_travel_time"], 6 * 112, 1e-4);
  EXPECT_LE(result["facts"]["relative_gap"], 1e-9 / 600);
  EXPECT_EQ(result["problem"]["data"], "6 trips between 1 pair of zones, 4 nodes, 5 links");
}

TEST_F(TrafficTool, TollKeepsTripsFromBridge) {
  // Without the bridge each path takes 10 + 30 + 60 + 3 = 103; over it 40 + 10 + 40 and the toll of
  // 30.
  const Ran ran =
      tool_.run(kSolveTraffic + kExactly + "--toll-factor 1 --solution flows.json --result r.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const std::vector<double> flow = tool_.json("flows.json")["flow"];
  EXPECT_NEAR(flow[0], 3, 1e-6);
  EXPECT_NEAR(flow[4], 0, 1e-6);
  EXPECT_NEAR(tool_.json("r.json")["facts"]["total_travel_time"], 6 * 103, 1e-4);
  // Every path has two roads of length 2: with a factor of 5 they cost 20 more, and take no longer.
  ASSERT_EQ(tool_
                .run(kSolveTraffic + kExactly +
                     "--toll-factor 1 --distance-factor 5 --result d.json "
                     "--solution costs.json")
                .code,
            0);
  EXPECT_NEAR(tool_.json("d.json")["facts"]["total_travel_time"], 6 * 103, 1e-4);
  EXPECT_NEAR(tool_.json("costs.json")["cost"][0], 10 + 30 + 10, 1e-5);
}

TEST_F(TrafficTool, SummaryHasTravelTimeAndRelativeGap) {
  const Ran ran = tool_.run(kSolveTraffic + "--solution flows.csv");
  ASSERT_EQ(ran.code, 0) << ran.error;
  EXPECT_NE(ran.out.find("\n  travel time    672"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("\n  relative gap   "), std::string::npos) << ran.out;
  EXPECT_TRUE(tool_.read("flows.csv").starts_with("from,to,flow,cost\n1,2,")) << ran.out;
  // Vectors are still written, and are valid starts.
  ASSERT_EQ(tool_.run(kSolveTraffic + "--quiet --solution x.npy").code, 0);
  const Ran again = tool_.run(kSolveTraffic + "--quiet --x0 x.npy --direction frank-wolfe");
  EXPECT_EQ(again.code, 0) << again.error;
}

TEST_F(TrafficTool, EveryDirectionAndCheckpointWork) {
  for (const std::string direction : {"frank-wolfe", "away", "pairwise", "blended-pairwise"}) {
    const Ran ran = tool_.run(kSolveTraffic + "--relative-gap-tolerance 1e-4 --quiet --direction " +
                              direction + " --result r.json");
    EXPECT_EQ(ran.code, 0) << direction << ran.error;
    EXPECT_NEAR(tool_.json("r.json")["value"], 506, 0.06) << direction;
  }
  const std::string toward =
      kSolveTraffic + "--quiet --direction frank-wolfe --relative-gap-tolerance 1e-4 ";
  ASSERT_EQ(tool_.run(toward + "--result whole.json").code, 0);
  tool_.run(toward + "--max-iterations 3 --checkpoint c --trace t.csv");
  const Ran resumed = tool_.run(toward + "--resume c --result resumed.json");
  ASSERT_EQ(resumed.code, 0) << resumed.error;
  EXPECT_EQ(tool_.json("resumed.json")["value"], tool_.json("whole.json")["value"]);
  EXPECT_EQ(
      tool_.run("compare" + kSolveTraffic.substr(5) + "--directions frank-wolfe,pairwise --quiet")
          .code,
      0);
}

TEST_F(TrafficTool, DrawsMap) {
  const Ran ran =
      tool_.run(kSolveTraffic + kExactly + "--nodes town_node.tntp --report r.html --svg s");
  ASSERT_EQ(ran.code, 0) << ran.error;
  for (const std::string name : {"r.html", "s/traffic-map.svg"}) {
    EXPECT_NE(tool_.read(name).find("<title>1 to 2: flow 4, 4 of the capacity, cost 50</title>"),
              std::string::npos)
        << name;
  }
}

TEST_F(TrafficTool, ErrorsNameProblem) {
  expect_refused(
      kSolveTraffic + "--set l1:3",
      "--set = l1:3: not used by the objective traffic, whose set follows from its data");
  expect_refused("solve --objective traffic --network town_net.tntp",
                 "--trips: the objective traffic needs it");
  expect_refused("solve --objective levy --dim 2 --set l1:1 --toll-factor 2",
                 "--toll-factor: not used by the objective levy");
  expect_refused("solve --objective levy --dim 2", "--set SET: is missing; see: acgd list sets");
  expect_refused(kSolveTraffic + "--toll-factor -1", "--toll-factor = -1: must be >= 0 and finite");
  expect_refused(kSolveTraffic + "--nodes town_node.tntp",
                 "--nodes: has no effect without --report or --svg, which draw the map");
  expect_refused("compare" + kSolveTraffic.substr(5) + "--nodes town_node.tntp",
                 "--nodes: has no effect without --report or --svg, which draw the map");
  expect_refused(kSolveTraffic + "--solution town_net.tntp", "town_net.tntp");

  tool_.file("far_trips.tntp", "<END OF METADATA>\nOrigin 1\n7 : 6.0;\n");
  expect_refused("solve --objective traffic --network town_net.tntp --trips far_trips.tntp",
                 "far_trips.tntp:3:1: destination \"7\": must be an integer from 1 to 4");
  tool_.file("back_trips.tntp", "<END OF METADATA>\nOrigin 4\n1 : 6.0;\n");
  expect_refused("solve --objective traffic --network town_net.tntp --trips back_trips.tntp",
                 "--trips = back_trips.tntp: demands: 6 from node 4 to node 1, but no path leads "
                 "there");
  expect_refused("solve --objective traffic --network town_trips.tntp --trips town_trips.tntp",
                 "town_trips.tntp:2:1: <END OF METADATA>: a network must have <NUMBER OF LINKS> "
                 "before it");
  tool_.file("table.csv", "1,2\n3,4\n");
  expect_refused("solve --objective traffic --network table.csv --trips town_trips.tntp",
                 "table.csv:1:1: \"1,2\": must be metadata");
}

TEST(TrafficData, SiouxFallsIsSolved) {
  const auto folder = data_file("traffic");
  if (!folder) GTEST_SKIP() << "traffic absent";
  const Tool tool;
  const std::string start = (*folder / "SiouxFalls").string();
  const Ran ran =
      tool.run("solve --objective traffic --network " + start + "_net.tntp --trips " + start +
               "_trips.tntp --relative-gap-tolerance 1e-6 --quiet --result r.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  EXPECT_NEAR(tool.json("r.json")["value"], 4231335.287107440, 4.3);
}

}  // namespace
}  // namespace acgd_test
