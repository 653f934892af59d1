#include "objective/hessian_images.hpp"

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
      cache_(hessian.dimension(), stored_ ? 0 : cache_bytes),
      kept_(hessian.dimension(), cache_bytes) {
  if (cache_.capacity() == 0 && !stored_) scratch_.resize(hessian.dimension());
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
  if (const Vector* image = kept_.find(term.id)) return *image;
  Vector& image = kept_.insert(term.id);
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
  Vector* kept = cache_.find(j);
  if (kept && kept->size() != 0) return kept->data();
  Vector* room = kept ? kept : cache_.insert(j);
  Vector& column = room ? *room : scratch_;
  column.resize(hessian_.dimension());
  hessian_.column(j, column);
  return column.data();
}

const double* HessianImages::passing_column(Index j) {
  if (stored_) return hessian_.stored_column(j);
  const Vector* kept = cache_.peek(j);
  if (kept && kept->size() != 0) return kept->data();
  passing_column_.resize(hessian_.dimension());
  hessian_.column(j, passing_column_);
  return passing_column_.data();
}

void HessianImages::visit(Archive& archive) {
  bool has_room = next_.size() != 0;
  archive(cache_, uses_, bytes_read_, has_room);
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
    if (!stored_ && !cache_.holds(j)) cost += hessian_.column_bytes();
    if (cost >= product) return false;
  }
  return true;
}

}  // namespace acgd
