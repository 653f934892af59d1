#pragma once

#include <memory>
#include <optional>

#include "acgd/oracle/polyhedra.hpp"

namespace acgd {

/// Clp's simplex method on one linear program with many objectives, each from the basis of the last
/// one. The only place that knows Clp. A copy begins anew.
class LinearProgramSolver {
 public:
  /// Throws InvalidInput if acgd was built without Clp. The program must outlive the solver.
  explicit LinearProgramSolver(const LinearProgram& program);
  LinearProgramSolver(const LinearProgramSolver& other);
  LinearProgramSolver& operator=(const LinearProgramSolver& other) = delete;
  ~LinearProgramSolver();

  enum class End { optimal, infeasible, unbounded, failed };
  /// Costs are not far from 1.
  End minimize(const Vector& costs);
  /// Once more, with tolerances that are as small as rounding allows.
  End minimize_closely(const Vector& costs);

  /// After minimize(): of the points that are as good, goes to the best for a second objective.
  /// Both must have been optimal.
  End break_ties(const Vector& second);

  /// How much reduced costs of the wrong sign may amount to, and those that break_ties() took for
  /// 0, if rows and columns can change by so much (rows first). After minimize().
  double error(const Vector& ranges) const;

  /// Which rows and columns are not in the basis, each at a bound; ascending.
  struct Basis {
    std::vector<Index> tight_rows;
    std::vector<Index> basic_columns;
  };
  Basis basis() const;
  /// As Clp has it, to about its tolerance.
  Vector solution() const;
  /// The row that weighs most in a contradiction, after End::infeasible.
  std::optional<Index> contradicting_row() const;

 private:
  struct Model;

  const LinearProgram& program_;
  std::unique_ptr<Model> model_;
};

}  // namespace acgd
