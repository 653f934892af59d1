#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "acgd/objective/linear_maps.hpp"
#include "app/data/byte_input.hpp"
#include "app/data/format.hpp"
#include "app/data/labels.hpp"
#include "app/data/sample_file.hpp"
#include "app/data/sample_table.hpp"

namespace acgd::problem {

/// What is in a matrix, which is left empty: Eigen would copy it.
inline std::shared_ptr<const SparseMatrix> share_taken(SparseMatrix& from) {
  const auto matrix = std::make_shared<SparseMatrix>();
  matrix->swap(from);
  return matrix;
}

/// A matrix of either kind. A sparse one that is moved is not copied, as Eigen does.
class RawFeatures : public std::variant<Matrix, SparseMatrix> {
 public:
  using Either = std::variant<Matrix, SparseMatrix>;

  RawFeatures() = default;
  RawFeatures(Matrix matrix) : Either(std::move(matrix)) {}
  RawFeatures(const SparseMatrix& matrix) : Either(matrix) {}
  RawFeatures(SparseMatrix&& matrix) { emplace<SparseMatrix>().swap(matrix); }
  RawFeatures(Either&& other) { take(other); }
  RawFeatures(const RawFeatures&) = default;
  RawFeatures(RawFeatures&& other) { take(other); }
  RawFeatures& operator=(const RawFeatures&) = default;
  RawFeatures& operator=(RawFeatures&& other) {
    if (this != &other) take(other);
    return *this;
  }
  ~RawFeatures() = default;

 private:
  void take(Either& other) {
    if (auto* sparse = std::get_if<SparseMatrix>(&other)) {
      emplace<SparseMatrix>().swap(*sparse);
    } else {
      emplace<Matrix>(std::move(std::get<Matrix>(other)));
    }
  }
};

/// Samples as files have them, before anything is done to them.
struct RawSamples {
  RawFeatures features = {};               ///< a row a sample; NaN where a cell is missing
  RawTargets targets = {};                 ///< none if no column has them
  Vector weights = {};                     ///< empty: no column has them
  io::TableColumns columns = {};           ///< of a table
  std::vector<io::ColumnRole> roles = {};  ///< of the columns of a table
  bool is_libsvm = false;
  /// What acgd convert has told a file beside the numbers.
  struct Converted {
    std::string target = {};   ///< the column it was
    std::string weights = {};  ///< the same
    Vector fill = {};          ///< what stands for a missing feature
  };
  std::optional<Converted> converted = {};

  Index count() const;
  Index feature_count() const;
  /// The first column with this role.
  std::optional<Index> column_of(io::ColumnRole role) const;
  /// Keeps these rows only; they ascend.
  void keep(const std::vector<Index>& rows);
};

struct RawRequest {
  std::filesystem::path data;
  io::Format format = io::Format::by_name;
  Index features = 0;            ///< of a LIBSVM file; 0: the highest index there
  io::SampleTableRequest table;  ///< of tables; all matrices are read so
  io::Slice slice = {};          ///< of LIBSVM files and tables: what can_be_sliced()
};

/// How the data is written, if the request does not say.
io::Format format_of(const RawRequest& request);

/// Reads .npy, .mtx, .csv and .tsv files (gz-compressed or not) as matrices, .acgd files as acgd
/// convert has written them, everything else as LIBSVM, unless the format is given. Throws InvalidInput naming what is wrong where.
RawSamples read_raw(const RawRequest& request);

/// Whether a slice of the samples can be read alone.
bool can_be_sliced(const RawRequest& request);

/// Targets in a file of their own: a vector, or a table of one column that may hold words.
/// `cure` is told where one is missing; empty: they may be.
RawTargets read_targets(const std::filesystem::path& file, const std::string& cure);

/// The samples of the shards [first, last) of a file of acgd convert. Without their features, which
/// then stay in the file, the matrix is empty but for its size.
RawSamples read_shards(const io::SampleFile& file, Index first, Index last, bool with_features);

}  // namespace acgd::problem
