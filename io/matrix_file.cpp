#include "io/matrix_file.hpp"

#include <fmt/format.h>

#include <string>

#include "acgd/core/error.hpp"
#include "io/csv.hpp"
#include "io/foreign_format.hpp"
#include "io/letters.hpp"
#include "io/limits.hpp"
#include "io/npy.hpp"
#include "io/plain_text.hpp"

namespace acgd::io {
namespace {

/// How the name ends, .gz left out.
std::string ending(const std::filesystem::path& file) {
  const std::string last = lower_case(file.extension().string());
  return last == ".gz" ? lower_case(file.stem().extension().string()) : last;
}

}  // namespace

AnyMatrix read_matrix(const std::filesystem::path& file) {
  refuse_foreign_format(file);
  const std::string kind = ending(file);
  if (kind == ".npy") return read_npy_matrix(file);
  if (kind == ".mtx") return read_matrix_market(file);
  if (kind == ".csv" || kind == ".tsv") return read_csv(file).values;
  return read_plain_text(file);
}

bool is_matrix_file(const std::filesystem::path& file) {
  const std::string kind = ending(file);
  return kind == ".npy" || kind == ".mtx" || kind == ".csv" || kind == ".tsv";
}

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
