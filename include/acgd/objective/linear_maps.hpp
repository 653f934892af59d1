#pragma once

#include <Eigen/SparseCore>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "acgd/atom/atom.hpp"
#include "acgd/linalg/singular_pair.hpp"
#include "acgd/objective/line.hpp"

namespace acgd {

class DenseMap;

/// A sparse vector as a list of entries in any order; entries at the same place are summed.
struct EntryList {
  std::vector<int> places;
  std::vector<double> values;

  std::size_t size() const { return places.size(); }
  void clear() { places.clear(), values.clear(); }
  void add(Index place, double value) {
    places.push_back(static_cast<int>(place));
    values.push_back(value);
  }
};

/// The A of f(x) = phi(A x): x has cols() entries, A x has rows() entries, one per sample. Only
/// multiply() and multiply_adjoint() are required; image() may be overridden with a cheaper method.
class LinearMap : public MatrixOperator {
 public:
  /// z = A atom, of rows() entries. By default the atom is made dense.
  virtual void image(const Atom& atom, VectorRef z) const;

  /// Upper bound of the length of A atom as a list, if that is short compared with rows(); else
  /// absent (the default). It depends on A and the atom alone.
  virtual std::optional<Index> image_length(const Atom& atom) const {
    static_cast<void>(atom);
    return std::nullopt;
  }
  /// Appends A atom to the list and returns true if image_length() is present; else returns false.
  virtual bool append_image(const Atom& atom, EntryList& image) const {
    static_cast<void>(atom), static_cast<void>(image);
    return false;
  }

  /// Whether multiply_columns() is implemented.
  virtual bool has_columns() const { return false; }
  /// y[j - first] = <column j, x> for the columns [first, last), on the calling thread.
  virtual void multiply_columns(ConstVectorRef x, Index first, Index last, double* y) const {
    static_cast<void>(x), static_cast<void>(first), static_cast<void>(last), static_cast<void>(y);
  }

  /// The map itself if its matrix is dense and in memory, else null.
  virtual const DenseMap* dense() const { return nullptr; }

  /// Bytes read by one product with A: used by automatic choices.
  virtual double bytes() const {
    return 8.0 * static_cast<double>(rows()) * static_cast<double>(cols());
  }
};

/// ||A||^2, the square of the largest singular value, to a relative 1e-6: Lanczos' method, a few
/// dozen products.
double squared_operator_norm(const MatrixOperator& a);

using MatrixFloat = Eigen::MatrixXf;  ///< half the bytes of a Matrix

/// A as a dense matrix, column-major. Floats are accumulated in double: on data of single precision
/// a product costs half as much.
class DenseMap final : public LinearMap {
 public:
  /// Columns in external memory, with a stride.
  using View = Eigen::Map<const Matrix, Eigen::Unaligned, Eigen::OuterStride<>>;
  using FloatView = Eigen::Map<const MatrixFloat, Eigen::Unaligned, Eigen::OuterStride<>>;

  /// Takes the matrix; throws InvalidInput if it is empty, if an entry is not finite, or if the
  /// largest absolute value is neither 0 nor between 1e-150 and 1e150.
  explicit DenseMap(Matrix matrix);
  explicit DenseMap(MatrixFloat matrix);
  /// Shares the matrix, which must not change afterwards.
  explicit DenseMap(std::shared_ptr<const Matrix> matrix);
  explicit DenseMap(std::shared_ptr<const MatrixFloat> matrix);
  /// Reads columns kept alive by `owner` in place, as those of a mapped file, without checking that
  /// they are finite. bytes() is that of doubles for both types, so that decisions do not depend on
  /// how a file stores the same numbers.
  DenseMap(const View& matrix, std::shared_ptr<const void> owner);
  DenseMap(const FloatView& matrix, std::shared_ptr<const void> owner);

  Index rows() const override { return rows_; }
  Index cols() const override { return cols_; }
  void multiply(ConstVectorRef x, VectorRef y) const override;
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const override;
  bool has_columns() const override { return true; }
  void multiply_columns(ConstVectorRef x, Index first, Index last, double* y) const override;
  /// Reads the columns of the atom's non-zero coordinates only.
  void image(const Atom& atom, VectorRef z) const override;
  double bytes() const override;
  const DenseMap* dense() const override { return this; }

  /// The matrix if it is stored in double, else null.
  const View* matrix() const { return double_.get(); }
  /// The matrix if it is stored in float, else null.
  const FloatView* matrix_float() const { return float_.get(); }

 private:
  std::shared_ptr<const void> owner_;
  std::shared_ptr<const View> double_;
  std::shared_ptr<const FloatView> float_;
  Index rows_ = 0;
  Index cols_ = 0;
  double bytes_each_ = sizeof(double);
};

using SparseMatrix = Eigen::SparseMatrix<double>;

/// A as a sparse matrix, stored by columns. If every entry is 1, as in one-hot data, values are not
/// stored.
class SparseMap final : public LinearMap {
 public:
  struct Entry {
    Index row = 0;
    Index col = 0;
    double value = 0;
  };

  /// Compressed columns or rows: line l has the entries starts[l] to starts[l + 1] - 1.
  struct Lines {
    std::span<const int> starts;  ///< number of lines + 1 offsets
    std::span<const int> indices;
    std::span<const double> values = {};  ///< empty if they are floats, or if every one is 1
    std::span<const float> floats = {};

