#pragma once

#include <vector>

#include "acgd/core/archive.hpp"
#include "acgd/core/vector.hpp"
#include "direction/model_variables.hpp"
#include "direction/passive_set.hpp"

namespace acgd {

/// Minimises s'p + p'Hp / 2 over the changes p of such quantities: an active-set method. The
/// quantities strictly between their bounds are passive; on them the model is minimised by a
/// Cholesky factor that is updated as quantities arrive at a bound or leave it, and that is kept
/// from one minimisation to the next for as long as H stays.
///
/// A quantity along which the model does not bend (a and -a with 0 between them, collinear columns)
/// is moved until it, or another one, comes to its bound.
class WeightModel {
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
    not_convex,  ///< the model bends downwards: there is no telling where its minimum is
  };
  /// Changes u = variables.value to where the model is smallest: its gap, the most that the model
  /// could still fall along any admissible line to first order, is at most `tolerance`.
  Outcome minimize(ModelVariables& variables, double tolerance);
  /// p'Hp of the last minimize()
  double curvature() const { return curvature_; }
  /// How much the model fell.
  double fall() const { return fall_; }

  /// The factor is not computed anew in a resumed run, but loaded: its rounding errors have a history.
  void visit(Archive& archive);

 private:
  struct Gap {
    double total = 0;
    double worst = 0;  ///< of one quantity that is not passive
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

  void make_passive_as_inside();
  bool append(Index j);
  bool has_company(Index j) const;
  bool bends_downwards(Index j);
  double bend_along(Index j);
  void add_passive_step();
  void admit(Index j);
  bool slide(Index j);
  void drop(std::size_t k);
  void drop_stopped();
  bool expel_reluctant();
  /// To the minimum on the passive quantities, of which some may come to a bound.
  void settle_on_passive();
  void move(Index i, double t, double change);
  void move_passive(double t);
  bool restore_sums();

  Matrix h_;
  Index rows_ = 0;
  PassiveSet passive_{h_};

  // During minimize():
  ModelVariables* variables_ = nullptr;
  std::vector<double> start_;  ///< u to begin with
  Vector hp_;
  Vector step_;     ///< of the passive quantities
  Vector along_;    ///< H times a step
  Vector mean_;     ///< of each block: sum of u_i gradient_i
  Vector sums_;     ///< of each block: sum of u_i
  Vector largest_;  ///< of each block: what its best quantity promises
  std::vector<Index> deferred_;
  std::vector<Index> entrants_;
  Index changes_left_ = 0;
  bool convex_ = true;
  double curvature_ = 0;
  double fall_ = 0;
};

}  // namespace acgd
