#include "objective/map_curvature.hpp"

#include <utility>

namespace acgd {
namespace {

// What a gradient does beside reading A: the derivative of the loss, while so much could be read.
constexpr double kBytesPerSample = 32;

}  // namespace

MapCurvature::MapCurvature(MapImages& images, bool is_constant, TakeWeights take_weights)
    : images_(images), is_constant_(is_constant), take_weights_(std::move(take_weights)) {}

void MapCurvature::take() {
  d_.resize(image_size());
  take_weights_(d_);
  d_ = d_.cwiseMax(0);
  roots_ = d_.cwiseSqrt();
  has_weights_ = true;
}

void MapCurvature::refresh() {
  if (!is_constant_ || !has_weights_) take();
}

const Vector* MapCurvature::diagonal() {
  if (!images_.map().is_identity()) return nullptr;
  require_weights();
  return &d_;
}

double MapCurvature::product(const Term& term, ConstVectorRef image) {
  require_weights();
  return images_.weighted_dot(term, d_, image);
}

void MapCurvature::gram(std::span<const Term> terms, Index known, Matrix& h) {
  require_weights();
  gram_.compute(terms, known, roots_, images_, h);
}

double MapCurvature::gram_cost(std::span<const Term> terms, Index known) const {
  const LinearMap& map = images_.map();
  const double gradient = map.bytes() + kBytesPerSample * static_cast<double>(map.rows());
  return ImageGram::cost(terms, known, map) / gradient;
}

void MapCurvature::visit(Archive& archive) {
  bool is_kept = has_weights_ && !is_constant_;
  archive(is_kept);
  if (!is_kept) return;
  d_.resize(image_size());
  archive(d_);
  Archive::require((d_.array() >= 0).all(), "it bends downwards");
  roots_ = d_.cwiseSqrt();
  has_weights_ = true;
}

}  // namespace acgd
