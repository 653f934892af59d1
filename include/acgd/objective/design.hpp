#pragma once

#include <concepts>
#include <memory>
#include <utility>
#include <vector>

#include "acgd/objective/linear_maps.hpp"
#include "acgd/parallel/reduction.hpp"

namespace acgd {

/// A partitioned by samples, with a map for each block: A x has the entries of the local samples,
/// and A' r is the sum over the blocks of all ranks, in the tree of Reduction.
///
/// rows() is the number of local rows. Decisions must be the same on all ranks, so they use bytes()
/// and Reduction::samples(), which count all rows.
class BlockMap final : public LinearMap {
 public:
  /// A map for each local block, null for blocks without samples. Called by all ranks together.
  /// Throws InvalidInput if a map has another number of rows than its block, or another number of
  /// columns than the others.
  BlockMap(std::vector<std::shared_ptr<const LinearMap>> parts,
           std::shared_ptr<const Reduction> reduction);

  const std::vector<std::shared_ptr<const LinearMap>>& parts() const { return parts_; }
  const std::shared_ptr<const Reduction>& reduction() const { return reduction_; }
  /// Whether the maps of all blocks on all ranks are dense. A rank without samples cannot determine
  /// this from its own maps.
  bool is_dense() const { return is_dense_; }

  Index rows() const override { return reduction_->size(); }
  Index cols() const override { return cols_; }
  void multiply(ConstVectorRef x, VectorRef y) const override;
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const override;
  void image(const Atom& atom, VectorRef z) const override;
  /// Of all ranks.
  double bytes() const override { return bytes_; }

 private:
  template <class Visit>
  void for_each_part(Index bytes, const Visit& visit) const;
  /// Approximate bytes of this rank.
  Index own_bytes() const { return static_cast<Index>(bytes_ / reduction_->team().size()); }
  void add_columns(ConstVectorRef x, double* sums) const;
  void add_products(ConstVectorRef x, double* sums) const;

  std::vector<std::shared_ptr<const LinearMap>> parts_;
  std::shared_ptr<const Reduction> reduction_;
  Index cols_ = 0;
  double bytes_ = 0;
  bool is_dense_ = false;
  bool by_columns_ = true;  ///< whether all parts have multiply_columns()
};

/// Partitions the local rows into the local blocks. Called by all ranks together.
std::shared_ptr<const BlockMap> partition_rows(const Matrix& rows,
                                               std::shared_ptr<const Reduction> reduction);
std::shared_ptr<const BlockMap> partition_rows(const SparseMatrix& rows,
                                               std::shared_ptr<const Reduction> reduction);
/// The same without copying.
std::shared_ptr<const BlockMap> partition_rows(const std::shared_ptr<const DenseMap>& rows,
                                               std::shared_ptr<const Reduction> reduction);

/// The A of a model, one row per sample: a dense or sparse matrix, or any map. A map may be shared
/// by several models. On several ranks A is a BlockMap, and sums over the samples are those of its
/// reduction; else the reduction has one block.
class Design {
 public:
  Design(Matrix matrix) : Design(std::make_shared<const DenseMap>(std::move(matrix))) {}
  Design(MatrixFloat matrix) : Design(std::make_shared<const DenseMap>(std::move(matrix))) {}
  Design(const SparseMatrix& matrix) : Design(std::make_shared<const SparseMap>(matrix)) {}

  template <class Expression>
  Design(const Eigen::DenseBase<Expression>& matrix)
      : Design(Eigen::Matrix<typename Expression::Scalar, Eigen::Dynamic, Eigen::Dynamic>(
            matrix.derived())) {}

  template <std::derived_from<LinearMap> Map>
  Design(Map map) : Design(std::make_shared<const Map>(std::move(map))) {}

  /// Throws InvalidInput if the pointer is null.
  template <class Map>
  requires std::derived_from<Map, LinearMap> Design(std::shared_ptr<Map> map) : map_(map) {
    if constexpr (std::derived_from<Map, BlockMap>) blocks_ = std::move(map);
    set_reduction();
  }

  const LinearMap& map() const { return *map_; }
  const std::shared_ptr<const LinearMap>& shared_map() const { return map_; }
  /// A itself if it is partitioned into blocks, else null.
  const BlockMap* blocks() const { return blocks_.get(); }
  const Reduction& reduction() const { return *reduction_; }
  const std::shared_ptr<const Reduction>& shared_reduction() const { return reduction_; }

 private:
  void set_reduction();

  std::shared_ptr<const LinearMap> map_;
  std::shared_ptr<const BlockMap> blocks_;
  std::shared_ptr<const Reduction> reduction_;
};

/// The adjusted matrix: A itself if the adjustment is empty, dense maps if A is dense, else
/// AdjustedMaps.
Design adjusted(const Design& a, Adjustment adjustment);

/// Removes large constants from columns. If the mean of a column exceeds a thousand times the
/// largest deviation of any entry from its column mean, sums of products lose that many digits.
/// Models with an intercept are invariant to such constants: a becomes A - 1 c', and c is returned,
/// 0 for unchanged columns; otherwise returns an empty vector. For dense and sparse maps, and their
/// partitions.
Vector remove_offsets(Design& a);

/// Weighted means of the columns; empty weights: each row has weight 1.
Vector column_means(const Design& a, const Vector& weights = {});

}  // namespace acgd
