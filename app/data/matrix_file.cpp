#include "app/data/matrix_file.hpp"

#include <fmt/format.h>

#include <utility>

#include "acgd/core/error.hpp"
#include "app/data/csv.hpp"
#include "app/data/format.hpp"
#include "app/data/limits.hpp"
#include "app/data/npy.hpp"

namespace acgd::io {

NamedMatrix read_named_matrix(const std::filesystem::path& file, Format format) {
  if (format == Format::by_name) refuse_foreign_format(file);
  if (format == Format::by_name) format = find_format(file, Format::text);
  switch (format) {
    case Format::npy:
      return {read_npy_matrix(file)};
    case Format::matrix_market:
      return {read_matrix_market(file)};
    case Format::table: {
      CsvTable table = read_csv(file);
      return {std::move(table.values), std::move(table.names)};
    }
    case Format::libsvm:
      throw InvalidInput(
          fmt::format("{}: a matrix is needed, and LIBSVM files are samples", file.string()));
    case Format::converted:
      throw InvalidInput(fmt::format(
          "{}: a matrix is needed, and files of acgd convert are samples", file.string()));
    default:
      return {read_plain_text(file)};
  }
}

AnyMatrix read_matrix(const std::filesystem::path& file) { return read_named_matrix(file).matrix; }

Matrix read_dense(const std::filesystem::path& file) {
  const AnyMatrix any = read_matrix(file);
  if (const auto* sparse = std::get_if<SparseMatrix>(&any)) {
    if (sparse->rows() > kMaxStored / sparse->cols()) {
      throw InvalidInput(
          fmt::format("{}: a {} x {} sparse matrix: must have at most {} entries, zeros included, "
                      "to be stored with all of them",
                      file.string(), sparse->rows(), sparse->cols(), kMaxStored));
    }
  }
  return std::visit([](const auto& matrix) { return Matrix(matrix); }, any);
}

Vector read_vector(const std::filesystem::path& file) {
  const AnyMatrix any = read_matrix(file);
  const auto* dense = std::get_if<Matrix>(&any);
  const auto* sparse = std::get_if<SparseMatrix>(&any);
  const Index rows = dense != nullptr ? dense->rows() : sparse->rows();
  const Index cols = dense != nullptr ? dense->cols() : sparse->cols();
  if (rows != 1 && cols != 1) {
    throw InvalidInput(
        fmt::format("{}: a {} x {} matrix: must be a vector, with one row or one column",
                    file.string(), rows, cols));
  }
  return dense != nullptr ? Vector(dense->reshaped()) : Vector(Matrix(*sparse).reshaped());
}

}  // namespace acgd::io
