#pragma once

#include "acgd/core/vector.hpp"

namespace acgd {

/// A matrix that is only ever multiplied by, never formed.
class MatrixOperator {
 public:
  virtual ~MatrixOperator() = default;

  virtual Index rows() const = 0;
  virtual Index cols() const = 0;

  /// y = A x
  virtual void multiply(ConstVectorRef x, VectorRef y) const = 0;
  /// y = A' x
  virtual void multiply_adjoint(ConstVectorRef x, VectorRef y) const = 0;
};

}  // namespace acgd
