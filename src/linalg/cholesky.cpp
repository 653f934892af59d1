#include "linalg/cholesky.hpp"

#include <Eigen/Cholesky>

namespace acgd {

bool factorize_in_place(Eigen::Ref<Matrix> a) {
  return Eigen::LLT<Eigen::Ref<Matrix>>(a).info() == Eigen::Success;
}

}  // namespace acgd
