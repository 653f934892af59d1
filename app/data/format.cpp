#include "app/data/format.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "acgd/core/error.hpp"
#include "app/data/byte_input.hpp"
#include "app/data/numbers.hpp"
#include "app/data/text.hpp"

namespace acgd::io {

namespace {

constexpr std::pair<std::string_view, Format> kNames[] = {
    {"csv", Format::table},         {"tsv", Format::table}, {"npy", Format::npy},
    {"mtx", Format::matrix_market}, {"text", Format::text}, {"libsvm", Format::libsvm},
    {"acgd", Format::converted}};

/// How the name ends, .gz left out.
std::string ending(const std::filesystem::path& file) {
  const std::string last = lower_case(file.extension().string());
  return last == ".gz" ? lower_case(file.stem().extension().string()) : last;
}

Format by_content(const std::filesystem::path& file, Format otherwise) {
  const StandardInputGlance glance;
  std::string begin(4096, '\0');
  begin.resize(ByteInput(file).read(begin));
  if (begin.starts_with("\x93NUMPY")) return Format::npy;
  if (begin.starts_with("\223ACGD")) return Format::converted;
  if (begin.starts_with("%%MatrixMarket")) return Format::matrix_market;
  const std::size_t first = std::min(begin.find_first_not_of(" \t\r\n"), begin.size());
  const std::string_view line =
      std::string_view(begin).substr(first, begin.find('\n', first) - first);
  // index:value of LIBSVM, whose labels may have commas, and comments of plain text.
  if (line.find(':') != std::string_view::npos || line.starts_with('#')) return otherwise;
  // Numbers between commas, or the header of a single column.
  const bool is_list = line.find_first_of(",;\t") != std::string_view::npos;
  const bool is_word = !line.empty() && !is_number(line.substr(0, line.find_first_of(" \r")));
  return is_list || is_word ? Format::table : otherwise;
}

}  // namespace

Format to_format(const std::string& argument, const std::string& text) {
  if (text.empty()) return Format::by_name;
  for (const auto& [name, format] : kNames) {
    if (text == name) return format;
  }
  throw InvalidInput(
      fmt::format("{} = {}: must be csv, tsv, npy, mtx, libsvm, text or acgd", argument, text));
}

Format find_format(const std::filesystem::path& file, Format otherwise) {
  if (is_standard_input(file)) return by_content(file, otherwise);
  const std::string kind = ending(file);
  if (kind == ".npy") return Format::npy;
  if (kind == ".mtx") return Format::matrix_market;
  if (kind == ".acgd") return Format::converted;
  if (kind == ".csv" || kind == ".tsv") return Format::table;
  return otherwise;
}

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
