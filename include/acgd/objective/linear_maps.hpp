#pragma once

#include <Eigen/SparseCore>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "acgd/atom/atom.hpp"
#include "acgd/linalg/singular_pair.hpp"
#include "acgd/objective/line.hpp"
#include "acgd/parallel/shards.hpp"

namespace acgd {

class Shards;

/// A vector as a list of what it is made of: entries in any order, those of the same place add up.
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

/// The A of f(x) = phi(A x): x has cols() entries, A x one entry per sample, rows() of them.
/// multiply() and multiply_adjoint() are all a map needs; a map that knows how it acts on atoms
/// says so in image().
class LinearMap : public MatrixOperator {
 public:
  /// z = A atom, of rows() entries. An atom of one coordinate is one column; by default the atom is made dense.
  virtual void image(const Atom& atom, VectorRef z) const;

  /// How long A atom is as a list at most, where that is known to be short beside the vector; else
  /// nothing. It depends on A and the atom alone. By default nothing is known.
  virtual std::optional<Index> image_length(const Atom& atom) const {
    static_cast<void>(atom);
    return std::nullopt;
  }
  /// Appends A atom to the list, if it has an image_length(); else returns false.
  virtual bool append_image(const Atom& atom, EntryList& image) const {
    static_cast<void>(atom), static_cast<void>(image);
    return false;
  }

  /// Whether multiply_columns() is there.
  virtual bool has_columns() const { return false; }
  /// y[j - first] = <column j, x> for the columns [first, last) alone, by this thread alone.
  virtual void multiply_columns(ConstVectorRef x, Index first, Index last, double* y) const {
    static_cast<void>(x), static_cast<void>(first), static_cast<void>(last), static_cast<void>(y);
  }

  /// How the rows are cut and spread over ranks, if they are; null: there are no others.
  virtual const Shards* shards() const { return nullptr; }

  /// Whether A x = x.
  virtual bool is_identity() const { return false; }

  /// Bytes read by one product with the whole matrix: what the automatic choices compare.
  virtual double bytes() const {
    return 8.0 * static_cast<double>(rows()) * static_cast<double>(cols());
  }
};

/// The largest singular value of A, squared, to a relative 1e-6: Lanczos, a few dozen products.
double squared_operator_norm(const MatrixOperator& a);

using MatrixFloat = Eigen::MatrixXf;  ///< half the bytes of a Matrix

/// A as a dense matrix, column-major. Floats are read as floats and accumulated in double: on data
/// of single precision a product costs half as much.
class DenseMap final : public LinearMap {
 public:
  /// Columns in memory of somebody else, with a stride from one to the next.
  using View = Eigen::Map<const Matrix, Eigen::Unaligned, Eigen::OuterStride<>>;
  using FloatView = Eigen::Map<const MatrixFloat, Eigen::Unaligned, Eigen::OuterStride<>>;

  /// Keeps the matrix; throws InvalidInput if it is empty, if an entry is not finite, or if the
  /// largest is below 1e-150 or above 1e150.
  explicit DenseMap(Matrix matrix);
  explicit DenseMap(MatrixFloat matrix);
  /// Shares the matrix, which must not change any more.
  explicit DenseMap(std::shared_ptr<const Matrix> matrix);
  explicit DenseMap(std::shared_ptr<const MatrixFloat> matrix);
  /// Columns that `owner` keeps alive are read where they are, as those of a mapped file. That they
  /// are finite is not checked. bytes() are those of doubles either way: what a run does must not
  /// depend on how a file stores the same numbers.
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

  /// The matrix, if it is stored in double, else null.
  const View* matrix() const { return double_.get(); }
  /// The matrix, if it is stored in float, else null.
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

/// A x = x: a loss of the variables themselves.
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
  bool is_identity() const override { return true; }
  double bytes() const override { return 8.0 * static_cast<double>(size_); }

 private:
  Index size_;
};

/// The same features for each of K classes: x is a matrix W of features x K, column after column,
/// and its image is A W, column after column: a prediction for each class and sample.
class ClassMap final : public LinearMap {
 public:
  /// Throws InvalidInput unless there are two classes or more.
  ClassMap(std::shared_ptr<const LinearMap> a, Index classes);

  Index rows() const override { return classes_ * a_->rows(); }
  Index cols() const override { return classes_ * a_->cols(); }
  void multiply(ConstVectorRef x, VectorRef y) const override;
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const override;
  /// One column of A for each feature that an atom has, one product for a rank-one matrix.
  void image(const Atom& atom, VectorRef z) const override;
  std::optional<Index> image_length(const Atom& atom) const override;
  bool append_image(const Atom& atom, EntryList& image) const override;
  double bytes() const override { return static_cast<double>(classes_) * a_->bytes(); }

  const std::shared_ptr<const LinearMap>& features() const { return a_; }
  Index classes() const { return classes_; }

 private:
  /// visit(class, factor, A e_j) for each entry of an atom that has few.
  template <class Visit>
  void for_each_column(const Atom& atom, const Visit& visit) const;

  std::shared_ptr<const LinearMap> a_;
  Index classes_;
};

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
