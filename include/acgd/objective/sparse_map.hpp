#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "acgd/objective/linear_map.hpp"

namespace acgd {

using SparseMatrix = Eigen::SparseMatrix<double>;

/// A as a sparse matrix, kept by rows and by columns: A x reads the rows, A' r and the image of an
/// atom read the columns. Where every entry is 1, as in one-hot data, values are not stored.
class SparseMap final : public LinearMap {
 public:
  struct Entry {
    Index row = 0;
    Index col = 0;
    double value = 0;
  };

  /// Entries in any order; those of the same place are added up. Throws InvalidInput if a size is
  /// not positive, an entry lies outside or is not finite, or there are 2^31 of them.
  SparseMap(Index rows, Index cols, const std::vector<Entry>& entries);
  /// The same of a matrix of Eigen's; its indices may be in any order.
  explicit SparseMap(const SparseMatrix& matrix);

  Index rows() const override { return rows_; }
  Index cols() const override { return cols_; }
  Index entry_count() const { return static_cast<Index>(by_column_.indices.size()); }

  void multiply(ConstVectorRef x, VectorRef y) const override;
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const override;
  bool has_columns() const override { return true; }
  void multiply_columns(ConstVectorRef x, Index first, Index last, double* y) const override;
  /// Reads the columns of the atom's non-zero coordinates only.
  void image(const Atom& atom, VectorRef z) const override;
  /// Of single coordinates, and of atoms with few entries.
  std::optional<Index> image_length(const Atom& atom) const override;
  bool append_image(const Atom& atom, EntryList& image) const override;
  double bytes() const override;

  /// The columns (or rows) one after the other; inside each, indices ascend and occur once.
  struct Compressed {
    std::vector<int> starts;  ///< one more than there are lines
    std::vector<int> indices;
    std::vector<double> values;  ///< none if every one of them is 1
  };
  const Compressed& by_column() const { return by_column_; }
  const Compressed& by_row() const { return by_row_; }

 private:
  /// Takes columns as they come: indices in any order, the same one several times.
  void keep(const Compressed& columns);
  void drop_values_of_one();

  Index rows_ = 0;
  Index cols_ = 0;
  Compressed by_column_;
  Compressed by_row_;
  std::vector<unsigned char> order_;  ///< of short columns, for the loop over all of them
};

}  // namespace acgd
