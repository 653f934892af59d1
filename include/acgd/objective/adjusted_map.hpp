#pragma once

#include <memory>

#include "acgd/objective/linear_map.hpp"

namespace acgd {

/// What is done to a matrix; what is empty is left out.
struct Adjustment {
  Vector rows = {};   ///< R: a factor for each row,
  Vector means = {};  ///< m: what is subtracted from each column,
  Vector cols = {};   ///< S: and a factor for each column afterwards

  bool is_empty() const { return rows.size() == 0 && means.size() == 0 && cols.size() == 0; }
};

/// R (A - 1 m') S, never formed: a sparse matrix whose columns are moved stays sparse.
class AdjustedMap final : public LinearMap {
 public:
  /// Throws InvalidInput unless the parts of the adjustment are as long as A has rows or columns,
  /// and finite, or if A is such a map itself.
  AdjustedMap(std::shared_ptr<const LinearMap> a, Adjustment adjustment);

  Index rows() const override { return a_->rows(); }
  Index cols() const override { return a_->cols(); }
  void multiply(ConstVectorRef x, VectorRef y) const override;
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const override;
  void image(const Atom& atom, VectorRef z) const override;
  /// Where no means are subtracted.
  std::optional<Index> image_length(const Atom& atom) const override;
  bool append_image(const Atom& atom, EntryList& image) const override;
  double bytes() const override { return a_->bytes(); }

  const std::shared_ptr<const LinearMap>& original() const { return a_; }
  const Adjustment& adjustment() const { return adjustment_; }

 private:
  /// S atom, where S is there; good until the next
  const Atom& scaled(const Atom& atom) const;

  std::shared_ptr<const LinearMap> a_;
  Adjustment adjustment_;
};

/// A adjusted: A itself if there is nothing to do, a dense map if A is one, else an AdjustedMap.
std::shared_ptr<const LinearMap> adjusted(std::shared_ptr<const LinearMap> a,
                                          Adjustment adjustment);

/// Where a column is further from 0 than a thousand times what any differ by from their means, sums
/// of products lose that many digits. An intercept makes up for constants: then a becomes A - 1 c',
/// and c is returned, 0 for columns that stay as they are; else nothing. Dense and sparse maps, and
/// those cut into shards.
Vector remove_offsets(std::shared_ptr<const LinearMap>& a);

/// The means of the columns, each row with its weight; no weights: each is 1.
Vector column_means(const LinearMap& a, const Vector& weights = {});

}  // namespace acgd
