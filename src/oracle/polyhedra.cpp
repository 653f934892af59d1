#include "acgd/oracle/polyhedra.hpp"

#include <Eigen/SparseLU>
#include <Eigen/SparseQR>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "linalg/decompositions.hpp"
#include "oracle/entries.hpp"
#include "oracle/linear_program_solver.hpp"

namespace acgd {

namespace {

using Columns = Eigen::SparseMatrix<double>;

/// Relative tolerance within which a constraint is active.
constexpr double kTight = 1e-9;

bool is_at(double value, double bound) {
  return std::abs(value - bound) <= kTight * std::max(1.0, std::abs(bound));
}

double closer_bound(double value, double lower, double upper) {
  return std::abs(value - lower) <= std::abs(upper - value) ? lower : upper;
}

/// Active rows and free variables, which determine a vertex.
struct Holding {
  std::vector<Index> rows;
  std::vector<double> bounds;  ///< active bound of each row
  std::vector<Index> free;
};

Columns part_of(const Columns& matrix, const Holding& holding) {
  std::vector<Index> place(static_cast<std::size_t>(matrix.rows()), -1);
  for (std::size_t k = 0; k < holding.rows.size(); ++k) {
    place[holding.rows[k]] = static_cast<Index>(k);
  }
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t k = 0; k < holding.free.size(); ++k) {
    for (Columns::InnerIterator entry(matrix, holding.free[k]); entry; ++entry) {
      const Index row = place[entry.row()];
      if (row < 0) continue;
      entries.emplace_back(static_cast<int>(row), static_cast<int>(k), entry.value());
    }
  }
  Columns part(static_cast<Index>(holding.rows.size()), static_cast<Index>(holding.free.size()));
  part.setFromTriplets(entries.begin(), entries.end());
  part.makeCompressed();
  return part;
}

/// Solves the active rows for the free entries of x, with one step of iterative refinement. False
/// if the result is not finite.
template <class Factors>
bool solve_for_free(const LinearProgram& program, const Holding& holding, const Factors& factors,
                    Vector& x) {
  for (const Index j : holding.free) x[j] = 0;
  for (int pass = 0; pass < 2; ++pass) {
    const Vector activity = program.matrix * x;
    Vector rest(static_cast<Index>(holding.rows.size()));
    for (std::size_t k = 0; k < holding.rows.size(); ++k) {
      rest[static_cast<Index>(k)] = holding.bounds[k] - activity[holding.rows[k]];
    }
    const Vector change = factors.solve(rest);
    if (!change.allFinite()) return false;
    for (std::size_t k = 0; k < holding.free.size(); ++k) {
      x[holding.free[k]] += change[static_cast<Index>(k)];
    }
  }
  return true;
}

bool solve_for_free(const LinearProgram& program, const Holding& holding, Vector& x) {
  if (holding.free.empty()) return true;
  if (holding.rows.size() < holding.free.size()) return false;
  const Columns part = part_of(program.matrix, holding);
  if (part.rows() == part.cols()) {
    Eigen::SparseLU<Columns> factors;
    factors.compute(part);
    return factors.info() == Eigen::Success && solve_for_free(program, holding, factors, x);
  }
  Eigen::SparseQR<Columns, Eigen::COLAMDOrdering<int>> factors;
  factors.compute(part);
  return factors.info() == Eigen::Success && factors.rank() == part.cols() &&
         solve_for_free(program, holding, factors, x);
}

/// Nonbasic rows as active rows, basic columns as free variables.
Holding held_by(const LinearProgramSolver::Basis& basis, const LinearProgram& program,
                const Vector& activity) {
  Holding holding{.rows = basis.tight_rows, .bounds = {}, .free = basis.basic_columns};
  for (const Index i : holding.rows) {
    holding.bounds.push_back(closer_bound(activity[i], program.row_lower[i], program.row_upper[i]));
  }
  return holding;
}

/// All active rows and free variables, whatever the basis.
Holding held_by_all(const LinearProgram& program, const Vector& x) {
  Holding holding;
  const Vector activity = program.matrix * x;
  for (Index i = 0; i < activity.size(); ++i) {
    const double bound = closer_bound(activity[i], program.row_lower[i], program.row_upper[i]);
    if (!is_at(activity[i], bound)) continue;
    holding.rows.push_back(i);
    holding.bounds.push_back(bound);
  }
  for (Index j = 0; j < x.size(); ++j) {
    if (!is_at(x[j], closer_bound(x[j], program.lower[j], program.upper[j]))) {
      holding.free.push_back(j);
    }
  }
  return holding;
}

/// Sets entries that are not free to their nearest bound.
void move_to_bounds(const LinearProgram& program, const std::vector<Index>& free, Vector& x) {
  auto next = free.begin();
  for (Index j = 0; j < x.size(); ++j) {
    if (next != free.end() && *next == j) {
      ++next;
    } else {
      x[j] = closer_bound(x[j], program.lower[j], program.upper[j]);
    }
  }
}

/// Vertex of a basis, close to `near`, recomputed from all of its active constraints, so that its
/// bits do not depend on which of its bases was found. If the constraints do not determine it,
/// returns `near` clamped to the variable bounds.
Vector vertex_of_basis(const LinearProgram& program, const LinearProgramSolver::Basis& basis,
                       const Vector& near) {
  Vector x = near;
  const Holding holding = held_by(basis, program, program.matrix * near);
  move_to_bounds(program, holding.free, x);
  if (!x.allFinite() || !solve_for_free(program, holding, x)) {
    return near.cwiseMax(program.lower).cwiseMin(program.upper);
  }
  const Holding all = held_by_all(program, x);
  if (all.rows == holding.rows && all.free == holding.free) return x;
  // Degenerate vertex: use all active constraints.
  Vector same = x;
  move_to_bounds(program, all.free, same);
  if (!solve_for_free(program, all, same)) return x;
  const double off = (same - x).lpNorm<Eigen::Infinity>();
  return off <= 100 * kTight * std::max(1.0, x.lpNorm<Eigen::Infinity>()) ? same : x;
}

/// Point of smallest norm in the hull of the columns: Wolfe (1976), "Finding the nearest point in a
/// polytope", Mathematical Programming 11.
/// 1. Start with the column of smallest norm. The corral is an affinely independent set of columns
///    with positive weights whose combination, the point, has the smallest norm in its affine hull.
/// 2. Find the column with the smallest <column, point>. Stop if the bound <column, point> / norm
///    is within the tolerance of the norm, or the column is in the corral.
/// 3. Add the column and compute the point of smallest norm in the affine hull
///    (affine_minimizer()).
/// 4. While a weight is not positive: move the weights towards the new ones until the first is 0,
///    drop that column and recompute (shrink_toward()).
/// 5. Accept if the norm decreased, else stop: only rounding prevents a decrease. Continue with 2.
///
class NearestPoint {
 public:
  explicit NearestPoint(const Matrix& columns) : columns_(columns) {
    Index nearest = 0;
    columns.colwise().squaredNorm().minCoeff(&nearest);
    best_ = {{nearest}, Vector::Ones(1), columns.col(nearest)};
  }

