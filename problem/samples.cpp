#include "problem/samples.hpp"

#include <fmt/format.h>

#include "acgd/core/error.hpp"
#include "io/csv.hpp"
#include "io/foreign_format.hpp"
#include "io/libsvm.hpp"
#include "io/matrix_file.hpp"
#include "problem/words.hpp"

namespace acgd::problem {
namespace {

/// The last column of a table is what the others should predict.
Samples split_table(const Matrix& table, const std::string& name) {
  if (table.cols() < 2) {
    throw InvalidInput(fmt::format(
        "data = {}: without --targets it needs two columns or more, has {}", name, table.cols()));
  }
  return {.matrix = Matrix(table.leftCols(table.cols() - 1)),
          .targets = table.col(table.cols() - 1),
          .origin = "last column of " + name};
}

Samples read(const SamplesSource& source) {
  const std::string name = source.data.string();
  if (source.format == io::Format::by_name) io::refuse_foreign_format(source.data);
  const std::string beside = source.targets ? source.targets->string() : "";
  const io::Format format = source.format == io::Format::by_name
                                ? io::find_format(source.data, io::Format::libsvm)
                                : source.format;
  if (format == io::Format::libsvm) {
    io::LabelledSamples read = io::read_libsvm(source.data, source.features);
    return {.matrix = SparseMatrix(read.samples),
            .targets = source.targets ? io::read_vector(*source.targets) : std::move(read.labels),
            .origin = source.targets ? beside : "labels of " + name,
            .shows_highest = source.features == 0};
  }
  auto [matrix, header] = io::read_named_matrix(source.data, format);
  if (source.targets) {
    return {.matrix = std::move(matrix),
            .targets = io::read_vector(*source.targets),
            .origin = beside,
            .header = std::move(header)};
  }
  if (const auto* table = std::get_if<Matrix>(&matrix)) {
    Samples samples = split_table(*table, name);
    samples.header = std::move(header);
    return samples;
  }
  throw InvalidInput(
      fmt::format("data = {}: a sparse matrix needs its targets beside it: --targets FILE", name));
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

/// Two values become low_label and 1; nothing if they are that already.
std::optional<Relabelling> from_two_values(const Vector& targets, double low_label) {
  double low = targets.minCoeff(), high = targets.maxCoeff();
  for (const double target : targets) {
    if (target != low && target != high) {
      throw InvalidInput(
          fmt::format("labels: {}, {} and {} occur, must be two values", low, target, high));
    }
  }
  if (low == high) {  // a class alone, which its sign tells
    if (high > 0) {
      low = low_label;
    } else {
      high = 1;
    }
  }
  if (low == low_label && high == 1) return std::nullopt;
  return Relabelling{low, high, low_label};
}

std::optional<Relabelling> from_probabilities(const Vector& targets) {
  if (targets.minCoeff() >= 0 && targets.maxCoeff() <= 1) return std::nullopt;
  try {
    return from_two_values(targets, 0);
  } catch (const InvalidInput& error) {
    throw InvalidInput(
        fmt::format("{}, or all in [0, 1]; --labels keep takes them as they are", error.what()));
  }
}

std::optional<Relabelling> choose(const SamplesSource& source, const Vector& targets) {
  if (source.relabelling) return source.relabelling;
  switch (source.labels) {
    case Labels::automatic:
    case Labels::keep:
      return std::nullopt;
    case Labels::zero_one:
      return from_two_values(targets, 0);
    case Labels::plus_minus:
      return from_two_values(targets, -1);
    case Labels::probabilities:
      return from_probabilities(targets);
  }
  return std::nullopt;
}

void relabel(Vector& targets, const Relabelling& how) {
  for (double& target : targets) {
    if (target != how.low && target != how.high) {
      throw InvalidInput(fmt::format("labels: {} occurs, must be {} or {}, as in the data", target,
                                     how.low, how.high));
    }
    target = target == how.high ? 1 : how.low_label;
  }
}

}  // namespace

Index Samples::features() const {
  return std::visit([](const auto& m) { return Index{m.cols()}; }, matrix);
}

std::string Samples::description() const {
  const std::string size = fmt::format("{} samples of {} features", count(), features());
  const auto* sparse = std::get_if<SparseMatrix>(&matrix);
  return size + (sparse == nullptr ? "" : fmt::format(", {} non-zeros", sparse->nonZeros())) +
         (relabelling ? ", " + relabelling->description() : "");
}

std::string Relabelling::description() const {
  const auto pair = [](double a, double b) {
    return a < 0 ? fmt::format("{:+}/{:+}", a, b) : fmt::format("{}/{}", a, b);
  };
  return fmt::format("labels {} taken as {}", pair(low, high), pair(low_label, 1));
}

Labels to_labels(const std::string& text) {
  if (text == "auto") return Labels::automatic;
  if (text == "keep") return Labels::keep;
  if (text == "01") return Labels::zero_one;
  if (text == "pm1") return Labels::plus_minus;
  refuse_name("labels", text, {"auto", "keep", "01", "pm1"});
}

Samples read_samples(const SamplesSource& source) {
  Samples samples = read(source);
  check_sizes(samples, source);
  samples.relabelling = choose(source, samples.targets);
  if (samples.relabelling) relabel(samples.targets, *samples.relabelling);
  return samples;
}

}  // namespace acgd::problem
