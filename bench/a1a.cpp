#include "a1a.hpp"

#include <fstream>
#include <sstream>
#include <vector>

#include "data.hpp"
#include "files.hpp"

namespace bench {
namespace {

constexpr Index kSamples = 1605, kFeatures = 123, kPerSample = 14;

Labelled parse(const std::filesystem::path& file) {
  std::vector<Eigen::Triplet<double>> entries;
  std::vector<double> labels;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream fields(line);
    double label = 0, value = 0;
    int feature = 0;
    char colon = 0;
    if (!(fields >> label)) continue;
    while (fields >> feature >> colon >> value) {
      entries.emplace_back(static_cast<int>(labels.size()), feature - 1, value);
    }
    labels.push_back(label);
  }
  Labelled data;
  data.samples.resize(static_cast<Index>(labels.size()), kFeatures);
  data.samples.setFromTriplets(entries.begin(), entries.end());
  data.labels = Eigen::Map<const Vector>(labels.data(), static_cast<Index>(labels.size()));
  data.source = "a1a";
  return data;
}

}  // namespace

Labelled read_a1a() {
  if (const auto file = data_file("a1a")) return parse(*file);
  Labelled data;
  data.samples = sparse_rows(kSamples, kFeatures, kPerSample, true, 11);
  data.labels = labels_of(data.samples, 0.5, 12);
  data.source = "synthetic stand-in for a1a";
  return data;
}

}  // namespace bench