  /// Smallest norm, accurate to about `tolerance`; 0 if at most that.
  double norm(double tolerance) {
    const Index most_rounds = 100 + 20 * (columns_.rows() + columns_.cols());
    double length = best_.point.norm();
    for (Index round = 0; round < most_rounds && length > tolerance; ++round) {
      Index next = 0;
      const double support = (columns_.transpose() * best_.point).minCoeff(&next);
      // support / length <= smallest norm <= length
      if (length - support / length <= tolerance) break;
      if (std::ranges::find(best_.corral, next) != best_.corral.end()) break;
      Combination trial = joined(best_, next);
      const double trial_length = trial.point.norm();
      if (!(trial_length < length)) break;
      best_ = std::move(trial);
      length = trial_length;
    }
    return length <= tolerance ? 0 : length;
  }

 private:
  struct Combination {
    std::vector<Index> corral;
    Vector weights;
    Vector point;  ///< columns of the corral times weights
  };

  Combination joined(Combination now, Index column) const {
    now.corral.push_back(column);
    now.weights.conservativeResize(now.weights.size() + 1);
    now.weights[now.weights.size() - 1] = 0;
    Combination target = affine_minimizer(now.corral);
    while (now.corral.size() > 1 && target.weights.minCoeff() <= 0) {
      shrink_toward(target.weights, now);
      target = affine_minimizer(now.corral);
    }
    return target;
  }

