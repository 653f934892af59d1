#pragma once

#include <memory>
#include <vector>

#include "acgd/objective/dense_map.hpp"
#include "acgd/objective/linear_map.hpp"
#include "acgd/objective/sparse_map.hpp"
#include "acgd/team/shards.hpp"

namespace acgd {

/// A cut into shards of samples, a map for each: A x has the entries of the samples that are here,
/// and A' r is the sum over the shards of all ranks, in the tree of Shards.
///
/// rows() are those of this rank. Whatever decides how a run goes reckons with all of them: bytes()
/// and shards().samples().
class StackedMap final : public LinearMap {
 public:
  /// A map for each shard of this rank, null for those without samples. All ranks make theirs at the
  /// same time. Throws InvalidInput if a map has other rows than its shard or other columns than the rest.
  StackedMap(std::vector<std::shared_ptr<const LinearMap>> parts,
             std::shared_ptr<const Shards> shards);

  const std::vector<std::shared_ptr<const LinearMap>>& parts() const { return parts_; }
  /// Whether the maps of all shards, those of other ranks included, are dense, or adjusted: a rank
  /// without samples has none to tell.
  bool is_dense() const { return is_dense_; }
  bool is_adjusted() const { return is_adjusted_; }
  /// All rows here, if the parts are pieces of one sparse matrix; else null.
  const SparseMap* whole() const;

  const Shards* shards() const override { return shards_.get(); }
  const std::shared_ptr<const Shards>& shared_shards() const { return shards_; }
  Index rows() const override { return shards_->size(); }
  Index cols() const override { return cols_; }
  void multiply(ConstVectorRef x, VectorRef y) const override;
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const override;
  void image(const Atom& atom, VectorRef z) const override;
  /// Those of all ranks.
  double bytes() const override { return bytes_; }

 private:
  template <class Visit>
  void for_each_part(Index bytes, const Visit& visit) const;
  /// About those of this rank.
  Index own_bytes() const { return static_cast<Index>(bytes_ / shards_->team().size()); }
  void add_columns(ConstVectorRef x, double* sums) const;
  void add_products(ConstVectorRef x, double* sums) const;
  /// Of parts that are pieces of one matrix.
  void add_pieces(ConstVectorRef x, double* sums) const;

  std::vector<std::shared_ptr<const LinearMap>> parts_;
  std::shared_ptr<const Shards> shards_;
  Index cols_ = 0;
  double bytes_ = 0;
  bool is_dense_ = false;
  bool is_adjusted_ = false;
  struct Pieces;
  std::shared_ptr<const Pieces> pieces_;  ///< if all parts are pieces of one matrix
  bool by_columns_ = true;                ///< whether all parts can multiply some columns alone
};

/// The rows that this rank has, cut into its shards. All ranks cut theirs at the same time.
std::shared_ptr<const StackedMap> cut_rows(const Matrix& rows,
                                           std::shared_ptr<const Shards> shards);
/// A sparse matrix stays in one piece that knows where it is cut.
std::shared_ptr<const StackedMap> cut_rows(const SparseMatrix& rows,
                                           std::shared_ptr<const Shards> shards);
/// The same, read where they are: nothing is copied.
std::shared_ptr<const StackedMap> cut_rows(const std::shared_ptr<const DenseMap>& rows,
                                           std::shared_ptr<const Shards> shards);

}  // namespace acgd
