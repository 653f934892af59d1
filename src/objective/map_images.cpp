#include "objective/map_images.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/kernels.hpp"

namespace acgd {
namespace {

template <class M>
kernels::DenseView<typename M::Scalar> view_of(const M& matrix) {
  return {matrix.data(), matrix.rows(), matrix.cols(), matrix.outerStride()};
}

template <class Scalar>
void copy_scaled(const Scalar* image, double value, const double* factor, Index first, Index last,
                 double* piece) {
  for (Index i = first; i < last; ++i) {
    *piece++ = factor[i] * (value * static_cast<double>(image[i]));
  }
}

}  // namespace

MapImages::MapImages(const LinearMap& map, std::size_t bytes)
    : map_(map),
      dense_(map.dense()),
      active_(map.rows(), std::max(std::size_t{2}, count_vectors(bytes, map.rows()))) {}

const Atom::Coordinate* MapImages::stored(const Term& term) const {
  return dense_ == nullptr ? nullptr : term.atom->as<Atom::Coordinate>();
}

template <class Use>
auto MapImages::with_column(Index j, const Use& use) const {
  return dense_->matrix() != nullptr ? use(dense_->matrix()->col(j).data())
                                     : use(dense_->matrix_float()->col(j).data());
}

bool MapImages::find_list(const Term& term) {
  list_.clear();
  return append(term, list_);
}

const Vector& MapImages::of(const Term& term) {
  // The image of a coordinate is a column of A, which needs no cache.
  if (!term.is_active() || term.atom->as<Atom::Coordinate>() != nullptr) {
    computed_.resize(map_.rows());
    map_.image(*term.atom, computed_);
    return computed_;
  }
  if (const Vector* image = active_.find(term.id)) return *image;
  Vector& image = *active_.insert(term.id);
  map_.image(*term.atom, image);
  return image;
}

void MapImages::add(const Term& term, double weight, VectorRef z) {
  if (const auto* one = stored(term)) {
    with_column(one->index, [&](const auto* column) {
      kernels::axpy(weight * one->value, column, z.data(), z.size());
    });
  } else if (find_list(term)) {
    for (std::size_t k = 0; k < list_.size(); ++k) z[list_.places[k]] += weight * list_.values[k];
  } else {
    kernels::axpy(weight, of(term).data(), z.data(), z.size());
  }
}

void MapImages::add_all(std::span<const Term> terms, VectorRef z) {
  columns_.clear();
  weights_.clear();
  for (const Term& term : terms) {
    if (const auto* one = stored(term)) {
      columns_.push_back(one->index);
      weights_.push_back(term.weight * one->value);
    } else {
      add(term, term.weight, z);
    }
  }
  if (columns_.empty()) return;
  const kernels::ColumnList list{columns_.data(), weights_.data(),
                                 static_cast<Index>(columns_.size())};
  dense_->matrix() != nullptr
      ? kernels::add_columns(view_of(*dense_->matrix()), list, z.data())
      : kernels::add_columns(view_of(*dense_->matrix_float()), list, z.data());
}

double MapImages::weighted_dot(const Term& term, ConstVectorRef d, ConstVectorRef y) {
  if (const auto* one = stored(term)) {
    return one->value * with_column(one->index, [&](const auto* column) {
             return kernels::weighted_dot(column, d.data(), y.data(), y.size());
           });
  }
  if (find_list(term)) {
    double sum = 0;
    for (std::size_t k = 0; k < list_.size(); ++k) {
      const Index i = list_.places[k];
      sum += list_.values[k] * (d[i] * y[i]);
    }
    return sum;
  }
  return kernels::weighted_dot(of(term).data(), d.data(), y.data(), y.size());
}

double MapImages::absolute_dot(const Term& term, ConstVectorRef r) {
  if (const auto* one = stored(term)) {
    return std::abs(one->value) * with_column(one->index, [&](const auto* column) {
             return kernels::absolute_dot(column, r.data(), r.size());
           });
  }
  if (!find_list(term)) return kernels::absolute_dot(of(term).data(), r.data(), r.size());
  double sum = 0;
  for (std::size_t k = 0; k < list_.size(); ++k) {
    sum += std::abs(list_.values[k] * r[list_.places[k]]);
  }
  return sum;
}

void MapImages::copy_piece(const Term& term, ConstVectorRef factor, Index first, Index last,
                           double* piece) {
  if (const auto* one = stored(term)) {
    with_column(one->index, [&](const auto* column) {
      copy_scaled(column, one->value, factor.data(), first, last, piece);
    });
  } else {
    copy_scaled(of(term).data(), 1, factor.data(), first, last, piece);
  }
}

bool MapImages::are_at_hand(std::span<const Term> terms) const {
  std::size_t cached = 0;
  for (const Term& term : terms) {
    if (stored(term) != nullptr) continue;
    if (!term.is_active() || term.atom->as<Atom::Coordinate>() != nullptr) return false;
    if (++cached > active_.capacity()) return false;
  }
  return true;
}

}  // namespace acgd
