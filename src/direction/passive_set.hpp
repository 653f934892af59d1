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
class PassiveSet {
 public:
  explicit PassiveSet(const Matrix& h) : h_(h) {}

  /// To be called before the others whenever H or the blocks have changed; both must stay. Keeps
  /// the factor if there are as many blocks as before.
  void begin(Index rows, const std::vector<Index>& block, Index block_count);
  void clear();

  /// The rows in it, in the order of the factor.
  const std::vector<Index>& rows() const { return rows_; }
  Index size() const { return factor_.size(); }
  bool contains(Index i) const { return is_in_[static_cast<std::size_t>(i)] != 0; }

  /// All of these at once into a set that is empty; false where some depend on others.
  bool assign(const std::vector<Index>& rows);
  enum class Appended { yes, depends, bends_downwards };
  Appended append(Index j);
  void remove(std::size_t k);
  /// Row i is now called to[i].
  void rename(const std::vector<Index>& to, Index rows);

  /// step = -(H + rho e e')^-1 step on the set, with sums of 0 in each block
  void solve(VectorRef step);
  /// After an append(j) that said `depends`: v on the set, such that the model does not bend along
  /// e_j + v, and the sums are 0 again.
  void dependence(Index j, VectorRef v);

  void visit(Archive& archive);

 private:
  Index block(Index i) const { return (*block_)[static_cast<std::size_t>(i)]; }
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

}  // namespace acgd