  /// Moves the weights towards `target` until the first becomes 0, and drops its column.
  static void shrink_toward(const Vector& target, Combination& now) {
    Vector& weights = now.weights;
    double share = 1;
    Index first = -1;
    for (Index i = 0; i < target.size(); ++i) {
      if (target[i] > 0) continue;
      const double here = weights[i] > 0 ? weights[i] / (weights[i] - target[i]) : 0;
      if (first < 0 || here < share) {
        share = here;
        first = i;
      }
    }
    weights += share * (target - weights);
    const Index after = weights.size() - first - 1;
    weights.segment(first, after) = weights.tail(after).eval();
    weights.conservativeResize(weights.size() - 1);
    now.corral.erase(now.corral.begin() + first);
  }

  /// Point of smallest norm in the affine hull of the corral; weights sum to 1 but may be negative.
  Combination affine_minimizer(const std::vector<Index>& corral) const {
    const auto count = static_cast<Index>(corral.size());
    const Vector origin = columns_.col(corral.front());
    Combination best{corral, Vector::Unit(count, 0), origin};
    if (count == 1) return best;
    Matrix edges(columns_.rows(), count - 1);
    for (Index i = 1; i < count; ++i) edges.col(i - 1) = columns_.col(corral[i]) - origin;
    // Column pivoting gives numerically dependent columns weight 0, so they are dropped.
    const LeastSquaresFactor solver(edges);
    // The second pass makes the point orthogonal to the edges relative to its own norm, which may
    // be far below that of the columns; scores of columns near the corral depend on it.
    for (int pass = 0; pass < 2; ++pass) {
      const Vector shift = solver.solve(-best.point);
      best.point += edges * shift;
      best.weights.tail(count - 1) += shift;
    }
    best.weights[0] = 1 - best.weights.tail(count - 1).sum();
    return best;
  }

