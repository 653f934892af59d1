#include "fit/sample_fit.hpp"

#include "acgd/objective/linear_maps.hpp"
#include "fit/standardize.hpp"

namespace acgd {
namespace {

// Where f comes close to its infimum, a gap of so much of the tolerance is as good: of the loss
// without any feature.
constexpr double kShareOfWhole = 1e-3;

std::shared_ptr<const LinearMap> map_of(const std::shared_ptr<const Matrix>& matrix) {
  return std::make_shared<DenseMap>(matrix);
}
std::shared_ptr<const LinearMap> map_of(const std::shared_ptr<const SparseMatrix>& matrix) {
  return std::make_shared<SparseMap>(*matrix);
}

}  // namespace

SampleFit::SampleFit(const Samples& samples, const Family& family, const PathOptions& options)
    : features_(column_count(samples.features)), outputs_(family.outputs()) {
  Features features = samples.features;
  if (options.standardize) {
    scaling_ = measure_features(samples, options.intercept);
    features = standardize(features, scaling_);
  }
  auto map = std::visit([](const auto& matrix) { return map_of(matrix); }, features);
  loss_ = family.objective(std::move(map), samples.targets, samples.weights, options.intercept);
  f_ = with_ridge(loss_, options.ridge);
  infimum_ = family.loss(samples.targets, samples.weights)->infimum();
  worst_ = f_->value(Vector::Zero(f_->dimension()));
}

double SampleFit::loss(const Result& result) const {
  return f_ == loss_ ? result.value : loss_->value(result.x);
}

Options SampleFit::options(const PathOptions& options) const {
  Options run = options.run;
  run.trace = false;
  if (!run.gap_tolerance && !run.relative_gap_tolerance) {
    run.relative_gap_tolerance = options.tolerance;
    run.gap_tolerance = kShareOfWhole * options.tolerance * (worst_ - infimum_);
  }
  return run;
}

void SampleFit::to_model(const Vector& x, SparseMatrix& coefficients, Vector& intercept) const {
  coefficients.resize(features_, outputs_);
  for (Index k = 0; k < outputs_; ++k) {
    coefficients.startVec(k);
    for (Index j = 0; j < features_; ++j) {
      const double value = x[k * features_ + j];
      if (value == 0) continue;
      const double scale = scaling_.scale.size() == 0 ? 1 : scaling_.scale[j];
      coefficients.insertBack(j, k) = value / scale;
    }
  }
  coefficients.finalize();
  intercept = f_->intercept(x);
  if (scaling_.center.size() != 0) intercept -= coefficients.transpose() * scaling_.center;
}

}  // namespace acgd
