#pragma once

#include <Eigen/SparseCore>
#include <memory>
#include <span>
#include <vector>

#include "acgd/objective/fetch.hpp"
#include "acgd/objective/linear_map.hpp"

namespace acgd {

using SparseMatrix = Eigen::SparseMatrix<double>;

/// A as a sparse matrix, kept by columns: A' r and the image of an atom read them, A x adds them up.
/// Where every entry is 1, as in one-hot data, values are not stored.
class SparseMap final : public LinearMap {
 public:
  struct Entry {
    Index row = 0;
    Index col = 0;
    double value = 0;
  };

  /// Lines, columns or rows: line l has the entries starts[l] to starts[l + 1] - 1.
  struct Lines {
    std::span<const int> starts;  ///< one more than there are lines
    std::span<const int> indices;
    std::span<const double> values = {};  ///< none if they are floats, or every one of them is 1
    std::span<const float> floats = {};

    Index count() const { return static_cast<Index>(starts.size()) - 1; }
  };

  /// Entries in any order; those of the same place are added up. Throws InvalidInput if a size is
  /// not positive, an entry lies outside or is not finite, or there are 2^31 of them.
  SparseMap(Index rows, Index cols, const std::vector<Entry>& entries);
  /// The same of a matrix of Eigen's; its indices may be in any order. The largest entry must not be
  /// below 1e-150 or above 1e150.
  explicit SparseMap(const SparseMatrix& matrix);
  /// Columns that `owner` keeps alive are read where they are: inside each, indices ascend, occur
  /// once and lie below `rows`, and values are finite. Nothing of it is checked: it may be the
  /// content of a mapped file, larger than memory, of which `fetch` gets what is read next.
  SparseMap(Index rows, const Lines& columns, std::shared_ptr<const void> owner, Fetch fetch = {});

  /// From rows of `cols` entries; indices ascend in each. Nothing of it is checked.
  static SparseMap of_rows(const Lines& rows, Index cols);

  Index rows() const override { return rows_; }
  Index cols() const override { return columns_.count(); }
  Index entry_count() const { return columns_.starts.back() - columns_.starts.front(); }

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

  /// Inside each, indices ascend and occur once.
  const Lines& by_column() const { return columns_; }
  /// The columns [first, last) are going to be read there.
  void fetch(Index first, Index last) const;

 private:
  /// Of short columns, for the loop over all of them. It is found by the first such loop: to look at
  /// all columns before would be to read a good part of a mapped file.
  struct Order;
  const unsigned char* order() const;

  Index rows_ = 0;
  Lines columns_;
  std::shared_ptr<const void> owner_;  ///< of what columns_ shows
  std::shared_ptr<Order> order_;
  Fetch fetch_;
};

}  // namespace acgd
