#pragma once

#include <Eigen/SparseCore>

#include "acgd/objective/hessian.hpp"

namespace acgd {

/// H as a sparse matrix, both halves stored.
class SparseHessian final : public Hessian {
 public:
  /// Keeps a compressed copy, entries of one place added up. Throws InvalidInput under the same
  /// conditions as DenseHessian, and if an index lies outside.
  explicit SparseHessian(const Eigen::SparseMatrix<double>& h);

  const Eigen::SparseMatrix<double>& matrix() const { return h_; }

  Index dimension() const override { return h_.rows(); }
  void multiply(ConstVectorRef x, VectorRef y) const override;
  void column(Index j, VectorRef y) const override;
  bool append_column(Index j, EntryList& list) const override;
  double bytes() const override { return 12.0 * static_cast<double>(h_.nonZeros()); }
  /// The mean; the vector it is written to counts too.
  double column_bytes() const override {
    return 8.0 * static_cast<double>(dimension()) + bytes() / static_cast<double>(dimension());
  }

 private:
  Eigen::SparseMatrix<double> h_;
};

}  // namespace acgd
