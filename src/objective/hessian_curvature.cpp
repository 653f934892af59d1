#include "objective/hessian_curvature.hpp"

#include <algorithm>

#include "linalg/kernels.hpp"
#include "objective/atom_entries.hpp"
#include "objective/quadratic.hpp"

namespace acgd {
namespace {

// An updated image is recomputed once this adds less than 2 % to the cost of the updates.
constexpr double kCarriedPerProduct = 64;

}  // namespace

HessianImages::HessianImages(const Hessian& hessian, std::size_t cache_bytes)
    : hessian_(hessian),
      vector_bytes_(8.0 * static_cast<double>(hessian.dimension())),
      stored_(hessian.stored_column(0) != nullptr),
      columns_(hessian.dimension(), stored_
                                        ? 0
                                        : std::min(count_vectors(cache_bytes, hessian.dimension()),
                                                   static_cast<std::size_t>(hessian.dimension()))),
      active_(hessian.dimension(),
              std::max(std::size_t{2}, count_vectors(cache_bytes, hessian.dimension()))) {
  if (columns_.capacity() == 0 && !stored_) scratch_.resize(hessian.dimension());
}

void HessianImages::add(const Term& term, VectorRef sum) {
  const auto* one = term.atom->as<Atom::Coordinate>();
  if ((one != nullptr || term.is_active()) && find_list(term)) {
    for (std::size_t k = 0; k < list_.size(); ++k) sum[list_.places[k]] += list_.values[k];
    return;
  }
  if (one != nullptr) {
    if (one->value == 0) return;
    kernels::axpy(term.weight * one->value, column(one->index), sum.data(), sum.size());
    return;
  }
  const double* image = term.is_active() ? of_active(term).data() : of(*term.atom).image;
  kernels::axpy(term.weight, image, sum.data(), sum.size());
}

// Decides by the average length of a column, not by those of the columns of this atom.
bool HessianImages::find_list(const Term& term) {
  const auto entries = static_cast<double>(count_stored_entries(*term.atom));
  const double column = hessian_.bytes() / static_cast<double>(hessian_.dimension());
  if (entries > 1 && kListsAreShorter * entries * column > vector_bytes_) return false;
  list_.clear();
  bool is_list = true;
  for_each_entry(*term.atom, 0, [&](Index j, double value) {
    const double scale = term.weight * value;
    const std::size_t first = list_.size();
    is_list = is_list && hessian_.append_column(j, list_);
    for (std::size_t k = first; k < list_.size(); ++k) list_.values[k] *= scale;
  });
  return is_list;
}

const Vector& HessianImages::of_active(const Term& term) {
  if (const Vector* image = active_.find(term.id)) return *image;
  Vector& image = *active_.insert(term.id);
  compute_active(*term.atom, image);
  return image;
}

// The choice does not depend on what has been computed before.
void HessianImages::compute_active(const Atom& atom, Vector& image) {
  double entries = 0;
  for_each_entry(atom, 0, [&](Index, double) { ++entries; });
  const double column_cost = 2 * vector_bytes_ + (stored_ ? 0 : hessian_.column_bytes());
  if (entries * column_cost < hessian_.bytes()) {
    image.setZero();
    for_each_entry(atom, 0, [&](Index j, double value) {
      kernels::axpy(value, passing_column(j), image.data(), image.size());
    });
  } else {
    dense_.resize(hessian_.dimension());
    atom.assign_to(dense_);
    hessian_.multiply(dense_, image);
  }
}

HessianImages::Image HessianImages::of(const Atom& atom) {
  make_room();
  atom.assign_to(next_);
  Known* base = closest();
  if (base && differences_.empty()) {
    base->last_use = ++uses_;
    return {.atom = base->atom.data(), .image = base->image.data()};
  }
  Known& known = least_recent();
  if (columns_are_cheaper(base)) {
    const double added = base ? base->columns_added : 0;
    if (!base) known.image.setZero();
    if (base && base != &known) known.image = base->image;
    for (const Index j : differences_) {
      const double change = base ? next_[j] - base->atom[j] : next_[j];
      kernels::axpy(change, column(j), known.image.data(), known.image.size());
    }
    known.columns_added = added + static_cast<double>(differences_.size());
    bytes_read_ += 2 * vector_bytes_ * static_cast<double>(differences_.size());
  } else {
    hessian_.multiply(next_, known.image);
    known.columns_added = 0;
    bytes_read_ += hessian_.bytes();
  }
  known.atom.swap(next_);
  known.last_use = ++uses_;
  return {.atom = known.atom.data(), .image = known.image.data()};
}

const double* HessianImages::column(Index j) {
  if (stored_) return hessian_.stored_column(j);
  Vector* cached = columns_.find(j);
  if (cached && cached->size() != 0) return cached->data();
  if (!cached) cached = columns_.insert(j);
  Vector& column = cached ? *cached : scratch_;
  column.resize(hessian_.dimension());
  hessian_.column(j, column);
  return column.data();
}

const double* HessianImages::passing_column(Index j) {
  if (stored_) return hessian_.stored_column(j);
  const Vector* cached = columns_.peek(j);
  if (cached && cached->size() != 0) return cached->data();
  passing_column_.resize(hessian_.dimension());
  hessian_.column(j, passing_column_);
  return passing_column_.data();
}

void HessianImages::visit(Archive& archive) {
  bool has_room = next_.size() != 0;
  columns_.visit(archive, hessian_.dimension());
  archive(uses_, bytes_read_, has_room);
  if (!has_room) return;
  make_room();
  for (Known& known : known_) {
    // 0 for an empty slot: counts in a checkpoint are not negative.
    long uses = known.last_use + 1;
    archive(known.columns_added, uses);
    known.last_use = uses - 1;
    if (uses > 0) archive(known.atom, known.image);
  }
}

// Runs whose atoms are all coordinates do not need this storage.
void HessianImages::make_room() {
  const Index n = hessian_.dimension();
  if (next_.size() == n) return;
  next_.resize(n);
  differences_.reserve(static_cast<std::size_t>(n));
  for (Known& known : known_) {
    known.atom.resize(n);
    known.image.resize(n);
  }
}

HessianImages::Known* HessianImages::closest() {
  const Index n = next_.size();
  Known* best = nullptr;
  Index fewest = n - (next_.array() == 0).count();
  for (Known& known : known_) {
    if (known.last_use < 0) continue;
    const Index count =
        passes::count_differences(next_.data(), known.atom.data(), n, std::max(fewest, Index{0}));
    // On a tie a known atom is preferred to 0.
    if (count > fewest || (count == fewest && best)) continue;
    fewest = count;
    best = &known;
  }
  differences_.clear();
  for (Index j = 0; j < n && static_cast<Index>(differences_.size()) < fewest; ++j) {
    if (next_[j] != (best ? best->atom[j] : 0.0)) differences_.push_back(j);
  }
  return best;
}

HessianImages::Known& HessianImages::least_recent() {
  return *std::min_element(known_.begin(), known_.end(),
                           [](const Known& a, const Known& b) { return a.last_use < b.last_use; });
}

bool HessianImages::columns_are_cheaper(const Known* base) const {
  const double product = hessian_.bytes();
  const double carried = base ? base->columns_added : 0;
  if (2 * vector_bytes_ * carried > kCarriedPerProduct * product) return false;
  double cost = 0;
  for (const Index j : differences_) {
    // Adding a column reads the column and the sum.
    cost += 2 * vector_bytes_;
    if (!stored_ && !columns_.holds(j)) cost += hessian_.column_bytes();
    if (cost >= product) return false;
  }
  return true;
}

namespace {

// Cost of reading a single matrix entry: a cache line.
constexpr double kBytesPerEntry = 64;

const Atom::Coordinate* coordinate_of(const Term& term) {
  return term.atom->as<Atom::Coordinate>();
}

/// Whether <a_i, H a_j> is computed from the image of a_j. The choice does not depend on the order
/// of the two.
bool has_the_image(std::span<const Term> terms, std::size_t i, std::size_t j) {
  if (i == j) return true;
  const bool coordinate_i = coordinate_of(terms[i]) != nullptr;
  const bool coordinate_j = coordinate_of(terms[j]) != nullptr;
  if (coordinate_i != coordinate_j) return coordinate_i;
  return terms[i].id == terms[j].id ? j > i : terms[j].id > terms[i].id;
}

}  // namespace

HessianCurvature::HessianCurvature(HessianImages& images) : images_(images) {}

Eigen::Map<const Vector> HessianCurvature::image_of(const Term& term) {
  const double* image =
      term.is_active() ? images_.of_active(term).data() : images_.of(*term.atom).image;
  return {image, image_size()};
}

void HessianCurvature::gram(std::span<const Term> terms, Index known, Matrix& h) {
  const auto first = static_cast<std::size_t>(known);
  for (std::size_t j = 0; j < terms.size(); ++j) {
    if (coordinate_of(terms[j]) != nullptr) {
      if (j >= first) add_coordinates(terms, static_cast<Index>(j), h);
      continue;
    }
    // A known atom is needed only if a product with a new one uses its image.
    std::size_t i = j >= first ? 0 : first;
    while (i < terms.size() && !has_the_image(terms, i, j)) ++i;
    if (i == terms.size()) continue;
    const Eigen::Map<const Vector> image = image_of(terms[j]);
    for (; i < terms.size(); ++i) {
      if (!has_the_image(terms, i, j)) continue;
      const auto p = static_cast<Index>(i), q = static_cast<Index>(j);
      h(p, q) = h(q, p) = terms[i].atom->dot(image);
    }
  }
}

void HessianCurvature::add_coordinates(std::span<const Term> terms, Index j, Matrix& h) {
  const Atom::Coordinate& right = *coordinate_of(terms[j]);
  list_.clear();
  const bool is_list = images_.hessian().append_column(right.index, list_);
  const double* column = nullptr;
  if (is_list) {
    if (column_.size() == 0) column_ = Vector::Zero(image_size());
    for (std::size_t k = 0; k < list_.size(); ++k) column_[list_.places[k]] += list_.values[k];
    column = column_.data();
  } else {
    column = images_.column(right.index);
  }
  for (Index i = 0; i <= j; ++i) {
    const auto* left = coordinate_of(terms[i]);
    if (left == nullptr) continue;
    h(i, j) = h(j, i) = left->value * right.value * column[left->index];
  }
  if (is_list) {
    for (const int place : list_.places) column_[place] = 0;
  }
}

double HessianCurvature::gram_cost(std::span<const Term> terms, Index known) const {
  const Hessian& hessian = images_.hessian();
  const double vector = 8 * static_cast<double>(hessian.dimension());
  const double column = 2 * vector + (images_.are_columns_stored() ? 0 : hessian.column_bytes());
  double cost = 0, entries_before = 0, coordinates_before = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const auto entries = static_cast<double>(count_stored_entries(*terms[i].atom));
    if (coordinate_of(terms[i]) != nullptr) {
      if (static_cast<Index>(i) >= known) {
        cost += kBytesPerEntry * (coordinates_before + 1);
        if (!images_.are_columns_stored()) cost += hessian.column_bytes();
      }
      ++coordinates_before;
    } else if (static_cast<Index>(i) >= known) {
      cost += std::min(hessian.bytes(), entries * column) + 8 * (entries_before + entries);
    }
    entries_before += entries;
  }
  return cost / hessian.bytes();
}

}  // namespace acgd
