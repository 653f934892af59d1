#include "app/data/dataset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "acgd/core/error.hpp"
#include "app/data/csv.hpp"
#include "app/data/libsvm.hpp"
#include "app/data/npy.hpp"
#include "app/data/sample_file.hpp"
#include "app/data/text_input.hpp"

namespace acgd::data {

namespace {

/// Eigen copies sparse matrices that are moved, so they are swapped.
std::variant<std::shared_ptr<Matrix>, std::shared_ptr<SparseMatrix>> share(AnyMatrix&& matrix) {
  if (auto* dense = std::get_if<Matrix>(&matrix)) {
    return std::make_shared<Matrix>(std::move(*dense));
  }
  auto sparse = std::make_shared<SparseMatrix>();
  sparse->swap(std::get<SparseMatrix>(matrix));
  return sparse;
}

}  // namespace

std::string class_name(double number) {
  return std::isnan(number) ? "" : fmt::format("{}", number);
}

Matrix* Dataset::dense() const {
  const auto* matrix = std::get_if<std::shared_ptr<Matrix>>(&features);
  return matrix == nullptr ? nullptr : matrix->get();
}

SparseMatrix* Dataset::sparse() const {
  const auto* matrix = std::get_if<std::shared_ptr<SparseMatrix>>(&features);
  return matrix == nullptr ? nullptr : matrix->get();
}

Index Dataset::count() const {
  return std::visit([](const auto& matrix) { return Index{matrix->rows()}; }, features);
}

Index Dataset::feature_count() const {
  return std::visit([](const auto& matrix) { return Index{matrix->cols()}; }, features);
}

std::optional<Index> Dataset::column_of(ColumnRole role) const {
  const auto found = std::find(roles.begin(), roles.end(), role);
  if (found == roles.end()) return std::nullopt;
  return found - roles.begin();
}

std::vector<Index> Dataset::complete_rows(bool needs_features) const {
  const Matrix* matrix = needs_features ? dense() : nullptr;
  std::vector<Index> rows;
  for (Index i = 0; i < count(); ++i) {
    if (matrix != nullptr && matrix->row(i).hasNaN()) continue;
    if (weights.size() > 0 && std::isnan(weights[i])) continue;
    if (targets.numbers.size() > 0 && std::isnan(targets.numbers[i])) continue;
    if (!targets.words.empty() && targets.words[i].empty()) continue;
    rows.push_back(i);
  }
  return rows;
}

Features Dataset::shared() const {
  return std::visit([](const auto& matrix) { return Features(matrix); }, features);
}

void Dataset::keep(const std::vector<Index>& rows) {
  if (std::ssize(rows) == count()) return;
  const Samples kept =
      rows_of({.features = shared(), .targets = targets.numbers, .weights = weights}, rows);
  std::visit(
      [&](const auto& matrix) {
        using Kept = std::remove_cvref_t<decltype(*matrix)>;
        features = std::const_pointer_cast<Kept>(matrix);
      },
      kept.features);
  targets.numbers = kept.targets;
  weights = kept.weights;
  if (targets.words.empty()) return;
  for (std::size_t k = 0; k < rows.size(); ++k) targets.words[k] = targets.words[rows[k]];
  targets.words.resize(rows.size());
}

Index Dataset::fill(const Vector& values) {
  Index filled = 0;
  Matrix& matrix = *dense();
  for (Index j = 0; j < matrix.cols(); ++j) {
    for (double& value : matrix.col(j)) {
      if (!std::isnan(value)) continue;
      value = values[j];
      ++filled;
    }
  }
  return filled;
}

Vector column_means(const Matrix& features, const Vector& weights, const Reduction& reduction,
                    const std::vector<std::string>& names) {
  const Index columns = features.cols();
  // Of each column the weighted sum of its values, and their weight.
  Vector sums(2 * columns), means(columns);
  reduction.sum_long(
      sums.size(),
      [&](Reduction::Range rows, double* out) {
        for (Index j = 0; j < columns; ++j) {
          for (Index i = rows.first; i < rows.last; ++i) {
            if (std::isnan(features(i, j))) continue;
            const double weight = weights.size() == 0 ? 1 : weights[i];
            out[j] += weight * features(i, j);
            out[columns + j] += weight;
          }
        }
      },
      sums.data());
  for (Index j = 0; j < columns; ++j) {
    if (sums[columns + j] == 0) {
      throw InvalidInput(
          "missing", "mean",
          fmt::format("all of feature {}{} is missing", j + 1,
                      names.empty() ? "" : fmt::format(" ({})", shown_name(names[j]))));
    }
    means[j] = sums[j] / sums[columns + j];
  }
  return means;
}

namespace {

/// Throws InvalidInput for the first row where a column has a missing value and must not.
void check_missing(const Matrix& matrix, Index column, ColumnRole role,
                   const std::filesystem::path& data, const ReadOptions& options) {
  const std::string& advice =
      role == ColumnRole::feature ? options.missing_feature : options.missing_other;
  if (advice.empty() || role == ColumnRole::ignored) return;
  for (Index i = 0; i < matrix.rows(); ++i) {
    if (!std::isnan(matrix(i, column))) continue;
    throw InvalidInput(data.string(), fmt::format("row {}, column {}: nan is missing: {}", i + 1,
                                                  column + 1, advice));
  }
}

/// A matrix of numbers, whose columns have roles as those of a table do.
Dataset split_matrix(const Matrix& matrix, const std::filesystem::path& data,
                     const ReadOptions& options) {
  Dataset result;
  result.columns.count = matrix.cols();
  result.roles = options.roles(result.columns);
  const auto features = std::count(result.roles.begin(), result.roles.end(), ColumnRole::feature);
  auto kept = std::make_shared<Matrix>(matrix.rows(), features);
  Index next = 0;
  for (Index k = 0; k < matrix.cols(); ++k) {
    const ColumnRole role = result.roles[k];
    check_missing(matrix, k, role, data, options);
    if (role == ColumnRole::feature) kept->col(next++) = matrix.col(k);
    if (role == ColumnRole::target) result.targets.numbers = matrix.col(k);
    if (role == ColumnRole::weight) result.weights = matrix.col(k);
  }
  result.features = std::move(kept);
  return result;
}

/// All columns of a sparse matrix are features.
Dataset take_sparse(AnyMatrix&& matrix, const std::filesystem::path& data,
                    const ReadOptions& options) {
  Dataset result{.features = share(std::move(matrix))};
  result.columns.count = result.feature_count();
  result.roles = options.roles(result.columns);
  if (std::ranges::count(result.roles, ColumnRole::feature) == result.columns.count) return result;
  throw InvalidInput("data", data.string(),
                     "a sparse matrix needs its targets beside it: --targets FILE");
}

/// The range of the features, if they stand side by side.
std::optional<Reduction::Range> feature_columns(const std::vector<ColumnRole>& roles) {
  const auto is_feature = [](ColumnRole role) { return role == ColumnRole::feature; };
  const auto first = std::find_if(roles.begin(), roles.end(), is_feature);
  const auto last = std::find_if_not(first, roles.end(), is_feature);
  if (std::any_of(last, roles.end(), is_feature)) return std::nullopt;
  return Reduction::Range{first - roles.begin(), last - roles.begin()};
}

bool are_finite(const LinearMap& map) {
  const auto& dense = dynamic_cast<const DenseMap&>(map);
  return dense.matrix() != nullptr ? dense.matrix()->allFinite()
                                   : dense.matrix_float()->allFinite();
}

}  // namespace

Format format_of(const std::filesystem::path& data, const ReadOptions& options) {
  if (options.format != Format::by_name) return options.format;
  refuse_foreign_format(data);
  return find_format(data, Format::libsvm);
}

bool can_be_sliced(const std::filesystem::path& data, const ReadOptions& options) {
  const Format format = format_of(data, options);
  return (format == Format::libsvm || format == Format::table) && is_sliceable(data);
}

Dataset read_dataset(const std::filesystem::path& data, const ReadOptions& options) {
  const Format format = format_of(data, options);
  if (format == Format::libsvm) return read_libsvm(data, options.features, options.slice);
  if (format == Format::table) return read_table(data, options);
  if (format == Format::npy) return split_matrix(read_npy_with_missing(data), data, options);
  if (format == Format::converted) {
    if (is_standard_input(data)) {
      throw InvalidInput("data", "-", "what acgd convert has written must be a file, not a stream");
    }
    const SampleFile file(data);
    return read_blocks(file, 0, file.block_count(), false);
  }
  AnyMatrix matrix = read_named_matrix(data, format).matrix;
  if (const auto* dense = std::get_if<Matrix>(&matrix)) return split_matrix(*dense, data, options);
  return take_sparse(std::move(matrix), data, options);
}

Targets read_targets(const std::filesystem::path& file, const std::string& missing) {
  refuse_foreign_format(file);
  if (find_format(file, Format::text) != Format::table) return {.numbers = read_vector(file)};
  const auto roles = [](const TableColumns& columns) {
    const ColumnRole role = columns.count == 1 ? ColumnRole::target : ColumnRole::feature;
    return std::vector<ColumnRole>(static_cast<std::size_t>(columns.count), role);
  };
  Dataset read =
      read_table(file, {.roles = roles, .missing_feature = missing, .missing_other = missing});
  if (read.feature_count() == 0) return std::move(read.targets);
  return {.numbers = as_vector(std::move(*read.dense()), file)};
}

Dataset read_blocks(const SampleFile& file, Index first, Index last, bool as_maps) {
  const SampleFileHeader& header = file.header();
  Dataset result{
      .targets = {.numbers = file.targets(first, last)},
      .weights = file.weights(first, last),
      .columns = {header.names, file.columns()},
      .roles = std::vector(static_cast<std::size_t>(file.columns()), ColumnRole::feature),
      .converted = Dataset::Converted{header.target, header.weights, header.fill}};
  if (as_maps) {
    result.features = std::make_shared<SparseMatrix>(result.targets.size(), file.columns());
    for (Index s = first; s < last; ++s) result.maps.push_back(file.map(s));
  } else {
    result.features = share(file.features(first, last));
  }
  if (header.classes.empty()) return result;
  for (const double number : result.targets.numbers) {
    result.targets.words.push_back(header.classes[static_cast<std::size_t>(number)]);
  }
  result.targets.numbers = {};
  return result;
}

std::optional<Dataset> map_npy(const std::filesystem::path& data, const ReadOptions& options,
                               Index blocks, const std::shared_ptr<const Team>& team) {
  if (!MappedNpy::can_map(data)) return std::nullopt;
  const MappedNpy file(data);
  Dataset result;
  result.columns.count = file.cols();
  result.roles = options.roles(result.columns);
  const auto columns = feature_columns(result.roles);
  if (!columns || file.rows() == 0) return std::nullopt;
  const Index count = blocks != 0 ? blocks : Reduction::default_count(file.rows(), *team);
  result.reduction = std::make_shared<const Reduction>(file.rows(), count, team);
  for (Index s = result.reduction->own_blocks().first; s < result.reduction->own_blocks().last;
       ++s) {
    const auto [first, last] = result.reduction->samples_in(s);
    result.maps.push_back(nullptr);
    if (first == last) continue;
    result.maps.back() = file.map(first, last, columns->first, columns->last);
    if (result.maps.back() == nullptr || !are_finite(*result.maps.back())) return std::nullopt;
  }
  const auto [first, last] = result.reduction->samples_of(team->rank());
  if (const auto target = result.column_of(ColumnRole::target)) {
    result.targets.numbers = file.read(first, last, {*target});
    if (!result.targets.numbers.allFinite()) return std::nullopt;
  }
  if (const auto weight = result.column_of(ColumnRole::weight)) {
    result.weights = file.read(first, last, {*weight});
  }
  result.features = std::make_shared<SparseMatrix>(last - first, columns->size());
  return result;
}

}  // namespace acgd::data
