#include "direction/mixture.hpp"

#include <algorithm>
#include <limits>

#include "direction/same_point.hpp"

namespace acgd {
namespace {

/// The entries of an atom that has them in a list.
struct Entries {
  std::span<const Index> indices;
  std::span<const double> values;

  explicit Entries(const Atom& atom) {
    if (const auto* one = atom.as<Atom::Coordinate>()) {
      indices = {&one->index, 1};
      values = {&one->value, 1};
    } else if (const auto* sparse = atom.as<Atom::Sparse>()) {
      indices = sparse->indices;
      values = sparse->values;
    }
  }
  Index at(std::size_t k) const { return k < indices.size() ? indices[k] : kBeyond; }

  static constexpr Index kBeyond = std::numeric_limits<Index>::max();
};

bool is_listed(const Atom& atom) {
  return atom.as<Atom::Coordinate>() != nullptr || atom.as<Atom::Sparse>() != nullptr;
}

/// An entry of a list takes an index and a value.
bool mean_is_sparse(const Atom& a, const Atom& b) {
  if (!is_listed(a) || !is_listed(b)) return false;
  const std::size_t most = Entries(a).indices.size() + Entries(b).indices.size();
  return static_cast<Index>(2 * most) <= a.size();
}

void add_lists(const Entries& a, double of_a, const Entries& b, double of_b, Atom::Sparse& mean) {
  for (std::size_t i = 0, j = 0; i < a.indices.size() || j < b.indices.size();) {
    const Index next = std::min(a.at(i), b.at(j));
    double value = 0;
    if (a.at(i) == next) value += of_a * a.values[i++];
    if (b.at(j) == next) value += of_b * b.values[j++];
    mean.indices.push_back(next);
    mean.values.push_back(value);
  }
}

}  // namespace

bool can_mix(const Atom& a, const Atom& b, Index bytes) {
  const Index dense = a.size() * static_cast<Index>(sizeof(double));
  return mean_is_sparse(a, b) || dense <= std::max(bytes, byte_count(a) + byte_count(b));
}

void mix(const Part& a, const Part& b, Atom& mean) {
  const double of_a = a.weight / (a.weight + b.weight);
  const double of_b = b.weight / (a.weight + b.weight);
  const Index size = a.atom->size();
  if (mean_is_sparse(*a.atom, *b.atom)) {
    add_lists(Entries(*a.atom), of_a, Entries(*b.atom), of_b, mean.become_sparse(size));
    return;
  }
  Vector& values = mean.become_dense(size);
  values.setZero();
  a.atom->add_to(values, of_a);
  b.atom->add_to(values, of_b);
}

}  // namespace acgd
