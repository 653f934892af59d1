// NumPy files: writing and reading again gives the same array.
#include "app/data/npy.hpp"

#include "support.hpp"

using namespace acgd_fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = memory_file(text_of(data, size));
  acgd::Matrix matrix;
  if (!accepted_file([&] { matrix = acgd::data::read_npy_matrix(file); })) return 0;
  check_matrix(matrix);
  const bool is_vector = matrix.rows() == 1 || matrix.cols() == 1;
  acgd::Vector vector;
  const bool taken = accepted_file([&] { vector = acgd::data::read_npy_vector(file); });
  require(taken == is_vector, "a vector is rejected, or a matrix is accepted as a vector");
  if (is_vector) require(vector == matrix.reshaped(), "a vector and its matrix differ");
  const std::string written = acgd::data::to_npy(matrix);
  require(acgd::data::read_npy_matrix(memory_file(written)) == matrix,
          "a matrix changes when written and read again");
  return 0;
}
