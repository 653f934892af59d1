// LIBSVM files and their labels.
#include "app/data/libsvm.hpp"

#include "app/data/samples.hpp"
#include "support.hpp"

using namespace acgd_fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = memory_file(text_of(data, size));
  acgd::io::LabelledSamples read;
  if (!accepted_file([&] { read = acgd::io::read_libsvm(file); })) return 0;
  check_matrix(read.samples);
  require(read.labels.size() == read.samples.rows(), "the numbers of labels and samples differ");
  require(read.labels.allFinite(), "a label is not finite");

  if (acgd::io::is_sliceable(file)) {
    acgd::Index rows = 0;
    for (const acgd::Index part : {0, 1, 2}) {
      rows += acgd::io::read_libsvm(file, read.samples.cols(), {part, 3}).labels.size();
    }
    require(rows == read.labels.size(), "the slices have another number of samples than the file");
  }

  constexpr acgd::Index kWide = 1 << 16;  // memory and time per column
  if (read.samples.cols() > kWide) return 0;
  accepted_file([&] {
    const auto loaded = acgd::problem::read_samples({.data = file,
                                                     .targets = {},
                                                     .features = read.samples.cols(),
                                                     .labels = acgd::problem::Labels::plus_minus});
    require(loaded.summary.layout.features == read.samples.cols(),
            "a given number of features is not used");
    require((loaded.samples.targets.array().abs() == 1).all(), "a label is neither -1 nor +1");
  });
  return 0;
}
