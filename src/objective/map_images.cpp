#include "objective/map_images.hpp"

#include <cmath>

#include "linalg/kernels.hpp"

namespace acgd {
namespace {

template <class M>
kernels::DenseView<typename M::Scalar> view_of(const M& matrix) {
  return {matrix.data(), matrix.rows(), matrix.cols(), matrix.outerStride()};
}

template <class Scalar>
void copy_scaled(const Scalar* column, double value, const double* factor, Index first, Index last,
                 double* piece) {
  for (Index i = first; i < last; ++i) {
    *piece++ = factor[i] * (value * static_cast<double>(column[i]));
  }
}

}  // namespace

MapImages::MapImages(const LinearMap& map, std::size_t bytes)
    : map_(map), dense_(dynamic_cast<const DenseMap*>(&map)), kept_(map.rows(), bytes) {}

const Atom::Coordinate* MapImages::stored(const Term& term) const {
  return dense_ == nullptr ? nullptr : term.atom->as<Atom::Coordinate>();
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
  if (const Vector* image = kept_.find(term.id)) return *image;
  Vector& image = kept_.insert(term.id);
  map_.image(*term.atom, image);
  return image;
}

void MapImages::add(const Term& term, double weight, VectorRef z) {
  if (const auto* one = stored(term)) {
    const double scale = weight * one->value;
    dense_->matrix() != nullptr
        ? kernels::axpy(scale, dense_->matrix()->col(one->index).data(), z.data(), z.size())
        : kernels::axpy(scale, dense_->matrix_float()->col(one->index).data(), z.data(), z.size());
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
    const Index j = one->index;
    const double sum =
        dense_->matrix() != nullptr
            ? kernels::weighted_dot(dense_->matrix()->col(j).data(), d.data(), y.data(), y.size())
            : kernels::weighted_dot(dense_->matrix_float()->col(j).data(), d.data(), y.data(),
                                    y.size());
    return one->value * sum;
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
    const Index j = one->index;
    return std::abs(one->value) *
           (dense_->matrix() != nullptr
                ? kernels::absolute_dot(dense_->matrix()->col(j).data(), r.data(), r.size())
                : kernels::absolute_dot(dense_->matrix_float()->col(j).data(), r.data(), r.size()));
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
    dense_->matrix() != nullptr ? copy_scaled(dense_->matrix()->col(one->index).data(), one->value,
                                              factor.data(), first, last, piece)
                                : copy_scaled(dense_->matrix_float()->col(one->index).data(),
                                              one->value, factor.data(), first, last, piece);
  } else {
    copy_scaled(of(term).data(), 1, factor.data(), first, last, piece);
  }
}

bool MapImages::are_at_hand(std::span<const Term> terms) const {
  std::size_t kept = 0;
  for (const Term& term : terms) {
    if (stored(term) != nullptr) continue;
    if (!term.is_active() || term.atom->as<Atom::Coordinate>() != nullptr) return false;
    if (++kept > kept_.capacity()) return false;
  }
  return true;
}

}  // namespace acgd
