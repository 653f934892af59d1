#include "acgd/fit/completion_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "acgd/core/error.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "acgd/solve/solve.hpp"
#include "core/compose.hpp"
#include "fit/low_rank.hpp"

namespace acgd {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The weighted mean of the squares.
double mean_square(const ObservedMatrix& seen) {
  double sum = 0, total = 0;
  for (const Observation& o : seen.entries) {
    sum += o.weight * o.value * o.value;
    total += o.weight;
  }
  return sum / total;
}

/// The lowest and the highest value that counts.
std::pair<double, double> range_of(const ObservedMatrix& seen) {
  std::pair range(kInfinity, -kInfinity);
  for (const Observation& o : seen.entries) {
    if (!(o.weight > 0)) continue;
    range = {std::min(range.first, o.value), std::max(range.second, o.value)};
  }
  return range;
}

double standard_deviation(const ObservedMatrix& seen) {
  const Biases mean = fit_biases(seen, {.biases = false});
  return std::sqrt(mean_square(subtract(seen, mean)));
}

/// The numbers of the rows, or columns, that have entries, ascending.
std::vector<Index> numbers_of(const ObservedMatrix& seen, int Observation::*place, Index count) {
  std::vector<bool> is_there(static_cast<std::size_t>(count));
  for (const Observation& o : seen.entries) is_there[static_cast<std::size_t>(o.*place)] = true;
  std::vector<Index> numbers;
  for (Index i = 0; i < count; ++i) {
    if (is_there[static_cast<std::size_t>(i)]) numbers.push_back(i);
  }
  return numbers;
}

Matrix rows_at(const Matrix& values, const std::vector<Index>& numbers) {
  Matrix some = Matrix::Zero(static_cast<Index>(numbers.size()), values.cols());
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    if (numbers[k] < values.rows()) some.row(static_cast<Index>(k)) = values.row(numbers[k]);
  }
  return some;
}

/// `values` are rows of a matrix of `count` rows, whose others are 0.
Matrix spread(const Matrix& values, const std::vector<Index>& numbers, Index count) {
  Matrix all = Matrix::Zero(count, values.cols());
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    all.row(numbers[k]) = values.row(static_cast<Index>(k));
  }
  return all;
}

/// The matrix without the rows and columns that have no entry. Fits are made on it, so that they
/// depend neither on whether users and items are counted from 0 or 1, nor on gaps in their numbers:
/// the start of Lanczos' method and the order of sums would, and so would their memory.
struct Compact {
  explicit Compact(const ObservedMatrix& whole)
      : rows((check_observations(whole.rows, whole.cols, whole.entries),
              numbers_of(whole, &Observation::row, whole.rows))),
        cols(numbers_of(whole, &Observation::col, whole.cols)),
        seen(whole) {
    std::vector<int> row(static_cast<std::size_t>(whole.rows));
    std::vector<int> col(static_cast<std::size_t>(whole.cols));
    for (std::size_t k = 0; k < rows.size(); ++k) row[rows[k]] = static_cast<int>(k);
    for (std::size_t k = 0; k < cols.size(); ++k) col[cols[k]] = static_cast<int>(k);
    for (Observation& o : seen.entries) {
      o.row = row[static_cast<std::size_t>(o.row)];
      o.col = col[static_cast<std::size_t>(o.col)];
    }
    seen.rows = static_cast<Index>(rows.size());
    seen.cols = static_cast<Index>(cols.size());
  }

  LowRank part_of(const LowRank& x) const {
    return x.rank() == 0 ? x : LowRank{rows_at(x.left, rows), rows_at(x.right, cols)};
  }
  LowRank spread_to(const ObservedMatrix& whole, const LowRank& x) const {
    return {spread(x.left, rows, whole.rows), spread(x.right, cols, whole.cols)};
  }
  Atom::RankOne spread_to(const ObservedMatrix& whole, const Atom::RankOne& x) const {
    return {x.scale, spread(x.left, rows, whole.rows), spread(x.right, cols, whole.cols)};
  }
  /// The vertices of the ball are of rank one; a start may be a sum of such matrices.
  Atom spread_to(const ObservedMatrix& whole, const Atom& x) const {
    Atom all;
    if (const auto* pair = x.as<Atom::RankOne>()) {
      all.become_rank_one(whole.rows, whole.cols) = spread_to(whole, *pair);
    } else if (const auto* sum = x.as<Atom::LowRank>()) {
      auto& terms = all.become_low_rank(whole.rows, whole.cols, sum->terms.size()).terms;
      std::ranges::transform(sum->terms, terms.begin(),
                             [&](const auto& term) { return spread_to(whole, term); });
    }
    return all;
  }
  Biases spread_to(const ObservedMatrix& whole, const Biases& biases) const {
    Biases all{.mean = biases.mean};
    if (biases.row.size() > 0) all.row = spread(biases.row, rows, whole.rows);
    if (biases.col.size() > 0) all.col = spread(biases.col, cols, whole.cols);
    return all;
  }

  std::vector<Index> rows, cols;
  ObservedMatrix seen;
};

/// Those of the run, with a tolerance if it has none.
Options run_options(const CompletionFitOptions& options, const MatrixCompletion& f) {
  Options run = options.run;
  if (run.gap_tolerance || run.relative_gap_tolerance) return run;
  run.gap_tolerance = options.tolerance * f.loss().value(Vector::Zero(f.loss().size()));
  return run;
}

}  // namespace

CompletionFit fit_completion(const ObservedMatrix& seen, double radius,
                             const CompletionFitOptions& options, const LowRank& start) {
  validate(options);
  require_positive("radius", radius);
  const Compact part(seen);
  Biases biases = fit_biases(part.seen, options.biases);
  const ObservedMatrix rest = subtract(part.seen, biases);
  const MatrixCompletion f(rest.rows, rest.cols, rest.entries, options.objective);
  const NuclearBall ball(rest.rows, rest.cols, radius);
  const Atom x0 = start_from(part.part_of(start), rest.rows, rest.cols, radius);
  Result result = solve(Mode::constrained, f, ball, x0, run_options(options, f));
  CompletionModel model =
      completion_model(part.seen, std::move(biases), result, options.truncation);
  model.biases = part.spread_to(seen, model.biases);
  model.factors = part.spread_to(seen, model.factors);
  model.seen = SeenColumns(seen);
  if (!options.clip) model.lowest = -kInfinity, model.highest = kInfinity;
  result.factors = part.spread_to(seen, result.factors);
  for (WeightedAtom& one : result.atoms) one.atom = part.spread_to(seen, one.atom);
  model.set = compose("nuclear:{}", radius);
  return {std::move(model), std::move(result)};
}

CompletionModel completion_model(const ObservedMatrix& seen, Biases biases, const Result& result,
                                 double truncation) {
  CompletionModel model;
  model.biases = std::move(biases);
  model.factors = truncate(result.factors, seen, truncation * standard_deviation(seen));
  model.seen = SeenColumns(seen);
  model.value = result.value;
  model.gap = result.gap;
  std::tie(model.lowest, model.highest) = range_of(seen);
  model.scores = {{"train rmse", root_mean_square_error(model, seen)}};
  return model;
}

double rough_radius(const ObservedMatrix& seen, const BiasOptions& options) {
  const Compact part(seen);
  double sum = 0;
  for (const Observation& o : subtract(part.seen, fit_biases(part.seen, options)).entries) {
    sum += o.value * o.value;
  }
  return sum > 0 ? 2 * std::sqrt(sum) : 1;
}

}  // namespace acgd
