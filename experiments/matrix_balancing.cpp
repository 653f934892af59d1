// The sum of a_ij exp(x_i - x_j) over a box.
#include "acgd/objective/matrix_balancing.hpp"

#include <fmt/format.h>

#include <cmath>

#include "acgd/oracle/balls.hpp"
#include "experiments/catalogue.hpp"
#include "experiments/data_file.hpp"
#include "experiments/limits.hpp"
#include "experiments/random.hpp"
#include "experiments/strategy.hpp"
#include "experiments/synthetic.hpp"
#include "io/npy.hpp"

namespace acgd::experiments {
namespace {

constexpr Index kMatrixSize = 100, kEntriesPerRow = 5;
constexpr double kLower = 1, kUpper = 10;
/// The Lipschitz estimate that the authors' recorded runs begin with: a probe of length 1e-3 along a
/// Gaussian direction, drawn by Julia's generator.
constexpr double kRecordedEstimate = 2040.8848339050812;

struct BalancingData {
  Matrix a;
  Vector x0;
  std::string source;
  Origin origin = Origin::recipe;
  std::optional<double> initial_lipschitz = {};
};

BalancingData load(const Settings& settings) {
  const auto a = data_file(settings, "matrix-balancing/A.npy");
  const auto x0 = data_file(settings, "matrix-balancing/x0.npy");
  if (a && x0) {
    BalancingData data{.a = io::read_npy_matrix(*a), .x0 = io::read_npy_vector(*x0), .source = {}};
    data.source = fmt::format("matrix and start of the paper, {0} x {0}", data.a.rows());
    data.origin = Origin::paper;
    data.initial_lipschitz = kRecordedEstimate;
    return data;
  }
  return {
      .a = balanced_matrix(kMatrixSize, kEntriesPerRow, settings.seed),
      .x0 = Random("balancing start", settings.seed).uniform_vector(kMatrixSize, kLower, kUpper),
      .source = fmt::format("synthetic twin of the paper's matrix, {0} x {0}, seed {1}",
                            kMatrixSize, settings.seed)};
}

Prepared prepare_matrix_balancing(const Settings& settings) {
  BalancingData data = load(settings);
  // The Hessian is the sum of a_ij exp(x_i - x_j) (e_i - e_j)(e_i - e_j)'; A is symmetric.
  const auto lipschitz = [a = data.a] {
    return 2 * std::exp(kUpper - kLower) * a.rowwise().sum().maxCoeff();
  };
  return {.problem = {.f = std::make_shared<const MatrixBalancing>(data.a),
                      .set = std::make_shared<const Box>(data.a.rows(), kLower, kUpper),
                      .x0 = data.x0},
          .options = stop_at_value(settings, data.a.sum()),
          .lipschitz = lipschitz,
          .initial_lipschitz = data.initial_lipschitz,
          .data = data.source,
          .origin = data.origin,
          .missing = data.origin == Origin::paper ? "" : kOtherDraw};
}

}  // namespace

Experiment matrix_balancing() {
  return {
      .name = "matrix-balancing",
      .title = "Matrix balancing",
      .description =
          "the sum of a_ij exp(x_i - x_j) over the box [1, 10]^100, A symmetric and "
          "sparse; f* is the sum of A's entries",
      .sources =
          "Notebook Matrix_Balancing: seed 42, A and the start in its data.mat; L of short, "
          "146109.4, is 2 e^9 times the largest sum of a row; the first estimate of L, 2040.88, "
          "is that of its recorded runs: a probe of length 1e-3 along a Gaussian direction "
          "after seed 23.",
      .strategies = constrained_strategies(),
      .prepare = prepare_matrix_balancing};
}

}  // namespace acgd::experiments
