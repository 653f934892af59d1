// Functions made of one matrix: quadratics, balancing, completion.
#include <fmt/format.h>

#include "acgd/core/error.hpp"
#include "acgd/objective/matrix_balancing.hpp"
#include "acgd/objective/matrix_completion.hpp"
#include "acgd/objective/quadratic.hpp"
#include "io/matrix_file.hpp"
#include "io/ratings.hpp"
#include "problem/models.hpp"
#include "problem/scores.hpp"

namespace acgd::problem {
namespace {

namespace fs = std::filesystem;

CompletionOptions completion_options(const std::string& loss) {
  if (loss == "squared") return {.loss = CompletionLoss::squared};
  return {.loss = CompletionLoss::huber, .rho = huber_parameter(loss)};
}

/// Ratings of users and items that the training data has; others cannot be predicted.
Scores test_ratings(const fs::path& file, const LowRank& factors) {
  const io::Ratings held_out = io::read_ratings(file);
  Vector errors(static_cast<Index>(held_out.observations.size()));
  Index known = 0;
  for (const Observation& o : held_out.observations) {
    if (o.row < factors.rows() && o.col < factors.cols()) {
      errors[known++] = factors.at(o.row, o.col) - o.value;
    }
  }
  if (known == 0) {
    throw InvalidInput(
        fmt::format("test = {}: none of its users and items are known", file.string()));
  }
  errors.conservativeResize(known);
  return {
      {"rmse", root_mean_square(errors)},
      {"mae", mean_absolute(errors)},
      {"unknown", static_cast<double>(held_out.observations.size()) - static_cast<double>(known)}};
}

std::string size_of(const Matrix& m) { return fmt::format("{} x {}, dense", m.rows(), m.cols()); }

std::string size_of(const SparseMatrix& m) {
  return fmt::format("{} x {}, {} non-zeros", m.rows(), m.cols(), m.nonZeros());
}

}  // namespace

LoadedObjective load_quadratic(const ObjectiveSource& source) {
  const auto q = io::read_matrix(*source.q);
  return std::visit(
      [&](const auto& matrix) -> LoadedObjective {
        Vector b = source.b ? io::read_vector(*source.b) : Vector(Vector::Zero(matrix.rows()));
        return {.f = std::make_shared<const Quadratic>(matrix, std::move(b)),
                .shape = {.dimension = matrix.rows()},
                .description = size_of(matrix)};
      },
      q);
}

LoadedObjective load_matrix_balancing(const ObjectiveSource& source) {
  const auto a = io::read_matrix(*source.data);
  return std::visit(
      [](const auto& matrix) -> LoadedObjective {
        return {.f = std::make_shared<const MatrixBalancing>(matrix),
                .shape = {.dimension = matrix.rows()},
                .description = size_of(matrix)};
      },
      a);
}

LoadedObjective load_completion(const ObjectiveSource& source) {
  const CompletionOptions options = completion_options(source.loss);
  io::Ratings ratings = io::read_ratings(*source.data);
  const std::size_t count = ratings.observations.size();
  const Index rows = ratings.rows, cols = ratings.cols;
  return {.f = std::make_shared<const MatrixCompletion>(rows, cols, std::move(ratings.observations),
                                                        options),
          .shape = {.dimension = rows * cols, .rows = rows, .cols = cols},
          .description = fmt::format("{} ratings of a {} x {} matrix", count, rows, cols),
          .test = [](const fs::path& file, const Result& result) {
            return test_ratings(file, result.factors);
          }};
}

}  // namespace acgd::problem
