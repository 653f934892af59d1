#pragma once

#include <memory>

#include "acgd/oracle/linear_program.hpp"
#include "acgd/oracle/oracle.hpp"
#include "acgd/oracle/set_choice.hpp"

namespace acgd {

/// The feasible points of a linear program, if they are bounded:
///
///     Polyhedron triangle({.matrix = rows, .row_lower = ..., .row_upper = ..., ...});
///
/// The oracle is Clp's simplex method, which begins where it ended the last time. Of several best
/// vertices it takes the one that is best for a second objective, the same always, in which
/// variables of smaller index weigh more. The vertex is computed anew from the constraints that hold
/// it, so that its bits do not depend on the way the simplex method has come.
class Polyhedron final : public Oracle {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "polyhedron";
    static constexpr std::string_view syntax = "polyhedron:FILE.mps";
    static constexpr std::string_view sentence =
        "the feasible points of a linear program; lp:FILE.mps and lp:FILE.lp mean it, too";
    static constexpr std::string_view formula =
        "{ x : row_lower <= A x <= row_upper, lower <= x <= upper }, bounded";
    static constexpr std::string_view cost = "a linear program, solved by Clp from the last basis";
    static constexpr std::string_view example =
        "--objective zakharov --dim 2 --set polyhedron:blend.mps";
    static constexpr std::string_view values = "";
    static std::string_view missing();

    std::string file = {};

    Description describe() {
      return {{"file", file, range::any,
               "an MPS file, or one in the LP format if its name ends in .lp or .lp.gz. Objective "
               "and integrality are passed over; variables are in the order of the file"}};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  /// Throws InvalidInput if the sizes do not agree, an entry is no number, or the linear program
  /// has no feasible points or unbounded ones; and if acgd was built without Clp.
  explicit Polyhedron(LinearProgram program);

  const LinearProgram& program() const { return *program_; }

  std::string name() const override;
  Index dimension() const override { return program_->lower.size(); }
  /// answer.error is what reduced costs of the wrong sign may amount to.
  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  bool is_polytope() const override { return true; }
  /// The row or bound that is violated most.
  Violation violation(ConstVectorRef x) const override;
  /// Whether no row and no bound holds with equality.
  bool is_interior(ConstVectorRef x) const override;
  Atom start() const override { return start_; }

 private:
  struct Memory;

  std::shared_ptr<const LinearProgram> program_;
  Vector ranges_;  ///< at most so far apart are two values of each row, then of each variable
  Vector second_;  ///< the objective among several best vertices
  Atom start_;
};

}  // namespace acgd
