#pragma once

#include <Eigen/SparseCore>
#include <memory>
#include <string>
#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/oracle/known_sets.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// Constraints of a linear program: row_lower <= A x <= row_upper, lower <= x <= upper. Bounds may
/// be infinite. There is no objective.
struct LinearProgram {
  Eigen::SparseMatrix<double> matrix = {};  ///< A; it may have no rows
  Vector row_lower = {};
  Vector row_upper = {};
  Vector lower = {};
  Vector upper = {};
  std::vector<std::string> row_names = {};     ///< for messages; may be empty
  std::vector<std::string> column_names = {};  ///< the same
};

/// The feasible set of a linear program, which must be bounded:
///
///     Polyhedron triangle({.matrix = rows, .row_lower = ..., .row_upper = ..., ...});
///
/// The LMO is Clp's simplex method, warm-started from the previous basis. Ties between vertices are
/// broken by a fixed second objective in which variables of smaller index weigh more. The vertex is
/// recomputed from its active constraints, so its bits do not depend on the simplex path.
class Polyhedron final : public Oracle {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "polyhedron";
    static constexpr std::string_view sentence =
        "the feasible points of a linear program; lp:FILE.mps and lp:FILE.lp mean it, too";
    static constexpr std::string_view formula =
        "{ x : row_lower <= A x <= row_upper, lower <= x <= upper }, bounded";
    static constexpr std::string_view cost = "a linear program, solved by Clp from the last basis";
    static std::string_view missing();

    std::string file = {};

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  /// Throws InvalidInput if sizes disagree, an entry is NaN, the program is infeasible or
  /// unbounded, or acgd was built without Clp.
  explicit Polyhedron(LinearProgram program);

  const LinearProgram& program() const { return *program_; }

  std::string name() const override;
  Index dimension() const override { return program_->lower.size(); }
  /// lmo.error bounds the suboptimality due to reduced costs of the wrong sign.
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  bool is_polytope() const override { return true; }
  /// The most violated row or bound.
  Violation violation(ConstVectorRef x) const override;
  /// Whether no row and no bound is active.
  bool is_interior(ConstVectorRef x) const override;
  Atom start() const override { return start_; }

 private:
  struct Memory;

  std::shared_ptr<const LinearProgram> program_;
  Vector ranges_;  ///< maximum range of each row, then of each variable
  Vector second_;  ///< objective that breaks ties
  Atom start_;
};

/// Convex hull of the columns of a matrix. The minimiser is the first column with the smallest <g,
/// point>.
class ConvexHull final : public Oracle {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "hull";
    static constexpr std::string_view sentence = "the convex hull of the rows of a matrix file";
    static constexpr std::string_view formula =
        "{ w_1 p_1 + ... + w_m p_m : w_i >= 0, w_1 + ... + w_m = 1 }";
    static constexpr std::string_view cost = "O(m n) for m points";

    std::string file = {};

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  explicit ConvexHull(Matrix points);
  /// Shares the points instead of copying them.
  explicit ConvexHull(std::shared_ptr<const Matrix> points);

  const Matrix& points() const { return *points_; }

  std::string name() const override;
  Index dimension() const override { return points_->rows(); }
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  /// The others: distinct points with the smallest <g, point>, below halfway from the smallest to
  /// the mean.
  void minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const override;
  bool is_polytope() const override { return true; }
  /// The Euclidean distance of x to the hull.
  Violation violation(ConstVectorRef x) const override;
  bool is_interior(ConstVectorRef x) const override;

 private:
  std::shared_ptr<const Matrix> points_;
};

/// Convex hull of the columns of a matrix (atoms) and their negatives: the unit ball of the atomic
/// norm, whose dual norm is the largest |<g, atom>|. Steepest descent in it is matching pursuit:
/// each step moves along one atom, so x stays in the span of the start and the atoms.
///
/// If the atoms do not span the space, it is a ball only within their span.
class SymmetricHull final : public Oracle {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "symmetric-hull";
    static constexpr std::string_view sentence =
        "the convex hull of the rows of a matrix file and their negatives: a ball of atoms";
    static constexpr std::string_view formula =
        "{ w_1 a_1 + ... + w_m a_m : |w_1| + ... + |w_m| <= 1 }";
    static constexpr std::string_view cost = "O(m n) for m atoms";

    std::string file = {};

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  /// Throws InvalidInput unless the atoms are finite and one of them is not 0.
  explicit SymmetricHull(Matrix atoms);
  /// Shares the atoms instead of copying them.
  explicit SymmetricHull(std::shared_ptr<const Matrix> atoms);

  const Matrix& atoms() const { return *atoms_; }

  std::string name() const override;
  Index dimension() const override { return atoms_->rows(); }
  /// The first atom with the largest |<g, atom>|, signed so that <g, v> is negative.
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  /// The others: distinct atoms with |<g, atom>| above half of the largest.
  void minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const override;
  bool is_polytope() const override { return true; }
  bool is_norm_ball() const override { return true; }
  /// The Euclidean distance of x to the hull.
  Violation violation(ConstVectorRef x) const override;

 private:
  void write(Index atom, double score, Atom& signed_atom) const;

  std::shared_ptr<const Matrix> atoms_;
};

}  // namespace acgd
