#include "objective/hessian_curvature.hpp"

#include <algorithm>

#include "objective/atom_entries.hpp"

namespace acgd {
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
