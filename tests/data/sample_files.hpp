#pragma once

#include <random>
#include <string>
#include <vector>

#include "app/data/sample_file.hpp"
#include "objective/sparse_map.hpp"

namespace acgd_test {

/// Samples to be written and read back.
struct SampleContent {
  std::variant<acgd::Matrix, acgd::SparseMatrix> features;
  acgd::Vector targets;
  acgd::Vector weights = {};
  std::vector<acgd::Index> starts;  ///< of the blocks
  acgd::data::SampleFileHeader header = {};
};

inline void write_samples(const std::filesystem::path& file, const SampleContent& content) {
  using acgd::Index;
  acgd::data::SampleFileHeader header = content.header;
  const auto* dense = std::get_if<acgd::Matrix>(&content.features);
  const auto* sparse = std::get_if<acgd::SparseMatrix>(&content.features);
  header.samples = content.targets.size();
  header.columns = dense != nullptr ? dense->cols() : sparse->cols();
  header.is_dense = dense != nullptr;
  header.has_weights = content.weights.size() > 0;
  const std::vector<Index>& starts = content.starts;
  acgd::data::SampleFileWriter writer(file, header, static_cast<Index>(starts.size()) - 1);
  for (std::size_t s = 0; s + 1 < starts.size(); ++s) {
    const Index first = starts[s], count = starts[s + 1] - first;
    const acgd::Vector targets = content.targets.segment(first, count);
    const acgd::Vector weights =
        header.has_weights ? acgd::Vector(content.weights.segment(first, count)) : acgd::Vector();
    if (dense != nullptr) {
      writer.add(dense->middleRows(first, count), targets, weights);
    } else {
      writer.add(acgd::rows_between(*sparse, first, first + count).view(), targets, weights);
    }
  }
  writer.finish();
}

/// A few nonzeros, computed by `value` from integers.
template <class Value>
acgd::SparseMatrix few_entries(acgd::Index rows, acgd::Index cols, const Value& value) {
  std::mt19937 random(42);
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < static_cast<int>(rows); ++i) {
    for (int j = 0; j < static_cast<int>(cols); ++j) {
      const auto drawn = static_cast<int>(random() % 1000);
      if (drawn < 300) entries.emplace_back(i, j, value(drawn - 100));
    }
  }
  acgd::SparseMatrix matrix(rows, cols);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

}  // namespace acgd_test
