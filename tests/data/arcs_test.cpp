// Edges with capacities.
#include <gtest/gtest.h>

#include <cmath>

#include "app/data/graphs.hpp"
#include "expect_refused.hpp"
#include "support/temporary_folder.hpp"

namespace acgd::data {
namespace {

using acgd_test::expect_refused;
using acgd_test::TemporaryFolder;

std::vector<double> capacities_in(std::string_view text) {
  SCOPED_TRACE(text);
  const TemporaryFolder folder;
  std::vector<double> capacities;
  for (const CapacityEdge& arc : read_arcs(folder.file("arcs", text))) {
    EXPECT_EQ(arc.from, 0);
    EXPECT_EQ(arc.to, 2);
    capacities.push_back(arc.capacity);
  }
  return capacities;
}

TEST(Arcs, CapacitiesAreInThirdOrNamedColumn) {
  const double none = std::numeric_limits<double>::infinity();
  EXPECT_EQ(capacities_in("0,2,1.5\n0,2,0\n0,2,inf\n"), (std::vector<double>{1.5, 0, none}));
  EXPECT_EQ(capacities_in("from,to,capacity\n0,2,7\n"), std::vector<double>{7});
  EXPECT_EQ(capacities_in("Capacity;to;from\nInf;2;0\n"), std::vector<double>{none});
  EXPECT_EQ(capacities_in("from,cost,to\n0,9,2\n"), std::vector<double>{none});
  EXPECT_EQ(capacities_in("0 2\n0 2\n"), (std::vector<double>{none, none}));
}

TEST(Arcs, RejectInvalidCapacities) {
  expect_refused(read_arcs, "0,2,-1\n",
                 ":1:5: capacity \"-1\": must be at least 0, or inf for none");
  expect_refused(read_arcs, "from,to,capacity\n0,1,x\n",
                 ":2:5: capacity \"x\": must be a finite number");
  expect_refused(
      read_arcs, "1,2,3,4\n",
      ":1:1: 4 columns: must be two, or have a header that calls two of them from and to");
}

}  // namespace
}  // namespace acgd::data
