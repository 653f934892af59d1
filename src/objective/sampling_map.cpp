#include "acgd/objective/sampling_map.hpp"

#include <algorithm>
#include <cassert>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"

namespace acgd {

SamplingMap::SamplingMap(Index matrix_rows, Index matrix_cols, std::vector<Place> observed)
    : matrix_rows_(matrix_rows), matrix_cols_(matrix_cols), observed_(std::move(observed)) {
  require_at_least("matrix_rows", matrix_rows, 1);
  require_at_least("matrix_cols", matrix_cols, 1);
  if (observed_.empty()) throw InvalidInput("observed: must not be empty");
  for (std::size_t k = 0; k < observed_.size(); ++k) {
    const auto [row, col] = observed_[k];
    if (row < 0 || row >= matrix_rows || col < 0 || col >= matrix_cols) {
      throw InvalidInput(compose("observed[{}] = ({}, {}): must lie in a {} x {} matrix", k, row,
                                 col, matrix_rows, matrix_cols));
    }
  }
}

template <class Entry>
void SamplingMap::sample(const Entry& entry, VectorRef z) const {
  for (std::size_t k = 0; k < observed_.size(); ++k) z[static_cast<Index>(k)] = entry(observed_[k]);
}

void SamplingMap::multiply(ConstVectorRef x, VectorRef y) const {
  assert(x.size() == cols() && y.size() == rows());
  sample([&](const Place& place) { return x[place_in(place)]; }, y);
}

void SamplingMap::multiply_adjoint(ConstVectorRef x, VectorRef y) const {
  assert(x.size() == rows() && y.size() == cols());
  y.setZero();
  for (Index k = 0; k < x.size(); ++k) y[place_in(observed_[k])] += x[k];
}

void SamplingMap::image(const Atom& atom, Vector& z) const {
  assert(atom.size() == cols());
  z.resize(rows());
  if (const auto* pair = atom.as<Atom::RankOne>()) {
    assert(pair->left.size() == matrix_rows_);
    sample([&](const Place& p) { return pair->scale * pair->left[p.row] * pair->right[p.col]; }, z);
  } else if (const auto* one = atom.as<Atom::Coordinate>()) {
    sample([&](const Place& p) { return place_in(p) == one->index ? one->value : 0.0; }, z);
  } else if (const auto* signs = atom.as<Atom::Signs>()) {
    sample([&](const Place& p) { return signs->scale * signs->signs[place_in(p)]; }, z);
  } else if (const auto* some = atom.as<Atom::Sparse>()) {
    const std::vector<Index>& indices = some->indices;
    const auto find = [&](const Place& p) {
      const auto found = std::lower_bound(indices.begin(), indices.end(), place_in(p));
      if (found == indices.end() || *found != place_in(p)) return 0.0;
      return some->values[static_cast<std::size_t>(found - indices.begin())];
    };
    sample(find, z);
  } else {
    LinearMap::image(atom, z);
  }
}

double SamplingMap::bytes() const {
  return static_cast<double>(sizeof(double) + sizeof(Place)) * static_cast<double>(rows());
}

}  // namespace acgd
