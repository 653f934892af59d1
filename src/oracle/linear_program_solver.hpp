#pragma once

#include <memory>
#include <optional>

#include "acgd/oracle/polyhedra.hpp"

namespace acgd {

/// Clp's simplex method on one linear program with many objectives, warm-started from the previous
/// basis. The only code that depends on Clp. Copies start without a basis.
class LinearProgramSolver {
 public:
  /// Throws InvalidInput if acgd was built without Clp. The program must outlive the solver.
  explicit LinearProgramSolver(const LinearProgram& program);
  LinearProgramSolver(const LinearProgramSolver& other);
  LinearProgramSolver& operator=(const LinearProgramSolver& other) = delete;
  ~LinearProgramSolver();

  enum class End { optimal, infeasible, unbounded, failed };
  /// Costs should be scaled to about 1.
  End minimize(const Vector& costs);
  /// The same, with tolerance 1e-12 instead of 1e-9.
  End minimize_closely(const Vector& costs);

  /// After an optimal minimize(): minimises a second objective over the optimal face.
  End break_ties(const Vector& second);

  /// Bound on the suboptimality after minimize(): sum of |reduced cost| * range over nonbasic rows
  /// and columns whose reduced cost has the wrong sign or is treated as 0 by break_ties(). `ranges`
  /// has the rows first.
  double error(const Vector& ranges) const;

  /// Nonbasic rows and basic columns, ascending.
  struct Basis {
    std::vector<Index> tight_rows;
    std::vector<Index> basic_columns;
  };
  Basis basis() const;
  /// Clp's solution, accurate to about its tolerance.
  Vector solution() const;
  /// After End::infeasible: the row of largest weight in the infeasibility ray.
  std::optional<Index> contradicting_row() const;

 private:
  struct Model;

  const LinearProgram& program_;
  std::unique_ptr<Model> model_;
};

}  // namespace acgd
