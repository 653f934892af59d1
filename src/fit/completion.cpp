#include "acgd/fit/completion.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "acgd/core/error.hpp"
#include "acgd/fit/path.hpp"
#include "acgd/fit/samples.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "acgd/solve/solve.hpp"
#include "core/compose.hpp"
#include "fit/completion.hpp"
#include "linalg/low_rank.hpp"

namespace acgd {

namespace {

// Relative size below which singular values are rounding error.
constexpr double kRounding = 1e-13;

Terms singular_terms(const LowRank& x) {
  return recompress(x.left, Vector::Ones(x.rank()), x.right, kRounding);
}

/// The smallest rank such that the dropped terms change no entry by more than the tolerance.
Index rank_needed(const Terms& terms, const ObservedMatrix& entries, double tolerance) {
  Vector dropped = Vector::Zero(static_cast<Index>(entries.entries.size()));
  Index rank = terms.weights.size();
  for (; rank > 0; --rank) {
    const auto left = terms.left.col(rank - 1), right = terms.right.col(rank - 1);
    const double weight = terms.weights[rank - 1];
    double* entry = dropped.data();
    for (const Observation& o : entries.entries) *entry++ += weight * left[o.row] * right[o.col];
    if (!(dropped.cwiseAbs().maxCoeff() <= tolerance)) break;
  }
  return rank;
}

}  // namespace

LowRank truncate(const LowRank& x, const ObservedMatrix& entries, double tolerance) {
  if (x.rank() == 0) return x;
  const Terms terms = singular_terms(x);
  const Index rank = rank_needed(terms, entries, tolerance);
  return {terms.left.leftCols(rank) * terms.weights.head(rank).asDiagonal(),
          terms.right.leftCols(rank)};
}

Atom start_from(const LowRank& x, Index rows, Index cols, double radius) {
  Atom atom;
  if (x.rank() == 0) {
    auto& zero = atom.become_rank_one(rows, cols);
    zero = {0, Vector::Unit(rows, 0), Vector::Unit(cols, 0)};
    return atom;
  }
  const Terms terms = singular_terms(x);
  const double size = terms.weights.sum();
  const double shrink = size > radius ? radius / size : 1;
  const Index m = std::min(rows, x.rows()), n = std::min(cols, x.cols());
  auto& sum = atom.become_low_rank(rows, cols, static_cast<std::size_t>(terms.weights.size()));
  for (Index k = 0; k < terms.weights.size(); ++k) {
    auto& term = sum.terms[k];
    term = {shrink * terms.weights[k], Vector::Zero(rows), Vector::Zero(cols)};
    term.left.head(m) = terms.left.col(k).head(m);
    term.right.head(n) = terms.right.col(k).head(n);
  }
  return atom;
}

namespace {

// Relative residual at which conjugate gradients stop.
constexpr double kResidual = 1e-13;
// Maximum number of iterations. Damping usually makes a few dozen sufficient.
constexpr Index kMostRounds = 1000;

/// 1 / x, or 0 for a row or column without entries.
Vector inverse(const Vector& x) {
  return x.unaryExpr([](double d) { return d > 0 ? 1 / d : 0.0; });
}

double mean_value(const ObservedMatrix& seen) {
  double sum = 0, total = 0;
  for (const Observation& o : seen.entries) {
    sum += o.weight * o.value;
    total += o.weight;
  }
  if (!(total > 0)) throw InvalidInput("observed", "every weight is 0, must not all be");
  if (!std::isfinite(sum)) throw InvalidInput("observed", "the sum of the values is not finite");
  return sum / total;
}

/// Normal equations of the biases: (R + damping) row + W col = p, W' row + (C + damping) col = q,
/// where W is the matrix of weights, and R and C are its row and column sums.
class NormalEquations {
 public:
  NormalEquations(const ObservedMatrix& seen, double mean, double damping)
      : seen_(seen),
        p_(Vector::Zero(seen.rows)),
        q_(Vector::Zero(seen.cols)),
        by_col_(Vector::Constant(seen.cols, damping)) {
    Vector by_row = Vector::Constant(seen.rows, damping);
    for (const Observation& o : seen.entries) {
      p_[o.row] += o.weight * (o.value - mean);
      q_[o.col] += o.weight * (o.value - mean);
      by_row[o.row] += o.weight;
      by_col_[o.col] += o.weight;
    }
    row_inverse_ = inverse(by_row);
  }

