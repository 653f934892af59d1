#include "acgd/fit/samples.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"

namespace acgd {
namespace {

void check_finite(const char* name, const Vector& numbers) {
  for (Index i = 0; i < numbers.size(); ++i) {
    if (!std::isfinite(numbers[i])) {
      throw InvalidInput(compose("{}[{}] = {}: must be finite", name, i, numbers[i]));
    }
  }
}

void check_count(const char* name, Index count, Index rows) {
  if (count == rows) return;
  throw InvalidInput(
      compose("{}: {} of them, must be one for each of the {} samples", name, count, rows));
}

std::shared_ptr<const Matrix> rows_of(const Matrix& matrix, std::span<const Index> rows) {
  auto some = std::make_shared<Matrix>(static_cast<Index>(rows.size()), matrix.cols());
  for (Index j = 0; j < matrix.cols(); ++j) {
    const double* from = matrix.col(j).data();
    double* to = some->col(j).data();
    for (const Index i : rows) *to++ = from[i];
  }
  return some;
}

std::shared_ptr<const SparseMatrix> rows_of(const SparseMatrix& matrix,
                                            std::span<const Index> rows) {
  constexpr int kAbsent = -1;
  std::vector<int> place(static_cast<std::size_t>(matrix.rows()), kAbsent);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    place[static_cast<std::size_t>(rows[k])] = static_cast<int>(k);
  }
  const auto count = static_cast<Index>(rows.size());
  auto some = std::make_shared<SparseMatrix>(count, matrix.cols());
  some->reserve(matrix.nonZeros());
  for (Index j = 0; j < matrix.outerSize(); ++j) {
    some->startVec(j);
    for (SparseMatrix::InnerIterator entry(matrix, j); entry; ++entry) {
      const int row = place[static_cast<std::size_t>(entry.row())];
      if (row != kAbsent) some->insertBack(row, j) = entry.value();
    }
  }
  some->finalize();
  return some;
}

}  // namespace

Index row_count(const Features& features) {
  return std::visit([](const auto& matrix) { return Index{matrix->rows()}; }, features);
}

Index column_count(const Features& features) {
  return std::visit([](const auto& matrix) { return Index{matrix->cols()}; }, features);
}

void validate(const Samples& samples) {
  const bool is_there =
      std::visit([](const auto& matrix) { return matrix != nullptr; }, samples.features);
  if (!is_there) throw InvalidInput("features: must not be null");
  const Index rows = row_count(samples.features);
  if (rows == 0) throw InvalidInput("features: there are no samples");
  if (column_count(samples.features) == 0) throw InvalidInput("features: there are none");
  check_count("targets", samples.targets.size(), rows);
  check_finite("targets", samples.targets);
  if (samples.weights.size() == 0) return;
  check_count("weights", samples.weights.size(), rows);
  check_finite("weights", samples.weights);
  for (Index i = 0; i < rows; ++i) {
    if (samples.weights[i] < 0) {
      throw InvalidInput(compose("weights[{}] = {}: must be >= 0", i, samples.weights[i]));
    }
  }
  if (samples.weights.maxCoeff() == 0) throw InvalidInput("weights: all of them are 0");
}

Vector entries_of(const Vector& entries, std::span<const Index> rows) {
  if (entries.size() == 0) return {};
  Vector some(static_cast<Index>(rows.size()));
  double* to = some.data();
  for (const Index i : rows) *to++ = entries[i];
  return some;
}

Samples rows_of(const Samples& samples, std::span<const Index> rows) {
  return {.features = std::visit([&](const auto& m) -> Features { return rows_of(*m, rows); },
                                 samples.features),
          .targets = entries_of(samples.targets, rows),
          .weights = entries_of(samples.weights, rows)};
}

Matrix multiply(const Features& features, const SparseMatrix& coefficients) {
  return std::visit(
      [&](const auto& matrix) -> Matrix {
        Matrix product = Matrix::Zero(matrix->rows(), coefficients.cols());
        for (Index k = 0; k < coefficients.outerSize(); ++k) {
          for (SparseMatrix::InnerIterator entry(coefficients, k); entry; ++entry) {
            product.col(k) += entry.value() * matrix->col(entry.row());
          }
        }
        return product;
      },
      features);
}

}  // namespace acgd
