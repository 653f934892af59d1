#include "io/row_spool.hpp"

#include <algorithm>

namespace acgd::io {

RowSpool::RowSpool(const std::filesystem::path& beside)
    : labels_(beside), ends_(beside), indices_(beside), values_(beside) {}

void RowSpool::append(const LibsvmPiece& piece) {
  labels_.append(piece.labels);
  std::vector<std::int64_t> ends(piece.ends.size());
  std::ranges::transform(piece.ends, ends.begin(), [&](int end) { return entries_ + end; });
  ends_.append(ends);
  indices_.append(piece.indices);
  values_.append(piece.values);
  count_ += std::ssize(piece.labels);
  columns_ = std::max(columns_, piece.columns);
  entries_ += std::ssize(piece.indices);
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
