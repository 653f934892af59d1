#pragma once

#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/parallel/reduction.hpp"
#include "app/data/dataset.hpp"
#include "app/data/limits.hpp"

namespace acgd::spec {

/// Values, one after the other, on their way to another rank.
class Message {
 public:
  void reserve(std::size_t size) { bytes_.reserve(size); }
  void put(const void* data, std::size_t size) {
    const auto* begin = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), begin, begin + size);
  }
  template <class T>
  void put(const T& value) {
    put(&value, sizeof value);
  }
  void put(const std::string& text) {
    put(static_cast<Index>(text.size()));
    put(text.data(), text.size());
  }
  const std::vector<std::byte>& bytes() const { return bytes_; }
  std::string text() const { return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()}; }

 private:
  std::vector<std::byte> bytes_;
};

/// What a packet has, in the same order.
class Unpacking {
 public:
  explicit Unpacking(std::span<const std::byte> bytes) : left_(bytes) {}
  void take(void* data, std::size_t size) {
    if (size > 0) std::memcpy(data, left_.data(), size);
    left_ = left_.subspan(size);
  }
  template <class T>
  T take() {
    T value;
    take(&value, sizeof value);
    return value;
  }
  std::string take_text() {
    std::string text(static_cast<std::size_t>(take<Index>()), ' ');
    take(text.data(), text.size());
    return text;
  }
  bool is_empty() const { return left_.empty(); }

 private:
  std::span<const std::byte> left_;
};

using SparseRows = Eigen::SparseMatrix<double, Eigen::RowMajor>;

/// How many entries the rows of a range have.
Index count_entries(const SparseRows& rows, Reduction::Range range);

/// The rows of a range, as they are sent to another rank.
void put_rows(Message& packet, const Matrix& rows, Reduction::Range range);
void put_rows(Message& packet, const SparseRows& rows, Reduction::Range range);

/// How many bytes that takes.
std::size_t size_of_rows(const Matrix& rows, Reduction::Range range);
std::size_t size_of_rows(const SparseRows& rows, Reduction::Range range);

/// Puts what has come where it belongs; the rows before it must be there already.
void take_rows(Unpacking& from, Reduction::Range to, Matrix& rows);
void take_rows(Unpacking& from, Reduction::Range to, SparseRows& rows);

/// The same of rows that were here all the time: a range of them goes to where `first` says.
void copy_rows(const Matrix& from, Reduction::Range range, Index first, Matrix& rows);
void copy_rows(const SparseRows& from, Reduction::Range range, Index first, SparseRows& rows);

/// Makes rows of nothing, for those of `from` and so many bytes more.
void begin_rows(const Matrix& from, Index count, Index bytes, Matrix& rows);
void begin_rows(const SparseRows& from, Index count, Index bytes, SparseRows& rows);

/// Ranks that have read some of the samples each, in their order, come to terms: as many features,
/// the same columns and roles, words if one of them has words. Those of rank 0 are asked.
void merge(data::Dataset& raw, const Team& team);

/// What a rank can have.
struct DistributionLimits {
  std::string data;                   ///< how they are called
  Index entries = data::kMaxEntries;  ///< of a sparse matrix
};

/// Gives every rank the samples of its own blocks. All ranks call it at the same time, once they
/// have come to terms. Throws InvalidInput on all of them, before anything is sent, if one would have
/// more than it can.
void deal(data::Dataset& raw, const Reduction& reduction, const DistributionLimits& limits);

/// Targets as one rank would have them that has all: of many, only those that differ.
data::Targets merged_targets(const data::Targets& own, const Team& team);

}  // namespace acgd::spec
