#pragma once

#include <string>

#include "products.hpp"

namespace bench {

/// Samples (one per row) with labels -1/+1.
struct Labelled {
  SparseRows samples;
  Vector labels;
  std::string source;  ///< source of the data, for the table
};

/// LIBSVM's a1a, 1605 x 123, or synthetic data of the same shape and sparsity if it is absent.
Labelled read_a1a();

}  // namespace bench
