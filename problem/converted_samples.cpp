#include "problem/converted_samples.hpp"

namespace acgd::problem {

RawSamples read_shards(const io::SampleFile& file, Index first, Index last, bool with_features) {
  const io::SampleFileHeader& header = file.header();
  RawSamples samples{
      .targets = {.numbers = file.targets(first, last)},
      .weights = file.weights(first, last),
      .columns = {header.names, file.columns()},
      .roles = std::vector(static_cast<std::size_t>(file.columns()), io::ColumnRole::feature),
      .converted = RawSamples::Converted{header.target, header.weights, header.fill}};
  if (with_features) {
    samples.features = file.features(first, last);
  } else {
    samples.features = SparseMatrix(samples.targets.numbers.size(), file.columns());
  }
  if (header.classes.empty()) return samples;
  for (const double number : samples.targets.numbers) {
    samples.targets.words.push_back(header.classes[static_cast<std::size_t>(number)]);
  }
  samples.targets.numbers = {};
  return samples;
}

}  // namespace acgd::problem
