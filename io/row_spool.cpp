#include "io/row_spool.hpp"

#include <algorithm>

namespace acgd::io {

RowSpool::RowSpool(const std::filesystem::path& beside)
    : labels_(beside), ends_(beside), indices_(beside), values_(beside) {}

void RowSpool::append(const LabelledSamples& piece) {
  const SparseRows& rows = piece.samples;
  const auto count = static_cast<std::size_t>(rows.rows());
  const auto entries = static_cast<std::size_t>(rows.nonZeros());
  labels_.append({piece.labels.data(), count});
  std::vector<std::int64_t> ends(count);
  std::transform(rows.outerIndexPtr() + 1, rows.outerIndexPtr() + 1 + count, ends.begin(),
                 [&](int end) { return entries_ + end; });
  ends_.append(ends);
  indices_.append({rows.innerIndexPtr(), entries});
  values_.append({rows.valuePtr(), entries});
  count_ += rows.rows();
  columns_ = std::max<Index>(columns_, rows.cols());
  entries_ += rows.nonZeros();
}

Vector RowSpool::labels() { return Eigen::Map<const Vector>(labels_.numbers().data(), count_); }

Index RowSpool::entries_between(Index first, Index last) {
  return start_of(last) - start_of(first);
}

SparseLines RowSpool::columns_of(Index first, Index last, Index cols) {
  const std::int64_t begin = start_of(first);
  std::vector<int> starts;
  for (Index row = first; row <= last; ++row) {
    starts.push_back(static_cast<int>(start_of(row) - begin));
  }
  const auto from = static_cast<std::size_t>(begin);
  return transpose({starts, indices_.numbers().subspan(from), values_.numbers().subspan(from)},
                   cols);
}

}  // namespace acgd::io
