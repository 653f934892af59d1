#include "app/spec/sample_frame.hpp"

#include "fit/samples.hpp"

namespace acgd::problem {

void SampleFrame::standardize(Samples& samples, bool intercept) {
  scaling = measure_features(samples, intercept);
  samples.features = acgd::standardize(samples.features, scaling);
}

Shape SampleFrame::shape() const {
  if (outputs == 1) return {.dimension = layout.features};
  return {.dimension = layout.features * outputs, .rows = layout.features, .cols = outputs};
}

LinearModel SampleFrame::model(const Objective& f, const Result& result) const {
  LinearModel model{.objective = objective,
                    .coefficients = SparseMatrix(layout.features, outputs),
                    .scaling = scaling,
                    .ridge = ridge,
                    .value = result.value,
                    .gap = result.gap};
  take_names(model, layout);
  const bool scaled = scaling.scale.size() > 0;
  SparseMatrix& coefficients = model.coefficients;
  for (Index k = 0; k < outputs; ++k) {
    coefficients.startVec(k);
    for (Index j = 0; j < layout.features; ++j) {
      const double value = result.x[k * layout.features + j];
      if (value != 0) coefficients.insertBack(j, k) = scaled ? value / scaling.scale[j] : value;
    }
  }
  coefficients.finalize();
  model.intercept = f.intercept(result.x);
  if (scaling.center.size() > 0) model.intercept -= coefficients.transpose() * scaling.center;
  return model;
}

void take_names(LinearModel& model, const SampleLayout& layout) {
  model.columns = layout.columns;
  if (layout.coding.numbers_classes()) model.classes = layout.coding.classes;
  model.target = layout.target;
  model.fill = layout.fill;
}

SampleLayout layout_of(const LinearModel& model) {
  SampleLayout layout{.features = model.coefficients.rows(),
                      .columns = model.columns,
                      .target = model.target,
                      .coding = {.classes = model.classes},
                      .fill = model.fill};
  const auto classes = static_cast<Index>(model.classes.size());
  layout.coding.codes = Vector::LinSpaced(classes, 0, static_cast<double>(classes) - 1);
  return layout;
}

}  // namespace acgd::problem
