#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "acgd/core/description.hpp"
#include "acgd/core/vector.hpp"

namespace acgd {

/// A norm and its dual, used by norm balls, the Lipschitz estimate and the sufficient-decrease
/// test. The norm of the latter two is independent of the set.
class Norm {
 public:
  virtual ~Norm() = default;

  virtual std::string name() const = 0;
  /// ||v||
  virtual double of(ConstVectorRef v) const = 0;
  /// ||g||_* = max { <g, v> : ||v|| <= 1 }
  virtual double dual(ConstVectorRef g) const = 0;
  /// Whether it is the l2 norm of the entries, whose square can be carried between iterates.
  virtual bool is_euclidean() const { return false; }
};

std::shared_ptr<const Norm> l1_norm();
std::shared_ptr<const Norm> l2_norm();
std::shared_ptr<const Norm> linf_norm();
/// (sum |v_i|^p)^(1/p), 1 < p < inf; the dual exponent is p / (p - 1)
std::shared_ptr<const Norm> lp_norm(double p);
/// The exponent p of lp_norm() and of its ball.
inline Parameter exponent_parameter(double& p) {
  constexpr Range above_1{1, range::kInfinity, false, false, "must be above 1 and finite"};
  return {"p", p, above_1, "the exponent"};
}

/// Schatten norms of a rows x cols matrix given as its stacked columns.
std::shared_ptr<const Norm> frobenius_norm();  ///< the l2 norm of the entries, whatever the shape
std::shared_ptr<const Norm> nuclear_norm(Index rows, Index cols);   ///< sum of singular values
std::shared_ptr<const Norm> spectral_norm(Index rows, Index cols);  ///< largest singular value
/// the lp norm of the singular values, 1 < p < inf
std::shared_ptr<const Norm> schatten_norm(double p, Index rows, Index cols);

/// Groups of variables. Every variable is in at least one group.
class Groups {
 public:
  /// The variables of each group, numbered from 0.
  explicit Groups(const std::vector<std::vector<Index>>& members);
  /// The group of each variable, numbered from 0 without gaps.
  static Groups of_variables(ConstVectorRef numbers);
  /// A row (variable, group) for each membership.
  static Groups of_pairs(const Matrix& pairs);

  Index dimension() const { return dimension_; }
  Index count() const { return static_cast<Index>(starts_.size()) - 1; }
  /// Ascending.
  std::span<const Index> members(Index group) const;
  Index largest() const { return largest_; }  ///< size of the largest group
  bool overlap() const { return static_cast<Index>(members_.size()) > dimension_; }

 private:
  std::vector<Index> starts_;  ///< count() + 1 offsets into members_
  std::vector<Index> members_;
  Index dimension_ = 0;
  Index largest_ = 0;
};

/// The norm within a group.
enum class WithinGroup { l2, linf };

/// The sum over groups of the norms of their variables. Where groups overlap it is the latent group
/// norm: the smallest such sum over all decompositions of v into vectors supported on one group
/// each. That requires solving an optimisation problem, and of() returns NaN. Dual: the largest
/// dual norm (l2, or l1) of a group.
std::shared_ptr<const Norm> group_norm(std::shared_ptr<const Groups> groups, WithinGroup within);

/// The sum of the k largest |v_i|, dual to k_sparse_norm(k); linf for k = 1, l1 for k = n.
std::shared_ptr<const Norm> top_norm(Index k);

/// max { max |v_i|, sum |v_i| / k }, whose ball is the k-sparse polytope.
std::shared_ptr<const Norm> k_sparse_norm(Index k);

/// sum w_i |v|_(i), where |v|_(1) >= |v|_(2) >= ... are the sorted magnitudes and the weights w do
/// not increase; dual: max over k of (|g|_(1) + ... + |g|_(k)) / (w_1 + ... + w_k).
std::shared_ptr<const Norm> owl_norm(Vector weights);

/// k of top_norm() and k_sparse_norm(), and of sets with the k largest entries.
inline Parameter count_parameter(Index& k, std::string_view sentence) {
  return {"k", k, range::from_1, sentence};
}

}  // namespace acgd
