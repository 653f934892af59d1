#include "objective/sparse_block.hpp"

#include "objective/atom_entries.hpp"

namespace acgd {
namespace {

/// y += scale * column j
void scatter(const SparseBlock& a, Index j, double scale, double* y) {
  const auto [begin, end] = a.fetch(j);
  const int starts[] = {begin, end};
  const SparseMap::Lines& columns = a.columns;
  y -= a.first;
  if (!columns.floats.empty()) {
    kernels::scatter_line(
        kernels::SparseView<float>{starts, columns.indices.data(), columns.floats.data(), 1}, 0,
        scale, y);
  } else {
    kernels::scatter_line(
        kernels::SparseView<double>{starts, columns.indices.data(),
                                    columns.values.empty() ? nullptr : columns.values.data(), 1},
        0, scale, y);
  }
}

double value_at(const SparseMap::Lines& columns, std::size_t k) {
  if (!columns.floats.empty()) return static_cast<double>(columns.floats[k]);
  return columns.values.empty() ? 1 : columns.values[k];
}

}  // namespace

void multiply(const SparseBlock& a, ConstVectorRef x, VectorRef y) {
  y.setZero();
  for (Index j = 0; j < a.columns.count(); ++j) {
    if (x[j] != 0) scatter(a, j, x[j], y.data());
  }
}

void image(const SparseBlock& a, const Atom& atom, VectorRef z) {
  if (const auto* one = atom.as<Atom::Coordinate>()) {
    z.setZero();
    scatter(a, one->index, one->value, z.data());
  } else if (const auto* some = atom.as<Atom::Sparse>()) {
    z.setZero();
    for (std::size_t k = 0; k < some->indices.size(); ++k) {
      scatter(a, some->indices[k], some->values[k], z.data());
    }
  } else if (const auto* dense = atom.as<Atom::Dense>()) {
    multiply(a, dense->values, z);
  } else {
    // One per thread, since runs may share the map; kept, since loops do not allocate.
    thread_local Vector entries;
    entries.resize(a.columns.count());
    atom.assign_to(entries);
    multiply(a, entries, z);
  }
}

// A column is taken for a list however long it is, unless most of them are long: then the products
// of all columns with each other have one way to go.
std::optional<Index> image_length(const SparseBlock& a, const Atom& atom) {
  const Index cols = a.columns.count();
  if (kListsAreShorter * a.entries > a.rows * cols) return std::nullopt;
  const auto length_of = [&](Index j) -> Index {
    const auto [begin, end] = a.bounds(j);
    return end - begin;
  };
  if (const auto* one = atom.as<Atom::Coordinate>()) return length_of(one->index);
  if (kListsAreShorter * count_stored_entries(atom) > cols) return std::nullopt;
  Index length = 0;
  for_each_entry(atom, 0, [&](Index j, double) { length += length_of(j); });
  return kListsAreShorter * length <= a.rows ? std::optional(length) : std::nullopt;
}

bool append_image(const SparseBlock& a, const Atom& atom, EntryList& image) {
  if (!image_length(a, atom)) return false;
  for_each_entry(atom, 0, [&](Index j, double value) {
    const auto [begin, end] = a.fetch(j);
    const std::size_t size = image.size() + static_cast<std::size_t>(end - begin);
    image.places.reserve(size);
    image.values.reserve(size);
    for (auto k = static_cast<std::size_t>(begin); k < static_cast<std::size_t>(end); ++k) {
      image.add(a.columns.indices[k] - a.first, value * value_at(a.columns, k));
    }
  });
  return true;
}

// As of doubles, even if they are floats: what a run does must not depend on how they are stored.
double bytes_of(Index entries, bool has_values) {
  const std::size_t each = sizeof(int) + (has_values ? sizeof(double) : 0);
  return static_cast<double>(each) * static_cast<double>(entries);
}

}  // namespace acgd
