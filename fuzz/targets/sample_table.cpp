// Tables of samples: words, missing values and weights.
#include "app/data/samples.hpp"
#include "support.hpp"

using namespace acgd_fuzz;
using namespace acgd::spec;

namespace {

void try_table(const std::filesystem::path& file, Labels labels, const SampleChoices& choices) {
  accepted_file([&] {
    const LoadedSamples loaded =
        read_samples({.data = file, .targets = {}, .labels = labels, .choices = choices});
    const acgd::Samples& samples = loaded.samples;
    acgd::validate(samples);
    check_matrix(*std::get<std::shared_ptr<const acgd::Matrix>>(samples.features));
    const Coding& coding = loaded.summary.layout.coding;
    const auto classes = static_cast<double>(coding.classes.size());
    require(!coding.numbers_classes() ||
                (samples.targets.array() >= 0 && samples.targets.array() < classes).all(),
            "a target is not the index of a class");
    accepted_file([&] {
      const LoadedSamples again =
          read_consistent({.data = file}, loaded.summary.layout, Purpose::prediction);
      require(acgd::column_count(again.samples.features) == loaded.summary.layout.features,
              "the same file has other features");
    });
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = memory_file(text_of(data, size), ".csv");
  for (const Labels labels : {Labels::keep, Labels::probabilities, Labels::classes}) {
    for (const std::string missing : {"refuse", "drop", "mean"}) {
      try_table(file, labels, {.missing = missing});
    }
    try_table(file, labels, {.target_column = "1", .weights = "-1", .missing = "drop"});
    try_table(file, labels, {.target_column = "y", .class_weights = "balanced"});
  }
  return 0;
}
