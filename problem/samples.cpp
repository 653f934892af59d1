#include "problem/samples.hpp"

#include <fmt/format.h>

#include "acgd/core/error.hpp"
#include "io/csv.hpp"
#include "io/libsvm.hpp"
#include "io/matrix_file.hpp"
#include "problem/words.hpp"

namespace acgd::problem {
namespace {

/// The last column of a table is what the others should predict.
Samples split_table(const Matrix& table, const std::string& name) {
  if (table.cols() < 2) {
    throw InvalidInput(fmt::format(
        "data = {}: without targets it needs two columns or more, has {}", name, table.cols()));
  }
  return {Matrix(table.leftCols(table.cols() - 1)), table.col(table.cols() - 1), {}};
}

Samples read(const SamplesSource& source) {
  const std::string name = source.data.string();
  const io::Format format = source.format == io::Format::by_name
                                ? io::find_format(source.data, io::Format::libsvm)
                                : source.format;
  if (format == io::Format::libsvm) {
    io::LabelledSamples read = io::read_libsvm(source.data, source.features);
    return {SparseMatrix(read.samples),
            source.targets ? io::read_vector(*source.targets) : std::move(read.labels)};
  }
  auto [matrix, header] = io::read_named_matrix(source.data, format);
  if (source.targets) {
    return {std::move(matrix), io::read_vector(*source.targets), std::move(header)};
  }
  if (const auto* table = std::get_if<Matrix>(&matrix)) {
    Samples samples = split_table(*table, name);
    samples.header = std::move(header);
    return samples;
  }
  throw InvalidInput(fmt::format("data = {}: a sparse matrix needs targets beside it", name));
}

void check_sizes(const Samples& samples, const SamplesSource& source) {
  const Index rows = std::visit([](const auto& m) { return Index{m.rows()}; }, samples.matrix);
  if (rows != samples.count()) {
    throw InvalidInput(
        fmt::format("targets: {} of them, must be one for each of the {} samples of {}",
                    samples.count(), rows, source.data.string()));
  }
  if (rows == 0 || samples.features() == 0) {
    throw InvalidInput(fmt::format("data = {}: is empty", source.data.string()));
  }
  if (source.features != 0 && source.features != samples.features()) {
    throw InvalidInput(fmt::format("features = {}: {} has {}", source.features,
                                   source.data.string(), samples.features()));
  }
}

/// The larger of two values becomes 1, the smaller `low`.
void relabel(Vector& targets, double low) {
  const double least = targets.minCoeff(), most = targets.maxCoeff();
  for (double& target : targets) {
    if (target != least && target != most) {
      throw InvalidInput(
          fmt::format("labels: {}, {} and {} occur, must be two values", least, target, most));
    }
    target = target == most ? 1 : low;
  }
}

}  // namespace

Index Samples::features() const {
  return std::visit([](const auto& m) { return Index{m.cols()}; }, matrix);
}

std::string Samples::description() const {
  const std::string size = fmt::format("{} samples of {} features", count(), features());
  const auto* sparse = std::get_if<SparseMatrix>(&matrix);
  return sparse == nullptr ? size : fmt::format("{}, {} non-zeros", size, sparse->nonZeros());
}

Labels to_labels(const std::string& text) {
  if (text == "keep") return Labels::keep;
  if (text == "01") return Labels::zero_one;
  if (text == "pm1") return Labels::plus_minus;
  refuse_name("labels", text, {"keep", "01", "pm1"});
}

Samples read_samples(const SamplesSource& source) {
  Samples samples = read(source);
  check_sizes(samples, source);
  if (source.labels == Labels::zero_one) relabel(samples.targets, 0);
  if (source.labels == Labels::plus_minus) relabel(samples.targets, -1);
  return samples;
}

}  // namespace acgd::problem
