#pragma once

#include <Eigen/Core>

namespace acgd {

using Index = Eigen::Index;
using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;  ///< column-major; a matrix variable is its columns, stacked

using ConstVectorRef = Eigen::Ref<const Vector>;
using VectorRef = Eigen::Ref<Vector>;

}  // namespace acgd
