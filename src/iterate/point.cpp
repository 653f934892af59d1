#include "acgd/iterate/point.hpp"

namespace acgd {

// Here, since every program would have to compile Eigen's products otherwise.
double LowRank::at(Index i, Index j) const { return left.row(i).dot(right.row(j)); }

Matrix LowRank::to_dense() const { return left * right.transpose(); }

}  // namespace acgd