  const Matrix& columns_;
  Combination best_;
};

/// Euclidean distance of x to the convex hull of the columns of `points`, 0 if within rounding.
/// Input must be finite, with at least one column.
double distance_to_hull(const Matrix& points, ConstVectorRef x) {
  Matrix shifted = points.colwise() - x;
  const double scale = shifted.cwiseAbs().maxCoeff();
  if (scale == 0) return 0;
  shifted /= scale;
  constexpr double rounding = 1e-14;
  const double longest = shifted.colwise().norm().maxCoeff();
  return scale * NearestPoint(shifted).norm(rounding * longest);
}

using End = LinearProgramSolver::End;

constexpr double kNoBound = std::numeric_limits<double>::infinity();
// Minimum decrease of <costs, d> along a direction d of largest entry 1, well above Clp's tolerance
// 1e-9.
constexpr double kLeastFall = 1e-7;

/// "row 3 (demand)", "x[3] (oil)"
std::string called(const std::string& place, const std::vector<std::string>& names, Index i) {
  const auto k = static_cast<std::size_t>(i);
  return k < names.size() && !names[k].empty() ? compose("{} ({})", place, names[k]) : place;
}
std::string row_called(const LinearProgram& program, Index i) {
  return called(compose("row {}", i), program.row_names, i);
}
std::string column_called(const LinearProgram& program, Index j) {
  return called(compose("x[{}]", j), program.column_names, j);
}

void require_bounds(const char* lower_name, const Vector& lower, const char* upper_name,
                    const Vector& upper, Index size) {
  for (const auto& [name, bounds] : {std::pair(lower_name, &lower), {upper_name, &upper}}) {
    if (bounds->size() == size) continue;
    throw InvalidInput(name, compose("has {} entries, must have {}", bounds->size(), size));
  }
  for (Index i = 0; i < size; ++i) {
    if (!(lower[i] < kNoBound)) {
      throw InvalidInput({lower_name, i}, lower[i], "must be a number below infinity");
    }
    if (!(upper[i] > -kNoBound)) {
      throw InvalidInput({upper_name, i}, upper[i], "must be a number above -infinity");
    }
    if (lower[i] > upper[i]) {
      throw InvalidInput({lower_name, i}, lower[i],
                         compose("must be at most {}[{}] = {}", upper_name, i, upper[i]));
    }
  }
}

void require_valid(LinearProgram& program) {
  auto& matrix = program.matrix;
  require_at_least("columns of matrix (the dimension)", matrix.cols(), 1);
  require_bounds("row_lower", program.row_lower, "row_upper", program.row_upper, matrix.rows());
  require_bounds("lower", program.lower, "upper", program.upper, matrix.cols());
  for (Index j = 0; j < matrix.cols(); ++j) {
    for (Eigen::SparseMatrix<double>::InnerIterator entry(matrix, j); entry; ++entry) {
      if (std::isfinite(entry.value())) continue;
      throw InvalidInput({"matrix", entry.row(), j}, entry.value(), "must be finite");
    }
  }
  matrix.makeCompressed();
}

[[noreturn]] void refuse_infeasible(const LinearProgram& program,
                                    const LinearProgramSolver& solver) {
  const auto row = solver.contradicting_row();
  const std::string hint =
      row ? compose("{} contradicts others", row_called(program, *row)) : std::string();
  throw InvalidInput("polyhedron", std::nullopt, "no point meets all rows and bounds", hint);
}

/// Recession directions of a polyhedron with entries in [-1, 1]: finite bounds are replaced by 0.
LinearProgram recession_program(LinearProgram program) {
  for (Vector* bounds : {&program.row_lower, &program.row_upper, &program.lower, &program.upper}) {
    for (double& bound : *bounds) bound = std::isfinite(bound) ? 0 : bound;
  }
  program.lower = program.lower.cwiseMax(-1);
  program.upper = program.upper.cwiseMin(1);
  return program;
}

/// Diagnoses why Clp finds no minimum of <costs, x>. Clp reports many unbounded programs as
/// infeasible, so this solves two programs that have a minimum if they are feasible.
[[noreturn]] void refuse(const LinearProgram& program, const Vector& costs) {
  LinearProgramSolver anywhere(program);
  const End end = anywhere.minimize(Vector::Zero(costs.size()));
  if (end == End::infeasible) refuse_infeasible(program, anywhere);
  const LinearProgram endless = recession_program(program);
  LinearProgramSolver rays(endless);
  if (end == End::optimal && rays.minimize(costs) == End::optimal) {
    const Vector ray = rays.solution();
    Index j = 0;
    ray.cwiseAbs().maxCoeff(&j);
    if (ray.dot(costs) < -kLeastFall) {
      throw InvalidInput(
          "polyhedron",
          compose(
              "it is unbounded, {} can {} without end; must be bounded, give its variables bounds",
              column_called(program, j), ray[j] > 0 ? "grow" : "fall"));
    }
  }
  throw InvalidInput("polyhedron", "Clp finds neither a vertex nor a reason why there is none");
}

/// Minimum of <costs, x>.
double smallest_value(const LinearProgram& program, LinearProgramSolver& solver,
                      const Vector& costs) {
  if (solver.minimize(costs) != End::optimal) refuse(program, costs);
  return solver.solution().dot(costs);
}

/// Bounds on the range of each row, then of each variable. Variables with one bound are bounded by
/// the maximum of their total distance from it (one program); free variables take two programs
/// each.
Vector find_ranges(const LinearProgram& program, LinearProgramSolver& solver) {
  const auto& [matrix, row_lower, row_upper, lower, upper, row_names, column_names] = program;
  const Index rows = matrix.rows(), cols = matrix.cols();
  Vector costs = Vector::Zero(cols);
  double offset = 0;
  for (Index j = 0; j < cols; ++j) {
    const bool has_lower = std::isfinite(lower[j]), has_upper = std::isfinite(upper[j]);
    if (has_lower == has_upper) continue;
    costs[j] = has_lower ? -1 : 1;
    offset += has_lower ? lower[j] : -upper[j];
  }
  const double together = -smallest_value(program, solver, costs) - offset;
  Vector ranges(rows + cols);
  for (Index j = 0; j < cols; ++j) {
    double& range = ranges[rows + j];
    range = std::isfinite(upper[j] - lower[j]) ? upper[j] - lower[j] : std::max(together, 0.0);
    if (std::isfinite(lower[j]) || std::isfinite(upper[j])) continue;
    const Vector unit = Vector::Unit(cols, j);
    range = -smallest_value(program, solver, unit) - smallest_value(program, solver, -unit);
  }
  ranges.head(rows) = matrix.cwiseAbs() * ranges.tail(cols);
  for (Index i = 0; i < rows; ++i) ranges[i] = std::min(ranges[i], row_upper[i] - row_lower[i]);
  return ranges;
}

/// Weights of decreasing magnitude without a pattern, so that ties are unlikely.
Vector second_objective(Index size) {
  constexpr double kGolden = 0.6180339887498949;
  Vector costs(size);
  for (Index j = 0; j < size; ++j) {
    const double k = static_cast<double>(j + 1);
    costs[j] = -1 - 1 / k - 0.01 * (k * kGolden - std::floor(k * kGolden)) / k;
  }
  return costs / costs.cwiseAbs().maxCoeff();
}

}  // namespace

