#include "app/data/matrix_file.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "acgd/core/error.hpp"
#include "app/data/byte_input.hpp"
#include "app/data/csv.hpp"
#include "app/data/limits.hpp"
#include "app/data/npy.hpp"
#include "app/data/numbers.hpp"
#include "app/data/text_input.hpp"

namespace acgd::data {

namespace {

constexpr std::pair<std::string_view, Format> kNames[] = {
    {"csv", Format::table},         {"tsv", Format::table}, {"npy", Format::npy},
    {"mtx", Format::matrix_market}, {"text", Format::text}, {"libsvm", Format::libsvm},
    {"acgd", Format::converted}};

/// The extension, without .gz.
std::string ending(const std::filesystem::path& file) {
  const std::string last = lower_case(file.extension().string());
  return last == ".gz" ? lower_case(file.stem().extension().string()) : last;
}

Format by_content(const std::filesystem::path& file, Format otherwise) {
  const StandardInputPeek peek;
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
  throw InvalidInput(argument, text, "must be csv, tsv, npy, mtx, libsvm, text or acgd");
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
  std::string_view sentence;  ///< its kind, and advice
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
    throw InvalidInput(file.string(), std::string(foreign.sentence));
  }
}

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
      throw InvalidInput(file.string(), "a matrix is needed, and LIBSVM files are samples");
    case Format::converted:
      throw InvalidInput(file.string(),
                         "a matrix is needed, and files of acgd convert are samples");
    default:
      return {read_plain_text(file)};
  }
}

AnyMatrix read_matrix(const std::filesystem::path& file) { return read_named_matrix(file).matrix; }

Matrix read_dense(const std::filesystem::path& file) {
  const AnyMatrix any = read_matrix(file);
  if (const auto* sparse = std::get_if<SparseMatrix>(&any)) {
    if (sparse->rows() > kMaxStored / sparse->cols()) {
      throw InvalidInput(file.string(),
                         fmt::format("a {} x {} sparse matrix: must have at most {} entries, zeros "
                                     "included, to be stored with all of them",
                                     sparse->rows(), sparse->cols(), kMaxStored));
    }
  }
  return std::visit([](const auto& matrix) { return Matrix(matrix); }, any);
}

Vector as_vector(const AnyMatrix& any, const std::filesystem::path& file) {
  return std::visit(
      [&](const auto& matrix) -> Vector {
        if (matrix.rows() == 1 || matrix.cols() == 1) return Matrix(matrix).reshaped();
        throw InvalidInput(
            file.string(),
            fmt::format("a {} x {} matrix: must be a vector, with one row or one column",
                        matrix.rows(), matrix.cols()));
      },
      any);
}

Vector read_vector(const std::filesystem::path& file) { return as_vector(read_matrix(file), file); }

}  // namespace acgd::data
