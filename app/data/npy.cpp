#include "app/data/npy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <system_error>
#include <vector>

#include "acgd/core/error.hpp"
#include "app/data/byte_input.hpp"
#include "app/data/limits.hpp"
#include "app/data/text_input.hpp"

namespace acgd::data {

namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr Index kAtOnce = 8192;  // numbers

template <class Number>
void convert(const char* bytes, Index count, double* values) {
  for (Index k = 0; k < count; ++k) {
    Number number;
    std::memcpy(&number, bytes + k * sizeof(Number), sizeof(Number));
    values[k] = static_cast<double>(number);
  }
}

constexpr NpyType kTypes[] = {{"f8", 8, convert<double>},        {"f4", 4, convert<float>},
                              {"b1", 1, convert<std::uint8_t>},  {"i1", 1, convert<std::int8_t>},
                              {"i2", 2, convert<std::int16_t>},  {"i4", 4, convert<std::int32_t>},
                              {"i8", 8, convert<std::int64_t>},  {"u1", 1, convert<std::uint8_t>},
                              {"u2", 2, convert<std::uint16_t>}, {"u4", 4, convert<std::uint32_t>},
                              {"u8", 8, convert<std::uint64_t>}};

/// Throws InvalidInput "file: byte 10: message".
[[noreturn]] void fail_at_byte(const std::string& file, Index byte, const std::string& message) {
  throw InvalidInput(file, fmt::format("byte {}: {}", byte, message));
}

struct NpyHeader {
  NpyType type = kTypes[0];
  bool fortran_order = false;
  std::vector<Index> shape;
};

/// Reads the header, a dictionary of Python's. Throws InvalidInput with the place in the file, which
/// is `offset` plus that in the text.
class Dictionary {
 public:
  Dictionary(std::string_view text, const std::string& file, Index offset)
      : text_(text), rest_(text), file_(file), offset_(offset) {}

  NpyHeader read() {
    NpyHeader header;
    bool typed = false, ordered = false, shaped = false;
    expect("{");
    while (!take("}")) {
      const std::string_view key = string();
      expect(":");
      if (key == "descr") {
        header.type = type();
        typed = true;
      } else if (key == "fortran_order") {
        header.fortran_order = boolean();
        ordered = true;
      } else if (key == "shape") {
        header.shape = shape();
        shaped = true;
      } else {
        fail(key, "must be descr, fortran_order or shape");
      }
      if (!take(",")) {
        expect("}");
        break;
      }
    }
    if (!typed || !ordered || !shaped) fail(text_, "must have descr, fortran_order and shape");
    take("");
    if (!rest_.empty()) fail(rest_, "nothing must follow the dictionary");
    return header;
  }

 private:
  [[noreturn]] void fail(std::string_view at, const std::string& rule) const {
    const Index byte = offset_ + (at.data() - text_.data());
    fail_at_byte(file_, byte, fmt::format("{}: {}", in_quotes(at), rule));
  }

