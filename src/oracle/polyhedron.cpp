#include "acgd/oracle/polyhedron.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/entries.hpp"
#include "oracle/linear_program_solver.hpp"
#include "oracle/vertex_of_basis.hpp"

namespace acgd {
namespace {

using End = LinearProgramSolver::End;

constexpr double kNoBound = std::numeric_limits<double>::infinity();
// Of <costs, d> along a direction d of largest entry 1, clear of Clp's tolerance of 1e-9.
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
    throw InvalidInput(compose("{} has {} entries: must have {}", name, bounds->size(), size));
  }
  for (Index i = 0; i < size; ++i) {
    if (!(lower[i] < kNoBound)) {
      throw InvalidInput(
          compose("{}[{}] = {}: must be a number below infinity", lower_name, i, lower[i]));
    }
    if (!(upper[i] > -kNoBound)) {
      throw InvalidInput(
          compose("{}[{}] = {}: must be a number above -infinity", upper_name, i, upper[i]));
    }
    if (lower[i] > upper[i]) {
      throw InvalidInput(compose("{}[{}] = {}: must be at most {}[{}] = {}", lower_name, i,
                                 lower[i], upper_name, i, upper[i]));
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
      throw InvalidInput(
          compose("matrix({}, {}) = {}: must be finite", entry.row(), j, entry.value()));
    }
  }
  matrix.makeCompressed();
}

[[noreturn]] void refuse_infeasible(const LinearProgram& program,
                                    const LinearProgramSolver& solver) {
  const auto row = solver.contradicting_row();
  const std::string hint =
      row ? compose("; {} contradicts others", row_called(program, *row)) : std::string();
  throw InvalidInput("polyhedron: no point meets all rows and bounds" + hint);
}

/// The directions in which a polyhedron has no end, up to length 1: their own rows and bounds are 0
/// where it has some.
LinearProgram recession_program(LinearProgram program) {
  for (Vector* bounds : {&program.row_lower, &program.row_upper, &program.lower, &program.upper}) {
    for (double& bound : *bounds) bound = std::isfinite(bound) ? 0 : bound;
  }
  program.lower = program.lower.cwiseMax(-1);
  program.upper = program.upper.cwiseMin(1);
  return program;
}

/// Where Clp finds no smallest value of <costs, x>. It takes many an unbounded program for an
/// infeasible one, so that its reason is not asked: the two programs here have a minimum.
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
          compose("polyhedron: it is unbounded, {} can {} without end; must be bounded, give its "
                  "variables bounds",
                  column_called(program, j), ray[j] > 0 ? "grow" : "fall"));
    }
  }
  throw InvalidInput("polyhedron: Clp finds neither a vertex nor a reason why there is none");
}

/// The smallest value of <costs, x>.
double smallest_value(const LinearProgram& program, LinearProgramSolver& solver,
                      const Vector& costs) {
  if (solver.minimize(costs) != End::optimal) refuse(program, costs);
  return solver.solution().dot(costs);
}

/// How far apart two values of each row, then of each variable can be, at most. Variables with one
/// bound go no farther from it than all of them together; those without any are asked for one by
/// one.
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

/// Decreasing weights without a pattern, so that few vertices are equally good for them.
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

void Polyhedron::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  const double scale = g.cwiseAbs().maxCoeff();
  if (scale == 0 || !g.allFinite()) {
    answer.atom = start_;
    answer.error = 0;
    return;
  }
  Memory& memory = answer.memory<Memory>();
  if (!memory.solver) memory.solver.emplace(*program_);
  LinearProgramSolver& solver = *memory.solver;
  memory.costs = g / scale;
  for (const bool closely : {false, true}) {
    const End end = closely ? solver.minimize_closely(memory.costs) : solver.minimize(memory.costs);
    answer.error = scale * solver.error(ranges_);
    if (end != End::optimal || solver.break_ties(second_) != End::optimal) continue;
    Vector vertex = vertex_of_basis(*program_, solver.basis(), solver.solution());
    const double size = std::max(1.0, vertex.lpNorm<Eigen::Infinity>());
    if (!closely && violation(vertex).distance > 1e-13 * size) continue;
    answer.atom.become_dense(dimension()) = vertex;
    return;
  }
  // The simplex method was lost. Any vertex is as good as what is said of it.
  memory.solver.reset();
  answer.atom = start_;
  answer.error = g.cwiseAbs().dot(ranges_.tail(dimension()));
}

Violation Polyhedron::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
  Violation worst;
  // Rows are in units of their own: they are compared with how far apart their values can be.
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

}  // namespace acgd
