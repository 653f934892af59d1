#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "app/data/samples.hpp"

namespace acgd::spec {

struct ConvertSource {
  DataSource samples;  ///< labels are kept as they are
  std::filesystem::path output;
  Index blocks = 0;  ///< 0: the default of runs
  /// Gets a progress report; false stops the conversion, and leaves no file.
  std::function<bool(const std::string&)> go_on = {};
};

struct Converted {
  std::string size = {};  ///< "1605 samples of 123 features, 22249 non-zeros"
  Index blocks = 0;
  std::uint64_t bytes = 0;
  bool is_complete = true;
};

/// Writes samples into a file of data::SampleFile. LIBSVM and .npy files take no more memory than a
/// block of text and a block. Throws as read_samples() does, and FileError.
Converted convert(const ConvertSource& source);

}  // namespace acgd::spec