  /// Takes spaces off the rest, and then `token` if that is what it begins with.
  bool take(std::string_view token) {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \n"), rest_.size()));
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  void expect(std::string_view token) {
    if (!take(token)) fail(rest_, fmt::format("must be {}", token));
  }

  std::string_view string() {
    const std::string_view quote = take("\"") ? "\"" : "'";
    if (quote == "'") expect(quote);
    const std::string_view text = rest_.substr(0, rest_.find(quote));
    rest_.remove_prefix(text.size());
    expect(quote);
    return text;
  }

  NpyType type() {
    if (take("[")) fail(rest_, "the type must be one of numbers, not of records");
    const std::string_view text = string();
    if (text.starts_with('>')) fail(text, "must be little-endian, <");
    const std::string_view name = text.substr(std::min<std::size_t>(1, text.size()));
    const bool ordered = text.starts_with('<') || text.starts_with('|');
    const auto* found = std::ranges::find(kTypes, name, &NpyType::name);
    if (!ordered || found == std::end(kTypes)) {
      fail(text, "the type must be one of f4 f8 b1 i1 i2 i4 i8 u1 u2 u4 u8, with < or | before it");
    }
    return *found;
  }

  bool boolean() {
    if (take("True")) return true;
    expect("False");
    return false;
  }

  std::vector<Index> shape() {
    std::vector<Index> sizes;
    expect("(");
    while (!take(")")) {
      sizes.push_back(size());
      if (!take(",")) {
        expect(")");
        break;
      }
    }
    return sizes;
  }

  Index size() {
    take("");
    Index value = 0;
    const auto [end, trouble] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (trouble != std::errc() || value < 1 || value > kMaxDimension) {
      fail(rest_, fmt::format("a size must be an integer from 1 to {}", kMaxDimension));
    }
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  std::string_view text_;
  std::string_view rest_;
  const std::string& file_;
  Index offset_;
};

/// Whether NaN is an error or a missing number.
enum class MissingNumbers { refused, kept };

/// A .npy file: the header on construction, then its numbers in their order.
class NpyInput {
 public:
  explicit NpyInput(const std::filesystem::path& file,
                    MissingNumbers missing = MissingNumbers::refused)
      : bytes_(file), name_(file.string()), missing_(missing) {
    read_header();
    const std::size_t dimensions = header_.shape.size();
    if (dimensions != 1 && dimensions != 2) {
      fail(0, fmt::format("{} dimensions: must be 1 or 2", dimensions));
    }
    const std::uint64_t most = bytes_.most_bytes() / static_cast<std::uint64_t>(header_.type.bytes);
    if (static_cast<std::uint64_t>(rows() * cols()) > most) fail_cut_off();
  }

  Index rows() const { return header_.shape[0]; }
  Index cols() const { return header_.shape.size() == 2 ? header_.shape[1] : 1; }
  const NpyHeader& header() const { return header_; }
  /// Where the next number is in the file, in bytes.
  Index offset() const { return offset_; }
  /// Whether numbers come row after row, and that differs from column after column.
  bool by_rows() const { return !header_.fortran_order && rows() > 1 && cols() > 1; }

  void read(Index count, double* values) {
    for (Index done = 0; done < count;) {
      const Index now = std::min(kAtOnce, count - done);
      read_bytes(now * header_.type.bytes);
      header_.type.convert(chunk_.data(), now, values + done);
      for (Index k = done; k < done + now; ++k) {
        if (std::isfinite(values[k])) continue;
        if (missing_ == MissingNumbers::kept && std::isnan(values[k])) continue;
        fail_at(count_ + k, values[k]);
      }
      done += now;
    }
    count_ += count;
  }

  /// Throws InvalidInput if there is anything left.
  void finish() {
    chunk_.resize(1);
    if (bytes_.read(chunk_) != 0) {
      fail(offset_, fmt::format("bytes after {} x {} numbers: must be the end", rows(), cols()));
    }
  }

 private:
  [[noreturn]] void fail(Index byte, const std::string& message) const {
    fail_at_byte(name_, byte, message);
  }

  /// As rows and columns are counted where lines and columns of text are: from 1.
  [[noreturn]] void fail_at(Index number, double value) const {
    const bool by_columns = header_.fortran_order;
    const Index row = by_columns ? number % rows() : number / cols();
    const Index col = by_columns ? number / rows() : number % cols();
    throw InvalidInput(
        name_, fmt::format("row {}, column {}: {}: must be finite", row + 1, col + 1, value));
  }

  [[noreturn]] void fail_cut_off() const {
    fail(offset_, fmt::format("the file is cut off: must have {} x {} numbers of {} bytes", rows(),
                              cols(), header_.type.bytes));
  }

  void read_header() {
    chunk_.resize(8);
    if (bytes_.read(chunk_) != 8 || std::string_view(chunk_.data(), 6) != kMagic) {
      fail(0, "must begin as .npy files do, with \\x93NUMPY and a version");
    }
    const int version = static_cast<unsigned char>(chunk_[6]);
    if (version < 1 || version > 3) fail(6, fmt::format("version {}: must be 1, 2 or 3", version));
    const std::size_t size_bytes = version == 1 ? 2 : 4;
    chunk_.resize(size_bytes);
    if (bytes_.read(chunk_) != size_bytes) fail(8, "the file is cut off: must have a header");
    std::uint32_t size = 0;
    std::memcpy(&size, chunk_.data(), size_bytes);
    if (size > kMaxHeader) {
      fail(8, fmt::format("a header of {} bytes: must be at most {}", size, kMaxHeader));
    }
    offset_ = static_cast<Index>(8 + size_bytes);
    chunk_.resize(size);
    if (bytes_.read(chunk_) != size) {
      fail(offset_, fmt::format("the file is cut off: must have a header of {} bytes", size));
    }
    header_ = Dictionary({chunk_.data(), chunk_.size()}, name_, offset_).read();
    offset_ += size;
  }

  /// Puts the next bytes into chunk_.
  void read_bytes(Index count) {
    chunk_.resize(static_cast<std::size_t>(count));
    const std::size_t got = bytes_.read(chunk_);
    offset_ += static_cast<Index>(got);
    if (got != chunk_.size()) fail_cut_off();
  }

  ByteInput bytes_;
  std::string name_;
  MissingNumbers missing_;
  NpyHeader header_;
  std::vector<char> chunk_;
  Index offset_ = 0;  ///< in the file, of what is read next
  Index count_ = 0;   ///< of the numbers before it
};

/// The bytes of a file of doubles.
std::string with_header(bool fortran_order, const std::string& shape, const double* values,
                        Index count) {
  std::string text = fmt::format("{{'descr': '<f8', 'fortran_order': {}, 'shape': ({}), }}",
                                 fortran_order ? "True" : "False", shape);
  constexpr std::size_t alignment = 64;  // of the numbers, so that the file can be mapped
  const std::size_t before = kMagic.size() + 4;
  text.append(alignment - 1 - (before + text.size()) % alignment, ' ');
  text += '\n';

  std::string result(kMagic);
  result +=
      {'\x01', '\x00', static_cast<char>(text.size() & 0xFF), static_cast<char>(text.size() >> 8)};
  result += text;
  const std::size_t start = result.size();
  const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(double);
  result.resize(start + bytes);
  if (bytes > 0) std::memcpy(result.data() + start, values, bytes);
  return result;
}

Matrix read_all(NpyInput input) {
  Matrix result(input.rows(), input.cols());
  if (input.by_rows()) {
    // Several rows at once: one alone would write to every column for each of its numbers.
    using ByRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Index at_once = std::clamp<Index>((1 << 20) / input.cols(), 1, 64);
    ByRows some(std::min(at_once, input.rows()), input.cols());
    for (Index row = 0; row < input.rows(); row += some.rows()) {
      const Index now = std::min(some.rows(), input.rows() - row);
      input.read(now * input.cols(), some.data());
      result.middleRows(row, now) = some.topRows(now);
    }
  } else {
    input.read(result.size(), result.data());
  }
  input.finish();
  return result;
}

}  // namespace

Matrix read_npy_matrix(const std::filesystem::path& file) { return read_all(NpyInput(file)); }

Matrix read_npy_with_missing(const std::filesystem::path& file) {
  return read_all(NpyInput(file, MissingNumbers::kept));
}

Vector read_npy_vector(const std::filesystem::path& file) {
  NpyInput input(file);
  if (input.rows() != 1 && input.cols() != 1) {
    fail_at_byte(file.string(), 0,
                 fmt::format("a {} x {} matrix: must be a vector, with one row or one column",
                             input.rows(), input.cols()));
  }
  Vector result(input.rows() * input.cols());
  input.read(result.size(), result.data());
  input.finish();
  return result;
}

std::string to_npy(const Vector& vector) { return to_npy(ConstVectorRef(vector)); }

std::string to_npy(ConstVectorRef vector) {
  return with_header(false, fmt::format("{},", vector.size()), vector.data(), vector.size());
}

std::string to_npy(const Matrix& matrix) {
  return with_header(true, fmt::format("{}, {}", matrix.rows(), matrix.cols()), matrix.data(),
                     matrix.size());
}

bool MappedNpy::can_map(const std::filesystem::path& file) { return is_sliceable(file); }

MappedNpy::MappedNpy(const std::filesystem::path& file) : file_(MappedFile::open(file)) {
  const NpyInput input(file);
  type_ = input.header().type;
  begin_ = reinterpret_cast<const char*>(file_->bytes().data()) + input.offset();
  rows_ = input.rows();
  cols_ = input.cols();
  by_columns_ = input.header().fortran_order || cols_ == 1;
  const Index size = input.offset() + rows_ * cols_ * type_.bytes;
  const auto found = static_cast<Index>(file_->bytes().size());
  if (found != size) {
    fail_at_byte(file.string(), std::min(size, found),
                 fmt::format("the file has {} bytes, must have {}", found, size));
  }
}

Matrix MappedNpy::read(Index first_row, Index last_row, const std::vector<Index>& columns) const {
  const Index count = last_row - first_row;
  Matrix some(count, static_cast<Index>(columns.size()));
  if (by_columns_) {
    for (Index k = 0; k < some.cols(); ++k) {
      const Index place = columns[k] * rows_ + first_row;
      type_.convert(begin_ + place * type_.bytes, count, some.col(k).data());
    }
    return some;
  }
  Vector row(cols_);
  for (Index i = 0; i < count; ++i) {
    type_.convert(begin_ + (first_row + i) * cols_ * type_.bytes, cols_, row.data());
    for (Index k = 0; k < some.cols(); ++k) some(i, k) = row[columns[k]];
  }
  return some;
}

std::shared_ptr<const LinearMap> MappedNpy::map(Index first_row, Index last_row, Index first,
                                                Index last) const {
  const char* begin = begin_ + (first * rows_ + first_row) * type_.bytes;
  const bool is_aligned =
      reinterpret_cast<std::uintptr_t>(begin_) % static_cast<std::uintptr_t>(type_.bytes) == 0;
  if (!by_columns_ || !is_aligned) return nullptr;
  const Index rows = last_row - first_row, cols = last - first;
  const Eigen::OuterStride<> stride(rows_);
  if (type_.name == "f8") {
    return std::make_shared<DenseMap>(
        DenseMap::View(reinterpret_cast<const double*>(begin), rows, cols, stride), file_);
  }
  if (type_.name == "f4") {
    return std::make_shared<DenseMap>(
        DenseMap::FloatView(reinterpret_cast<const float*>(begin), rows, cols, stride), file_);
  }
  return nullptr;
}

}  // namespace acgd::data