  /// The optimal row biases for given column biases.
  Vector rows_for(const Vector& col) const { return row_inverse_.cwiseProduct(p_ - row_sums(col)); }

  /// Solves (C + damping - W' (R + damping)^-1 W) col = q - W' (R + damping)^-1 p by conjugate
  /// gradients with a diagonal preconditioner.
  Vector solve_columns() const {
    const Vector scale = inverse(by_col_);
    Vector col = Vector::Zero(q_.size());
    Vector residual = q_ - col_sums(row_inverse_.cwiseProduct(p_));
    Vector z = scale.cwiseProduct(residual), direction = z;
    double size = residual.dot(z);
    const double enough = kResidual * kResidual * size;
    for (Index round = 0; round < kMostRounds && size > enough; ++round) {
      const Vector image = apply(direction);
      const double curvature = direction.dot(image);
      if (!(curvature > 0)) break;  // rounding error, or a direction of zero curvature
      col += size / curvature * direction;
      residual -= size / curvature * image;
      z = scale.cwiseProduct(residual);
      const double before = size;
      size = residual.dot(z);
      direction = z + size / before * direction;
    }
    return col;
  }

 private:
  Vector apply(const Vector& col) const {
    return by_col_.cwiseProduct(col) - col_sums(row_inverse_.cwiseProduct(row_sums(col)));
  }
  /// W col
  Vector row_sums(const Vector& col) const {
    Vector sums = Vector::Zero(p_.size());
    for (const Observation& o : seen_.entries) sums[o.row] += o.weight * col[o.col];
    return sums;
  }
  /// W' row
  Vector col_sums(const Vector& row) const {
    Vector sums = Vector::Zero(q_.size());
    for (const Observation& o : seen_.entries) sums[o.col] += o.weight * row[o.row];
    return sums;
  }

  const ObservedMatrix& seen_;
  Vector p_, q_;
  Vector by_col_;       ///< C + damping
  Vector row_inverse_;  ///< 1 / (R + damping)
};

}  // namespace

Biases fit_biases(const ObservedMatrix& seen, const BiasOptions& options) {
  validate(options);
  check_observations(seen.rows, seen.cols, seen.entries);
  const double mean = mean_value(seen);
  Biases result{.mean = options.center ? mean : 0};
  if (!options.biases) return result;
  const NormalEquations equations(seen, result.mean, options.damping);
  result.col = equations.solve_columns();
  result.row = equations.rows_for(result.col);
  return result;
}

ObservedMatrix subtract(ObservedMatrix seen, const Biases& biases) {
  for (Observation& o : seen.entries) o.value -= biases.at(o.row, o.col);
  return seen;
}

SeenColumns::SeenColumns(const ObservedMatrix& seen) {
  std::vector<std::pair<int, int>> places;
  for (const Observation& o : seen.entries) places.emplace_back(o.row, o.col);
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  starts_.assign(static_cast<std::size_t>(seen.rows + 1), 0);
  for (const auto& [row, col] : places) {
    ++starts_[static_cast<std::size_t>(row) + 1];
    cols_.push_back(col);
  }
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
}

SeenColumns::SeenColumns(const std::vector<std::vector<int>>& rows, Index columns) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    int least = 0;
    for (const int col : rows[i]) {
      if (col < least || col >= columns) {
        throw InvalidInput("seen", compose("column {} of row {}: must be from {} to {}", col, i,
                                           least, columns - 1));
      }
      least = col + 1;
      cols_.push_back(col);
    }
    starts_.push_back(static_cast<Index>(cols_.size()));
  }
}

std::span<const int> SeenColumns::of(Index row) const {
  if (row < 0 || row + 1 >= static_cast<Index>(starts_.size())) return {};
  const auto first = static_cast<std::size_t>(starts_[row]);
  const auto last = static_cast<std::size_t>(starts_[static_cast<std::size_t>(row) + 1]);
  return std::span(cols_).subspan(first, last - first);
}

std::vector<bool> SeenColumns::anywhere(Index columns) const {
  std::vector<bool> is_seen(static_cast<std::size_t>(columns));
  for (const int col : cols_) is_seen[col] = true;
  return is_seen;
}