struct Polyhedron::Memory {
  std::optional<LinearProgramSolver> solver;
  Vector costs;
};

Polyhedron::Polyhedron(LinearProgram program) {
  require_valid(program);
  program_ = std::make_shared<const LinearProgram>(std::move(program));
  LinearProgramSolver solver(*program_);
  ranges_ = find_ranges(*program_, solver);
  second_ = second_objective(dimension());
  smallest_value(*program_, solver, second_);
  start_ = Atom(vertex_of_basis(*program_, solver.basis(), solver.solution()));
}

std::unique_ptr<Oracle> Polyhedron::Parameters::begin(const SetContext& context) const {
  return std::make_unique<Polyhedron>(context.reader().linear_program(file));
}

std::string Polyhedron::name() const {
  return compose("polyhedron of {} rows in R^{}", program_->matrix.rows(), dimension());
}

void Polyhedron::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  const double scale = g.cwiseAbs().maxCoeff();
  if (scale == 0 || !g.allFinite()) {
    lmo.atom = start_;
    lmo.error = 0;
    return;
  }
  Memory& memory = lmo.memory<Memory>();
  if (!memory.solver) memory.solver.emplace(*program_);
  LinearProgramSolver& solver = *memory.solver;
  memory.costs = g / scale;
  for (const bool closely : {false, true}) {
    const End end = closely ? solver.minimize_closely(memory.costs) : solver.minimize(memory.costs);
    lmo.error = scale * solver.error(ranges_);
    if (end != End::optimal || solver.break_ties(second_) != End::optimal) continue;
    Vector vertex = vertex_of_basis(*program_, solver.basis(), solver.solution());
    const double size = std::max(1.0, vertex.lpNorm<Eigen::Infinity>());
    if (!closely && violation(vertex).distance > 1e-13 * size) continue;
    lmo.atom.become_dense(dimension()) = vertex;
    return;
  }
  // The simplex method failed: return a known vertex with a valid error bound.
  memory.solver.reset();
  lmo.atom = start_;
  lmo.error = g.cwiseAbs().dot(ranges_.tail(dimension()));
}

Violation Polyhedron::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
  Violation worst;
  // Rows have their own units: violations are relative to the range of the row.
  const auto look = [&](double value, double lower, double upper, double noise, double size,
                        const auto& name) {
    const double distance = std::max(lower - value, value - upper);
    if (!(distance > 0) || distance <= noise) return;
    const Violation here{distance, "", size};
    if (!(relative(here) > relative(worst))) return;
    worst = here;
    worst.detail = compose("{} = {} is {} {}", name(), value, value < lower ? "below" : "above",
                           value < lower ? lower : upper);
  };
  const Vector extents = ranges_.tail(dimension()) + kShareOfEntry * x.cwiseAbs();
  const double extent = extents.maxCoeff();
  for (Index j = 0; j < x.size(); ++j) {
    look(x[j], program_->lower[j], program_->upper[j], 0, extent,
         [&] { return column_called(*program_, j); });
  }
  const Vector activity = program_->matrix * x;
  const Vector sizes = program_->matrix.cwiseAbs() * x.cwiseAbs();
  const Vector row_extents = program_->matrix.cwiseAbs() * extents;
  for (Index i = 0; i < activity.size(); ++i) {
    look(activity[i], program_->row_lower[i], program_->row_upper[i], rounding * sizes[i],
         row_extents[i], [&] { return row_called(*program_, i); });
  }
  return worst;
}

