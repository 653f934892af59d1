#pragma once

#include "acgd/objective/linear_maps.hpp"
#include "acgd/parallel/shards.hpp"
#include "problem/packet.hpp"

namespace acgd::problem {

using SparseRows = Eigen::SparseMatrix<double, Eigen::RowMajor>;

/// How many entries the rows of a range have.
Index count_entries(const SparseRows& rows, Shards::Range range);

/// The rows of a range, as they are sent to another rank.
void put_rows(Packet& packet, const Matrix& rows, Shards::Range range);
void put_rows(Packet& packet, const SparseRows& rows, Shards::Range range);

/// How many bytes that takes.
std::size_t size_of_rows(const Matrix& rows, Shards::Range range);
std::size_t size_of_rows(const SparseRows& rows, Shards::Range range);

/// Puts what has come where it belongs; the rows before it must be there already.
void take_rows(Unpacking& from, Shards::Range to, Matrix& rows);
void take_rows(Unpacking& from, Shards::Range to, SparseRows& rows);

/// The same of rows that were here all the time: a range of them goes to where `first` says.
void copy_rows(const Matrix& from, Shards::Range range, Index first, Matrix& rows);
void copy_rows(const SparseRows& from, Shards::Range range, Index first, SparseRows& rows);

/// Makes rows of nothing, for those of `from` and so many bytes more.
void begin_rows(const Matrix& from, Index count, Index bytes, Matrix& rows);
void begin_rows(const SparseRows& from, Index count, Index bytes, SparseRows& rows);

}  // namespace acgd::problem