double CompletionModel::unclipped(Index i, Index j) const {
  const bool inside = i >= 0 && i < rows() && j >= 0 && j < cols();
  return biases.at(i, j) + (inside ? factors.at(i, j) : 0);
}

std::vector<Recommendation> CompletionModel::recommend(Index row, Index top, bool with_seen) const {
  if (row < 0 || row >= rows()) {
    throw InvalidInput("row", row, compose("must be from 0 to {}", rows() - 1));
  }
  require_at_least("top", top, 1);
  const std::span<const int> seen_here = with_seen ? std::span<const int>() : seen.of(row);
  std::vector<Recommendation> all;
  for (Index j = 0; j < cols(); ++j) {
    const bool is_seen =
        std::binary_search(seen_here.begin(), seen_here.end(), static_cast<int>(j));
    if (!is_seen) all.push_back({j, unclipped(row, j)});
  }
  const auto count = std::min(static_cast<std::size_t>(top), all.size());
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), all.end(),
                    [](const Recommendation& a, const Recommendation& b) {
                      return a.prediction != b.prediction ? a.prediction > b.prediction
                                                          : a.col < b.col;
                    });
  all.resize(count);
  for (Recommendation& one : all) one.prediction = std::clamp(one.prediction, lowest, highest);
  return all;
}

double root_mean_square_error(const CompletionModel& model, const ObservedMatrix& seen) {
  double sum = 0, total = 0;
  for (const Observation& o : seen.entries) {
    const double error = model.predict(o.row, o.col) - o.value;
    sum += o.weight * error * error;
    total += o.weight;
  }
  return std::sqrt(sum / total);
}

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

/// The lowest and highest value of positive weight.
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