bool Polyhedron::is_interior(ConstVectorRef x) const {
  const auto strict = [](const auto& value, const Vector& lower, const Vector& upper) {
    return (value.array() > lower.array()).all() && (value.array() < upper.array()).all();
  };
  const Vector activity = program_->matrix * x;
  return strict(x, program_->lower, program_->upper) &&
         strict(activity, program_->row_lower, program_->row_upper);
}

namespace {

/// Drops chosen points that equal the best one or each other; `points` may contain duplicates.
/// Equal points have equal scores up to rounding.
void drop_repeated(const Matrix& points, Index best, Promising& promising) {
  const Vector& scores = promising.scores;
  const double rounding = 1e-9 * scores.cwiseAbs().maxCoeff();
  const auto is_same = [&](Index a, Index b) {
    return scores[a] - scores[b] <= rounding && points.col(a) == points.col(b);
  };
  std::vector<Index>& chosen = promising.indices;
  std::size_t kept = 0;
  for (const Index point : chosen) {
    bool is_new = !is_same(point, best);
    for (std::size_t k = kept; is_new && k > 0; --k) {
      if (scores[point] - scores[chosen[k - 1]] > rounding) break;
      is_new = !is_same(point, chosen[k - 1]);
    }
    if (is_new) chosen[kept++] = point;
  }
  chosen.resize(kept);
}

}  // namespace

ConvexHull::ConvexHull(Matrix points)
    : ConvexHull(std::make_shared<const Matrix>(std::move(points))) {}

ConvexHull::ConvexHull(std::shared_ptr<const Matrix> points) : points_(std::move(points)) {
  if (!points_)
    throw InvalidInput("points", "null", "must be a matrix with a point in each column");
  require_at_least("rows of points (the dimension)", points_->rows(), 1);
  require_at_least("columns of points (one each)", points_->cols(), 1);
  if (points_->allFinite()) return;
  for (Index j = 0; j < points_->cols(); ++j) {
    for (Index i = 0; i < points_->rows(); ++i) {
      const double entry = (*points_)(i, j);
      if (std::isfinite(entry)) continue;
      throw InvalidInput({"points", i, j}, entry, "must be finite");
    }
  }
}

std::unique_ptr<Oracle> ConvexHull::Parameters::begin(const SetContext& context) const {
  return std::make_unique<ConvexHull>(Matrix(context.reader().matrix(file).transpose()));
}

std::string ConvexHull::name() const {
  return compose("convex hull of {} points in R^{}", points_->cols(), dimension());
}

void ConvexHull::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  Vector& scores = lmo.memory<Promising>().scores;
  scores.resize(points_->cols());
  scores.noalias() = points_->transpose() * g;
  lmo.atom.become_dense(dimension()) = points_->col(first_smallest(scores));
}

void ConvexHull::minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const {
  minimize(gradient, lmo);
  lmo.other_count = 0;
  if (most <= 0) return;
  Promising& promising = lmo.memory<Promising>();
  const Index best = first_smallest(promising.scores);
  promising.choose(promising.scores, halfway_to_mean(promising.scores), best, most);
  drop_repeated(*points_, best, promising);
  for (const Index point : promising.indices) {
    lmo.add_other().become_dense(dimension()) = points_->col(point);
  }
}

Violation ConvexHull::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  const double distance = distance_to_hull(*points_, x);
  if (distance == 0) return {};
  return {distance, compose("the nearest point of the hull is {} away", distance)};
}

// The mean c of the points is in the relative interior, and so is every point strictly between c
// and a point of the hull. x is one if the hull extends slightly beyond it, as seen from c.
bool ConvexHull::is_interior(ConstVectorRef x) const {
  constexpr double kLittle = 1e-6;
  const Matrix around = points_->colwise() - Vector(x);
  if (LeastSquaresFactor(around).rank() < dimension()) return false;
  return distance_to_hull(around, -kLittle * around.rowwise().mean()) == 0;
}

