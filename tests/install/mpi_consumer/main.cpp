// A program of several ranks, built against an installed acgd: all of them run one loop.
#include <acgd/acgd.hpp>
#include <acgd/mpi/mpi_team.hpp>
#include <cstdio>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int failures = 0;
  {
    const auto team = acgd::mpi_team(MPI_COMM_WORLD);
    // The barycentre is in the simplex, so it is the nearest point of it to itself.
    const acgd::Vector target = acgd::Vector::Constant(4, 0.25);
    const acgd::Function f(
        4, [&](const acgd::Vector& x) { return (x - target).squaredNorm(); },
        [&](const acgd::Vector& x, acgd::Vector& g) { g = 2 * (x - target); });
    const acgd::Simplex set(4);
    const acgd::Vector x0 = acgd::Vector::Unit(4, 0);
    const acgd::Result result = acgd::minimize(f, set, x0, {.team = team});
    if ((result.x - target).norm() > 1e-3) ++failures;
    const auto said = acgd::gather_numbers(*team, result.counts.iterations);
    for (const acgd::Index iterations : said) failures += iterations != said[0];
    if (team->rank() == 0) std::printf("%d ranks, %d failures\n", team->size(), failures);
  }
  MPI_Finalize();
  return failures;
}
