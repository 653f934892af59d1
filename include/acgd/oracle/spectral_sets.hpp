#pragma once

#include <span>

#include "acgd/linalg/singular_pair.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/known_sets.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// Number of entries beyond which computing all singular values may take longer than a run.
inline constexpr Index kLargeMatrix = 500 * 500;

/// Matrices whose largest singular value is at most `radius`, as stacked columns.
///
/// lmo(G) = -radius U V' for the singular value decomposition G = U S V', a dense atom. Singular
/// values below eps max(rows, cols) times the largest are treated as 0 and dropped, so G may have
/// any rank; G = 0 gives the zero matrix.
class SpectralBall : public NormBall {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "spectral";
    static constexpr std::string_view sentence = "matrices whose singular values are at most R";
    static constexpr std::string_view formula =
        "{ X : s_1 <= R }, s_1 the largest singular value of X";
    static constexpr std::string_view cost = "a singular value decomposition";

    double radius = 1;
    std::optional<Index> rows = {};
    std::optional<Index> cols = {};

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  SpectralBall(Index rows, Index cols, double radius);

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }

  std::string name() const override;
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  Atom start() const override;
  /// Does nothing: the norm of a matrix costs more than the effect of rounding justifies.
  bool recenter(VectorRef) const override { return false; }
  bool has_cheap_violation() const override { return dimension() <= kLargeMatrix; }

 private:
  Index rows_;
  Index cols_;
};

/// Matrices whose singular values sum to at most `radius`, as stacked columns.
///
/// lmo(G) = -radius u v' for a top singular pair of G, a rank-one atom. G may be dense, sparse or
/// an operator; only products with it are used. The search stops once <G, atom> is within
/// lmo.accuracy of the minimum. G = 0 gives -radius e_1 e_1'.
class NuclearBall : public NormBall {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "nuclear";
    static constexpr std::string_view sentence =
        "matrices whose singular values sum to at most R; steps of rank one";
    static constexpr std::string_view formula =
        "{ X : s_1 + s_2 + ... <= R }, s_i the singular values of X";
    static constexpr std::string_view cost = "a top singular pair, as accurate as the gap needs it";

    double radius = 1;
    std::optional<Index> rows = {};
    std::optional<Index> cols = {};

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  NuclearBall(Index rows, Index cols, double radius);

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }

  std::string name() const override;
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  void minimize(const MatrixOperator& gradient, LmoResult& lmo) const;
  /// Like minimize(), with up to `most` vertices of the next singular pairs, approximately, in
  /// lmo.others.
  void minimize_leading(const Gradient& gradient, Index most, LmoResult& lmo) const;
  /// Corrective steps on factors X = L R'.
  std::unique_ptr<DirectionRule> corrective_rule(const DirectionContext& context) const override;
  /// Does not form the matrix of a rank-one or low-rank atom.
  Violation violation_of(const Atom& x) const override;
  Atom start() const override;
  /// Does nothing: the norm of a matrix costs more than the effect of rounding justifies.
  bool recenter(VectorRef) const override { return false; }
  bool has_cheap_violation() const override { return dimension() <= kLargeMatrix; }
  bool accepts_sparse_gradients() const override { return true; }

 private:
  void search(const MatrixOperator& gradient, Index count, LmoResult& lmo) const;
  Violation violation_of_terms(std::span<const Atom::RankOne> terms) const;

  Index rows_;
  Index cols_;
};

/// Matrices whose singular values have an lp norm of at most `radius`, as stacked columns,
/// 1 < p < inf.
///
/// lmo(G) = U diag(w) V' for the singular value decomposition G = U S V', where w is the LMO result
/// of the lp ball for the singular values; a dense atom, 0 for G = 0.
class SchattenBall final : public NormBall {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "schatten";
    static constexpr std::string_view sentence =
        "matrices whose singular values have an lp norm of at most R, 1 < P < infinity";
    static constexpr std::string_view formula =
        "{ X : s_1^P + s_2^P + ... <= R^P }, s_i the singular values of X";
    static constexpr std::string_view cost = "a singular value decomposition";

    double p = 2;
    double radius = 1;
    std::optional<Index> rows = {};
    std::optional<Index> cols = {};

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  SchattenBall(Index rows, Index cols, double p, double radius = 1);

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  double p() const { return of_values_.p(); }

  std::string name() const override;
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  Atom start() const override;
  /// Does nothing: the norm of a matrix costs more than the effect of rounding justifies.
  bool recenter(VectorRef) const override { return false; }

 private:
  Index rows_;
  Index cols_;
  LpBall of_values_;
};

