// Tables and plain text, selected by the ending of the file name; hulls of their rows.
#include "app/data/matrix_file.hpp"

#include "app/data/csv.hpp"
#include "app/spec/sets.hpp"
#include "support.hpp"

using namespace acgd_fuzz;

namespace {

bool is_read(std::string_view text, const std::string& ending, acgd::Matrix& matrix) {
  return accepted_file([&] { matrix = acgd::data::read_dense(memory_file(text, ending)); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = text_of(data, size);
  acgd::Matrix matrix;
  std::string ending = ".csv";
  if (!is_read(text, ending, matrix) && !is_read(text, ending = "", matrix)) return 0;
  check_matrix(matrix);
  const auto file = memory_file(text, ending);
  accepted_file([&] {
    const bool is_vector = matrix.rows() == 1 || matrix.cols() == 1;
    require(!is_vector || acgd::data::read_vector(file) == matrix.reshaped(),
            "a vector differs from its matrix");
    constexpr acgd::Index kFew = 100;  // for a fast hull
    if (matrix.size() < kFew) check_set(*acgd::spec::make_set("hull:" + file.string(), {}));
    if (ending.empty()) return;
    const acgd::data::CsvTable table = acgd::data::read_csv(file);
    const auto names = static_cast<acgd::Index>(table.names.size());
    require(names == 0 || names == matrix.cols(), "the numbers of names and columns differ");
    const auto again = memory_file(acgd::data::to_csv(table), ending);
    require(acgd::data::read_csv(again).values == matrix,
            "a table changes when written and read again");
  });
  return 0;
}
