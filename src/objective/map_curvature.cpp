#include "objective/map_curvature.hpp"

#include <algorithm>
#include <utility>

#include "acgd/parallel/reduction.hpp"
#include "objective/intercept.hpp"

namespace acgd {
namespace {

// Cost of the derivative of the loss per sample, in bytes read of A.
constexpr double kBytesPerSample = 32;

}  // namespace

MapCurvature::MapCurvature(BlockImages& images, bool is_constant, TakeWeights take_weights)
    : images_(images), is_constant_(is_constant), take_weights_(std::move(take_weights)) {}

MapCurvature::MapCurvature(BlockImages& images, bool is_constant, TakeWeights take_weights,
                           const Loss& loss, bool has_intercept)
    : MapCurvature(images, is_constant, std::move(take_weights)) {
  loss_ = &loss;
  if (has_intercept) {
    intercept_ = std::make_unique<InterceptHessian>(loss, images.reduction());
    sums_.resize(loss.outputs());
  }
  if (has_intercept || is_coupled()) ones_ = Vector::Ones(image_size());
  if (!is_coupled()) return;
  image_.resize(image_size());
  bent_.resize(image_size());
}

void MapCurvature::take() {
  d_.resize(image_size());
  take_weights_(d_);
  if (!is_coupled()) d_ = d_.cwiseMax(0);
  use_weights();
}

void MapCurvature::use_weights() {
  if (!is_coupled()) roots_ = d_.cwiseSqrt();
  if (intercept_) intercept_->take(d_);
  has_weights_ = true;
}

void MapCurvature::refresh() {
  if (!is_constant_ || !has_weights_) take();
}

double MapCurvature::product(const Term& term, ConstVectorRef image) {
  require_weights();
  if (is_coupled()) return coupled_product(term, image);
  const double product = images_.weighted_dot(term, d_, image);
  if (!intercept_) return product;
  sums_[0] = images_.reduction().dot(d_, image);
  intercept_->solve(sums_);
  return product - sums_[0] * images_.weighted_dot(term, ones_, d_);
}

double MapCurvature::coupled_product(const Term& term, ConstVectorRef image) {
  image_ = image;
  if (intercept_) {
    intercept_->sum_bent(d_, image_, sums_);
    intercept_->solve(sums_);
    sums_ = -sums_;
    add_intercept(sums_, image_);
  }
  loss_->multiply_second(d_, image_, bent_);
  return images_.weighted_dot(term, ones_, bent_);
}

void MapCurvature::gram(std::span<const Term> terms, Index known, Matrix& h) {
  require_weights();
  if (is_coupled()) {
    gram_.compute_coupled(terms, known, *loss_, d_, images_.whole(), h);
  } else if (!images_.is_partitioned()) {
    gram_.compute(terms, known, roots_, images_.whole(), h);
  } else {
    add_grams(terms, known, h);
  }
  if (intercept_) subtract_reliefs(terms, known, h);
}

// Sums whole columns of the new part, which lies at and above the diagonal.
void MapCurvature::add_grams(std::span<const Term> terms, Index known, Matrix& h) {
  const auto count = static_cast<Index>(terms.size());
  if (known >= count) return;
  const Reduction& reduction = images_.reduction();
  const Index size = count * (count - known);
  if (block_gram_.rows() < count) block_gram_.conservativeResize(2 * count, 2 * count);
  grams_.resize(static_cast<std::size_t>(size + reduction.room_of_sums(size)));
  auto block = images_.here().begin();
  const auto fill = [&](Index, double* out) {
    gram_.compute(terms, known, roots_.segment(block->first, block->size), block->images,
                  block_gram_);
    ++block;
    for (Index j = known; j < count; ++j) {
      out = std::copy_n(block_gram_.col(j).data(), count, out);
    }
  };
  double* sums = grams_.data();
  reduction.sum_vectors(size, fill, sums + size, sums);
  for (Index j = known; j < count; ++j, sums += count) {
    for (Index i = 0; i < count; ++i) h(i, j) = h(j, i) = sums[i];
  }
}

void MapCurvature::subtract_reliefs(std::span<const Term> terms, Index known, Matrix& h) {
  const auto count = static_cast<Index>(terms.size());
  if (known >= count) return;
  if (reliefs_.cols() < count) reliefs_.conservativeResize(sums_.size(), 2 * count);
  for (Index i = 0; i < count; ++i) {
    const Term& term = terms[i];
    if (is_coupled()) {
      image_.setZero();
      images_.add(term, 1, image_);
      intercept_->sum_bent(d_, image_, sums_);
    } else {
      sums_[0] = images_.weighted_dot(term, ones_, d_);
    }
    intercept_->whiten(sums_);
    reliefs_.col(i) = sums_;
  }
  for (Index j = known; j < count; ++j) {
    for (Index i = 0; i <= j; ++i) {
      h(i, j) -= reliefs_.col(i).dot(reliefs_.col(j));
      h(j, i) = h(i, j);
    }
    // A zero curvature may be rounded to a negative number.
    h(j, j) = std::max(h(j, j), 0.0);
  }
}

double MapCurvature::gram_cost(std::span<const Term> terms, Index known) const {
  const LinearMap& map = images_.map();
  const Index samples = images_.reduction().samples();
  const double gradient = map.bytes() + kBytesPerSample * static_cast<double>(samples);
  if (is_coupled()) return ImageGram::coupled_cost(terms, known, map) / gradient;
  const double gram = images_.sum(
      [&](BlockImages::Block& block) { return ImageGram::cost(terms, known, block.images.map()); });
  return gram / gradient;
}

void MapCurvature::visit(Archive& archive) {
  bool is_kept = has_weights_ && !is_constant_;
  archive(is_kept);
  if (!is_kept) return;
  d_.resize(image_size());
  visit_samples(archive, images_.reduction(), d_);
  Archive::require(is_coupled() || (d_.array() >= 0).all(), "it has negative curvature");
  use_weights();
}

}  // namespace acgd
