// Networks from the literature: their best known flows, with few LMO calls.
#include <gtest/gtest.h>

#include <map>

#include "acgd/solve/solve.hpp"
#include "acgd/traffic/traffic.hpp"
#include "app/data/graphs.hpp"
#include "support/data.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

struct KnownNetwork {
  std::string name;
  double value;          ///< f at the best known flows
  double value_digits;   ///< accuracy to which it is known
  double largest_error;  ///< of the best known flows, relative to the largest one
};

class KnownEquilibrium : public testing::TestWithParam<KnownNetwork> {};

TEST_P(KnownEquilibrium, IsFoundToTenDigitsWithinThirtyCalls) {
  const KnownNetwork& known = GetParam();
  const auto net = data_file("traffic/" + known.name + "_net.tntp");
  const auto trips = data_file("traffic/" + known.name + "_trips.tntp");
  const auto flows = data_file("traffic/" + known.name + "_flow.tntp");
  if (!net || !trips || !flows) GTEST_SKIP() << "no data of " << known.name;
  const data::TntpNetwork roads = data::read_tntp_network(*net);
  const TrafficFlows set(roads.network, data::read_tntp_trips(*trips, roads.zones));
  const Result result = minimize(traffic(roads.costs_with(0, 0)), set, set.start(),
                                 {.relative_gap_tolerance = 1e-10});
  EXPECT_EQ(result.status, Status::gap_reached) << result.message;
  EXPECT_EQ(result.direction, "corrective");
  EXPECT_LE(result.counts.oracle_calls, 30);
  EXPECT_NEAR(result.value, known.value, known.value_digits);
  std::map<std::pair<Index, Index>, double> volumes;
  for (const data::TntpFlow& flow : data::read_tntp_flows(*flows)) {
    volumes[{flow.link.from, flow.link.to}] = flow.volume;
  }
  for (Index a = 0; a < set.dimension(); ++a) {
    const Edge& link = set.network().links[a];
    EXPECT_NEAR(result.x[a], volumes.at({link.from, link.to}),
                known.largest_error * result.x.maxCoeff())
        << "link " << a;
  }
}

INSTANTIATE_TEST_SUITE_P(Literature, KnownEquilibrium,
                         testing::Values(KnownNetwork{"SiouxFalls", 4231335.28710744, 1e-3, 1e-6},
                                         KnownNetwork{"Anaheim", 1286032.171, 2e-3, 1e-4}),
                         [](const auto& known) { return known.param.name; });

}  // namespace
}  // namespace acgd_test
