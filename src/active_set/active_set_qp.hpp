#pragma once

#include <vector>

#include "acgd/core/archive.hpp"
#include "acgd/core/vector.hpp"
#include "linalg/updated_cholesky.hpp"

namespace acgd {

/// Block index of a variable without a block.
inline constexpr Index kNoBlock = -1;

/// The free variables of the QP, and a Cholesky factor of their Hessian.
///
/// The factor is that of H + rho e e', with e the indicator of a block. This matrix agrees with H
/// on changes that sum to 0 in each block. If H is semidefinite, and definite on such changes, it
/// is positive definite.
class FreeSet {
 public:
  explicit FreeSet(const Matrix& h) : h_(h) {}

  /// Must be called first whenever H or the blocks have changed; keeps a reference to both. Keeps
  /// the factor if the number of blocks is unchanged.
  void begin(Index rows, const std::vector<Index>& block, Index block_count);
  void clear();

  /// The free rows, in the order of the factor.
  const std::vector<Index>& rows() const { return rows_; }
  Index size() const { return factor_.size(); }
  bool contains(Index i) const { return is_in_[i] != 0; }

  /// Fills an empty set with `rows` in one factorisation. Returns false, and leaves the set empty,
  /// if H is singular on them.
  bool assign(const std::vector<Index>& rows);
  enum class Appended { yes, depends, has_negative_curvature };
  Appended append(Index j);
  void remove(std::size_t k);
  /// Renumbers row i as to[i].
  void rename(const std::vector<Index>& to, Index rows);

  /// In: gradient. Out: minimiser of gradient'p + p'Hp / 2 over free p with sum 0 in each block.
  void solve(VectorRef step);
  /// After append(j) has returned `depends`: v on the free rows such that e_j + v has zero
  /// curvature and sum 0 in each block.
  void dependence(Index j, VectorRef v);

  void visit(Archive& archive);

 private:
  Index block(Index i) const { return (*block_)[i]; }
  double stiffened(Index i, Index j) const;  ///< an entry of H + rho e e'
  void choose_rho(Index rows, Index block_count);
  void balance(VectorRef b, Index at, double wanted);

  const Matrix& h_;
  const std::vector<Index>* block_ = nullptr;
  UpdatedCholesky factor_;
  std::vector<Index> rows_;
  std::vector<char> is_in_;
  Vector rho_;  ///< for each block
  Vector row_;
  Matrix sums_;  ///< L^-1 e for each block
  UpdatedCholesky sums_factor_;
  Vector sum_row_;
  Vector multipliers_;
};

/// Variables of the QP: u_i between bounds; the sum over each block is constant. Weights of atoms
/// are >= 0 and belong to a block; coordinates of a box have two bounds and no block.
///
/// The lists keep their memory when they shrink.
struct QpVariables {
  std::vector<double> value;  ///< u
  std::vector<double> slope;  ///< s
  std::vector<double> lower;
  std::vector<double> upper;
  std::vector<Index> block;
  Index block_count = 0;

  Index size() const { return static_cast<Index>(value.size()); }
  void resize(Index size);
  void set_weight(Index i, double weight, double slope_, Index block_);
  void set_coordinate(Index i, double x, double slope_, double lower_, double upper_);
};

/// Minimises s'p + p'Hp / 2 over the feasible changes p of the variables by an active-set method.
/// The variables strictly between their bounds are free; a Cholesky factor of their Hessian gives
/// the minimum over them. The factor is updated as variables reach or leave a bound, and stored
/// between calls while H is unchanged.
///
/// Along a direction of zero curvature (from a and -a with 0 between them, or collinear columns)
/// the variables move until one reaches its bound.
class ActiveSetQp {
 public:
  /// H, with one row per variable. Its first rows() rows and columns are valid.
  Matrix& h() { return h_; }
  Index rows() const { return rows_; }
  /// Makes room for `rows`; the caller fills those from rows() on before the next minimize().
  void grow(Index rows);
  /// Keeps the rows i with stays[i] != 0, in their order.
  void keep(const std::vector<char>& stays);
  /// Discards all rows: H has changed.
  void clear();

  enum class Outcome {
    minimum,     ///< up to the tolerance or rounding
    improved,    ///< no worse than the start; rounding prevents further progress
    not_convex,  ///< the model has negative curvature
  };
  /// Moves u = variables.value to a minimiser of the model, where the Frank-Wolfe gap of the model
  /// is at most `tolerance`.
  Outcome minimize(QpVariables& variables, double tolerance);
  /// p'Hp of the last minimize()
  double curvature() const { return curvature_; }
  /// Decrease of the model in the last minimize().
  double decrease() const { return decrease_; }

  /// Stores the factor too: recomputing it would give other rounding errors in a resumed run.
  void visit(Archive& archive);

 private:
  struct Gap {
    double total = 0;
    double worst = 0;  ///< largest violation of a variable that is not free
    double noise = 0;  ///< rounding error of `total`
  };

  Index block(Index i) const;
  bool is_inside(Index i) const;  ///< strictly between its bounds
  double gradient(Index i) const { return variables_->slope[i] + hp_[i]; }
  double longest(Index i, double change) const;
  double violation(Index i) const;  ///< first-order decrease by i (in a block: per weight)
  double model_value() const;
  double slope_size() const;
  Gap find_gap();
  void find_entrants(double least);

  void make_free_as_inside();
  bool append(Index j);
  bool has_company(Index j) const;
  bool has_negative_curvature(Index j);
  double curvature_along(Index j);
  void add_free_step();
  void admit(Index j);
  bool slide(Index j);
  void drop(std::size_t k);
  void drop_stopped();
  bool expel_reluctant();
  /// Minimises over the free variables; those that reach a bound leave the free set.
  void settle_on_free();
  void move(Index i, double t, double change);
  void move_free(double t);
  bool restore_sums();

  Matrix h_;
  Index rows_ = 0;
  FreeSet free_{h_};

  // During minimize():
  QpVariables* variables_ = nullptr;
  std::vector<double> start_;  ///< u at the start
  Vector hp_;
  Vector step_;     ///< of the free variables
  Vector along_;    ///< H times a step
  Vector mean_;     ///< of each block: mean of gradient_i, weighted by u_i
  Vector sums_;     ///< of each block: sum of u_i
  Vector largest_;  ///< largest violation, for each block
  std::vector<Index> deferred_;
  std::vector<Index> entrants_;
  Index changes_left_ = 0;
  bool convex_ = true;
  double curvature_ = 0;
  double decrease_ = 0;
};

}  // namespace acgd
