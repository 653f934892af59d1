#include "objective/coupled_gram.hpp"

#include <algorithm>

#include "linalg/gram_tiles.hpp"

namespace acgd {
namespace {

// Number of samples multiplied together. The division into pieces determines the rounding of sums,
// so it must not depend on the atoms.
constexpr Index kSamplesAtOnce = kernels::kGramRows;
// Maximum number of gathered entries (32 MB), but at least one piece of each image.
constexpr Index kGatheredEntries = Index{1} << 22;

// Costs, in bytes read from memory in the same time: one multiplication of a blocked product, one
// entry of M times a vector.
constexpr double kBytesPerProduct = 0.5;
constexpr double kBytesPerRoot = 48;

}  // namespace

void CoupledGram::compute(std::span<const Term> terms, Index known, const Loss& loss,
                          const Vector& d, MapImages& images, Matrix& h) {
  const auto count = static_cast<Index>(terms.size());
  if (known >= count) return;
  h.block(0, known, count, count - known).setZero();
  h.block(known, 0, count - known, known).setZero();
  const Index outputs = loss.outputs(), size = loss.size();
  const Index of_piece = kSamplesAtOnce * outputs * count;
  const Index pieces = std::max(Index{1}, kGatheredEntries / of_piece);
  panel_.resize(
      static_cast<std::size_t>(of_piece * std::min(pieces, (size - 1) / kSamplesAtOnce + 1)));
  for (Index start = 0; start < size; start += pieces * kSamplesAtOnce) {
    const Index end = std::min(size, start + pieces * kSamplesAtOnce);
    const auto for_each_piece = [&](auto&& visit) {
      double* panel = panel_.data();
      for (Index first = start; first < end; first += kSamplesAtOnce, panel += of_piece) {
        const Index last = std::min(end, first + kSamplesAtOnce);
        visit(first, last, (last - first) * outputs, panel);
      }
    };
    for (Index c = 0; c < count; ++c) {
      const double* image = images.of(terms[c]).data();
      for_each_piece([&](Index first, Index last, Index rows, double* panel) {
        loss.multiply_root(d, image, first, last, panel + c * rows);
      });
    }
    for_each_piece([&](Index, Index, Index rows, double* panel) {
      kernels::add_gram(kernels::DenseView<double>{panel, rows, count}, {known, nullptr}, h);
    });
  }
  for (Index j = known; j < count; ++j) {
    for (Index i = 0; i < j; ++i) h(j, i) = h(i, j);
  }
}

double CoupledGram::cost(std::span<const Term> terms, Index known, const LinearMap& map) {
  const auto count = static_cast<double>(terms.size());
  const auto rows = static_cast<double>(map.rows()), old = static_cast<double>(known);
  return kBytesPerProduct * rows * (count * count - old * old) / 2 + kBytesPerRoot * rows * count;
}

}  // namespace acgd