namespace {

struct AtomScores {
  Vector products;      ///< <g, atom> for each atom
  Promising promising;  ///< scores are -|<g, atom>|
};

/// Drops chosen atoms that equal the best one or each other up to sign.
void drop_repeated_atoms(const Matrix& atoms, Index best, Promising& promising) {
  const Vector& scores = promising.scores;
  const double rounding = 1e-9 * scores.cwiseAbs().maxCoeff();
  const auto is_same = [&](Index a, Index b) {
    return std::abs(scores[a] - scores[b]) <= rounding &&
           (atoms.col(a) == atoms.col(b) || atoms.col(a) == -atoms.col(b));
  };
  std::vector<Index>& chosen = promising.indices;
  std::size_t kept = 0;
  for (const Index atom : chosen) {
    const auto same_as_this = [&](Index other) { return is_same(atom, other); };
    const auto end = chosen.begin() + static_cast<std::ptrdiff_t>(kept);
    if (is_same(atom, best) || std::any_of(chosen.begin(), end, same_as_this)) continue;
    chosen[kept++] = atom;
  }
  chosen.resize(kept);
}

}  // namespace

SymmetricHull::SymmetricHull(Matrix atoms)
    : SymmetricHull(std::make_shared<const Matrix>(std::move(atoms))) {}

SymmetricHull::SymmetricHull(std::shared_ptr<const Matrix> atoms) : atoms_(std::move(atoms)) {
  if (!atoms_) throw InvalidInput("atoms", "null", "must be a matrix with an atom in each column");
  require_at_least("rows of atoms (the dimension)", atoms_->rows(), 1);
  require_at_least("columns of atoms (one each)", atoms_->cols(), 1);
  for (Index j = 0; j < atoms_->cols(); ++j) {
    for (Index i = 0; i < atoms_->rows(); ++i) {
      const double entry = (*atoms_)(i, j);
      if (std::isfinite(entry)) continue;
      throw InvalidInput({"atoms", i, j}, entry, "must be finite");
    }
  }
  if (atoms_->isZero(0)) throw InvalidInput("atoms", "all of them are 0, one at least must not be");
}

std::unique_ptr<Oracle> SymmetricHull::Parameters::begin(const SetContext& context) const {
  return std::make_unique<SymmetricHull>(Matrix(context.reader().matrix(file).transpose()));
}

std::string SymmetricHull::name() const {
  return compose("symmetric hull of {} atoms in R^{}", atoms_->cols(), dimension());
}

void SymmetricHull::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  Vector& products = lmo.memory<AtomScores>().products;
  products.resize(atoms_->cols());
  products.noalias() = atoms_->transpose() * g;
  const Index best = first_largest_size(products);
  write(best, products[best], lmo.atom);
}

void SymmetricHull::minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const {
  minimize(gradient, lmo);
  lmo.other_count = 0;
  if (most <= 0) return;
  auto& [products, promising] = lmo.memory<AtomScores>();
  const Index best = first_largest_size(products);
  promising.scores.resize(products.size());
  promising.scores = -products.cwiseAbs();
  promising.choose(promising.scores, promising.scores[best] / 2, best, most);
  drop_repeated_atoms(*atoms_, best, promising);
  for (const Index atom : promising.indices) write(atom, products[atom], lmo.add_other());
}

void SymmetricHull::write(Index atom, double score, Atom& signed_atom) const {
  Vector& v = signed_atom.become_dense(dimension());
  v = atoms_->col(atom);
  if (score > 0) v = -v;
}

Violation SymmetricHull::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  Matrix both(atoms_->rows(), 2 * atoms_->cols());
  both << *atoms_, -*atoms_;
  const double distance = distance_to_hull(both, x);
  if (distance == 0) return {};
  return {distance, compose("the nearest point of the hull is {} away", distance)};
}

Description Polyhedron::Parameters::describe() {
  return {{"file", file, range::any,
           "an MPS file, or one in the LP format if its name ends in .lp or .lp.gz. Objective "
           "and integrality are passed over; variables are in the order of the file"}};
}

Description ConvexHull::Parameters::describe() {
  return {{"file", file, range::any, "a matrix file with a point p_i in each row"}};
}

Description SymmetricHull::Parameters::describe() {
  return {{"file", file, range::any, "a matrix file with an atom a_i in each row"}};
}

}  // namespace acgd
