#pragma once

#include <vector>

#include "acgd/core/archive.hpp"
#include "acgd/core/vector.hpp"
#include "linalg/updated_cholesky.hpp"

namespace acgd {

/// A quantity that has no block.
inline constexpr Index kNoBlock = -1;

/// The quantities of a model that are free to change, and a Cholesky factor of their curvature.
///
/// That the changes of a block sum to 0 is no obstacle to definiteness: H + rho e e' has the same
/// minima there, and is definite if H is definite on such changes.
class FreeSet {
 public:
  explicit FreeSet(const Matrix& h) : h_(h) {}

  /// To be called before the others whenever H or the blocks have changed; both must stay. Keeps
  /// the factor if there are as many blocks as before.
  void begin(Index rows, const std::vector<Index>& block, Index block_count);
  void clear();

  /// The rows in it, in the order of the factor.
  const std::vector<Index>& rows() const { return rows_; }
  Index size() const { return factor_.size(); }
  bool contains(Index i) const { return is_in_[i] != 0; }

  /// All of these at once into a set that is empty; false where some depend on others.
  bool assign(const std::vector<Index>& rows);
  enum class Appended { yes, depends, has_negative_curvature };
  Appended append(Index j);
  void remove(std::size_t k);
  /// Row i is now called to[i].
  void rename(const std::vector<Index>& to, Index rows);

  /// step = -(H + rho e e')^-1 step on the set, with sums of 0 in each block
  void solve(VectorRef step);
  /// After an append(j) that said `depends`: v on the set, such that the model has no curvature along
  /// e_j + v, and the sums are 0 again.
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
  Vector rho_;  ///< of each block
  Vector row_;
  Matrix sums_;  ///< L^-1 e for each block
  UpdatedCholesky sums_factor_;
  Vector sum_row_;
  Vector multipliers_;
};

/// What a second-order model is minimised over: quantities u_i between bounds, of which those of a
/// block keep their sum. Weights of atoms are >= 0 and have a block each; coordinates of a box have
/// two bounds and no block.
///
/// Lists that grow and shrink from point to point keep their memory.
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

/// Minimises s'p + p'Hp / 2 over the changes p of such quantities: an active-set method. The
/// quantities strictly between their bounds are free; on them the model is minimised by a
/// Cholesky factor that is updated as quantities arrive at a bound or leave it, and that is kept
/// from one minimisation to the next for as long as H stays.
///
/// A quantity along which the model has no curvature (a and -a with 0 between them, collinear columns)
/// is moved until it, or another one, comes to its bound.
class ActiveSetQp {
 public:
  /// H, row by row one for each variable. What is in its first rows() rows and columns is known.
  Matrix& h() { return h_; }
  Index rows() const { return rows_; }
  /// Makes room for `rows`; those from rows() on are to be filled in before the next minimize().
  void grow(Index rows);
  /// Keeps the rows that `stays` says, in their order.
  void keep(const std::vector<char>& stays);
  /// H is another one: no row is known.
  void clear();

  enum class Outcome {
    minimum,     ///< up to the tolerance
    improved,    ///< better than u, or u itself: rounding leaves it there
    not_convex,  ///< the model has negative curvature: there is no telling where its minimum is
  };
  /// Changes u = variables.value to where the model is smallest: its gap, the most that the model
  /// could still fall along any admissible line to first order, is at most `tolerance`.
  Outcome minimize(QpVariables& variables, double tolerance);
  /// p'Hp of the last minimize()
  double curvature() const { return curvature_; }
  /// How much the model fell.
  double decrease() const { return decrease_; }

  /// The factor is not computed anew in a resumed run, but loaded: its rounding errors have a history.
  void visit(Archive& archive);

 private:
  struct Gap {
    double total = 0;
    double worst = 0;  ///< of one quantity that is not free
    double noise = 0;  ///< what rounding makes of `total`
  };

  Index block(Index i) const;
  bool is_inside(Index i) const;  ///< strictly between its bounds
  double gradient(Index i) const { return variables_->slope[i] + hp_[i]; }
  double longest(Index i, double change) const;
  double violation(Index i) const;  ///< what quantity i promises
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
  /// To the minimum on the free quantities, of which some may come to a bound.
  void settle_on_free();
  void move(Index i, double t, double change);
  void move_free(double t);
  bool restore_sums();

  Matrix h_;
  Index rows_ = 0;
  FreeSet free_{h_};

  // During minimize():
  QpVariables* variables_ = nullptr;
  std::vector<double> start_;  ///< u to begin with
  Vector hp_;
  Vector step_;     ///< of the free quantities
  Vector along_;    ///< H times a step
  Vector mean_;     ///< of each block: sum of u_i gradient_i
  Vector sums_;     ///< of each block: sum of u_i
  Vector largest_;  ///< of each block: what its best quantity promises
  std::vector<Index> deferred_;
  std::vector<Index> entrants_;
  Index changes_left_ = 0;
  bool convex_ = true;
  double curvature_ = 0;
  double decrease_ = 0;
};

}  // namespace acgd
