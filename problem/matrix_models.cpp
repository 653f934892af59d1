// Functions made of one matrix: quadratics, balancing, completion.
#include <fmt/format.h>

#include <algorithm>

#include "acgd/core/error.hpp"
#include "acgd/objective/matrix_balancing.hpp"
#include "acgd/objective/matrix_completion.hpp"
#include "acgd/objective/quadratic.hpp"
#include "io/matrix_file.hpp"
#include "problem/models.hpp"
#include "problem/ratings_model.hpp"
#include "problem/scores.hpp"

namespace acgd::problem {
namespace {

namespace fs = std::filesystem;

/// Without biases, ratings of users and items that the training data has: others cannot be
/// predicted.
Judge judge_of_ratings(const HeldOut& given, const std::shared_ptr<const LoadedRatings>& train,
                       const std::shared_ptr<const Biases>& biases) {
  if (given.targets) {
    throw InvalidInput(
        "test-targets: not used by the objective completion: ratings have their own");
  }
  const fs::path& file = given.data;
  const LoadedRatings held_out = load_ratings(file);
  std::vector<Observation> all = held_out.seen.entries;
  for (Observation& o : all) {  // as the training data counts
    o.row += static_cast<int>(held_out.first_user - train->first_user);
    o.col += static_cast<int>(held_out.first_item - train->first_item);
  }
  const auto is_unknown = [&](const Observation& o) {
    return o.row < 0 || o.row >= train->seen.rows || o.col < 0 || o.col >= train->seen.cols;
  };
  const auto unknown = static_cast<double>(std::count_if(all.begin(), all.end(), is_unknown));
  if (!biases) std::erase_if(all, is_unknown);
  if (all.empty()) {
    throw InvalidInput(
        fmt::format("test = {}: none of its users and items are known", file.string()));
  }
  return [known = std::move(all), unknown, biases, train](const Result& result) -> Scores {
    CompletionModel model;
    if (biases) model.biases = *biases;
    model.factors = result.factors;
    model.lowest = train->lowest;
    model.highest = train->highest;
    Vector errors(static_cast<Index>(known.size()));
    for (std::size_t k = 0; k < known.size(); ++k) {
      const Observation& o = known[k];
      errors[static_cast<Index>(k)] = model.predict(o.row, o.col) - o.value;
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

LoadedObjective load_completion(const ObjectiveSource& source, const CompletionOptions&) {
  const CompletionOptions options = completion_options(source, {});
  const Team& team = *source.team;
  if (source.biases && team.size() > 1) {
    throw InvalidInput("biases: are fitted on one rank only: leave them out, or mpirun");
  }
  const auto ratings = std::make_shared<const LoadedRatings>(load_ratings(*source.data, team));
  const ObservedMatrix& seen = ratings->seen;
  std::shared_ptr<const Biases> biases;
  if (source.biases) biases = std::make_shared<const Biases>(fit_biases(seen));
  ObservedMatrix rest = biases ? subtract(seen, *biases) : seen;
  const std::string_view formula = MatrixCompletion::formula;
  return {
      .f = std::make_shared<const MatrixCompletion>(seen.rows, seen.cols, std::move(rest.entries),
                                                    options, source.team),
      .shape = {.dimension = seen.rows * seen.cols, .rows = seen.rows, .cols = seen.cols},
      .description = ratings->description,
      .header = ratings->header,
      .total = total_words(options.scaling, formula, "ratings"),
      .formula =
          options.loss == CompletionLoss::squared
              ? "f(X) = mean over the ratings of (X_ij - rating_ij)^2"
              : fmt::format("{}, rho = {}", formula.substr(0, formula.find(';')), options.rho),
      .test = [ratings, biases](
                  const HeldOut& held_out) { return judge_of_ratings(held_out, ratings, biases); },
      .completion =
          [ratings, biases, name = source.name](const Result& result) {
            CompletionModel model =
                completion_model(ratings->seen, biases ? *biases : Biases(), result);
            model.objective = name;
            model.lowest = ratings->lowest;  // of all ranks
            model.highest = ratings->highest;
            model.first_row = ratings->first_user;
            model.first_col = ratings->first_item;
            return model;
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
              {.arguments = "--data RATINGS [--loss huber:RHO|squared] [--biases]",
               .needs = {"data"},
               .takes = {"loss", "biases"},
               .example = "--data ratings.csv --set nuclear:20 --loss squared"},
              load_completion),
          objective_kind<MatrixBalancing, NoParameters>({.arguments = "--data FILE",
                                                         .needs = {"data"},
                                                         .takes = {"format"},
                                                         .example = "--data matrix.csv --set l2:2"},
                                                        load_matrix_balancing)};
}

}  // namespace acgd::problem
