// The sum of a_ij exp(x_i - x_j) over a box.
#include "acgd/objective/matrix_balancing.hpp"

#include <fmt/format.h>

#include <cmath>

#include "acgd/oracle/box.hpp"
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
/// The Lipschitz estimate that the authors' recorded runs begin with; how they found it is unknown.
constexpr double kRecordedEstimate = 2040.8848339050812;

struct BalancingData {
  Matrix a;
  Vector x0;
  std::string source;
  std::string unpublished = {};
  std::optional<double> initial_lipschitz = {};
};

BalancingData load(const Settings& settings) {
  const auto a = data_file(settings, "matrix-balancing/A.npy");
  const auto x0 = data_file(settings, "matrix-balancing/x0.npy");
  if (a && x0) {
    BalancingData data{.a = io::read_npy_matrix(*a), .x0 = io::read_npy_vector(*x0), .source = {}};
    data.source = fmt::format("matrix and start of the paper, {0} x {0}", data.a.rows());
    data.initial_lipschitz = kRecordedEstimate;
    return data;
  }
  return {
      .a = balanced_matrix(kMatrixSize, kEntriesPerRow, settings.seed),
      .x0 = Random("balancing start", settings.seed).uniform_vector(kMatrixSize, kLower, kUpper),
      .source = fmt::format("synthetic twin of the paper's matrix, {0} x {0}, seed {1}",
                            kMatrixSize, settings.seed),
      .unpublished = "this is a twin of the paper's matrix"};
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
          .unpublished = data.unpublished};
}

}  // namespace

Experiment matrix_balancing() {
  return {.name = "matrix-balancing",
          .title = "Matrix balancing",
          .description =
              "the sum of a_ij exp(x_i - x_j) over the box [1, 10]^100, A symmetric and "
              "sparse; f* is the sum of A's entries",
          .strategies = constrained_strategies(),
          .prepare = prepare_matrix_balancing};
}

}  // namespace acgd::experiments
