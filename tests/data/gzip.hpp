#pragma once

#include <zlib.h>

#include <stdexcept>
#include <string>

namespace acgd_test {

/// The bytes of a gzip file.
inline std::string gzip(std::string bytes) {
  z_stream stream = {};
  const int gzip_format = 15 + 16;
  if (deflateInit2(&stream, 9, Z_DEFLATED, gzip_format, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("zlib cannot be started");
  }
  std::string result(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  deflate(&stream, Z_FINISH);
  result.resize(stream.total_out);
  deflateEnd(&stream);
  return result;
}

}  // namespace acgd_test
