#include "objective/sparse_rows.hpp"

namespace acgd {
namespace {

/// Of a map made of doubles.
kernels::SparseView<double> view_of(const SparseMap::Lines& a) {
  return {a.starts.data(), a.indices.data(), a.values.empty() ? nullptr : a.values.data(),
          a.count()};
}

}  // namespace

CutMatrix::CutMatrix(const SparseMatrix& matrix, std::vector<Index> starts)
    : whole_(matrix), columns_(view_of(whole_.by_column()), std::move(starts)) {}

SparseBlock CutMatrix::piece(Index s) const {
  return {.columns = whole_.by_column(),
          .first = columns_.cut(s),
          .rows = columns_.cut(s + 1) - columns_.cut(s),
          .entries = columns_.piece(s).entries,
          .cut = &columns_,
          .piece = s};
}

std::shared_ptr<const SparseMap> SparseRows::copy() const {
  const SparseBlock a = block();
  const kernels::SparseView<double>& lines = a.cut->lines();
  SparseMatrix matrix(a.rows, cols());
  matrix.reserve(a.entries);
  for (Index j = 0; j < cols(); ++j) {
    matrix.startVec(j);
    for (auto [k, end] = a.bounds(j); k < end; ++k) {
      matrix.insertBack(lines.indices[k] - a.first, j) =
          lines.values == nullptr ? 1 : lines.values[k];
    }
  }
  matrix.finalize();
  return std::make_shared<const SparseMap>(matrix);
}

void SparseRows::multiply_adjoint(ConstVectorRef x, VectorRef y) const {
  const SparseBlock a = block();
  kernels::SparseView<double> column = a.cut->lines();
  column.lines = 1;
  for (Index j = 0; j < cols(); ++j) {
    const auto [begin, end] = a.bounds(j);
    const int starts[] = {begin, end};
    column.starts = starts;
    kernels::gather(column, x.data() - a.first, 0, 1, y.data() + j);
  }
}

double SparseRows::bytes() const {
  const kernels::CutLines::Piece& piece = matrix_->columns().piece(piece_);
  return bytes_of(piece.entries, piece.has_values);
}

}  // namespace acgd
