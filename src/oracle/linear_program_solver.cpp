#include "oracle/linear_program_solver.hpp"

#include "acgd/core/error.hpp"
#include "acgd/oracle/polyhedra.hpp"

#ifdef ACGD_HAS_CLP

#include <ClpSimplex.hpp>
#include <algorithm>
#include <cmath>

namespace acgd {

std::string_view Polyhedron::Parameters::missing() { return {}; }

namespace {

constexpr double kClpTolerance = 1e-9;
constexpr double kClosestTolerance = 1e-12;
// Reduced costs up to this are treated as 0: other vertices may be optimal as well.
constexpr double kTie = 1e-11;

double nearest_bound(double value, double lower, double upper) {
  return std::abs(value - lower) <= std::abs(upper - value) ? lower : upper;
}

/// Amount by which the reduced cost of a nonbasic variable has the wrong sign for a minimum.
double wrong_price(double price, double value, double lower, double upper) {
  if (lower == upper) return 0;
  return nearest_bound(value, lower, upper) == lower ? std::max(0.0, -price) : std::max(0.0, price);
}

}  // namespace

struct LinearProgramSolver::Model {
  ClpSimplex clp;

  bool is_basic_row(int i) const { return clp.getRowStatus(i) == ClpSimplex::basic; }
  bool is_basic_column(int j) const { return clp.getColumnStatus(j) == ClpSimplex::basic; }

  void set_tolerance(double tolerance) {
    clp.setPrimalTolerance(tolerance);
    clp.setDualTolerance(tolerance);
  }

