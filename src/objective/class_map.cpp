#include <limits>
#include <utility>

#include "acgd/core/error.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "core/compose.hpp"
#include "objective/atom_entries.hpp"

namespace acgd {

ClassMap::ClassMap(std::shared_ptr<const LinearMap> a, Index classes)
    : a_(std::move(a)), classes_(classes) {
  if (a_ == nullptr) throw InvalidInput("A", "must not be null");
  require_at_least("classes", classes, 2);
  if (rows() >= std::numeric_limits<int>::max() || cols() >= std::numeric_limits<int>::max()) {
    throw InvalidInput("classes", classes,
                       compose("with {} samples of {} features there are too many numbers, at most "
                               "2^31 - 1 of a kind are possible",
                               a_->rows(), a_->cols()));
  }
}

void ClassMap::multiply(ConstVectorRef x, VectorRef y) const {
  const Index m = a_->rows(), n = a_->cols();
  for (Index k = 0; k < classes_; ++k) a_->multiply(x.segment(k * n, n), y.segment(k * m, m));
}

void ClassMap::multiply_adjoint(ConstVectorRef x, VectorRef y) const {
  const Index m = a_->rows(), n = a_->cols();
  for (Index k = 0; k < classes_; ++k) {
    a_->multiply_adjoint(x.segment(k * m, m), y.segment(k * n, n));
  }
}

// Scratch is thread-local, since runs may share the map, and reused, so that iterations do not
// allocate.
template <class Visit>
void ClassMap::for_each_column(const Atom& atom, const Visit& visit) const {
  thread_local Atom feature;
  thread_local Vector column;
  const Index n = a_->cols();
  Index known = -1;
  for_each_entry(atom, 0, [&](Index place, double value) {
    const Index j = place % n;
    if (j != known) {
      feature.become_coordinate(n, j, 1.0);
      column.resize(a_->rows());
      a_->image(feature, column);
      known = j;
    }
    visit(place / n, value, column);
  });
}

void ClassMap::image(const Atom& atom, VectorRef z) const {
  const Index m = a_->rows(), n = a_->cols();
  if (const auto* dense = atom.as<Atom::Dense>()) return multiply(dense->values, z);
  if (const auto* one = atom.as<Atom::RankOne>(); one != nullptr && one->left.size() == n) {
    thread_local Vector product;
    product.resize(m);
    a_->multiply(one->left, product);
    for (Index k = 0; k < classes_; ++k) {
      z.segment(k * m, m) = (one->scale * one->right[k]) * product;
    }
  } else if (kListsAreShorter * count_stored_entries(atom) <= cols()) {
    z.setZero();
    for_each_column(atom, [&](Index k, double value, const Vector& column) {
      z.segment(k * m, m) += value * column;
    });
  } else {
    thread_local Vector entries;
    entries.resize(cols());
    atom.assign_to(entries);
    multiply(entries, z);
  }
}

std::optional<Index> ClassMap::image_length(const Atom& atom) const {
  if (kListsAreShorter * count_stored_entries(atom) > cols()) return std::nullopt;
  thread_local Atom feature;
  const Index n = a_->cols();
  Index length = 0;
  bool are_lists = true;
  for_each_entry(atom, 0, [&](Index place, double) {
    feature.become_coordinate(n, place % n, 1.0);
    const std::optional<Index> of_feature = a_->image_length(feature);
    are_lists = are_lists && of_feature.has_value();
    length += of_feature.value_or(0);
  });
  const bool is_short = atom.as<Atom::Coordinate>() || kListsAreShorter * length <= rows();
  return are_lists && is_short ? std::optional(length) : std::nullopt;
}

bool ClassMap::append_image(const Atom& atom, EntryList& image) const {
  if (!image_length(atom)) return false;
  thread_local Atom feature;
  const Index m = a_->rows(), n = a_->cols();
  for_each_entry(atom, 0, [&](Index place, double value) {
    feature.become_coordinate(n, place % n, value);
    std::size_t k = image.size();
    a_->append_image(feature, image);
    for (; k < image.size(); ++k) image.places[k] += static_cast<int>(place / n * m);
  });
  return true;
}

}  // namespace acgd
