// Flows through a street grid whose costs grow with the traffic.
#include <acgd/acgd.hpp>
#include <iostream>

int main() {
  // From the top left to the bottom right corner of 3 x 3 crossings, by streets to the right or
  // down. Edge costs are e_i x_i + x_i^2 / 2.
  acgd::FlowGraph grid{.nodes = 9};
  for (acgd::Index row = 0; row < 3; ++row) {
    for (acgd::Index col = 0; col < 3; ++col) {
      const acgd::Index here = 3 * row + col;
      if (col < 2) grid.edges.push_back({here, here + 1});
      if (row < 2) grid.edges.push_back({here, here + 3});
    }
  }
  const acgd::FlowPolytope flows(grid, acgd::FlowCosts::edges);
  const acgd::Index streets = flows.dimension();
  const acgd::Quadratic cost(acgd::Matrix(acgd::Matrix::Identity(streets, streets)),
                             acgd::Vector::Constant(streets, 0.1));

  const auto result =
      acgd::minimize(cost, flows, {.step = acgd::LineSearch{}, .gap_tolerance = 1e-6});

  // By symmetry half of the traffic takes each way out of the corner.
  std::cout << "cost " << result.value << ", gap <= 1e-6: " << (result.gap <= 1e-6) << "\n"
            << "traffic out of the corner: " << result.x[0] << " right, " << result.x[1]
            << " down\n";
}
