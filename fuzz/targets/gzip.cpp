// Compressed files. The first byte selects how the rest is used: as it is, compressed, or
// compressed and truncated.
#include <zlib.h>

#include "app/data/libsvm.hpp"
#include "support.hpp"

using namespace acgd_fuzz;

namespace {

std::string gzip(std::string_view bytes) {
  // The smallest memory of zlib, for speed.
  constexpr int kGzipWindow = 9 + 16, kMemoryLevel = 1;
  z_stream stream = {};
  require(
      deflateInit2(&stream, 1, Z_DEFLATED, kGzipWindow, kMemoryLevel, Z_DEFAULT_STRATEGY) == Z_OK,
      "zlib cannot be started");
  std::string result(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  require(deflate(&stream, Z_FINISH) == Z_STREAM_END, "zlib does not finish");
  result.resize(stream.total_out);
  deflateEnd(&stream);
  return result;
}

bool read(std::string_view bytes, acgd::data::Dataset& samples) {
  return accepted_file([&] {
    samples = acgd::data::read_libsvm(memory_file(bytes));
    check_matrix(*samples.sparse());
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes = text_of(data + 1, size - 1);
  acgd::data::Dataset plain, compressed;
  if (data[0] == 'g') {
    read(bytes, compressed);
  } else if (data[0] % 2 == 0) {
    const bool good = read(bytes, plain);
    // Only one level of compression is removed.
    if (bytes.starts_with("\x1f\x8b")) return 0;
    require(read(gzip(bytes), compressed) == good, "compression changes the result");
    if (!good) return 0;
    require(plain.targets.numbers == compressed.targets.numbers &&
                plain.count() == compressed.count() &&
                plain.sparse()->nonZeros() == compressed.sparse()->nonZeros(),
            "a compressed file holds something else");
  } else {
    std::string cut = gzip(bytes);
    cut.resize(cut.size() - 1 - data[0] % (cut.size() - 1));
    require(!read(cut, compressed), "a truncated file is accepted");
  }
  return 0;
}