/// Ascending indices of the rows, or columns, that have entries.
std::vector<Index> numbers_of(const ObservedMatrix& seen, int Observation::*place, Index count) {
  std::vector<bool> is_there(static_cast<std::size_t>(count));
  for (const Observation& o : seen.entries) is_there[o.*place] = true;
  std::vector<Index> numbers;
  for (Index i = 0; i < count; ++i) {
    if (is_there[i]) numbers.push_back(i);
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

/// Inverse of rows_at(): a matrix of `count` rows with `values` at the given rows and 0 elsewhere.
Matrix spread(const Matrix& values, const std::vector<Index>& numbers, Index count) {
  Matrix all = Matrix::Zero(count, values.cols());
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    all.row(numbers[k]) = values.row(static_cast<Index>(k));
  }
  return all;
}

/// The matrix without rows and columns that have no entry. Fitting it makes the result and the
/// memory independent of empty rows and columns, as with indices that start at 1: they would change
/// the start vector of Lanczos' method and the order of sums.
struct Compact {
  explicit Compact(const ObservedMatrix& whole)
      : rows((check_observations(whole.rows, whole.cols, whole.entries),
              numbers_of(whole, &Observation::row, whole.rows))),
        cols(numbers_of(whole, &Observation::col, whole.cols)) {
    ObservedMatrix part = whole;
    std::vector<int> row(static_cast<std::size_t>(whole.rows));
    std::vector<int> col(static_cast<std::size_t>(whole.cols));
    for (std::size_t k = 0; k < rows.size(); ++k) row[rows[k]] = static_cast<int>(k);
    for (std::size_t k = 0; k < cols.size(); ++k) col[cols[k]] = static_cast<int>(k);
    for (Observation& o : part.entries) {
      o.row = row[o.row];
      o.col = col[o.col];
    }
    part.rows = static_cast<Index>(rows.size());
    part.cols = static_cast<Index>(cols.size());
    seen = std::make_shared<const ObservedMatrix>(std::move(part));
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
  /// Vertices of the ball have rank one; a start may be a sum of rank-one matrices.
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
  std::shared_ptr<const ObservedMatrix> seen;
};

/// The options of the run, with a default gap tolerance.
Options run_options(const CompletionFitOptions& options, const MatrixCompletion& f) {
  Options run = options.run;
  if (run.gap_tolerance || run.relative_gap_tolerance) return run;
  run.gap_tolerance = options.tolerance * f.loss().value(Vector::Zero(f.loss().size()));
  return run;
}

}  // namespace

CompletionProblem::CompletionProblem(std::shared_ptr<const ObservedMatrix> seen,
                                     const std::optional<BiasOptions>& biases,
                                     const CompletionOptions& options,
                                     std::shared_ptr<const Team> team)
    : seen_(std::move(seen)), biases_(biases ? fit_biases(*seen_, *biases) : Biases()) {
  ObservedMatrix rest = biases ? subtract(*seen_, biases_) : *seen_;
  f_ = std::make_shared<const MatrixCompletion>(rest.rows, rest.cols, std::move(rest.entries),
                                                options, std::move(team));
}

CompletionModel CompletionProblem::model(const Result& result, double truncation) const {
  CompletionModel model;
  model.biases = biases_;
  model.factors = truncate(result.factors, *seen_, truncation * standard_deviation(*seen_));
  model.seen = SeenColumns(*seen_);
  model.value = result.value;
  model.gap = result.gap;
  std::tie(model.lowest, model.highest) = range_of(*seen_);
  model.scores = {{"train rmse", root_mean_square_error(model, *seen_)}};
  return model;
}

CompletionFit fit_completion(const ObservedMatrix& seen, double radius,
                             const CompletionFitOptions& options, const LowRank& start) {
  validate(options);
  require_positive("radius", radius);
  const Compact part(seen);
  const CompletionProblem problem(part.seen, options.biases, options.objective);
  const MatrixCompletion& f = *problem.objective();
  const NuclearBall ball(part.seen->rows, part.seen->cols, radius);
  const Atom x0 = start_from(part.part_of(start), part.seen->rows, part.seen->cols, radius);
  Result result = solve(Mode::constrained, f, ball, x0, run_options(options, f));
  CompletionModel model = problem.model(result, options.truncation);
  model.biases = part.spread_to(seen, model.biases);
  model.factors = part.spread_to(seen, model.factors);
  model.seen = SeenColumns(seen);
  if (!options.clip) model.lowest = -kInfinity, model.highest = kInfinity;
  result.factors = part.spread_to(seen, result.factors);
  for (WeightedAtom& one : result.atoms) one.atom = part.spread_to(seen, one.atom);
  model.set = compose("nuclear:{}", radius);
  return {std::move(model), std::move(result)};
}

double rough_radius(const ObservedMatrix& seen, const BiasOptions& options) {
  const Compact part(seen);
  double sum = 0;
  for (const Observation& o : subtract(*part.seen, fit_biases(*part.seen, options)).entries) {
    sum += o.value * o.value;
  }
  return sum > 0 ? 2 * std::sqrt(sum) : 1;
}

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kFirstShare = 0.05;  ///< first radius relative to rough_radius()
const double kGrowth = std::sqrt(2.0);
constexpr double kGain = 1e-4;  ///< least relative decrease of the held-out error
constexpr int kPatience = 2;    ///< number of radii without such a decrease that end the path
constexpr Index kMostRadii = 60;

/// Training entries and held-out entries.
struct Halves {
  ObservedMatrix train;
  ObservedMatrix held_out;
};

Halves split(const ObservedMatrix& seen, const CompletionPathOptions& options) {
  const auto count = static_cast<Index>(seen.entries.size());
  if (count < 2) {
    throw InvalidInput("observed",
                       compose("{} entries, must be at least 2 to hold a part of them out", count));
  }
  const auto parts = static_cast<Index>(std::lround(1 / options.validation));
  const Fold fold = make_folds(count, std::min(parts, count), options.seed).front();
  Halves halves{{seen.rows, seen.cols, {}}, {seen.rows, seen.cols, {}}};
  for (const Index k : fold.seen) {
    halves.train.entries.push_back(seen.entries[k]);
  }
  for (const Index k : fold.held_out) {
    halves.held_out.entries.push_back(seen.entries[k]);
  }
  return halves;
}

/// Sequence of radii, given or automatic.
class Radii {
 public:
  Radii(const ObservedMatrix& train, const CompletionPathOptions& options)
      : given_(options.radii),
        next_(given_.empty() ? kFirstShare * rough_radius(train, options.fit.biases)
                             : given_.front()) {}

  double next() const { return next_; }
  /// Moves to the next radius; false at the end. `improved`: the last fit lowered the held-out
  /// error.
  bool advance(bool improved) {
    ++done_;
    in_vain_ = improved ? 0 : in_vain_ + 1;
    if (given_.empty()) {
      next_ *= kGrowth;
      return in_vain_ < kPatience && done_ < kMostRadii;
    }
    if (done_ == static_cast<Index>(given_.size())) return false;
    next_ = given_[done_];
    return true;
  }

 private:
  std::span<const double> given_;
  double next_;
  Index done_ = 0;
  int in_vain_ = 0;
};

CompletionPathFit row_of(double radius, const CompletionFit& fit, const ObservedMatrix& held_out) {
  return {.radius = radius,
          .rank = fit.model.factors.rank(),
          .train_rmse = fit.model.scores.front().second,
          .held_out_rmse = root_mean_square_error(fit.model, held_out),
          .value = fit.result.value,
          .gap = fit.result.gap,
          .status = fit.result.status,
          .counts = fit.result.counts};
}

// Matrix completion along a path of radii:
//
// 1. Hold out a part of the entries (split). For each radius, ascending:
// 2. Fit biases by least squares, and a nuclear-norm constrained matrix to the residuals, with a
//    warm start at the last factors scaled to the new radius (fit_completion).
// 3. Truncate the rank, and evaluate the RMSE on the held-out entries. An automatic path ends after
//    two radii in a row without improvement (Radii).
// 4. Refit all entries at the best radius (fit_completion_path).

/// Fits ascending radii with warm starts; stores the best fit in path.refit.
void climb(const Halves& halves, const CompletionPathOptions& options, CompletionPath& path) {
  Radii radii(halves.train, options);
  LowRank start;
  double lowest = std::numeric_limits<double>::infinity();
  for (bool more = true; more;) {
    const double radius = radii.next();
    CompletionFit fit = fit_completion(halves.train, radius, options.fit, start);
    const CompletionPathFit row = row_of(radius, fit, halves.held_out);
    path.fits.push_back(row);
    path.counts += row.counts;
    if (options.progress) options.progress(row);
    const bool improved = row.held_out_rmse < (1 - kGain) * lowest;
    const bool usable = is_usable(row.status);
    path.interrupted = options.fit.run.interrupt.stop_requested();
    more = radii.advance(improved) && usable && !path.interrupted;
    start = fit.model.factors;
    start.left *= radii.next() / radius;
    if (!improved && path.fits.size() > 1) continue;
    lowest = row.held_out_rmse;
    path.best = static_cast<Index>(path.fits.size()) - 1;
    path.refit = std::move(fit);
  }
}

}  // namespace

