#include "problem/packed_rows.hpp"

#include <algorithm>
#include <vector>

namespace acgd::problem {
namespace {

constexpr std::size_t kEntry = sizeof(int) + sizeof(double);

std::size_t column_bytes(Shards::Range range) {
  return static_cast<std::size_t>(range.size()) * sizeof(double);
}

/// Appends rows that end where `ends` says, counted from `start`. Returns where their entries begin.
int append(SparseRows& rows, Index first, std::span<const int> ends, int start) {
  int* to = rows.outerIndexPtr() + first;
  const int before = *to;
  for (const int end : ends) *++to = before + end - start;
  rows.data().resize(static_cast<std::size_t>(*to));
  return before;
}

}  // namespace

Index count_entries(const SparseRows& rows, Shards::Range range) {
  return rows.outerIndexPtr()[range.last] - rows.outerIndexPtr()[range.first];
}

void put_rows(Packet& packet, const Matrix& rows, Shards::Range range) {
  for (Index j = 0; j < rows.cols(); ++j) {
    packet.put(rows.col(j).data() + range.first, column_bytes(range));
  }
}

void put_rows(Packet& packet, const SparseRows& rows, Shards::Range range) {
  const int* starts = rows.outerIndexPtr() + range.first;
  const auto entries = static_cast<std::size_t>(count_entries(rows, range));
  packet.put(starts, static_cast<std::size_t>(range.size() + 1) * sizeof(int));
  packet.put(rows.innerIndexPtr() + *starts, entries * sizeof(int));
  packet.put(rows.valuePtr() + *starts, entries * sizeof(double));
}

std::size_t size_of_rows(const Matrix& rows, Shards::Range range) {
  return static_cast<std::size_t>(rows.cols()) * column_bytes(range);
}

std::size_t size_of_rows(const SparseRows& rows, Shards::Range range) {
  return static_cast<std::size_t>(range.size() + 1) * sizeof(int) +
         static_cast<std::size_t>(count_entries(rows, range)) * kEntry;
}

void take_rows(Unpacking& from, Shards::Range to, Matrix& rows) {
  for (Index j = 0; j < rows.cols(); ++j) {
    from.take(rows.col(j).data() + to.first, column_bytes(to));
  }
}

void take_rows(Unpacking& from, Shards::Range to, SparseRows& rows) {
  std::vector<int> starts(static_cast<std::size_t>(to.size()) + 1);
  from.take(starts.data(), starts.size() * sizeof(int));
  const int begin = append(rows, to.first, std::span(starts).subspan(1), starts.front());
  const auto entries = static_cast<std::size_t>(starts.back() - starts.front());
  from.take(rows.innerIndexPtr() + begin, entries * sizeof(int));
  from.take(rows.valuePtr() + begin, entries * sizeof(double));
}

void copy_rows(const Matrix& from, Shards::Range range, Index first, Matrix& rows) {
  rows.middleRows(first, range.size()) = from.middleRows(range.first, range.size());
}

void copy_rows(const SparseRows& from, Shards::Range range, Index first, SparseRows& rows) {
  const int* starts = from.outerIndexPtr() + range.first;
  const auto ends = std::span(starts, static_cast<std::size_t>(range.size()) + 1).subspan(1);
  const int begin = append(rows, first, ends, *starts);
  const Index entries = count_entries(from, range);
  std::copy_n(from.innerIndexPtr() + *starts, entries, rows.innerIndexPtr() + begin);
  std::copy_n(from.valuePtr() + *starts, entries, rows.valuePtr() + begin);
}

void begin_rows(const Matrix& from, Index count, Index, Matrix& rows) {
  rows.resize(count, from.cols());
}

// By a swap: Eigen copies a sparse matrix that is moved, and keeps the memory of one that is assigned to.
void begin_rows(const SparseRows& from, Index count, Index bytes, SparseRows& rows) {
  SparseRows begun(count, from.cols());
  begun.data().reserve(static_cast<std::size_t>(from.nonZeros()) +
                       static_cast<std::size_t>(bytes) / kEntry);
  rows.swap(begun);
}

}  // namespace acgd::problem