    Index count() const { return static_cast<Index>(starts.size()) - 1; }
  };

  /// Entries in any order; duplicates are summed. Throws InvalidInput if a size is not positive, an
  /// entry is out of range or not finite, or there are 2^31 or more.
  SparseMap(Index rows, Index cols, const std::vector<Entry>& entries);
  /// The same for an Eigen matrix with indices in any order. The largest absolute value must not be
  /// below 1e-150 or above 1e150.
  explicit SparseMap(const SparseMatrix& matrix);
  /// Reads columns kept alive by `owner` in place, as those of a mapped file larger than memory. In
  /// each column indices must ascend, be unique and below `rows`, and values must be finite; this
  /// is not checked. `fetch` is called with the bytes that will be read next.
  SparseMap(Index rows, const Lines& columns, std::shared_ptr<const void> owner, Fetch fetch = {});

  /// From rows of `cols` entries with ascending indices, which is not checked.
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
  /// Present for single coordinates, and for atoms with few entries.
  std::optional<Index> image_length(const Atom& atom) const override;
  bool append_image(const Atom& atom, EntryList& image) const override;
  double bytes() const override;

  /// In each column indices ascend and are unique.
  const Lines& by_column() const { return columns_; }
  /// Announces that the columns [first, last) will be read.
  void fetch(Index first, Index last) const;

 private:
  /// Order of short columns for loops over all columns. It is computed on first use, since it reads
  /// the offsets of all columns, a good part of a mapped file.
  struct Order;
  const unsigned char* order() const;
  void scatter(Index j, double scale, double* y) const;

  Index rows_ = 0;
  Lines columns_;
  std::shared_ptr<const void> owner_;  ///< keeps the memory of columns_ alive
  std::shared_ptr<Order> order_;
  Fetch fetch_;
};

/// A x = x, for losses of the variables themselves.
class IdentityMap final : public LinearMap {
 public:
  explicit IdentityMap(Index size);

  Index rows() const override { return size_; }
  Index cols() const override { return size_; }
  void multiply(ConstVectorRef x, VectorRef y) const override { y = x; }
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const override { y = x; }
  void image(const Atom& atom, VectorRef z) const override;
  std::optional<Index> image_length(const Atom& atom) const override;
  bool append_image(const Atom& atom, EntryList& image) const override;
  double bytes() const override { return 8.0 * static_cast<double>(size_); }

 private:
  Index size_;
};

/// The same features for each of K classes: x is a features x K matrix W, stored by columns, and
/// its image is A W, stored by columns: one prediction per class and sample.
class ClassMap final : public LinearMap {
 public:
  /// Throws InvalidInput unless there are at least two classes.
  ClassMap(std::shared_ptr<const LinearMap> a, Index classes);

  Index rows() const override { return classes_ * a_->rows(); }
  Index cols() const override { return classes_ * a_->cols(); }
  void multiply(ConstVectorRef x, VectorRef y) const override;
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const override;
  /// One column of A per entry of a sparse atom; one product for a rank-one matrix.
  void image(const Atom& atom, VectorRef z) const override;
  std::optional<Index> image_length(const Atom& atom) const override;
  bool append_image(const Atom& atom, EntryList& image) const override;
  double bytes() const override { return static_cast<double>(classes_) * a_->bytes(); }

  const std::shared_ptr<const LinearMap>& features() const { return a_; }
  Index classes() const { return classes_; }

 private:
  /// Calls visit(class, value, A e_j) for each entry of an atom with few entries.
  template <class Visit>
  void for_each_column(const Atom& atom, const Visit& visit) const;

  std::shared_ptr<const LinearMap> a_;
  Index classes_;
};

/// Scaling and centring of a matrix; an empty part is left out.
struct Adjustment {
  Vector rows = {};   ///< R: a factor for each row
  Vector means = {};  ///< m: a constant subtracted from each column
  Vector cols = {};   ///< S: a factor for each column, applied after the subtraction

  bool is_empty() const { return rows.size() == 0 && means.size() == 0 && cols.size() == 0; }
};

/// R (A - 1 m') S, never formed: a sparse matrix stays sparse.
class AdjustedMap final : public LinearMap {
 public:
  /// Throws InvalidInput unless the non-empty parts of the adjustment are finite and match the size
  /// of A, or if A is an AdjustedMap.
  AdjustedMap(std::shared_ptr<const LinearMap> a, Adjustment adjustment);

  Index rows() const override { return a_->rows(); }
  Index cols() const override { return a_->cols(); }
  void multiply(ConstVectorRef x, VectorRef y) const override;
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const override;
  void image(const Atom& atom, VectorRef z) const override;
  /// Absent if means are subtracted.
  std::optional<Index> image_length(const Atom& atom) const override;
  bool append_image(const Atom& atom, EntryList& image) const override;
  double bytes() const override { return a_->bytes(); }

  const std::shared_ptr<const LinearMap>& original() const { return a_; }
  const Adjustment& adjustment() const { return adjustment_; }

 private:
  /// S atom; the atom itself if S is empty. Valid until the next call.
  const Atom& scaled(const Atom& atom) const;

  std::shared_ptr<const LinearMap> a_;
  Adjustment adjustment_;
};

}  // namespace acgd
