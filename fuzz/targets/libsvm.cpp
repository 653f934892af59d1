// LIBSVM files and their labels.
#include "app/data/libsvm.hpp"

#include "app/data/samples.hpp"
#include "support.hpp"

using namespace acgd_fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = memory_file(text_of(data, size));
  acgd::data::Dataset read;
  if (!accepted_file([&] { read = acgd::data::read_libsvm(file); })) return 0;
  check_matrix(*read.sparse());
  const acgd::Vector& labels = read.targets.numbers;
  require(labels.size() == read.count(), "labels are not as many as samples");
  require(labels.allFinite(), "a label is not finite");

  if (acgd::data::is_sliceable(file)) {
    acgd::Index rows = 0;
    for (const acgd::Index part : {0, 1, 2}) {
      rows += acgd::data::read_libsvm(file, read.feature_count(), {part, 3}).count();
    }
    require(rows == labels.size(), "slices have not as many samples as the whole");
  }

  constexpr acgd::Index kWide = 1 << 16;  // takes memory, and so time, for each of its columns
  if (read.feature_count() > kWide) return 0;
  accepted_file([&] {
    const auto loaded = acgd::spec::read_samples({.data = file,
                                                  .targets = {},
                                                  .features = read.feature_count(),
                                                  .labels = acgd::spec::Labels::plus_minus});
    require(loaded.summary.layout.features == read.feature_count(),
            "told of its features, it has others");
    require((loaded.samples.targets.array().abs() == 1).all(), "a label is neither -1 nor +1");
  });
  return 0;
}
