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

/// --loss says the same as the parameters loss and rho.
void take_loss(const std::string& text, CompletionOptions& options) {
  const CompletionOptions plain;
  if (options.loss != plain.loss || options.rho != plain.rho) refuse_second_loss();
  if (text == "squared") {
    options.loss = CompletionLoss::squared;
  } else {
    options.loss = CompletionLoss::huber;
    options.rho = huber_parameter(text);
  }
}

/// Ratings of users and items that the training data has; others cannot be predicted.
Judge judge_of_ratings(const HeldOut& given, Index rows, Index cols) {
  if (given.targets) {
    throw InvalidInput(
        "test-targets: not used by the objective completion: ratings have their own");
  }
  const fs::path& file = given.data;
  io::Ratings held_out = io::read_ratings(file);
  std::vector<Observation>& all = held_out.observations;
  const auto unknown = static_cast<double>(
      std::erase_if(all, [&](const Observation& o) { return o.row >= rows || o.col >= cols; }));
  if (all.empty()) {
    throw InvalidInput(
        fmt::format("test = {}: none of its users and items are known", file.string()));
  }
  return [known = std::move(all), unknown](const Result& result) -> Scores {
    Vector errors(static_cast<Index>(known.size()));
    for (std::size_t k = 0; k < known.size(); ++k) {
      const Observation& o = known[k];
      errors[static_cast<Index>(k)] = result.factors.at(o.row, o.col) - o.value;
    }
    return {
        {"rmse", root_mean_square(errors)}, {"mae", mean_absolute(errors)}, {"unknown", unknown}};
  };
}

std::string size_of(const Matrix& m) { return fmt::format("{} x {}, dense", m.rows(), m.cols()); }

std::string size_of(const SparseMatrix& m) {
  return fmt::format("{} x {}, {} non-zeros", m.rows(), m.cols(), m.nonZeros());
}

LoadedObjective load_quadratic(const ObjectiveSource& source, const QuadraticOptions& options) {
  const auto q = io::read_named_matrix(*source.q);
  return std::visit(
      [&](const auto& matrix) -> LoadedObjective {
        Vector b = source.b ? io::read_vector(*source.b) : Vector(Vector::Zero(matrix.rows()));
        return {.f = std::make_shared<const Quadratic>(matrix, std::move(b), 0, options),
                .shape = {.dimension = matrix.rows()},
                .description = size_of(matrix),
                .header = q.names};
      },
      q.matrix);
}

LoadedObjective load_matrix_balancing(const ObjectiveSource& source, const NoParameters&) {
  const auto a = io::read_named_matrix(*source.data, io::to_format("format", source.format));
  return std::visit(
      [&](const auto& matrix) -> LoadedObjective {
        return {.f = std::make_shared<const MatrixBalancing>(matrix),
                .shape = {.dimension = matrix.rows()},
                .description = size_of(matrix),
                .header = a.names};
      },
      a.matrix);
}

LoadedObjective load_completion(const ObjectiveSource& source, CompletionOptions options) {
  if (source.loss) take_loss(*source.loss, options);
  io::Ratings ratings = io::read_ratings(*source.data);
  const std::size_t count = ratings.observations.size();
  const Index rows = ratings.rows, cols = ratings.cols;
  return {.f = std::make_shared<const MatrixCompletion>(rows, cols, std::move(ratings.observations),
                                                        options),
          .shape = {.dimension = rows * cols, .rows = rows, .cols = cols},
          .description = fmt::format("{} ratings of a {} x {} matrix", count, rows, cols),
          .header = std::move(ratings.header),
          .test = [rows, cols](const HeldOut& held_out) {
            return judge_of_ratings(held_out, rows, cols);
          }};
}

}  // namespace

std::vector<ObjectiveKind> matrix_objectives() {
  return {objective_kind<Quadratic, QuadraticOptions>({.arguments = "--Q FILE [--b FILE]",
                                                       .needs = {"Q"},
                                                       .takes = {"b"},
                                                       .example = "--Q matrix.csv --set simplex"},
                                                      load_quadratic),
          objective_kind<MatrixCompletion, CompletionOptions>(
              {.arguments = "--data RATINGS [--loss huber:RHO|squared]",
               .needs = {"data"},
               .takes = {"loss"},
               .example = "--data ratings.csv --set nuclear:20 --loss squared"},
              load_completion),
          objective_kind<MatrixBalancing, NoParameters>({.arguments = "--data FILE",
                                                         .needs = {"data"},
                                                         .takes = {"format"},
                                                         .example = "--data matrix.csv --set l2:2"},
                                                        load_matrix_balancing)};
}

}  // namespace acgd::problem
