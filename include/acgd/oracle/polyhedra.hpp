#pragma once

#include <Eigen/SparseCore>
#include <memory>
#include <string>
#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/oracle/known_sets.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// The constraints of a linear program: row_lower <= A x <= row_upper, lower <= x <= upper, where a
/// bound may be infinite. It has no objective: a run brings its own.
struct LinearProgram {
  Eigen::SparseMatrix<double> matrix = {};  ///< A; it may have no rows
  Vector row_lower = {};
  Vector row_upper = {};
  Vector lower = {};
  Vector upper = {};
  std::vector<std::string> row_names = {};     ///< for messages; may be empty
  std::vector<std::string> column_names = {};  ///< the same
};

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
  /// lmo.error is what reduced costs of the wrong sign may amount to.
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
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

/// The convex hull of given points, the columns of a matrix. The minimiser is the first of them
/// with the smallest <g, point>.
class ConvexHull final : public Oracle {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "hull";
    static constexpr std::string_view syntax = "hull:FILE";
    static constexpr std::string_view sentence = "the convex hull of the rows of a matrix file";
    static constexpr std::string_view formula =
        "{ w_1 p_1 + ... + w_m p_m : w_i >= 0, w_1 + ... + w_m = 1 }";
    static constexpr std::string_view cost = "O(m n) for m points";
    static constexpr std::string_view example =
        "--objective zakharov --dim 2 --set hull:points.csv";
    static constexpr std::string_view values = "";

    std::string file = {};

    Description describe() {
      return {{"file", file, range::any, "a matrix file with a point p_i in each row"}};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  explicit ConvexHull(Matrix points);
  /// Shares the points instead of copying them.
  explicit ConvexHull(std::shared_ptr<const Matrix> points);

  const Matrix& points() const { return *points_; }

  std::string name() const override;
  Index dimension() const override { return points_->rows(); }
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  /// The others: the points of smallest <g, point> that are below halfway from the smallest to the
  /// mean, each once.
  void minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const override;
  bool is_polytope() const override { return true; }
  /// The Euclidean distance of x to the hull.
  Violation violation(ConstVectorRef x) const override;
  bool is_interior(ConstVectorRef x) const override;

 private:
  std::shared_ptr<const Matrix> points_;
};

/// The convex hull of given atoms and their negatives, the columns of a matrix: the unit ball of
/// the atomic norm, whose dual is the largest |<g, atom>|. To descend in it is matching pursuit: a
/// run moves along one atom at a time and stays in the span of those it starts from.
///
/// If the atoms do not span the space, it is a ball within their span only.
class SymmetricHull final : public Oracle {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "symmetric-hull";
    static constexpr std::string_view syntax = "symmetric-hull:FILE";
    static constexpr std::string_view sentence =
        "the convex hull of the rows of a matrix file and their negatives: a ball of atoms";
    static constexpr std::string_view formula =
        "{ w_1 a_1 + ... + w_m a_m : |w_1| + ... + |w_m| <= 1 }";
    static constexpr std::string_view cost = "O(m n) for m atoms";
    static constexpr std::string_view example =
        "--objective zakharov --dim 2 --set symmetric-hull:atoms.csv";
    static constexpr std::string_view values = "";

    std::string file = {};

    Description describe() {
      return {{"file", file, range::any, "a matrix file with an atom a_i in each row"}};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  /// Throws InvalidInput unless the atoms are finite and one of them is not 0.
  explicit SymmetricHull(Matrix atoms);
  /// Shares the atoms instead of copying them.
  explicit SymmetricHull(std::shared_ptr<const Matrix> atoms);

  const Matrix& atoms() const { return *atoms_; }

  std::string name() const override;
  Index dimension() const override { return atoms_->rows(); }
  /// The first atom with the largest |<g, atom>|, with the sign that makes it smallest.
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  /// The others: the atoms of largest |<g, atom>|, from half the largest one, each once.
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