/// Symmetric matrices with eigenvalues in [0, 1] that sum to `count`, as stacked columns: the hull
/// of the orthogonal projections of rank `count`.
///
/// lmo(G) = v_1 v_1' + ... + v_K v_K' for orthonormal eigenvectors of the K = count smallest
/// eigenvalues of (G + G') / 2, a low-rank atom. G may be dense or sparse; only products with it
/// are used unless it has at most 16 K rows. The search stops once <G, atom> is within lmo.accuracy
/// of the minimum. G = 0 gives e_1 e_1' + ... + e_K e_K'.
class Fantope final : public Oracle {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "fantope";
    static constexpr std::string_view sentence =
        "symmetric matrices with eigenvalues in [0, 1] that sum to K; steps of rank K";
    static constexpr std::string_view formula = "{ X = X' : 0 <= X <= I, tr X = K }";
    static constexpr std::string_view cost =
        "the K smallest eigenpairs, as accurate as the gap needs them";

    Index count = 1;
    std::optional<Index> side = {};

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  /// Throws InvalidInput unless 1 <= count <= side.
  Fantope(Index side, Index count);

  Index side() const { return side_; }
  Index count() const { return count_; }

  std::string name() const override;
  Index dimension() const override { return dimension_; }
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  /// Like minimize(), with up to `most` vertices in lmo.others that have a further eigenvector,
  /// approximately, in place of the last one.
  void minimize_leading(const Gradient& gradient, Index most, LmoResult& lmo) const;
  /// Corrective steps on X = U S U'.
  std::unique_ptr<DirectionRule> corrective_rule(const DirectionContext& context) const override;
  /// The largest of: the distance to the symmetric matrices, the violation of [0, 1] by
  /// eigenvalues, and the error of the trace.
  Violation violation(ConstVectorRef x) const override;
  /// Does not form the matrices of low-rank atoms.
  Violation violation_of(const Atom& x) const override;
  Atom start() const override;
  bool accepts_sparse_gradients() const override { return true; }

 private:
  Index side_;
  Index dimension_;
  Index count_;
};

/// Symmetric positive semidefinite matrices of trace `trace`, or of at most that, as stacked
/// columns: the spectraplex, or the spectrahedron.
///
/// lmo(G) = trace v v' for a unit eigenvector v of the smallest eigenvalue of (G + G') / 2, a
/// rank-one atom; with Relation::at_most it is 0 unless that eigenvalue is negative. G may be dense
/// or sparse; only products with it are used unless it has at most 16 rows. The search stops once
/// <G, atom> is within lmo.accuracy of the minimum. With Relation::equal, G = 0 gives trace
/// e_1 e_1'.
class Spectraplex final : public Oracle {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "spectraplex";
    static constexpr std::string_view sentence =
        "symmetric positive semidefinite matrices of trace T; steps of rank one";
    static constexpr std::string_view formula = "{ X = X' : X psd, tr X = T }";
    static constexpr std::string_view cost =
        "a smallest eigenpair, as accurate as the gap needs it";

    double trace = 1;
    std::optional<Index> side = {};

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };
  /// The same with Relation::at_most.
  struct AtMost : Parameters {
    static constexpr std::string_view name = "spectrahedron";
    static constexpr std::string_view sentence =
        "symmetric positive semidefinite matrices of trace at most T; steps of rank one";
    static constexpr std::string_view formula = "{ X = X' : X psd, tr X <= T }";

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  explicit Spectraplex(Index side, double trace = 1, Relation relation = Relation::equal);

  Index side() const { return side_; }
  double trace() const { return trace_; }
  Relation relation() const { return relation_; }

  std::string name() const override;
  Index dimension() const override { return dimension_; }
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  /// Like minimize(), with up to `most` vertices of the next eigenpairs, approximately, in
  /// lmo.others.
  void minimize_leading(const Gradient& gradient, Index most, LmoResult& lmo) const;
  /// Corrective steps on a factor, X = A A'.
  std::unique_ptr<DirectionRule> corrective_rule(const DirectionContext& context) const override;
  /// The largest of: the distance to the symmetric matrices, the negative part of the smallest
  /// eigenvalue, and the error or excess of the trace.
  Violation violation(ConstVectorRef x) const override;
  /// Does not form the matrices of low-rank atoms.
  Violation violation_of(const Atom& x) const override;
  Atom start() const override;
  /// Scales x to the trace; does not check eigenvalues.
  bool recenter(VectorRef x) const override;
  bool accepts_sparse_gradients() const override { return true; }

 private:
  Index side_;
  Index dimension_;
  double trace_;
  Relation relation_;
};

}  // namespace acgd
