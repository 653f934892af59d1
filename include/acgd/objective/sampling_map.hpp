#pragma once

#include <vector>

#include "acgd/objective/linear_map.hpp"

namespace acgd {

/// Some entries of a matrix variable X (columns stacked): z_k = X(i_k, j_k). A place may be
/// observed more than once.
class SamplingMap final : public LinearMap {
 public:
  struct Place {
    int row = 0;
    int col = 0;
  };

  /// Throws InvalidInput if a size is not positive, nothing is observed, or a place lies outside.
  SamplingMap(Index matrix_rows, Index matrix_cols, std::vector<Place> observed);

  Index matrix_rows() const { return matrix_rows_; }
  Index matrix_cols() const { return matrix_cols_; }
  const std::vector<Place>& observed() const { return observed_; }

  /// One per observation.
  Index rows() const override { return static_cast<Index>(observed_.size()); }
  /// One per entry of X.
  Index cols() const override { return matrix_rows_ * matrix_cols_; }
  void multiply(ConstVectorRef x, VectorRef y) const override;
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const override;
  /// A rank-one atom costs two multiplications an observation; the matrix is not formed.
  void image(const Atom& atom, Vector& z) const override;
  double bytes() const override;

 private:
  /// z_k = entry(observed place k)
  template <class Entry>
  void sample(const Entry& entry, VectorRef z) const;

  Index place_in(const Place& place) const { return place.row + place.col * matrix_rows_; }

  Index matrix_rows_;
  Index matrix_cols_;
  std::vector<Place> observed_;
};

}  // namespace acgd
