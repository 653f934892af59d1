#include "io/foreign_format.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "acgd/core/error.hpp"
#include "io/letters.hpp"

namespace acgd::io {
namespace {

struct Foreign {
  std::string_view ending;
  std::string_view sentence;  ///< what it is, and the way out
};

constexpr std::string_view kHdf5 = "is a file of HDF5: save the matrix as .npy or .csv";
constexpr std::string_view kSpreadsheet = "is a spreadsheet: save the table as .csv";
constexpr std::string_view kPickle =
    "is a pickle of Python's: save the array with numpy.save as .npy";

constexpr Foreign kForeign[] = {
    {".npz",
     "is an archive of NumPy arrays: save one array with numpy.save as .npy, a sparse matrix with "
     "scipy.io.mmwrite as .mtx"},
    {".mat", "is a file of MATLAB's: save the matrix as .csv or .mtx"},
    {".h5", kHdf5},
    {".hdf5", kHdf5},
    {".pkl", kPickle},
    {".pickle", kPickle},
    {".parquet", "is a file of Parquet: save the table as .csv or .npy"},
    {".feather", "is a file of Feather: save the table as .csv or .npy"},
    {".xlsx", kSpreadsheet},
    {".xls", kSpreadsheet},
    {".ods", kSpreadsheet}};

}  // namespace

void refuse_foreign_format(const std::filesystem::path& file) {
  const std::string ending = lower_case(file.extension().string());
  for (const Foreign& foreign : kForeign) {
    if (ending != foreign.ending) continue;
    throw InvalidInput(fmt::format("{}: {}", file.string(), foreign.sentence));
  }
}

}  // namespace acgd::io