  End run(const double* costs) {
    std::copy(costs, costs + clp.numberColumns(), clp.objective());
    clp.primal();
    if (clp.status() > 2) {  // neither optimal nor proven otherwise: restart
      clp.allSlackBasis(true);
      clp.dual();
      clp.primal();
    }
    switch (clp.status()) {
      case 0:
        return End::optimal;
      case 1:
        return End::infeasible;
      case 2:
        return End::unbounded;
      default:
        return End::failed;
    }
  }
};

LinearProgramSolver::LinearProgramSolver(const LinearProgram& program)
    : program_(program), model_(std::make_unique<Model>()) {
  ClpSimplex& clp = model_->clp;
  clp.setLogLevel(0);
  const auto& a = program.matrix;
  // Clp uses int indices and copies its input.
  std::vector<int> starts(a.outerIndexPtr(), a.outerIndexPtr() + a.cols() + 1);
  std::vector<int> rows(a.innerIndexPtr(), a.innerIndexPtr() + a.nonZeros());
  const Vector no_costs = Vector::Zero(a.cols());
  clp.loadProblem(static_cast<int>(a.cols()), static_cast<int>(a.rows()), starts.data(),
                  rows.data(), a.valuePtr(), program.lower.data(), program.upper.data(),
                  no_costs.data(), program.row_lower.data(), program.row_upper.data());
  model_->set_tolerance(kClpTolerance);
}

LinearProgramSolver::LinearProgramSolver(const LinearProgramSolver& other)
    : LinearProgramSolver(other.program_) {}

LinearProgramSolver::~LinearProgramSolver() = default;

LinearProgramSolver::End LinearProgramSolver::minimize(const Vector& costs) {
  return model_->run(costs.data());
}

LinearProgramSolver::End LinearProgramSolver::minimize_closely(const Vector& costs) {
  model_->set_tolerance(kClosestTolerance);
  model_->clp.dual();
  const End end = model_->run(costs.data());
  model_->set_tolerance(kClpTolerance);
  return end;
}

double LinearProgramSolver::error(const Vector& ranges) const {
  const ClpSimplex& clp = model_->clp;
  const int rows = clp.numberRows();
  double sum = 0;
  const auto add = [&](double price, double value, double lower, double upper, double range) {
    double size = wrong_price(price, value, lower, upper);
    if (lower != upper && std::abs(price) <= kTie) size = std::abs(price);
    if (size > 0) sum += size * range;
  };
  for (int i = 0; i < rows; ++i) {
    if (model_->is_basic_row(i)) continue;
    add(clp.dualRowSolution()[i], clp.primalRowSolution()[i], program_.row_lower[i],
        program_.row_upper[i], ranges[i]);
  }
  for (int j = 0; j < clp.numberColumns(); ++j) {
    if (model_->is_basic_column(j)) continue;
    add(clp.dualColumnSolution()[j], clp.primalColumnSolution()[j], program_.lower[j],
        program_.upper[j], ranges[rows + j]);
  }
  return sum;
}

LinearProgramSolver::End LinearProgramSolver::break_ties(const Vector& second) {
  ClpSimplex& clp = model_->clp;
  bool has_ties = false;
  std::vector<int> fixed_rows, fixed_columns;
  for (int i = 0; i < clp.numberRows(); ++i) {
    if (model_->is_basic_row(i) || program_.row_lower[i] == program_.row_upper[i]) continue;
    if (std::abs(clp.dualRowSolution()[i]) <= kTie) {
      has_ties = true;
    } else {
      fixed_rows.push_back(i);
    }
  }
  for (int j = 0; j < clp.numberColumns(); ++j) {
    if (model_->is_basic_column(j) || program_.lower[j] == program_.upper[j]) continue;
    if (std::abs(clp.dualColumnSolution()[j]) <= kTie) {
      has_ties = true;
    } else {
      fixed_columns.push_back(j);
    }
  }
  if (!has_ties) return End::optimal;

  // Fixes rows and columns with nonzero reduced cost at their bounds: the rest is the optimal face.
  for (const int i : fixed_rows) {
    const double bound =
        nearest_bound(clp.primalRowSolution()[i], program_.row_lower[i], program_.row_upper[i]);
    clp.setRowBounds(i, bound, bound);
  }
  for (const int j : fixed_columns) {
    const double bound =
        nearest_bound(clp.primalColumnSolution()[j], program_.lower[j], program_.upper[j]);
    clp.setColumnBounds(j, bound, bound);
  }
  const End end = model_->run(second.data());
  for (const int i : fixed_rows) {
    const bool at_lower = clp.rowLower()[i] == program_.row_lower[i];
    clp.setRowBounds(i, program_.row_lower[i], program_.row_upper[i]);
    if (!model_->is_basic_row(i)) {
      clp.setRowStatus(i, at_lower ? ClpSimplex::atLowerBound : ClpSimplex::atUpperBound);
    }
  }
  for (const int j : fixed_columns) {
    const bool at_lower = clp.columnLower()[j] == program_.lower[j];
    clp.setColumnBounds(j, program_.lower[j], program_.upper[j]);
    if (!model_->is_basic_column(j)) {
      clp.setColumnStatus(j, at_lower ? ClpSimplex::atLowerBound : ClpSimplex::atUpperBound);
    }
  }
  return end;
}

LinearProgramSolver::Basis LinearProgramSolver::basis() const {
  Basis basis;
  for (int i = 0; i < model_->clp.numberRows(); ++i) {
    if (!model_->is_basic_row(i)) basis.tight_rows.push_back(i);
  }
  for (int j = 0; j < model_->clp.numberColumns(); ++j) {
    if (model_->is_basic_column(j)) basis.basic_columns.push_back(j);
  }
  return basis;
}

Vector LinearProgramSolver::solution() const {
  return Eigen::Map<const Vector>(model_->clp.primalColumnSolution(), program_.matrix.cols());
}

std::optional<Index> LinearProgramSolver::contradicting_row() const {
  const std::unique_ptr<double[]> ray(model_->clp.infeasibilityRay());
  if (!ray || program_.matrix.rows() == 0) return std::nullopt;
  Index row = 0;
  Eigen::Map<const Vector>(ray.get(), program_.matrix.rows()).cwiseAbs().maxCoeff(&row);
  return row;
}

}  // namespace acgd

#else

namespace acgd {

std::string_view Polyhedron::Parameters::missing() { return "Clp"; }

struct LinearProgramSolver::Model {};

LinearProgramSolver::LinearProgramSolver(const LinearProgram& program) : program_(program) {
  throw InvalidInput("polyhedron", std::nullopt,
                     "acgd was built without Clp, which solves linear programs",
                     "install the package coinor-libclp-dev and build it again");
}
LinearProgramSolver::LinearProgramSolver(const LinearProgramSolver& other)
    : LinearProgramSolver(other.program_) {}
LinearProgramSolver::~LinearProgramSolver() = default;

// Stubs for builds without Clp.
LinearProgramSolver::End LinearProgramSolver::minimize(const Vector&) { return End::failed; }
LinearProgramSolver::End LinearProgramSolver::minimize_closely(const Vector&) {
  return End::failed;
}
LinearProgramSolver::End LinearProgramSolver::break_ties(const Vector&) { return End::failed; }
double LinearProgramSolver::error(const Vector&) const { return 0; }
LinearProgramSolver::Basis LinearProgramSolver::basis() const { return {}; }
Vector LinearProgramSolver::solution() const { return {}; }
std::optional<Index> LinearProgramSolver::contradicting_row() const { return std::nullopt; }

}  // namespace acgd

#endif
