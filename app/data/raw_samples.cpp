#include "app/data/raw_samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "acgd/core/error.hpp"
#include "acgd/fit/samples.hpp"
#include "app/data/byte_input.hpp"
#include "app/data/format.hpp"
#include "app/data/libsvm.hpp"
#include "app/data/matrix_file.hpp"
#include "app/data/npy.hpp"

namespace acgd::problem {

namespace {

using io::ColumnRole;

/// Throws InvalidInput for the first row of a column that has a gap and must not.
void check_gaps(const Matrix& matrix, Index column, ColumnRole role, const RawRequest& request) {
  const std::string& cure =
      role == ColumnRole::feature ? request.table.cure_of_features : request.table.cure_of_others;
  if (cure.empty() || role == ColumnRole::ignored) return;
  for (Index i = 0; i < matrix.rows(); ++i) {
    if (!std::isnan(matrix(i, column))) continue;
    throw InvalidInput(fmt::format("{}: row {}, column {}: nan is missing: {}",
                                   request.data.string(), i + 1, column + 1, cure));
  }
}

/// A matrix of numbers, whose columns have roles as those of a table do.
RawSamples split_matrix(const Matrix& matrix, const RawRequest& request) {
  RawSamples samples;
  samples.columns.count = matrix.cols();
  samples.roles = request.table.roles(samples.columns);
  const auto features = std::count(samples.roles.begin(), samples.roles.end(), ColumnRole::feature);
  Matrix kept(matrix.rows(), features);
  Index next = 0;
  for (Index k = 0; k < matrix.cols(); ++k) {
    check_gaps(matrix, k, samples.roles[k], request);
    switch (samples.roles[k]) {
      case ColumnRole::feature:
        kept.col(next++) = matrix.col(k);
        break;
      case ColumnRole::target:
        samples.targets.numbers = matrix.col(k);
        break;
      case ColumnRole::weight:
        samples.weights = matrix.col(k);
        break;
      case ColumnRole::ignored:
        break;
    }
  }
  samples.features = std::move(kept);
  return samples;
}

RawSamples read_table(const RawRequest& request) {
  io::SampleTableRequest table = request.table;
  RawSamples samples;
  table.roles = [&](const io::TableColumns& columns) {
    samples.columns = columns;
    return samples.roles = request.table.roles(columns);
  };
  io::SampleTable read = io::read_sample_table(request.data, table, request.slice);
  samples.features = std::move(read.features);
  samples.targets = {std::move(read.targets), std::move(read.words)};
  samples.weights = std::move(read.weights);
  return samples;
}

RawSamples read_libsvm(const RawRequest& request) {
  io::LabelledSamples read = io::read_libsvm(request.data, request.features, request.slice);
  return {.features = SparseMatrix(read.samples),
          .targets = {.numbers = std::move(read.labels)},
          .is_libsvm = true};
}

/// All of a sparse matrix is features.
RawSamples take_sparse(SparseMatrix&& matrix, const RawRequest& request) {
  RawSamples samples{.features = std::move(matrix)};
  samples.columns.count = samples.feature_count();
  samples.roles = request.table.roles(samples.columns);
  const bool plain = std::all_of(samples.roles.begin(), samples.roles.end(),
                                 [](const ColumnRole role) { return role == ColumnRole::feature; });
  if (plain) return samples;
  throw InvalidInput(
      fmt::format("data = {}: a sparse matrix needs its targets beside it: --targets FILE",
                  request.data.string()));
}

/// All of a file that could be mapped.
RawSamples read_converted(const RawRequest& request) {
  if (io::is_standard_input(request.data)) {
    throw InvalidInput("data = -: what acgd convert has written must be a file, not a stream");
  }
  const io::SampleFile file(request.data);
  return read_shards(file, 0, file.shard_count(), true);
}

}  // namespace

Index RawSamples::count() const {
  return std::visit([](const auto& matrix) { return Index{matrix.rows()}; }, features);
}

Index RawSamples::feature_count() const {
  return std::visit([](const auto& matrix) { return Index{matrix.cols()}; }, features);
}

std::optional<Index> RawSamples::column_of(ColumnRole role) const {
  const auto found = std::find(roles.begin(), roles.end(), role);
  if (found == roles.end()) return std::nullopt;
  return found - roles.begin();
}

void RawSamples::keep(const std::vector<Index>& rows) {
  if (static_cast<Index>(rows.size()) == count()) return;
  std::visit(
      [&](auto& matrix) {
        using Matrices = std::decay_t<decltype(matrix)>;
        const Samples all{.features = std::make_shared<const Matrices>(std::move(matrix)),
                          .targets = std::move(targets.numbers),
                          .weights = std::move(weights)};
        const Samples some = rows_of(all, rows);
        matrix = *std::get<std::shared_ptr<const Matrices>>(some.features);
        targets.numbers = some.targets;
        weights = some.weights;
      },
      features);
  if (targets.words.empty()) return;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    targets.words[k] = targets.words[rows[k]];
  }
  targets.words.resize(rows.size());
}

io::Format format_of(const RawRequest& request) {
  if (request.format != io::Format::by_name) return request.format;
  io::refuse_foreign_format(request.data);
  return io::find_format(request.data, io::Format::libsvm);
}

bool can_be_sliced(const RawRequest& request) {
  const io::Format format = format_of(request);
  return (format == io::Format::libsvm || format == io::Format::table) &&
         io::is_sliceable(request.data);
}

RawSamples read_raw(const RawRequest& request) {
  const io::Format format = format_of(request);
  if (format == io::Format::converted) return read_converted(request);
  if (format == io::Format::libsvm) return read_libsvm(request);
  if (format == io::Format::table) return read_table(request);
  if (format == io::Format::npy) {
    return split_matrix(io::read_npy_with_gaps(request.data), request);
  }
  io::AnyMatrix matrix = io::read_named_matrix(request.data, format).matrix;
  if (auto* sparse = std::get_if<SparseMatrix>(&matrix)) {
    return take_sparse(std::move(*sparse), request);
  }
  return split_matrix(std::get<Matrix>(matrix), request);
}

RawTargets read_targets(const std::filesystem::path& file, const std::string& cure) {
  io::refuse_foreign_format(file);
  if (io::find_format(file, io::Format::text) != io::Format::table) {
    return {.numbers = io::read_vector(file)};
  }
  const auto roles = [](const io::TableColumns& columns) {
    const ColumnRole role = columns.count == 1 ? ColumnRole::target : ColumnRole::feature;
    return std::vector<ColumnRole>(static_cast<std::size_t>(columns.count), role);
  };
  io::SampleTable read = io::read_sample_table(
      file, {.roles = roles, .cure_of_features = cure, .cure_of_others = cure});
  const Matrix& row = read.features;
  if (row.cols() == 0) return {std::move(read.targets), std::move(read.words)};
  if (row.rows() != 1) {
    throw InvalidInput(
        fmt::format("{}: a {} x {} matrix: must be a vector, with one row or one column",
                    file.string(), row.rows(), row.cols()));
  }
  return {.numbers = row.transpose()};
}

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
