#include "acgd/fit/linear_model.hpp"

namespace acgd {

Matrix LinearModel::predict(const Features& features) const {
  Matrix z = multiply(features, coefficients);
  if (intercept.size() != 0) z.rowwise() += intercept.transpose();
  return z;
}

}  // namespace acgd
