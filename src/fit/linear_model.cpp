#include "acgd/fit/linear_model.hpp"

#include "acgd/objective/sum.hpp"

namespace acgd {

namespace {

Design design_of(const Features& features) {
  if (const auto* dense = std::get_if<std::shared_ptr<const Matrix>>(&features)) {
    return std::make_shared<const DenseMap>(*dense);
  }
  return *std::get<std::shared_ptr<const SparseMatrix>>(features);
}

}  // namespace

Matrix LinearModel::predict(const Features& features) const {
  Matrix z = multiply(features, coefficients);
  if (intercept.size() != 0) z.rowwise() += intercept.transpose();
  return z;
}

LinearProblem::LinearProblem(Samples samples, const Family& family, const LinearOptions& options,
                             const ToDesign& to_design)
    : features_(column_count(samples.features)), outputs_(family.outputs()), ridge_(options.ridge) {
  if (options.standardize) {
    scaling_ = measure_features(samples, options.intercept);
    samples.features = standardize(samples.features, scaling_);
  }
  loss_ = family.objective(to_design ? to_design(samples.features) : design_of(samples.features),
                           samples.targets,
                           {.scaling = options.scaling, .weights = std::move(samples.weights)},
                           options.intercept ? Intercept::profiled : Intercept::none);
  f_ = with_ridge(loss_, options.ridge);
}

double LinearProblem::loss(const Result& result) const {
  return f_ == loss_ ? result.value - result.penalty : loss_->value(result.x);
}

LinearModel LinearProblem::model(const Vector& x) const {
  LinearModel model{.objective = {},
                    .coefficients = SparseMatrix(features_, outputs_),
                    .intercept = f_->intercept(x),
                    .scaling = scaling_,
                    .ridge = ridge_};
  SparseMatrix& coefficients = model.coefficients;
  for (Index k = 0; k < outputs_; ++k) {
    coefficients.startVec(k);
    for (Index j = 0; j < features_; ++j) {
      const double value = x[k * features_ + j];
      if (value == 0) continue;
      coefficients.insertBack(j, k) =
          scaling_.scale.size() == 0 ? value : value / scaling_.scale[j];
    }
  }
  coefficients.finalize();
  if (scaling_.center.size() != 0) {
    model.intercept -= coefficients.transpose() * scaling_.center;
    // A constant added to all outputs changes no probability.
    if (outputs_ > 1) model.intercept.array() -= model.intercept.mean();
  }
  return model;
}

LinearModel LinearProblem::model(const Result& result) const {
  LinearModel model = this->model(result.x);
  model.value = result.value;
  model.gap = result.gap;
  return model;
}

Vector LinearProblem::variables(const SparseMatrix& coefficients) const {
  Vector x = Vector::Zero(features_ * outputs_);
  for (Index k = 0; k < coefficients.outerSize(); ++k) {
    for (SparseMatrix::InnerIterator entry(coefficients, k); entry; ++entry) {
      const Index j = entry.row();
      x[k * features_ + j] =
          scaling_.scale.size() == 0 ? entry.value() : entry.value() * scaling_.scale[j];
    }
  }
  return x;
}

}  // namespace acgd