CompletionPath fit_completion_path(const ObservedMatrix& seen,
                                   const CompletionPathOptions& options) {
  validate(options);
  check_radii(options.radii);
  check_observations(seen.rows, seen.cols, seen.entries);
  const auto begin = Clock::now();
  CompletionPath path;
  climb(split(seen, options), options, path);
  const CompletionPathFit& best = path.fits[path.best];
  if (!path.interrupted) {
    path.refit = fit_completion(seen, best.radius, options.fit, path.refit.model.factors);
    path.counts += path.refit.result.counts;
    path.interrupted = options.fit.run.interrupt.stop_requested();
  }
  path.refit.model.scores.emplace_back("held-out rmse", best.held_out_rmse);
  path.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return path;
}

Description BiasOptions::describe() {
  return {{"biases", biases, range::any, "fit a constant for each row and column first"},
          {"center", center, range::any, "subtract the mean of the observed entries first"},
          {"damping", damping, range::non_negative,
           "regularisation of the biases: number of average entries added to each row and column"}};
}

Description CompletionFitOptions::describe() {
  Description all = biases.describe();
  all.push_back({"tolerance", tolerance, range::non_negative,
                 "end at a gap of this times the loss of the biases alone, unless a tolerance of "
                 "the run is given"});
  all.push_back({"truncation", truncation, range::non_negative,
                 "leave out singular values that change no prediction of an observed entry by "
                 "more than this times the standard deviation of the values"});
  all.push_back({"clip", clip, range::any, "clip predictions to the range of the observed values"});
  return all;
}

Description CompletionPathOptions::describe() {
  Description all = fit.describe();
  all.push_back({"validation", validation, Range{0, 0.5, false, true, "must be in (0, 0.5]"},
                 "the share of the entries that is held out to find the best radius"});
  return all;
}

}  // namespace acgd
